//! Parses the pairs of the `game` line and the `go` line.

use referee_protocol::Message;

use crate::sdk::{Clock, GameLine};

/// Keys of a `game` line that are neither times nor options of the game.
const OWN: [&str; 5] = ["seat", "seats", "id", "seed", "legal"];
/// Keys for times; keys for the opponents' clocks begin with [`OTHERS`].
const TIMES: [&str; 8] = [
    "move_ms",
    "clock_ms",
    "inc_ms",
    "delay_ms",
    "moves_left",
    "cap_ms",
    "nodes",
    "depth",
];
const OTHERS: &str = "clock_";

/// Reads a `game` line; missing keys become empty values.
pub(super) fn read(message: &Message) -> GameLine {
    let pair = |key: &str| message.pairs.get(key).map_or("", String::as_str);
    let is_option =
        |key: &str| !OWN.contains(&key) && !TIMES.contains(&key) && opponent(key).is_none();
    GameLine {
        game: message.words.first().cloned().unwrap_or_default(),
        seat: pair("seat").chars().next().unwrap_or_default(),
        seats: pair("seats").to_owned(),
        id: message.number("id").unwrap_or(0),
        seed: pair("seed").parse().unwrap_or(0),
        clock: clock(message),
        legal: pair("legal") != "off",
        options: message
            .pairs
            .iter()
            .filter(|(key, _)| is_option(key))
            .map(|(key, value)| (key.clone(), value.clone()))
            .collect(),
    }
}

/// Reads the times on a `game` or `go` line.
pub(super) fn clock(message: &Message) -> Clock {
    let [
        move_ms,
        clock_ms,
        inc_ms,
        delay_ms,
        moves_left,
        cap_ms,
        nodes,
        depth,
    ] = TIMES.map(|key| message.number(key));
    let others = message.pairs.keys();
    Clock {
        cpu: message
            .pairs
            .get("charge")
            .is_some_and(|charge| charge == "cpu"),
        move_ms,
        clock_ms,
        inc_ms,
        delay_ms,
        moves_left,
        cap_ms,
        nodes,
        depth,
        others: others
            .filter_map(|key| Some((opponent(key)?, message.number(key)?)))
            .collect(),
    }
}

/// Returns the seat of the opponent's clock that a key names.
fn opponent(key: &str) -> Option<char> {
    let mut letters = key.strip_prefix(OTHERS)?.chars();
    let seat = letters.next().filter(char::is_ascii_uppercase)?;
    letters.next().is_none().then_some(seat)
}

#[cfg(test)]
mod tests {
    use super::*;
    use referee_protocol::{Encoding, ToBot};

    #[test]
    fn what_the_referee_writes_is_read_again() {
        let game = GameLine {
            game: "ludo".to_owned(),
            seat: 'C',
            seats: "AC".to_owned(),
            id: 17,
            seed: 93012,
            clock: Clock {
                clock_ms: Some(8000),
                inc_ms: Some(80),
                cap_ms: Some(60_000),
                depth: Some(3),
                others: vec![('A', 7000), ('B', 1)],
                ..Clock::default()
            },
            legal: false,
            options: vec![("rolls".to_owned(), "50".to_owned())],
        };
        for encoding in [Encoding::Text, Encoding::Json] {
            let mut line = String::new();
            ToBot::Game(&game).write(encoding, &mut line);
            let message = Message::parse(&line).expect("a message");
            assert_eq!(read(&message), game, "{line}");
        }
    }
}
