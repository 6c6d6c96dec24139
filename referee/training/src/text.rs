//! Writes learned weights as text, for the files in the folder `weights`.

use std::fmt::Write;

use referee_bots::engine::cublino::Kind;
use referee_games::Game;

use crate::{Learner, PREFIX};

/// Learns from a seed; returns the weights as text, with comment lines.
pub fn text<K: Kind>(game: &K::Game, seed: u64, games: u32) -> String {
    let mut learner = Learner::<K>::new(game, seed);
    learner.play(PREFIX);
    let mut text = format!(
        "# The evaluation of {}, learnt in {games} games against itself.\n{}\n",
        K::Game::NAME,
        prefix_line(learner.sum())
    );
    learner.play(games.saturating_sub(PREFIX));
    let mut rest = &learner.rounded()[..];
    for (about, count) in K::SHAPES {
        let (group, after) = rest.split_at(*count);
        rest = after;
        text.push_str(&format!("# {about}\n"));
        for row in group.chunks(24) {
            for (i, weight) in row.iter().enumerate() {
                let blank = if i == 0 { "" } else { " " };
                // Writing to a string can't fail.
                let _ = write!(text, "{blank}{weight}");
            }
            text.push('\n');
        }
    }
    text
}

/// Returns the comment line with the checksum after the first games.
pub fn prefix_line(sum: u64) -> String {
    format!("# After {PREFIX} games the bits sum up to {sum:016x}.")
}
