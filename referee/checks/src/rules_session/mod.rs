//! A session about the rules of a game: each line is a command, answered by a reply, as docs/rules.md defines them.
//!
//! [`RulesSession::answer`] is pure: it does no input or output. [`InputLines`] reads untrusted lines in
//! bounded memory.

mod cases;
mod lines;
mod reply;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::fmt::Display;

use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use referee_games::text::quote;
use referee_games::{GameKind, OptionError, Position, Rules, Seat, StateError, Turn, terminal};
use referee_record::derive;

pub use cases::{Cases, CasesOutcome, Unreadable};
pub use lines::{InputLine, InputLines};
pub use reply::SessionReply;

/// Maximum depth of perft: deeper counts would take far too long.
const PERFT_MAX: u32 = 12;
/// The version of the grammar, and what else a session can do than what every one must.
const VERSION: &str = "rules 1";
const ABLE: &str = "chance deal explain scene symmetries view withdraw";
const COMMANDS: &str = "hello, state, new, play, chance, withdraw, legal, turn, result, perft, explain, symmetries, \
                        scene, view, show or quit";

/// A game, a position of it, and the options that new games start with.
pub struct RulesSession<'game> {
    kind: &'game dyn GameKind,
    given: BTreeMap<String, String>,
    rules: Box<dyn Rules>,
    /// The seats of its usual games.
    seats: Vec<Seat>,
    position: Box<dyn Position>,
    /// Why the rules failed at the last line, if they did; those that are built in don't.
    failure: Option<String>,
}

impl<'game> RulesSession<'game> {
    /// Creates a session at the default start. Returns an error if the options are invalid.
    pub fn new(
        kind: &'game dyn GameKind,
        given: BTreeMap<String, String>,
    ) -> Result<RulesSession<'game>, OptionError> {
        let rules = kind.rules(&given)?;
        let position = rules.start();
        Ok(RulesSession {
            kind,
            given,
            rules,
            seats: position.seats(),
            position,
            failure: None,
        })
    }

    /// Answers one line. A command that can't be carried out is answered by an error, and changes nothing.
    pub fn answer(&mut self, line: &str) -> SessionReply {
        self.failure = None;
        let line = line.trim_ascii();
        let blank = |c: char| c.is_ascii_whitespace();
        let (command, rest) = line.split_once(blank).unwrap_or((line, ""));
        let rest = rest.trim_ascii_start();
        let asks = !matches!(command, "hello" | "state" | "new" | "quit");
        if asks
            && self.kind.hash().is_some()
            && let Some(why) = self.position.failure()
        {
            return self.failed(why);
        }
        match command {
            "hello" if rest == VERSION => SessionReply::line(format!("ready {ABLE}")),
            "hello" => SessionReply::error(format!("found {}, expected {VERSION}", quote(rest))),
            "state" if rest.is_empty() => SessionReply::line(reply::state(&*self.position)),
            "state" => self.changed(|session| session.read(rest)),
            "new" => self.changed(|session| session.start(rest)),
            "play" => one(command, rest, "move", |notation| {
                self.changed(|session| session.play(notation))
            }),
            "chance" => one(command, rest, "outcome", |outcome| {
                self.changed(|session| session.cast(outcome))
            }),
            "withdraw" => one(command, rest, "seat", |seat| {
                self.changed(|session| session.withdraw(seat))
            }),
            "explain" => one(command, rest, "move", |notation| self.explain(notation)),
            "perft" => self.perft(rest),
            "legal" | "turn" | "result" | "symmetries" | "scene" | "view" | "show" | "quit"
                if !rest.is_empty() =>
            {
                SessionReply::error(format!("{command} stands alone, found {}", quote(rest)))
            }
            "legal" => SessionReply::line(reply::legal(&*self.position)),
            "turn" => SessionReply::line(reply::turn(&self.position.turn())),
            "result" => SessionReply::line(reply::result(&self.position.turn())),
            "symmetries" => SessionReply::counted(command, &self.position.symmetries()),
            "scene" => scene(&*self.position),
            "view" => SessionReply::line(format!("view {}", self.position.view())),
            "show" => SessionReply::counted(command, &terminal::draw(&self.position.scene())),
            "quit" => SessionReply::Quit,
            _ => SessionReply::error(format!("found {}, expected {COMMANDS}", quote(command))),
        }
    }

    /// Replies with the position behind a change, or with why there is none.
    fn changed<E: Display>(
        &mut self,
        change: impl FnOnce(&mut RulesSession<'game>) -> Result<(), E>,
    ) -> SessionReply {
        // Built-in rules don't fail, and each answer of theirs would cost a copy.
        let before = self.kind.hash().map(|_| self.position.boxed());
        let changed = change(self);
        if let (Some(why), Some(before)) = (self.position.failure(), before) {
            self.position = before;
            return self.failed(why);
        }
        match changed {
            Ok(()) => SessionReply::position(&*self.position, &self.seats),
            Err(why) => SessionReply::error(why),
        }
    }

    /// Returns why the rules failed at the last line, if they did.
    fn failure(&self) -> Option<&str> {
        self.failure.as_deref()
    }

    fn failed(&mut self, why: String) -> SessionReply {
        self.failure = Some(why.clone());
        SessionReply::error(why)
    }

    fn read(&mut self, line: &str) -> Result<(), StateError> {
        self.position = self.rules.read(line)?;
        Ok(())
    }

    /// Starts a new game. Its options are those of the session, overridden by those given here. A start is drawn from
    /// the bytes of a stream, or by a seed: that of seed N is the stream `deal` of the seed that is derived from N for
    /// `deal`.
    fn start(&mut self, rest: &str) -> Result<(), String> {
        let mut given = pairs(rest)?;
        let stream = match (given.remove("deal"), given.remove("seed")) {
            (None, None) => None,
            (Some(bytes), None) => Some(stream(&bytes)?),
            (None, Some(number)) => Some(derive(seed(&number)?, "deal", &[]).stream("deal")),
            (Some(_), Some(_)) => return Err("new takes a deal or a seed, found both".to_owned()),
        };
        let mut options = self.given.clone();
        options.extend(given);
        let rules = self.kind.rules(&options).map_err(|e| quoted_error(&e))?;
        let start = rules.start();
        self.seats = start.seats();
        self.position = match stream {
            Some(bytes) => rules.deal(&mut ChaCha8Rng::from_seed(bytes)),
            None => start,
        };
        self.rules = rules;
        Ok(())
    }

    fn play(&mut self, notation: &str) -> Result<(), String> {
        let illegal = match self.position.turn() {
            Turn::Seat(_) | Turn::Forced(..) => "illegal-move ",
            Turn::Chance(_) | Turn::Over(_) | Turn::Failed(_) => "",
        };
        if let Some(why) = self.position.explain(notation) {
            return Err(format!("{illegal}{why}"));
        }
        self.position.play(notation);
        Ok(())
    }

    fn cast(&mut self, outcome: &str) -> Result<(), String> {
        if self.position.cast(outcome) {
            return Ok(());
        }
        let Turn::Chance(chance) = self.position.turn() else {
            return Err("there is nothing to cast here; `turn` says who is on turn".to_owned());
        };
        let names: Vec<&str> = chance.outcomes.iter().map(|(name, _)| &**name).collect();
        let names = names.join(", ");
        Err(format!(
            "chance: found {}, expected {names}",
            quote(outcome)
        ))
    }

    fn withdraw(&mut self, letter: &str) -> Result<(), String> {
        let mut seats = self.position.seats().into_iter();
        let named = |seat: &Seat| letter.chars().eq([seat.letter()]);
        match seats.find(named) {
            Some(seat) if self.position.withdraw(seat) => Ok(()),
            Some(seat) => Err(format!(
                "{seat} can't leave: it has finished, or the game ends without it"
            )),
            None => Err(format!(
                "withdraw: found {}, expected a seat of this game",
                quote(letter)
            )),
        }
    }

    fn explain(&self, notation: &str) -> SessionReply {
        let why = self.position.explain(notation);
        SessionReply::line(format!("explain {}", why.as_deref().unwrap_or("legal")))
    }

    fn perft(&self, rest: &str) -> SessionReply {
        let depth = whole_number(rest).and_then(|n| u32::try_from(n).ok());
        match depth.filter(|depth| *depth <= PERFT_MAX) {
            Some(depth) => {
                SessionReply::line(format!("perft {depth} {}", self.position.perft(depth)))
            }
            None => SessionReply::error(format!(
                "perft: found {}, expected a number from 0 to {PERFT_MAX}",
                quote(rest)
            )),
        }
    }
}

