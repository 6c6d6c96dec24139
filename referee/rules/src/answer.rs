//! Reads what a program answers: whole positions, in the grammar of docs/rules.md.
//!
//! All of it is untrusted. What a game can't mean is refused with a sentence that says what was expected.

use std::collections::HashSet;

use referee_games::text::{is_unfit, quote};
use referee_games::{Chance, ChanceOutcome, Ending, Seat, Turn};

use crate::GameDescription;

/// Most bytes of a state line: a bot is sent no longer one.
const MAX_STATE: usize = 15 << 10;
/// Most bytes of a line of legal moves.
const MAX_LEGAL: usize = 60 << 10;
/// Most legal moves of a position, and outcomes of chance.
const MAX_MOVES: usize = 4096;
/// Most characters of a move or an outcome.
const MAX_WORD: usize = 40;

/// A position as a program tells it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct PositionAnswer {
    /// The state line.
    pub(crate) line: String,
    /// The seats that take part, in order.
    pub(crate) seats: Vec<Seat>,
    /// What comes next.
    pub(crate) turn: Turn<String>,
    /// The legal moves in their order: the forced one alone where there is one.
    pub(crate) legal: Vec<String>,
}

/// Tells if a text is one line that no terminal and no reader is deceived by.
pub(crate) fn is_line(text: &str) -> bool {
    !text.is_empty() && !text.chars().any(is_unfit)
}

/// Tells if `turn` is followed by a line of legal moves.
pub(crate) fn chooses(line: &str) -> bool {
    let mut words = line.split(' ');
    words.next() == Some("turn")
        && words.next() == Some("seat")
        && words.next().is_some()
        && words.next().is_none()
}

/// Reads the lines of a position. Returns an error that says what is wrong with them.
pub(crate) fn read(game: &GameDescription, lines: &[String]) -> Result<PositionAnswer, String> {
    let mut lines = lines.iter().map(String::as_str).peekable();
    let line = after("state ", lines.next())?.to_owned();
    if line.len() > MAX_STATE {
        return Err(format!(
            "a state line of {} bytes; expected at most {MAX_STATE}",
            line.len()
        ));
    }
    if !is_line(&line) {
        return Err(format!("state {}; expected one plain line", quote(&line)));
    }
    let seats = match lines.next_if(|line| line.starts_with("seats ")) {
        Some(told) => subset(game, after("seats ", Some(told))?)?,
        None => game.seats.clone(),
    };
    let told = after("turn ", lines.next())?;
    let (turn, mut legal) = turn(game, &seats, told)?;
    if let Turn::Seat(_) = turn {
        legal = words(after("legal ", lines.next())?)?;
    }
    Ok(PositionAnswer {
        line,
        seats,
        turn,
        legal,
    })
}

/// Returns what stands behind the first word of a line.
fn after<'a>(first: &str, line: Option<&'a str>) -> Result<&'a str, String> {
    let line = line.unwrap_or_default();
    line.strip_prefix(first)
        .filter(|rest| !rest.is_empty())
        .ok_or_else(|| format!("{}; expected a line `{first}…`", quote(line)))
}

/// Reads seats that are some of the game's, in order.
fn subset(game: &GameDescription, letters: &str) -> Result<Vec<Seat>, String> {
    let seats: Option<Vec<Seat>> = letters.chars().map(Seat::from_letter).collect();
    seats
        .filter(|seats| !seats.is_empty() && seats.is_sorted_by(|a, b| a < b))
        .filter(|seats| seats.iter().all(|seat| game.seats.contains(seat)))
        .ok_or_else(|| {
            format!(
                "seats {}; expected seats of the game, in order",
                quote(letters)
            )
        })
}

/// Reads what stands behind `turn`: the turn, and the move that it forces.
fn turn(
    game: &GameDescription,
    seats: &[Seat],
    told: &str,
) -> Result<(Turn<String>, Vec<String>), String> {
    let refused = |expected: &str| format!("turn {}; expected {expected}", quote(told));
    let mut rest = told.split(' ');
    let kind = rest.next().unwrap_or_default();
    if kind == "over" {
        return Ok((Turn::Over(ending(seats, game, rest)?), Vec::new()));
    }
    let seat = rest
        .next()
        .and_then(|word| match word.chars().collect::<Vec<_>>()[..] {
            [letter] => Seat::from_letter(letter).filter(|seat| seats.contains(seat)),
            _ => None,
        });
    let seat = seat.ok_or_else(|| refused("seat, chance or over, and a seat that takes part"))?;
    match kind {
        "seat" => match (rest.next(), rest.next()) {
            (None, _) => Ok((Turn::Seat(seat), Vec::new())),
            (Some(forced), None) => {
                let word = forced.strip_prefix("forced=").unwrap_or_default();
                let word = checked(word).map_err(|_| refused("forced=MOVE behind the seat"))?;
                Ok((Turn::Forced(seat, word.clone()), vec![word]))
            }
            _ => Err(refused("nothing behind the move")),
        },
        "chance" => {
            let outcomes = rest.map(outcome).collect::<Option<Vec<ChanceOutcome>>>();
            let outcomes = outcomes.filter(|outcomes| is_fair(outcomes));
            let outcomes = outcomes.ok_or_else(|| {
                refused("outcomes, each once, as WORD:WEIGHT with a weight from 1 to 1000000")
            })?;
            let outcomes = outcomes.into();
            Ok((Turn::Chance(Chance { seat, outcomes }), Vec::new()))
        }
        _ => Err(refused("seat, chance or over")),
    }
}

