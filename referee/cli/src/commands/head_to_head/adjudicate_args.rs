//! Options that end the games of a match before their rules end them.

use std::num::NonZeroU32;

use referee_record::{Adjudication, DrawRule, ResignRule};

use crate::args::number::positive;

/// What is expected of a draw.
const DRAW: &str = "expected FROM,MOVES,SCORE, such as 34,8,20";
/// What is expected of a loss.
const RESIGN: &str = "expected MOVES,SCORE, such as 3,600, or MOVES,SCORE,both";

/// When games end before their rules end them.
#[derive(clap::Args)]
#[command(next_help_heading = "Adjudication")]
pub struct AdjudicateArgs {
    /// End a game as a draw after FROM moves of each bot, if MOVES moves of each in a row came with a score of at
    /// most SCORE above or below 0.
    #[arg(long, value_name = "FROM,MOVES,SCORE", value_parser = draw)]
    draw: Option<DrawRule>,
    /// A bot loses that says for MOVES moves in a row that it is SCORE or more behind; with `both`, its
    /// opponent must say so too.
    #[arg(long, value_name = "MOVES,SCORE[,both]", value_parser = resign)]
    resign: Option<ResignRule>,
    /// End a game as a draw after so many moves of both bots together.
    #[arg(long, value_name = "PLIES", value_parser = positive)]
    max_plies: Option<NonZeroU32>,
}

impl AdjudicateArgs {
    /// Returns when games end before their rules end them.
    pub fn chosen(&self) -> Adjudication {
        Adjudication {
            draw: self.draw,
            resign: self.resign,
            plies: self.max_plies,
        }
    }
}

fn draw(text: &str) -> Result<DrawRule, String> {
    let parts: Vec<&str> = text.split(',').collect();
    let [from, moves, score] = parts[..] else {
        return Err(DRAW.to_owned());
    };
    Ok(DrawRule {
        from: read(from, DRAW)?,
        moves: read(moves, DRAW)?,
        score: read(score, DRAW)?,
    })
}

fn resign(text: &str) -> Result<ResignRule, String> {
    let parts: Vec<&str> = text.split(',').collect();
    let (moves, score, both) = match parts[..] {
        [moves, score] => (moves, score, false),
        [moves, score, "both"] => (moves, score, true),
        _ => return Err(RESIGN.to_owned()),
    };
    Ok(ResignRule {
        moves: read(moves, RESIGN)?,
        score: read(score, RESIGN)?,
        both,
    })
}

fn read<T: std::str::FromStr>(text: &str, expected: &str) -> Result<T, String> {
    text.trim().parse().map_err(|_| expected.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_separated_by_commas() {
        let rule = draw("34,8,20").expect("a draw");
        assert_eq!((rule.from, rule.moves.get()), (34, 8));
        let rule = resign("3, 600.5,both").expect("a loss");
        assert!(rule.both && rule.score > 600.0);
        for text in ["", "34,8", "34,0,20", "34,8,x", "-1,8,20", "34,8,20,1"] {
            assert_eq!(draw(text), Err(DRAW.to_owned()), "{text}");
        }
        for text in ["3", "0,600", "3,600,one", "3,600,both,"] {
            assert_eq!(resign(text), Err(RESIGN.to_owned()), "{text}");
        }
    }
}
