//! Prints the messages of the referee to a bot.
//!
//! Each message lists its parts once ([`ToBot::visit`]); the text and the JSON encoding are two visitors of
//! them.

use serde_json::Value;

use crate::encode::{Json, Visitor, WordLine, json_string};

/// Encoding of lines after `hello` and `ready`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Encoding {
    /// Words separated by blanks.
    #[default]
    Text,
    /// One JSON object per line.
    Json,
}

/// A message to a bot.
#[derive(Clone, Debug)]
pub enum ToBot<'a> {
    /// The first line that a process reads.
    Hello,
    /// A new game.
    Game(&'a GameLine),
    /// The complete position.
    State {
        /// The state line.
        line: &'a str,
        /// The structured state; only the JSON encoding sends it.
        view: Option<&'a Value>,
    },
    /// The legal moves, separated by blanks.
    Legal(&'a str),
    /// The bot is to move.
    Go(&'a Clock),
    /// An accepted move of any seat.
    Played {
        /// The seat that moved.
        seat: char,
        /// The move in canonical notation.
        word: &'a str,
        /// Its charged time, in milliseconds.
        ms: u64,
    },
    /// A die that the referee cast.
    Chance {
        /// The seat whose die it is.
        seat: char,
        /// The outcome.
        outcome: &'a str,
    },
    /// A seat leaves while others play on.
    Out {
        /// The seat.
        seat: char,
        /// Word of its fault.
        reason: &'a str,
    },
    /// The bot's fault.
    Error {
        /// Word of the fault.
        reason: &'a str,
        /// The fault in plain words, with quotations as JSON strings.
        text: &'a str,
    },
    /// Result of the game.
    Result {
        /// Outcome for this bot.
        outcome: SeatOutcome,
        /// Its place; `None` in a void game.
        place: Option<u8>,
        /// Word for the end of the game.
        reason: &'a str,
        /// Points of every seat, in games that count them.
        score: &'a [(char, i64)],
    },
    /// The process is to end.
    Quit,
}

/// Outcome of a game for one bot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeatOutcome {
    /// First place, alone.
    Win,
    /// First place, shared.
    Draw,
    /// Any other place.
    Loss,
    /// The game doesn't count.
    Void,
}

impl SeatOutcome {
    /// Returns the word in the message.
    pub fn label(self) -> &'static str {
        match self {
            SeatOutcome::Win => "win",
            SeatOutcome::Draw => "draw",
            SeatOutcome::Loss => "loss",
            SeatOutcome::Void => "void",
        }
    }
}

/// Content of the `game` message at the start of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameLine {
    /// The game's name.
    pub game: String,
    /// The bot's seat.
    pub seat: char,
    /// All seats that play, in order.
    pub seats: String,
    /// The game's number in schedule order.
    pub id: u64,
    /// Seed for the bot's own randomness.
    pub seed: u32,
    /// The time control.
    pub clock: Clock,
    /// True if `legal` is sent.
    pub legal: bool,
    /// All options of the game.
    pub options: Vec<(String, String)>,
}

/// Times of the messages `game` and `go`, in milliseconds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Clock {
    /// Time for each move.
    pub move_ms: Option<u64>,
    /// Time left on the bot's clock.
    pub clock_ms: Option<u64>,
    /// Time added after each move.
    pub inc_ms: Option<u64>,
    /// Time of each move that isn't counted.
    pub delay_ms: Option<u64>,
    /// Moves until `clock_ms` is filled up.
    pub moves_left: Option<u64>,
    /// True if CPU time is charged; then only `cap_ms` bounds the wall time.
    pub cpu: bool,
    /// Longest time of a move.
    pub cap_ms: Option<u64>,
    /// A request for at most so many nodes per move.
    pub nodes: Option<u64>,
    /// A request for at most this depth.
    pub depth: Option<u64>,
    /// Time left on the clocks of the opponents.
    pub others: Vec<(char, u64)>,
}