fn outcome(told: &str) -> Option<ChanceOutcome> {
    let (word, weight) = told.rsplit_once(':')?;
    let weight = weight
        .parse()
        .ok()
        .filter(|weight| (1..=1_000_000).contains(weight))?;
    Some((checked(word).ok()?.into(), weight))
}

/// Tells if there are some outcomes, not too many, and none twice.
fn is_fair(outcomes: &[ChanceOutcome]) -> bool {
    let mut seen = HashSet::new();
    (1..=MAX_MOVES).contains(&outcomes.len()) && outcomes.iter().all(|(word, _)| seen.insert(word))
}

fn ending<'a>(
    seats: &[Seat],
    game: &GameDescription,
    rest: impl Iterator<Item = &'a str>,
) -> Result<Ending, String> {
    let (mut places, mut reason, mut score) = (Vec::new(), None, None);
    for word in rest {
        let (key, value) = word.split_once('=').unwrap_or((word, ""));
        match (key, key.chars().next().and_then(Seat::from_letter)) {
            ("reason", _) => reason = Some(value),
            ("score", _) => score = Some(scores(seats, value)?),
            (_, Some(seat)) if key.len() == 1 => places.push((seat, place(game, value)?)),
            // Later versions may say more.
            _ => {}
        }
    }
    let known = |word: &&str| game.reasons.iter().any(|reason| reason == word);
    let reason = reason.filter(known).ok_or_else(|| {
        let found = quote(reason.unwrap_or_default());
        format!(
            "reason {found}; expected one of {}",
            game.reasons.join(", ")
        )
    })?;
    if !places.iter().map(|(seat, _)| seat).eq(seats) {
        return Err(
            "turn over; expected the place of each seat that takes part, in order".to_owned(),
        );
    }
    let better = |place: u8| places.iter().filter(|(_, other)| *other < place).count();
    if let Some((seat, place)) = places
        .iter()
        .find(|(_, place)| usize::from(*place) != better(*place) + 1)
    {
        return Err(format!(
            "place {place} of {seat}; expected 1 and the number of seats with better ones"
        ));
    }
    Ok(Ending {
        reason: reason.to_owned().into(),
        places,
        score,
    })
}

fn place(game: &GameDescription, value: &str) -> Result<u8, String> {
    let last = game.seats.len();
    let place = value
        .parse()
        .ok()
        .filter(|place| (1..=last).contains(&usize::from(*place)));
    place.ok_or_else(|| format!("place {}; expected 1 to {last}", quote(value)))
}

fn scores(seats: &[Seat], value: &str) -> Result<Vec<(Seat, i64)>, String> {
    let score = |word: &str| {
        let (seat, points) = word.split_once(':')?;
        let mut letters = seat.chars();
        let seat = Seat::from_letter(letters.next()?).filter(|_| letters.next().is_none())?;
        Some((seat, points.parse().ok()?))
    };
    let scores: Option<Vec<(Seat, i64)>> = value.split(',').map(score).collect();
    scores
        .filter(|scores| scores.iter().map(|(seat, _)| seat).eq(seats))
        .ok_or_else(|| {
            format!(
                "score {}; expected SEAT:POINTS of each seat that takes part, in order",
                quote(value)
            )
        })
}

/// Reads the legal moves.
fn words(list: &str) -> Result<Vec<String>, String> {
    let words: Vec<String> = list.split(' ').map(checked).collect::<Result<_, _>>()?;
    let mut seen = HashSet::new();
    if let Some(twice) = words.iter().find(|word| !seen.insert(word.as_str())) {
        return Err(format!("legal move {} twice", quote(twice)));
    }
    if list.len() > MAX_LEGAL {
        return Err(format!(
            "legal moves of {} bytes; expected at most {MAX_LEGAL}",
            list.len()
        ));
    }
    if words.len() > MAX_MOVES {
        return Err(format!(
            "{} legal moves; expected at most {MAX_MOVES}",
            words.len()
        ));
    }
    Ok(words)
}

