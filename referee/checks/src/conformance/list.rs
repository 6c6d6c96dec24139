//! The list of cases, in order, with their dependencies on each other.

use std::io;

use anyhow::Result;
use referee_output::failure::machine;
use referee_protocol::Ready;

use super::case::{CaseResult, CheckCase};
use super::conversation::CheckStart;
use super::{Check, concurrency, conversation, edge_cases, matches, positions};

/// Groups that aren't games.
const PROTOCOL: &str = "protocol";
const TOGETHER: &str = "together";

impl Check<'_> {
    /// Runs the handshake cases. Returns what `ready` said, if the handshake was right.
    pub(super) fn handshake(&mut self) -> Result<Option<Ready>> {
        let subject = self.subject;
        let mut talk = None;
        let title = ("handshake", "answers `hello` with `ready`");
        let fine = self.case(PROTOCOL, title, || {
            let (finding, begun) = conversation::handshake(subject);
            talk = begun;
            finding
        })?;
        if let Some(talk) = &mut talk {
            let title = ("banner", "prints nothing before `ready`");
            self.case(PROTOCOL, title, || conversation::banner(talk))?;
        }
        if let Some(CheckCase {
            finding:
                CaseResult::Undecided {
                    because,
                    failed: true,
                },
            ..
        }) = self.cases.first()
        {
            return Err(machine(because));
        }
        if !fine {
            self.rest(PROTOCOL, "it must get ready first")?;
        }
        Ok(talk.filter(|_| fine).map(|talk| talk.ready.clone()))
    }

    /// Asks the first question of each game, and returns those that were answered.
    pub(super) fn questions<'s, 'r>(
        &mut self,
        scenes: &'s [Option<CheckStart<'r>>],
    ) -> Result<Vec<&'s CheckStart<'r>>> {
        let subject = self.subject;
        let mut answered = Vec::new();
        for scene in scenes.iter().flatten() {
            let title = ("question", "answers a first question");
            let asked = || conversation::question(subject, scene);
            if self.case(PROTOCOL, title, asked)? {
                answered.push(scene);
            }
        }
        if answered.is_empty() {
            self.rest(PROTOCOL, "it must answer a question first")?;
        }
        Ok(answered)
    }

    /// Runs the cases of unusual conversations.
    pub(super) fn conversation(&mut self, scene: &CheckStart<'_>, ready: &Ready) -> Result<()> {
        let subject = self.subject;
        let mut case = |name, title, trial: &dyn Fn() -> CaseResult| -> io::Result<bool> {
            self.case(PROTOCOL, (name, title), trial)
        };
        let keywords = case(
            "unknown-keyword",
            "skips messages that it doesn't know",
            &|| edge_cases::unknown_keyword(subject, scene),
        )?;
        case("unknown-key", "skips pairs that it doesn't know", &|| {
            edge_cases::unknown_key(subject, scene)
        })?;
        case("key-order", "finds pairs by their names", &|| {
            edge_cases::key_order(subject, scene)
        })?;
        let only = |trial: &dyn Fn() -> CaseResult| {
            if keywords {
                trial()
            } else {
                CaseResult::skipped("it must skip unknown messages first")
            }
        };
        case("long-line", "reads a line of 16 KiB", &|| {
            only(&|| edge_cases::long_line(subject, scene))
        })?;
        case("many-lines", "reads all that it is told", &|| {
            only(&|| edge_cases::many_lines(subject, scene))
        })?;
        case("clocks", "plays by every form of the time", &|| {
            edge_cases::clocks(subject, scene)
        })?;
        case("json", "copes with JSON", &|| {
            edge_cases::json(subject, scene, ready.json)
        })?;
        case("quit", "leaves after `quit`", &|| {
            conversation::quit(subject)
        })?;
        case("end", "leaves at the end of its input", &|| {
            conversation::end_of_input(subject)
        })?;
        Ok(())
    }

    /// Runs all cases of one game; returns whether it was played as each seat.
    pub(super) fn game(&mut self, scene: &CheckStart<'_>, ready: &Ready) -> Result<bool> {
        use {matches as play, positions as at};
        let (subject, rules) = (self.subject, scene.rules);
        let game = rules.name();
        let mut records = Vec::new();
        let mut case = |name, title, trial: &mut dyn FnMut() -> CaseResult| -> io::Result<bool> {
            self.case(game, (name, title), trial)
        };
        let played = case("seats", "plays a game as each seat", &mut || {
            let (finding, played) = play::seats(subject, game);
            records = played;
            finding
        })?;
        case("one-move", "plays where one move is left", &mut || {
            at::one_move(subject, rules)
        })?;
        case("no-piece", "plays where no piece can move", &mut || {
            at::no_piece(subject, rules)
        })?;
        case("twice", "moves again where the opponent can't", &mut || {
            at::twice(subject, rules)
        })?;
        case("dice", "answers every roll of the die", &mut || {
            at::dice(subject, rules)
        })?;
        case("no-legal", "knows the rules itself", &mut || {
            at::no_legal(subject, rules, ready.legal_off)
        })?;
        let [first, ..] = &records[..] else {
            self.rest(game, "it must play a whole game first")?;
            return Ok(false);
        };
        case("forced", "lets the referee play forced moves", &mut || {
            play::forced(&records)
        })?;
        case(
            "same-moves",
            "plays the same moves for the same seed",
            &mut || play::again(subject, game, first),
        )?;
        if !played {
            self.rest(game, "it must play as each seat first")?;
            return Ok(false);
        }
        case(
            "next-game",
            "plays a second game in one process",
            &mut || play::next_game(subject, game),
        )?;
        case("boards", "plays from random starts", &mut || {
            play::boards(subject, game)
        })?;
        case("long", "plays a long game", &mut || {
            play::long(subject, game)
        })?;
        Ok(true)
    }

    /// Runs the cases about all games together.
    pub(super) fn together(&mut self, game: Option<&str>) -> Result<()> {
        let subject = self.subject;
        let known = self.mistakes();
        let title = ("copies", "plays beside copies of itself");
        self.case(TOGETHER, title, || match game {
            Some(game) => concurrency::copies(subject, game, &known),
            None => CaseResult::skipped("it must play whole games first"),
        })?;
        let title = ("chatter", "prints nothing but messages");
        self.case(TOGETHER, title, || concurrency::chatter(subject))?;
        let title = ("memory", "stays within its memory");
        self.case(TOGETHER, title, || concurrency::memory(subject))?;
        let title = ("time", "has time to spare");
        self.case(TOGETHER, title, || concurrency::time(subject, &known))?;
        Ok(())
    }
}
