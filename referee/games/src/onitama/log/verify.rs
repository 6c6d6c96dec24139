//! Checks logs: plays their games by the rules and compares the result line by line.

use super::super::draw;
use super::super::explain::explain;
use super::super::state::OnitamaState;
use super::drawing::{self, HEAD, LINES};
use super::vocabulary::{belongs, verdicts};
use super::words::{NO_WAY, PrintedResults, asked, farewell, narrate, objections};
use crate::seat::Seat;
use crate::terminal;

/// Result of checking a text with logs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Verified {
    /// Number of games found.
    pub games: usize,
    /// Number of turns checked in these games.
    pub turns: usize,
    /// The first line of each game that doesn't follow by the rules from the lines before it.
    pub differences: Vec<Difference>,
}

/// A line that differs from the one that follows by the rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// Line number, from 1.
    pub line: usize,
    /// The line that follows by the rules.
    pub expected: String,
    /// The line in the text; `None` at the end of the text.
    pub found: Option<String>,
    /// The cause, if the move before the line isn't legal or the drawing can't be read.
    pub why: Option<String>,
}

/// Checks every game of a text by the rules. Between games, any lines that don't belong to a log may occur.
pub fn verify(text: &str) -> Verified {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut reader = Reader {
        lines: text.lines().collect(),
        at: 0,
        turns_left: 0,
        turns: 0,
    };
    let mut verified = Verified::default();
    while let Some(line) = reader.peek() {
        let game = if line.starts_with(HEAD) {
            reader.game()
        } else if absent(line) {
            reader.at += 1;
            Ok(())
        } else if belongs(line) {
            Err(reader.difference(format!("{HEAD}N")))
        } else {
            reader.at += 1;
            continue;
        };
        verified.games += 1;
        if let Err(difference) = game {
            verified.differences.push(difference);
            reader.skip_game();
        }
    }
    verified.turns = reader.turns;
    verified
}

/// Returns whether the line is the verdict on a player that failed before the first turn. Such a game has
/// no other line.
fn absent(line: &str) -> bool {
    let mut seats = [Seat::A, Seat::B].into_iter();
    seats.any(|seat| line == farewell(Some(seat), Some("crash")))
}

struct Reader<'a> {
    lines: Vec<&'a str>,
    /// Index of the next line, from 0.
    at: usize,
    /// Turns left in the game that is being read.
    turns_left: u32,
    /// Turns read in all games.
    turns: usize,
}

type Checked<T> = Result<T, Difference>;