/// Returns the word of a move or an outcome, if it can be one.
fn checked(word: &str) -> Result<String, String> {
    let fits = (1..=MAX_WORD).contains(&word.len()) && word.bytes().all(|b| b.is_ascii_graphic());
    fits.then(|| word.to_owned()).ok_or_else(|| {
        format!(
            "word {}; expected 1 to {MAX_WORD} printable characters",
            quote(word)
        )
    })
}

#[cfg(test)]
mod tests {
    use referee_games::MoveParts;

    use super::*;

    fn game() -> GameDescription {
        GameDescription {
            name: "dice".to_owned(),
            title: "A game of dice".to_owned(),
            seats: vec![Seat::A, Seat::B, Seat::C],
            reasons: vec!["first".to_owned(), "blocked".to_owned()],
            max_plies: 100,
            options: Vec::new(),
            move_parts: MoveParts::Whole,
        }
    }

    fn told(text: &str) -> Result<PositionAnswer, String> {
        let lines: Vec<String> = text.split('\n').map(str::to_owned).collect();
        read(&game(), &lines)
    }

    #[test]
    fn every_kind_of_turn_is_read() {
        let choice = told("state 0 0 A\nseats AC\nturn seat C\nlegal a b+ c").expect("a choice");
        assert_eq!(choice.line, "0 0 A");
        assert_eq!(choice.seats, [Seat::A, Seat::C]);
        assert_eq!(choice.turn, Turn::Seat(Seat::C));
        assert_eq!(choice.legal, ["a", "b+", "c"]);
        let forced = told("state x\nturn seat B forced=pass").expect("no choice");
        assert_eq!(forced.turn, Turn::Forced(Seat::B, "pass".to_owned()));
        assert_eq!(forced.legal, ["pass"]);
        let chance = told("state x\nturn chance B 1:1 a:b:2").expect("a die");
        let Turn::Chance(chance) = chance.turn else {
            panic!("{chance:?}");
        };
        assert_eq!(*chance.outcomes, [("1".into(), 1), ("a:b".into(), 2)]);
        let over = told("state x\nturn over A=2 B=1 C=2 reason=first score=A:-1,B:7,C:-1 new=1");
        let Turn::Over(ending) = over.expect("an end").turn else {
            panic!("it is over");
        };
        assert_eq!(ending.places, [(Seat::A, 2), (Seat::B, 1), (Seat::C, 2)]);
        assert_eq!(ending.score.expect("points")[1], (Seat::B, 7));
    }

    #[test]
    fn what_a_game_cannot_mean_is_refused() {
        let long = format!("state x\nturn seat A\nlegal {}", "x".repeat(41));
        let many = format!("state x\nturn seat A\nlegal {}", vec!["m"; 5000].join(" "));
        for (text, part) in [
            ("ok", "expected a line `state …`"),
            (
                "state \u{1b}[2J\nturn seat A\nlegal a",
                "expected one plain line",
            ),
            ("state x\nseats AD\nturn seat A\nlegal a", "seats \"AD\""),
            ("state x\nseats CA\nturn seat A\nlegal a", "seats \"CA\""),
            (
                "state x\nseats AB\nturn seat C\nlegal a",
                "a seat that takes part",
            ),
            ("state x\nturn seat D\nlegal a", "a seat that takes part"),
            (
                "state x\nturn seat A\nlegal a b a",
                "legal move \"a\" twice",
            ),
            ("state x\nturn seat A\nlegal a  b", "word \"\""),
            (
                "state x\nturn seat A\nlegal \u{1b}[2J",
                "word \"\\u001b[2J\"",
            ),
            ("state x\nturn seat A", "expected a line `legal …`"),
            ("state x\nturn seat A pass", "forced=MOVE"),
            ("state x\nturn seat A forced=a b", "nothing behind the move"),
            ("state x\nturn chance A", "outcomes"),
            ("state x\nturn chance A 1:0 2:1", "a weight from 1"),
            ("state x\nturn chance A 1:1 1:1", "each once"),
            (
                "state x\nturn over A=1 B=2 reason=first",
                "the place of each seat",
            ),
            ("state x\nturn over A=1 B=2 C=4 reason=first", "place \"4\""),
            (
                "state x\nturn over A=1 B=2 C=3 reason=luck",
                "reason \"luck\"",
            ),
            (
                "state x\nturn over A=1 B=2 C=3 reason=first score=A:1",
                "score \"A:1\"",
            ),
            ("state x\nturn maybe A", "seat, chance or over"),
            (&long, "1 to 40 printable characters"),
            (&many, "twice"),
        ] {
            let error = told(text).expect_err(text);
            assert!(error.contains(part), "{text}: {error}");
            assert!(!error.contains('\u{1b}') && error.len() < 200, "{error}");
        }
    }
}
