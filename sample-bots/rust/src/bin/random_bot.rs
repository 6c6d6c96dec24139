//! Plays any game by random legal moves. Begin here: write your own `choose`.

use referee::Turn;

fn choose(turn: &mut Turn) -> Option<String> {
    turn.random.pick(&turn.legal).cloned()
}

fn main() -> std::io::Result<()> {
    referee::play(choose, "rust-random")
}
