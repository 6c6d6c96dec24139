//! Draws candidate positions for a book: random legal plies from a deal, each position once.

use std::collections::HashSet;

use anyhow::Result;
use referee_engine::opening;
use referee_games::{Position, Rules, StateError};
use referee_output::failure::{bad_input, machine};
use referee_record::{Start, StartFrom, derive};

use super::BookRequest;

/// Generator of positions.
pub(super) struct Candidates {
    seed: u64,
    plies: u32,
    drawn: u64,
    known: HashSet<String>,
}

impl Candidates {
    /// Creates a generator that has drawn nothing yet.
    pub(super) fn new(request: &BookRequest) -> Candidates {
        Candidates {
            seed: request.seed,
            plies: request.plies,
            drawn: 0,
            known: HashSet::new(),
        }
    }

    /// Returns the number of draws.
    pub(super) fn drawn(&self) -> u64 {
        self.drawn
    }

    /// Draws a position; returns `None` if it, or a symmetric image of it, was drawn before.
    pub(super) fn next(&mut self, rules: &dyn Rules) -> Result<Option<Box<dyn Position>>> {
        self.drawn += 1;
        let start = Start {
            from: StartFrom::Deal,
            plies: self.plies,
            seed: derive(self.seed, "book", &[&self.drawn.to_string()]),
        };
        let position = opening(rules, &start).map_err(bad_input)?;
        let name = name(rules, &*position).map_err(machine)?;
        Ok(self.known.insert(name).then_some(position))
    }
}

/// Returns the smallest of all state lines that are the same position under a symmetry or an exchange of
/// the names A and B.
fn name(rules: &dyn Rules, position: &dyn Position) -> Result<String, StateError> {
    let mut lines = position.symmetries();
    lines.push(position.line());
    if let Some(line) = position.exchanged() {
        let exchanged = rules.read(&line)?;
        lines.extend(exchanged.symmetries());
        lines.push(line);
    }
    Ok(lines.into_iter().min().unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use referee_games::games;

    use super::*;

    #[test]
    fn images_have_one_name() {
        for kind in games() {
            let rules = kind.rules(&BTreeMap::new()).expect("defaults");
            for number in 0..20 {
                let start = Start {
                    from: StartFrom::Deal,
                    plies: 5,
                    seed: derive(number, "test", &[]),
                };
                let position = opening(&*rules, &start).expect("a position");
                let position_name = name(&*rules, &*position).expect("a name");
                let images = position
                    .symmetries()
                    .into_iter()
                    .chain(position.exchanged());
                for image in images {
                    let read = rules.read(&image).expect("a state line");
                    assert_eq!(
                        name(&*rules, &*read).expect("a name"),
                        position_name,
                        "{image}"
                    );
                }
            }
        }
    }
}
