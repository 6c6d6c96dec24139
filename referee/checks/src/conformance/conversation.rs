//! Cases of an ordinary conversation: a greeting, one question, a farewell.

use referee_games::{Position, Rules, Turn};
use referee_protocol::{GameLine, Ready};
use referee_report::Diagnosis;

use super::bot_under_test::BotUnderTest;
use super::case::CaseResult;
use super::observation::{Observation, ProtocolRule};
use super::talk::CheckConversation;

/// Rule for the answer to a question.
pub(super) const ANSWER: ProtocolRule = ProtocolRule(
    "a line `move WORD` with a legal move",
    "protocol.md#messages",
);
const READY: ProtocolRule = ProtocolRule(
    "a line `ready` before the start limit",
    "protocol.md#messages",
);

/// A position from which a seat has to move.
pub(super) struct CheckStart<'a> {
    /// Rules of the game.
    pub rules: &'a dyn Rules,
    /// Position in which it moves.
    pub position: Box<dyn Position>,
    /// Letters of all seats.
    pub seats: String,
    /// Letter of the seat that moves.
    pub seat: char,
}

impl<'a> CheckStart<'a> {
    /// Creates a start from a position; returns `None` if no seat has to move in it.
    pub(super) fn of(rules: &'a dyn Rules, position: Box<dyn Position>) -> Option<CheckStart<'a>> {
        let Turn::Seat(seat) = position.turn() else {
            return None;
        };
        Some(CheckStart {
            rules,
            seats: position.seats().iter().map(|seat| seat.letter()).collect(),
            seat: seat.letter(),
            position,
        })
    }

    /// Returns the first question of a game; each chance event takes its last outcome.
    pub(super) fn first(rules: &'a dyn Rules) -> Option<CheckStart<'a>> {
        let mut position = rules.start();
        while let Turn::Chance(chance) = position.turn() {
            // The last outcome of a die is its best: the one that gives a choice.
            let (outcome, _) = chance.outcomes.last()?;
            position.cast(outcome);
        }
        CheckStart::of(rules, position)
    }

    /// Returns the line that begins the game.
    pub(super) fn line(&self, subject: &BotUnderTest) -> GameLine {
        subject.game_line(self.rules, &self.seats, self.seat)
    }
}

/// Case: the bot answers `hello` with `ready`. Also returns the conversation.
pub(super) fn handshake(subject: &BotUnderTest) -> (CaseResult, Option<CheckConversation<'_>>) {
    match CheckConversation::begin(subject) {
        Err(seen) => (seen.fault(READY, None), None),
        Ok(mut talk) => {
            let unknown = talk.ready.games.clone().unwrap_or_default();
            let unknown = unknown
                .into_iter()
                .find(|game| subject.context.games.find(game).is_none());
            if let Some(game) = unknown {
                let seen = talk.seen(Diagnosis::Games, format!("there is no game {game:?}"));
                return (seen.fault(READY, None), Some(talk));
            }
            let ms = talk.start.as_millis();
            let name = talk.ready.name.clone();
            let name = name.map_or(String::new(), |name| format!("{name}, "));
            (CaseResult::fine(format!("{name}{ms} ms")), Some(talk))
        }
    }
}

/// Case: the bot prints nothing before `ready`.
pub(super) fn banner(talk: &mut CheckConversation<'_>) -> CaseResult {
    if talk.banner.is_empty() {
        return CaseResult::fine("");
    }
    let count = talk.banner.len();
    let mut seen = talk.seen(
        Diagnosis::Banner,
        format!("{count} other lines came before `ready`"),
    );
    seen.came = talk.banner.iter().take(4).cloned().collect();
    let rule = ProtocolRule(
        "nothing before `ready`",
        "protocol.md#from-the-bot-to-the-referee",
    );
    seen.fault(rule, None)
}

/// Case: the bot answers an ordinary question.
pub(super) fn question(subject: &BotUnderTest, scene: &CheckStart<'_>) -> CaseResult {
    let game = scene.rules.name();
    let asked = CheckConversation::begin(subject).and_then(|mut talk| {
        let told = talk.game(&scene.line(subject));
        let asked = told.and_then(|()| talk.ask(&*scene.position));
        let ready = talk.ready.clone();
        asked
            .and_then(|_| talk.no_more_moves())
            .map_err(|seen| Observation {
                mistake: claimed(seen.mistake, &ready),
                ..seen
            })
    });
    match asked {
        Ok(()) => CaseResult::fine(game),
        Err(mut seen) => {
            seen.what = format!("{game}: {}", seen.what);
            seen.fault(ANSWER, None)
        }
    }
}

/// Prefers as the diagnosis a capability that the bot announces in `ready` but lacks.
fn claimed(mistake: Diagnosis, ready: &Ready) -> Diagnosis {
    match mistake {
        Diagnosis::Illegal if ready.legal_off => Diagnosis::NoLegal,
        Diagnosis::Silent if ready.json => Diagnosis::Json,
        other => other,
    }
}

/// Begins a game, lets `before` send further lines, and asks for a move in the position.
pub(super) fn ask(
    subject: &BotUnderTest,
    scene: &CheckStart<'_>,
    before: impl FnOnce(&mut CheckConversation<'_>),
) -> Result<String, Observation> {
    let mut talk = CheckConversation::begin(subject)?;
    talk.game(&scene.line(subject))?;
    before(&mut talk);
    talk.ask(&*scene.position)
}

/// Case: the bot exits after `quit`, while its input is still open.
pub(super) fn quit(subject: &BotUnderTest) -> CaseResult {
    let rule = ProtocolRule(
        "the process ends within its grace time",
        "protocol.md#limits-and-defaults",
    );
    left(subject, true, rule, Diagnosis::IgnoresQuit)
}

/// Case: the bot exits at the end of its input.
pub(super) fn end_of_input(subject: &BotUnderTest) -> CaseResult {
    let rule = ProtocolRule(
        "the process ends with its input",
        "protocol.md#from-the-referee-to-the-bot",
    );
    left(subject, false, rule, Diagnosis::IgnoresEnd)
}

fn left(subject: &BotUnderTest, quit: bool, rule: ProtocolRule, mistake: Diagnosis) -> CaseResult {
    match CheckConversation::begin(subject).and_then(|mut talk| talk.leave(quit)) {
        Ok(took) => CaseResult::fine(format!("{} ms", took.as_millis())),
        Err(seen) => {
            let suspect = (seen.mistake == Diagnosis::IgnoresQuit).then_some(mistake);
            seen.fault(rule, suspect)
        }
    }
}