impl<'a> Reader<'a> {
    fn peek(&self) -> Option<&'a str> {
        self.lines.get(self.at).copied()
    }

    fn difference(&self, expected: impl Into<String>) -> Difference {
        Difference {
            line: self.at + 1,
            expected: expected.into(),
            found: self.peek().map(str::to_owned),
            why: None,
        }
    }

    /// Skips the next line; returns an error if it isn't the expected one.
    fn expect(&mut self, expected: &str) -> Checked<()> {
        if self.peek() != Some(expected) {
            return Err(self.difference(expected));
        }
        self.at += 1;
        Ok(())
    }

    fn expect_all(&mut self, lines: impl IntoIterator<Item = String>) -> Checked<()> {
        lines.into_iter().try_for_each(|line| self.expect(&line))
    }

    fn game(&mut self) -> Checked<()> {
        self.turns_left = u32::MAX;
        let mut state = self.start()?;
        loop {
            self.turns_left = state.turns_left;
            self.expect_all(terminal::draw(&draw::scene(&state)))?;
            self.expect(&asked(state.player))?;
            self.turns += 1;
            let Some(after) = self.turn(&state)? else {
                return Ok(());
            };
            state = after;
            self.expect("")?;
            if state.turns_left == 0 {
                return self.expect(&farewell(None, None));
            }
        }
    }

    /// Reads the position of a game's first drawing, without skipping its lines: they are compared later.
    fn start(&self) -> Checked<OnitamaState> {
        let refuse = |why: String| Difference {
            why: Some(why),
            ..self.difference("the drawing of a position")
        };
        let lines = &self.lines[self.at..];
        let state = drawing::read(&lines[..lines.len().min(LINES)]).map_err(refuse)?;
        if state.is_over() {
            return Err(refuse("the game is over in this position".to_owned()));
        }
        Ok(state)
    }

    /// Checks the lines after `it is your turn`. Returns the next position, or `None` if the turn ends the
    /// game; then the verdict is checked, too.
    fn turn(&mut self, state: &OnitamaState) -> Checked<Option<OnitamaState>> {
        let winner = Some(state.player.other());
        let [refused, crashed] = ["illegal-move", "crash"].map(|f| farewell(winner, Some(f)));
        let line = self.peek().unwrap_or_default();
        // Not every log tells what failed.
        if line == refused {
            return self.expect(&refused).map(|()| None);
        }
        if line == crashed || line.starts_with("Error in function ") {
            self.error(&crashed)?;
            return self.expect(&crashed).map(|()| None);
        }
        let Some(answer) = PrintedResults::read(line) else {
            return Err(self.difference("Card N, FROM->TO, W LETTER"));
        };
        self.at += 1;
        let notation = self.notation(state, answer);
        let Some(m) = state.parse(&notation) else {
            let matched = self.expect_all(objections(state, answer).into_iter().chain([refused]));
            return matched.map(|()| None).map_err(|difference| Difference {
                why: Some(format!(
                    "{notation} isn't legal: {}",
                    explain(state, &notation)
                )),
                ..difference
            });
        };
        let letter = notation.chars().last().unwrap_or_default();
        self.expect_all(narrate(state, m, letter).into_iter().skip(2))?;
        let mut after = *state;
        after.play(m);
        if after.won(state.player).is_none() {
            return Ok(Some(after));
        }
        self.expect(&farewell(Some(state.player), None))?;
        Ok(None)
    }

    /// Returns an answer in the notation of moves. The exam's program ignores the squares if no pawn can move,
    /// and the wall after a winning step. If the log says that the move was refused, they weren't ignored.
    fn notation(&self, state: &OnitamaState, answer: PrintedResults<'_>) -> String {
        let PrintedResults {
            card,
            from,
            to,
            wall,
        } = answer;
        let refused = farewell(Some(state.player.other()), Some("illegal-move"));
        let verdict = self.lines.get(self.at + 1);
        if state.some_step().is_none() && verdict != Some(&refused.as_str()) {
            return format!("{card}XXXX{wall}");
        }
        if (card.len(), from.len(), to.len()) != (1, 2, 2) {
            return format!("{card},{from},{to},{wall}");
        }
        let notation = format!("{card}{from}{to}{wall}");
        let stays = format!("{card}{from}{to}s");
        let wins = |notation: &str| {
            state
                .parse(notation)
                .is_some_and(|m| state.wins(m.from, m.to))
        };
        if state.parse(&notation).is_none() && wins(&stays) && self.peek() != Some(NO_WAY) {
            return stays;
        }
        notation
    }

    /// Skips the text of an error, up to the first line that belongs to a log. There is no such text if the
    /// verdict follows at once.
    fn error(&mut self, verdict: &str) -> Checked<()> {
        if self.peek() == Some(verdict) {
            return Ok(());
        }
        self.at += 1;
        self.expect("")?;
        self.expect("Error Message:")?;
        while let Some(line) = self.peek()
            && !belongs(line)
        {
            self.at += 1;
        }
        Ok(())
    }

    /// Skips the rest of a game with a difference: to the line after its verdict, or to a drawing with more
    /// turns left, which starts a new game.
    fn skip_game(&mut self) {
        while let Some(line) = self.peek() {
            self.at += 1;
            let turns = |line: &str| line.strip_prefix(HEAD)?.parse::<u32>().ok();
            let anew = self.peek().and_then(turns);
            if verdicts().any(|verdict| line == verdict)
                || anew.is_some_and(|turns| turns > self.turns_left)
            {
                return;
            }
        }
    }
}
