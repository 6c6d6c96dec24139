//! Cases for all games together: copies at the same time, output, memory, time.

use referee_engine::GameRunner;
use referee_output::text_layout::count;
use referee_record::FaultKind;
use referee_report::Diagnosis;
use referee_report::chatter::no_messages;

use super::bot_under_test::BotUnderTest;
use super::case::CaseResult;
use super::matches::{CheckGameOutcome, GAME, PlannedGame, void};
use super::observation::{Observation, ProtocolRule};
use referee_games::GamePurpose;

/// Games at the same time, with the bot on every seat.
const AT_ONCE: u64 = 4;
/// Factor by which a move may take longer where copies share a core.
const SLOWER: u64 = 10;

/// Case: copies of the bot play at the same time. `known` holds the mistakes that it makes alone.
pub(super) fn copies(subject: &BotUnderTest, game: &str, known: &[Diagnosis]) -> CaseResult {
    let plan = || PlannedGame {
        seat: None,
        move_ms: subject.move_ms.saturating_mul(SLOWER),
        ..PlannedGame::new(subject, game, GamePurpose::Short, 0)
    };
    let outcomes: Vec<CheckGameOutcome> = std::thread::scope(|scope| {
        let play = |number| {
            scope.spawn(move || {
                let mut table = GameRunner::new(subject.context.clone(), None);
                let outcome = plan().play(subject, &mut table, number);
                table.close();
                outcome
            })
        };
        let games: Vec<_> = (0..AT_ONCE).map(|game| play(20 + game)).collect();
        let panicked = |_| CheckGameOutcome::Void("its thread failed".to_owned());
        let ended = games
            .into_iter()
            .map(|game| game.join().unwrap_or_else(panicked));
        ended.collect()
    });
    for outcome in outcomes {
        match outcome {
            CheckGameOutcome::Played(_) => {}
            CheckGameOutcome::Failed(seen) => {
                let suspect = Some(Diagnosis::Together).filter(|_| !known.contains(&seen.mistake));
                return seen.fault(GAME, suspect);
            }
            CheckGameOutcome::Void(why) => return void(&why),
        }
    }
    CaseResult::fine(format!("{AT_ONCE} games"))
}

/// Case: the bot prints only messages.
pub(super) fn chatter(subject: &BotUnderTest) -> CaseResult {
    let notes = subject.noticed();
    if notes.chatter == 0 {
        return CaseResult::fine("");
    }
    let what = no_messages(notes.chatter);
    let seen = Observation {
        came: notes.samples,
        ..Observation::new(Diagnosis::Garbage, what)
    };
    let rule = ProtocolRule(
        "nothing but `ready`, `info`, `move`, `resign`; other lines are forgiven, but not everywhere",
        "protocol.md#from-the-bot-to-the-referee",
    );
    seen.fault(rule, None)
}

/// Case: the bot stays well below its memory limit.
pub(super) fn memory(subject: &BotUnderTest) -> CaseResult {
    let most = subject.limits.memory_mib;
    if !subject.scope.jail().confines() {
        return CaseResult::skipped("memory isn't measured without a jail");
    }
    let Some(bytes) = subject.noticed().memory else {
        return CaseResult::skipped(
            "it is measured in whole games, and none was played to its end",
        );
    };
    let mib = bytes.div_ceil(1 << 20);
    let what = format!("at most {mib} MiB of {most} MiB");
    if mib * 10 < most * 8 {
        return CaseResult::fine(what);
    }
    let rule = ProtocolRule(
        "room to the limit of memory",
        "protocol.md#limits-and-defaults",
    );
    close(what, Diagnosis::Memory, rule)
}

/// Case: the slowest move leaves time to spare. `known` holds the mistakes that were found otherwise.
pub(super) fn time(subject: &BotUnderTest, known: &[Diagnosis]) -> CaseResult {
    let notes = subject.noticed();
    let rule = ProtocolRule("some 20 ms to spare", "protocol.md#time");
    let is_told = |mistake: &Diagnosis| mistake.verdict() == Some(FaultKind::Timeout);
    if notes.late > 0 && !known.iter().any(is_told) {
        let what = format!(
            "in conversations, {} took longer than {} ms, up to {} ms: a game would be lost by that",
            count(notes.late, "answer"),
            subject.move_ms,
            notes.latest.as_millis()
        );
        return close(what, Diagnosis::Timeout, rule);
    }
    let slowest = std::time::Duration::from_nanos(notes.slowest);
    let ms = slowest.as_millis();
    let what = format!("slowest of {}: {ms} ms", count(notes.moves, "move"));
    if notes.moves == 0 {
        return CaseResult::skipped("no move was timed");
    }
    if ms * 10 < u128::from(subject.move_ms) * 9 {
        return CaseResult::fine(what);
    }
    close(
        format!("{what} of {}", subject.move_ms),
        Diagnosis::Timeout,
        rule,
    )
}

/// Hint for a value near its limit.
fn close(what: String, mistake: Diagnosis, rule: ProtocolRule) -> CaseResult {
    CaseResult::Hint(Observation::new(mistake, what).flaw(rule, None))
}
