//! Cases of all games together: copies at the same time, output, memory, time.

use referee_arena::Table;

use super::case::Finding;
use super::matches::{GAME, Outcome, Plan, void};
use super::mistake::Mistake;
use super::seen::{Rule, Seen};
use super::sets::Wanted;
use super::subject::Subject;
use crate::layout::count;

/// Games at the same time, with the bot on every seat.
const AT_ONCE: u64 = 4;
/// Where so many share a core, a move may take so many times as long.
const SLOWER: u64 = 10;

/// Copies of the bot at the same time; what it does wrong alone is known.
pub fn copies(subject: &Subject, game: &'static str, known: &[Mistake]) -> Finding {
    let plan = || Plan {
        seat: None,
        move_ms: subject.move_ms.saturating_mul(SLOWER),
        ..Plan::new(subject, game, Wanted::Short, 0)
    };
    let outcomes: Vec<Outcome> = std::thread::scope(|scope| {
        let play = |number| {
            scope.spawn(move || {
                let mut table = Table::new(subject.house.clone(), None);
                let outcome = plan().play(subject, &mut table, number);
                table.close();
                outcome
            })
        };
        let games: Vec<_> = (0..AT_ONCE).map(|game| play(20 + game)).collect();
        let panicked = |_| Outcome::Void("its thread failed".to_owned());
        let ended = games
            .into_iter()
            .map(|game| game.join().unwrap_or_else(panicked));
        ended.collect()
    });
    for outcome in outcomes {
        match outcome {
            Outcome::Played(_) => {}
            Outcome::Failed(seen) => {
                let suspect = Some(Mistake::Together).filter(|_| !known.contains(&seen.mistake));
                return seen.fault(GAME, suspect);
            }
            Outcome::Void(why) => return void(&why),
        }
    }
    Finding::fine(format!("{AT_ONCE} games"))
}

/// Nothing but messages was printed.
pub fn chatter(subject: &Subject) -> Finding {
    let notes = subject.noticed();
    if notes.chatter == 0 {
        return Finding::fine("");
    }
    let what = format!("{} that are no messages", count(notes.chatter, "line"));
    let seen = Seen {
        came: notes.samples,
        ..Seen::new(Mistake::Garbage, what)
    };
    let rule = Rule(
        "nothing but `ready`, `info`, `move`, `resign`; other lines are forgiven, but not everywhere",
        "protocol.md#from-the-bot-to-the-referee",
    );
    seen.fault(rule, None)
}

/// What it held of memory.
pub fn memory(subject: &Subject) -> Finding {
    let most = subject.limits.memory_mib;
    if !subject.haven.jail().confines() {
        return Finding::skipped("memory isn't measured without a jail");
    }
    let Some(bytes) = subject.noticed().memory else {
        return Finding::skipped("it is measured in whole games, and none was played to its end");
    };
    let mib = bytes.div_ceil(1 << 20);
    let what = format!("at most {mib} MiB of {most} MiB");
    if mib * 10 < most * 8 {
        return Finding::fine(what);
    }
    let rule = Rule(
        "room to the limit of memory",
        "protocol.md#limits-and-defaults",
    );
    close(what, Mistake::Memory, rule)
}

/// What its slowest move took.
pub fn time(subject: &Subject) -> Finding {
    let notes = subject.noticed();
    let slowest = std::time::Duration::from_nanos(notes.slowest);
    let ms = slowest.as_millis();
    let what = format!("slowest of {}: {ms} ms", count(notes.moves, "move"));
    if notes.moves == 0 {
        return Finding::skipped("no move was timed");
    }
    if ms * 10 < u128::from(subject.move_ms) * 9 {
        return Finding::fine(what);
    }
    let rule = Rule("some 20 ms to spare", "protocol.md#time");
    close(
        format!("{what} of {}", subject.move_ms),
        Mistake::Timeout,
        rule,
    )
}

/// Near a limit.
fn close(what: String, mistake: Mistake, rule: Rule) -> Finding {
    Finding::Hint(Seen::new(mistake, what).flaw(rule, None))
}
