//! Plays Onitama by looking one move ahead: it wins if it can, and avoids moves after which the
//! opponent can win. It plays other games by random moves.

use referee::Turn;

/// Boards and cards are five rows of five with a `/` between them, so a square is 6 * row + column.
const WIDTH: usize = 6;

#[derive(Clone)]
struct Position<'a> {
    board: Vec<u8>,
    /// `A` or `B`, the letter of its general.
    player: u8,
    /// Two of A, then two of B.
    cards: Vec<&'a str>,
}

impl<'a> Position<'a> {
    fn read(state: &'a str) -> Option<Position<'a>> {
        let fields: Vec<&str> = state.split(' ').collect();
        Some(Position {
            board: fields.first()?.bytes().collect(),
            player: fields.get(1)?.bytes().next()?,
            cards: fields.get(3..7)?.to_vec(),
        })
    }

    /// Makes the whole move on the board: first the pawn, then the wall, which changes places with
    /// whatever is on its new square: nothing, or a soldier of the player. Code that you add may
    /// need the wall's square.
    fn make(&mut self, word: &str) {
        if let Some((from, to)) = pawn_move(word) {
            self.board[to] = std::mem::replace(&mut self.board[from], b'.');
        }
        if let Some(wall) = self.board.iter().position(|&piece| piece == b'W') {
            let to = match &word[5..] {
                "u" => wall - WIDTH,
                "d" => wall + WIDTH,
                "l" => wall - 1,
                "r" => wall + 1,
                _ => wall,
            };
            self.board.swap(wall, to);
        }
    }

    /// Returns true if a player wins with this pawn move: it captures the general, or moves the
    /// player's general into the opponent's base.
    fn wins(&self, player: u8, from: usize, to: usize) -> bool {
        let base = square(if player == b'A' { "a3" } else { "e3" });
        self.board[to] == other(player) || self.board[from] == player && to == base
    }

    /// Returns true if the player to move can win at once. The wall can't prevent that, because it
    /// is never on a general or a base.
    fn can_win(&self, player: u8) -> bool {
        let cards = &self.cards[if player == b'A' { 0..2 } else { 2..4 }];
        for from in 0..self.board.len() {
            for to in 0..self.board.len() {
                let leads = || cards.iter().any(|card| leads(card, player, from, to));
                let may = owns(player, self.board[from]) && !owns(player, self.board[to]);
                if may && self.wins(player, from, to) && leads() {
                    return true;
                }
            }
        }
        false
    }

    /// Returns how good a move is: 4 wins, 2 and 3 are safe, 1 and 3 capture.
    fn rate(&self, word: &str) -> u8 {
        let opponent = other(self.player);
        let mut captures = false;
        if let Some((from, to)) = pawn_move(word) {
            if self.wins(self.player, from, to) {
                return 4;
            }
            captures = owns(opponent, self.board[to]);
        }
        let mut next = self.clone();
        next.make(word);
        2 * u8::from(!next.can_win(opponent)) + u8::from(captures)
    }
}

/// Returns the square with a name such as `e4`.
fn square(name: &str) -> usize {
    let name = name.as_bytes();
    WIDTH * usize::from(name[0] - b'a') + usize::from(name[1] - b'1')
}

/// Returns the start and the target of a pawn move; `None` if it is `XX`: no pawn can move.
fn pawn_move(word: &str) -> Option<(usize, usize)> {
    (&word[1..3] != "XX").then(|| (square(&word[1..3]), square(&word[3..5])))
}

fn other(player: u8) -> u8 {
    if player == b'A' {
        b'B'
    } else {
        b'A'
    }
}

fn owns(player: u8, piece: u8) -> bool {
    piece.to_ascii_uppercase() == player
}

/// Returns true if a card leads from one square to another. A card is written as its holder sees
/// it; for B, on the other side of the board, it is turned by 180 degrees.
fn leads(card: &str, holder: u8, from: usize, to: usize) -> bool {
    let (from, to) = if holder == b'A' {
        (from, to)
    } else {
        (to, from)
    };
    let pawn = card.find('o').unwrap_or(0);
    let row = (pawn / WIDTH + to / WIDTH).wrapping_sub(from / WIDTH);
    let column = (pawn % WIDTH + to % WIDTH).wrapping_sub(from % WIDTH);
    row < 5 && column < 5 && card.as_bytes()[WIDTH * row + column] == b'x'
}

fn choose(turn: &mut Turn) -> Option<String> {
    if turn.game != "onitama" {
        return turn.random.pick(&turn.legal).cloned();
    }
    let position = Position::read(&turn.state)?;
    let highest = turn.legal.iter().map(|word| position.rate(word)).max()?;
    let is_best = |word: &&String| position.rate(word) == highest;
    let best: Vec<String> = turn.legal.iter().filter(is_best).cloned().collect();
    let word = turn.random.pick(&best)?.clone();
    if pawn_move(&word).is_some() {
        turn.arrow(&word[1..3], &word[3..5]);
    }
    Some(word)
}

fn main() -> std::io::Result<()> {
    referee::play(choose, "rust-onitama")
}