fn scene(position: &dyn Position) -> SessionReply {
    match serde_json::to_string(&position.scene()) {
        Ok(scene) => SessionReply::line(format!("scene {scene}")),
        Err(why) => SessionReply::error(why),
    }
}

/// Runs a command that takes exactly one word.
fn one(
    command: &str,
    rest: &str,
    what: &str,
    run: impl FnOnce(&str) -> SessionReply,
) -> SessionReply {
    if rest.is_empty() || rest.contains(|c: char| c.is_ascii_whitespace()) {
        let quoted = quote(rest);
        return SessionReply::error(format!("{command} takes one {what}, found {quoted}"));
    }
    run(rest)
}

/// Parses the words `KEY=VALUE` of a line.
fn pairs(text: &str) -> Result<BTreeMap<String, String>, String> {
    let mut given = BTreeMap::new();
    for word in text.split_ascii_whitespace() {
        let Some((key, value)) = word.split_once('=') else {
            return Err(format!("new: found {}, expected KEY=VALUE", quote(word)));
        };
        if given.insert(key.to_owned(), value.to_owned()).is_some() {
            return Err(format!("new: {} is given twice", quote(key)));
        }
    }
    Ok(given)
}

/// Parses the bytes of a stream.
fn stream(text: &str) -> Result<[u8; 32], String> {
    let refuse = || format!("deal: found {}, expected 64 hex digits", quote(text));
    let mut bytes = [0; 32];
    if text.len() != 64 || !text.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return Err(refuse());
    }
    for (byte, digits) in bytes.iter_mut().zip(text.as_bytes().chunks(2)) {
        let digits = str::from_utf8(digits).map_err(|_| refuse())?;
        *byte = u8::from_str_radix(digits, 16).map_err(|_| refuse())?;
    }
    Ok(bytes)
}

fn seed(text: &str) -> Result<u64, String> {
    let expected = format!("expected a whole number from 0 to {}", u64::MAX);
    whole_number(text).ok_or_else(|| format!("seed: found {}, {expected}", quote(text)))
}

/// Parses a number of plain digits.
fn whole_number(text: &str) -> Option<u64> {
    let digits = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    digits.then(|| text.parse().ok()).flatten()
}

/// Formats an options error, with the user's words cut and escaped.
fn quoted_error(error: &OptionError) -> String {
    match error {
        OptionError::Unknown { game, name, known } => {
            let known = known.join(", ");
            format!("{game} has no option {}; it has: {known}", quote(name))
        }
        OptionError::Value {
            name,
            value,
            expected,
            ..
        } => format!("{name}: found {}, expected {expected}", quote(value)),
        OptionError::Rejected { why, .. } => why.clone(),
    }
}
