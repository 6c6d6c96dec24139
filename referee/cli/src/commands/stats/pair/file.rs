//! Parses the file of a Swiss event. Error messages begin with line and column.

use std::collections::{HashMap, HashSet};

use referee_config::{closest, plain_toml};
use referee_schedule::swiss::{MOST_PLAYERS, Seats, SwissEvent, SwissPairing, SwissRound};
use serde::Deserialize;
use toml::Spanned;

/// An event, with the names of its players in the order of their ratings.
#[derive(Debug)]
pub struct EventFile {
    pub event: SwissEvent,
    pub names: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Spec {
    first_seat: Option<Spanned<String>>,
    mirrored: Option<bool>,
    players: Spanned<Vec<Player>>,
    #[serde(default)]
    rounds: Vec<Vec<Spanned<String>>>,
    total_rounds: usize,
    #[serde(default)]
    withdrawn: Vec<Spanned<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Player {
    name: Spanned<String>,
    rating: Option<Spanned<f64>>,
}

/// The byte offset of an error, and its message.
type Refusal = (usize, String);

/// Parses the text of the file.
pub fn parse(text: &str) -> Result<EventFile, String> {
    let refuse = |(offset, why): Refusal| {
        let (line, column) = place(text, offset);
        format!("line {line}, column {column}: {why}")
    };
    let spec: Spec = toml::from_str(text).map_err(|e| {
        let offset = e.span().map_or(0, |span| span.start);
        refuse((offset, plain_toml(e.message())))
    })?;
    resolve(spec).map_err(refuse)
}

/// Returns the line and column of a byte offset, both from 1; columns are counted in characters.
fn place(text: &str, offset: usize) -> (usize, usize) {
    let before = text.get(..offset).unwrap_or(text);
    let line = before.rsplit('\n').next().unwrap_or_default();
    (before.matches('\n').count() + 1, line.chars().count() + 1)
}

fn resolve(spec: Spec) -> Result<EventFile, Refusal> {
    let at = spec.players.span().start;
    let mut players = spec.players.into_inner();
    if players.len() > MOST_PLAYERS {
        let why = format!("{} players: expected at most {MOST_PLAYERS}", players.len());
        return Err((at, why));
    }
    for player in &players {
        check_player(player)?;
    }
    let rating = |player: &Player| player.rating.as_ref().map_or(f64::MIN, |r| *r.get_ref());
    // A stable sort: the order of the file decides among equals.
    players.sort_by(|a, b| rating(b).total_cmp(&rating(a)));
    let mut index = HashMap::new();
    for (i, player) in players.iter().enumerate() {
        if index.insert(player.name.get_ref().clone(), i).is_some() {
            let why = format!("{:?} is the name of two players", player.name.get_ref());
            return Err((player.name.span().start, why));
        }
    }
    let known = Known { index };
    let rounds: Result<_, _> = spec.rounds.iter().map(|round| known.round(round)).collect();
    let mut active = vec![true; players.len()];
    for name in &spec.withdrawn {
        active[known.find(name.get_ref(), name)?] = false;
    }
    let first = match &spec.first_seat {
        Some(name) => Some(known.find(name.get_ref(), name)?),
        None => None,
    };
    let seats = if spec.mirrored.unwrap_or(first.is_none()) {
        Seats::Mirrored
    } else {
        Seats::Single {
            best_first: first.is_none_or(|player| player == 0),
        }
    };
    let names = players.into_iter().map(|p| p.name.into_inner());
    Ok(EventFile {
        event: SwissEvent {
            active,
            rounds: rounds?,
            total_rounds: spec.total_rounds,
            games: 1,
            seats,
        },
        names: names.collect(),
    })
}

fn check_player(player: &Player) -> Result<(), Refusal> {
    let name = player.name.get_ref();
    if name.is_empty()
        || name == "bye"
        || name.contains(|c: char| c == '-' || c.is_whitespace() || c.is_control())
    {
        let why = format!("{name:?}: expected a name without spaces and hyphens, other than bye");
        return Err((player.name.span().start, why));
    }
    match &player.rating {
        Some(rating) if !rating.get_ref().is_finite() => {
            let why = format!("rating = {}: expected a number", rating.get_ref());
            Err((rating.span().start, why))
        }
        _ => Ok(()),
    }
}

/// The players by name.
struct Known {
    index: HashMap<String, usize>,
}

impl Known {
    fn find(&self, name: &str, at: &Spanned<String>) -> Result<usize, Refusal> {
        self.index.get(name).copied().ok_or_else(|| {
            let mut names: Vec<&str> = self.index.keys().map(String::as_str).collect();
            names.sort_unstable();
            let meant = closest(name, &names).map(|m| format!("; did you mean {m:?}?"));
            let why = format!("no player is called {name:?}{}", meant.unwrap_or_default());
            (at.span().start, why)
        })
    }

    fn round(&self, lines: &[Spanned<String>]) -> Result<SwissRound, Refusal> {
        let mut round = SwissRound::default();
        let mut seen = HashSet::new();
        for line in lines {
            let text = line.get_ref();
            // The form in which `referee stats pair` prints a bye.
            let (players, result) = match text.strip_suffix("-bye") {
                Some(player) => (player, "bye"),
                None => (text.split_once(char::is_whitespace)).unwrap_or((text, "")),
            };
            let mut playing = Vec::new();
            for name in players.split('-') {
                let player = self.find(name, line)?;
                if !seen.insert(player) {
                    return Err((
                        line.span().start,
                        format!("{name:?} is in this round twice"),
                    ));
                }
                playing.push(player);
            }
            match (playing[..].try_into(), result.trim()) {
                (Err(_), "bye") if playing.len() == 1 => round.byes.extend(playing),
                (Ok(players), result) => round.meetings.push(SwissPairing {
                    players,
                    halves: Some(halves(result).ok_or_else(|| expected(line))?),
                }),
                _ => return Err(expected(line)),
            }
        }
        Ok(round)
    }
}

fn halves(result: &str) -> Option<[u32; 2]> {
    match result {
        "1-0" => Some([2, 0]),
        "0-1" => Some([0, 2]),
        "1/2-1/2" => Some([1, 1]),
        _ => None,
    }
}

fn expected(line: &Spanned<String>) -> Refusal {
    let why = format!(
        "{:?}: expected two names and a result such as \"1-5 1-0\" (or 0-1, 1/2-1/2), or one and a \
         bye such as \"7 bye\"",
        line.get_ref()
    );
    (line.span().start, why)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

        /// Every entry of a round is either parsed or rejected with its position.
        #[test]
        fn rounds_are_read_or_refused(words in prop::collection::vec("[a-d -]{0,4}(1-0|0-1|1/2-1/2|bye)? ?", 0..4)) {
            let head = "total_rounds = 9\nplayers = [{name='a'},{name='b'},{name='c'},{name='d'}]\n";
            let text = format!("{head}rounds = [{words:?}]");
            match parse(&text) {
                Ok(file) => {
                    let round = &file.event.rounds[0];
                    prop_assert_eq!(round.meetings.len() + round.byes.len(), words.len());
                }
                Err(why) => prop_assert!(why.starts_with("line 3, column "), "{why}"),
            }
        }

        #[test]
        fn no_text_is_too_strange(text in "\\PC{0,60}") {
            prop_assert!(parse(&text).is_err());
        }
    }
}
