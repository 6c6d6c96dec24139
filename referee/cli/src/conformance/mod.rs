//! The conformance test: a bot goes through a list of cases, and each one that it doesn't pass says
//! what was sent, what came back, what was expected, and the likeliest mistake.

mod case;
mod conversation;
mod junit;
mod matches;
mod mistake;
mod positions;
mod seen;
mod sets;
mod show;
mod subject;
mod talk;
mod together;
mod walk;

use std::collections::BTreeMap;
use std::io;
use std::time::Instant;

use anyhow::Result;
use referee_games::Rules;
use referee_protocol::Ready;

use crate::exit::bad_input;

pub use case::{Case, Finding};
pub use junit::junit;
pub use show::{Marks, line, summary};
pub use subject::{BOT, Notes, OPPONENT, Subject};

use conversation::Scene;

/// Hears of each case as it ends.
pub type Reporter<'a> = &'a mut dyn FnMut(&Case) -> io::Result<()>;

/// A check that goes on.
struct Check<'a> {
    subject: &'a Subject,
    report: Reporter<'a>,
    cases: Vec<Case>,
}

/// The groups beside the games.
const PROTOCOL: &str = "protocol";
const TOGETHER: &str = "together";
/// What is left out where something that all of it needs is missing.
const REST: (&str, &str) = ("rest", "all other cases");

/// Goes through all cases, in the game that is wanted, else in those that the bot plays.
pub fn check(subject: &Subject, wanted: Option<&str>, report: Reporter<'_>) -> Result<Vec<Case>> {
    let mut check = Check {
        subject,
        report,
        cases: Vec::new(),
    };
    if let Some(ready) = check.greeting()? {
        let games = games(subject, &ready, wanted)?;
        let scenes: Vec<Option<Scene<'_>>> =
            games.iter().map(|rules| Scene::first(&**rules)).collect();
        let answered = check.questions(&scenes)?;
        if let Some(scene) = answered.first().copied() {
            check.conversation(scene, &ready)?;
        }
        for scene in &answered {
            check.game(scene, &ready)?;
        }
        check.together(answered.first().copied())?;
    }
    Ok(check.cases)
}

impl Check<'_> {
    /// Tries a case and reports it; whether all is well.
    fn case(
        &mut self,
        group: &'static str,
        (name, title): (&'static str, &'static str),
        trial: impl FnOnce() -> Finding,
    ) -> io::Result<bool> {
        let began = Instant::now();
        let finding = trial();
        let case = Case {
            group,
            name,
            title,
            finding,
            took: began.elapsed(),
        };
        let fine = case.finding.is_fine();
        (self.report)(&case)?;
        self.cases.push(case);
        Ok(fine)
    }

    fn rest(&mut self, group: &'static str, because: &str) -> io::Result<()> {
        self.case(group, REST, || Finding::skipped(because))?;
        Ok(())
    }

    /// The handshake; what the bot said of itself, if that was right.
    fn greeting(&mut self) -> Result<Option<Ready>> {
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
        if !fine {
            self.rest(PROTOCOL, "it must get ready first")?;
        }
        Ok(talk.filter(|_| fine).map(|talk| talk.ready.clone()))
    }

    /// The first question of each game; those that were answered.
    fn questions<'s, 'r>(&mut self, scenes: &'s [Option<Scene<'r>>]) -> Result<Vec<&'s Scene<'r>>> {
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

    /// What is unusual about a conversation.
    fn conversation(&mut self, scene: &Scene<'_>, ready: &Ready) -> Result<()> {
        use conversation as with;
        let subject = self.subject;
        let mut case = |name, title, trial: &dyn Fn() -> Finding| -> io::Result<bool> {
            self.case(PROTOCOL, (name, title), trial)
        };
        let keywords = case(
            "unknown-keyword",
            "skips messages that it doesn't know",
            &|| with::unknown_keyword(subject, scene),
        )?;
        case("unknown-key", "skips pairs that it doesn't know", &|| {
            with::unknown_key(subject, scene)
        })?;
        case("key-order", "finds pairs by their names", &|| {
            with::key_order(subject, scene)
        })?;
        let only = |trial: &dyn Fn() -> Finding| {
            if keywords {
                trial()
            } else {
                Finding::skipped("it must skip unknown messages first")
            }
        };
        case("long-line", "reads a line of 16 KiB", &|| {
            only(&|| with::long_line(subject, scene))
        })?;
        case("many-lines", "reads all that it is told", &|| {
            only(&|| with::many_lines(subject, scene))
        })?;
        case("clocks", "plays by every form of the time", &|| {
            with::clocks(subject, scene)
        })?;
        case("json", "copes with JSON", &|| {
            with::json(subject, scene, ready.json)
        })?;
        case("quit", "leaves after `quit`", &|| with::quit(subject))?;
        case("end", "leaves at the end of its input", &|| {
            with::end_of_input(subject)
        })?;
        Ok(())
    }

    /// All cases of one game.
    fn game(&mut self, scene: &Scene<'_>, ready: &Ready) -> Result<()> {
        use {matches as play, positions as at};
        let (subject, rules) = (self.subject, scene.rules);
        let game = rules.name();
        let mut records = Vec::new();
        let mut case = |name, title, trial: &mut dyn FnMut() -> Finding| -> io::Result<bool> {
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
            return Ok(self.rest(game, "it must play a whole game first")?);
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
            return Ok(self.rest(game, "it must play as each seat first")?);
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
        Ok(())
    }

    /// What is about all games.
    fn together(&mut self, scene: Option<&Scene<'_>>) -> Result<()> {
        let subject = self.subject;
        if let Some(scene) = scene {
            let title = ("copies", "plays beside copies of itself");
            self.case(TOGETHER, title, || {
                together::copies(subject, scene.rules.name())
            })?;
        }
        let title = ("chatter", "prints nothing but messages");
        self.case(TOGETHER, title, || together::chatter(subject))?;
        let title = ("memory", "stays within its memory");
        self.case(TOGETHER, title, || together::memory(subject))?;
        let title = ("time", "has time to spare");
        self.case(TOGETHER, title, || together::time(subject))?;
        Ok(())
    }
}

/// The games in which the bot is checked.
fn games(subject: &Subject, ready: &Ready, wanted: Option<&str>) -> Result<Vec<Box<dyn Rules>>> {
    let own = ready.games.as_ref().or(subject.program.games.as_ref());
    let plays = |game: &str| own.is_none_or(|own| own.iter().any(|name| name == game));
    if let Some(game) = wanted.filter(|game| !plays(game)) {
        let own = own.map_or(String::new(), |own| own.join(","));
        return Err(bad_input(format!(
            "the bot doesn't play {game}: its `ready` says games={own}"
        )));
    }
    let all = referee_games::games().iter();
    let chosen = all.filter(|kind| wanted.map_or(plays(kind.name()), |game| kind.name() == game));
    let rules = chosen.map(|kind| kind.rules(&BTreeMap::new()).map_err(bad_input));
    rules.collect()
}