impl ToBot<'_> {
    /// Appends the message as one line, with its LF.
    pub fn write(&self, encoding: Encoding, line: &mut String) {
        match encoding {
            Encoding::Text => {
                line.push_str(self.keyword());
                self.visit(&mut WordLine(line));
                line.push('\n');
            }
            Encoding::Json => {
                line.push_str("{\"type\":");
                json_string(line, self.keyword());
                self.visit(&mut Json(line));
                line.push_str("}\n");
            }
        }
    }

    /// Returns the message's keyword.
    pub fn keyword(&self) -> &'static str {
        match self {
            ToBot::Hello => "hello",
            ToBot::Game(_) => "game",
            ToBot::State { .. } => "state",
            ToBot::Legal(_) => "legal",
            ToBot::Go(_) => "go",
            ToBot::Played { .. } => "played",
            ToBot::Chance { .. } => "chance",
            ToBot::Out { .. } => "out",
            ToBot::Error { .. } => "error",
            ToBot::Result { .. } => "result",
            ToBot::Quit => "quit",
        }
    }

    fn visit(&self, to: &mut impl Visitor) {
        let mut letter = [0; 4];
        let mut seat = |seat: char| -> String { seat.encode_utf8(&mut letter).to_owned() };
        match self {
            ToBot::Hello => {
                to.text_field("name", "referee");
                to.text_field("version", &crate::VERSION.to_string());
            }
            ToBot::Game(game) => visit_game(game, to),
            ToBot::State { line, view } => {
                to.rest("state", line);
                if let Some(view) = view {
                    to.structure("view", view);
                }
            }
            ToBot::Legal(moves) => to.words("moves", moves),
            ToBot::Go(clock) => visit_clock(clock, to),
            ToBot::Played { seat: s, word, ms } => {
                to.text_field("seat", &seat(*s));
                to.text_field("move", word);
                to.number("ms", i128::from(*ms));
            }
            ToBot::Chance { seat: s, outcome } => {
                to.text_field("seat", &seat(*s));
                to.text_field("outcome", outcome);
            }
            ToBot::Out { seat: s, reason } => {
                to.text_field("seat", &seat(*s));
                to.pair("reason", reason);
            }
            ToBot::Error { reason, text } => {
                to.text_field("reason", reason);
                to.rest("text", text);
            }
            ToBot::Result {
                outcome,
                place,
                reason,
                score,
            } => {
                to.text_field("outcome", outcome.label());
                if let Some(place) = place {
                    to.number("place", i128::from(*place));
                }
                to.pair("reason", reason);
                if !score.is_empty() {
                    to.score(score);
                }
            }
            ToBot::Quit => {}
        }
    }
}

fn visit_game(game: &GameLine, to: &mut impl Visitor) {
    to.text_field("game", &game.game);
    to.pair("seat", &game.seat.to_string());
    to.pair("seats", &game.seats);
    to.number("id", i128::from(game.id));
    to.number("seed", i128::from(game.seed));
    visit_clock(&game.clock, to);
    for (name, value) in game.options.iter().filter(|(name, _)| name != "seats") {
        match value.parse::<u32>() {
            Ok(number) => to.number(name, i128::from(number)),
            Err(_) => to.pair(name, value),
        }
    }
    to.pair("legal", if game.legal { "on" } else { "off" });
}

fn visit_clock(clock: &Clock, to: &mut impl Visitor) {
    if clock.cpu {
        to.pair("charge", "cpu");
    }
    let numbers = [
        ("move_ms", clock.move_ms),
        ("clock_ms", clock.clock_ms),
        ("inc_ms", clock.inc_ms),
        ("delay_ms", clock.delay_ms),
        ("moves_left", clock.moves_left),
        ("nodes", clock.nodes),
        ("depth", clock.depth),
        ("cap_ms", clock.cap_ms),
    ];
    for (name, value) in numbers {
        if let Some(value) = value {
            to.number(name, i128::from(value));
        }
    }
    for (seat, ms) in &clock.others {
        to.number(&format!("clock_{seat}"), i128::from(*ms));
    }
}
