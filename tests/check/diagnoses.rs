//! Who misbehaves how, and what it is told.

use super::Bot;
use crate::builds::confined;
use crate::engine::{FAULTS, wrong};
use crate::skip::skip;

/// No jail, for what looks the same in one.
const UNJAILED: &[&str] = &["--jail", "off"];
/// Habits that are told by what a jail measures or forbids.
const MEASURED: [&str; 5] = ["few-lines", "hoards", "slow", "logs", "threads"];

/// Habits that are told as others of the same stage are, and take long.
const RARE: [&str; 9] = [
    "banner",
    "short-lines",
    "move-ms-only",
    "strict-keys",
    "fixed-order",
    "few-lines",
    "ignores-end",
    "old",
    "slow",
];

/// The scripts of the engine's own tests: the case that fails, and the mistake.
const SCRIPTED: &[(&str, &str, &str)] = &[
    ("exit 0", "handshake", "exit"),
    ("exit 3", "handshake", "crash"),
    ("signal 9", "handshake", "crash"),
    ("deaf", "handshake", "silent"),
    ("raw ready; deaf", "handshake", "no-newline"),
    ("say hello yourself; deaf", "handshake", "other-lines"),
    ("repeat 1001 x; say ready; rest", "handshake", "flood"),
    ("flood 70000; say ready; rest", "handshake", "flood"),
    ("close stdout; deaf", "handshake", "closed-output"),
    ("say move 9z9z9; rest", "question", "illegal-move"),
    ("say move; rest", "question", "illegal-move"),
    ("raw move \\x01\\n; rest", "question", "illegal-move"),
    ("say resign; rest", "question", "resigned"),
    ("deaf", "question", "silent"),
    ("spin", "question", "silent"),
    ("raw move; deaf", "question", "no-newline"),
    ("say thinking; deaf", "question", "other-lines"),
    ("bare; deaf", "question", "no-move-word"),
    ("raw \\n\\n; deaf", "question", "silent"),
    ("wait hello; say ready; deaf", "question", "silent"),
    ("raw move \\xff\\xfe\\n; deaf", "question", "illegal-move"),
    (
        "wait hello; say ready; ignore; wait go; deaf",
        "question",
        "silent",
    ),
    ("trickle 50 x", "question", "no-newline"),
    ("drip 50 x", "question", "other-lines"),
    ("exit 0", "question", "exit"),
    ("close stdout; deaf", "question", "closed-output"),
    ("close stdout; spin", "question", "closed-output"),
    ("exit 7", "question", "crash"),
    ("signal 11", "question", "crash"),
    ("raw move 1a; exit 0", "question", "no-newline"),
    ("orphan; exit 1", "question", "crash"),
    ("repeat 1001 x; legal; rest", "question", "flood"),
    ("flood 70000; legal; rest", "question", "flood"),
    ("endless", "question", "flood"),
];

/// What most scripts begin with.
const READY: &str = "wait hello; say ready; wait go; ";

/// A bot that is honest but for a habit: the first case that fails, the mistake, and what is quoted
/// of its stderr.
const HABITS: &[(&str, &str, &str, &str)] = &[
    ("buffers", "handshake", "not-flushed", ""),
    ("reads-all", "handshake", "not-flushed", ""),
    ("games", "handshake", "games", ""),
    (
        "misses-module",
        "handshake",
        "crash",
        "No module named 'no_such_module'",
    ),
    ("logs", "handshake", "read-only", "wayward.log"),
    ("threads", "handshake", "processes", "start new thread"),
    ("banner", "banner", "banner", ""),
    ("buffers-moves", "question", "not-flushed", ""),
    ("bare", "question", "no-move-word", ""),
    ("capital", "question", "spelling", ""),
    ("colon", "question", "spelling", ""),
    ("twice", "question", "answers-twice", ""),
    ("json", "question", "json", ""),
    ("no-legal", "question", "no-legal", ""),
    (
        "strict-keywords",
        "unknown-keyword",
        "unknown-keyword",
        "unknown keyword weather",
    ),
    ("strict-keys", "unknown-key", "unknown-key", "what is mood?"),
    ("fixed-order", "key-order", "key-order", "no seat"),
    (
        "short-lines",
        "long-line",
        "long-line",
        "a line is too long",
    ),
    ("few-lines", "many-lines", "unread", ""),
    ("move-ms-only", "clocks", "clock", "KeyError: 'move_ms'"),
    ("ignores-quit", "quit", "ignores-quit", ""),
    ("ignores-end", "end", "ignores-end", ""),
    ("always-a", "seats", "always-seat-a", ""),
    ("old", "seats", "old-position", ""),
    ("slow", "seats", "idle", ""),
    ("hoards", "seats", "memory", ""),
    ("one-game", "next-game", "next-game", ""),
    ("chatters", "chatter", "garbage", ""),
];

#[test]
fn every_scripted_fault_is_diagnosed() {
    let known: Vec<String> = SCRIPTED.iter().map(script).collect();
    let missing: Vec<_> = FAULTS
        .iter()
        .filter(|(script, ..)| !known.iter().any(|known| known == script))
        .collect();
    assert!(missing.is_empty(), "{missing:?}");
    let wrong = wrong(SCRIPTED, |row| {
        let (_, case, mistake) = row;
        let flaws = Bot::scripted(&script(row)).flaws("onitama", &[]);
        let seen = flaws
            .iter()
            .map(|flaw| (&*flaw.case, &*flaw.finding, &*flaw.mistake));
        let mut verdicts = FAULTS
            .iter()
            .filter(|(known_script, ..)| *known_script == script(row));
        let as_in_games = verdicts.all(|(_, word, _)| flaws[0].verdict.as_deref() == Some(word));
        let right = seen.eq([(*case, "fault", *mistake)]) && as_in_games;
        (!right).then(|| format!("{row:?}: {flaws:?}"))
    });
    assert!(wrong.is_empty(), "{wrong}");
}

fn script((script, case, _): &(&str, &str, &str)) -> String {
    let whole = *case == "handshake" || script.starts_with("wait");
    let begin = if whole { "" } else { READY };
    format!("{begin}{script}")
}

#[test]
fn habits_are_diagnosed() {
    diagnosed(|habit| !RARE.contains(&habit));
}

#[test]
#[ignore = "long: a check for each habit"]
fn every_habit_is_diagnosed() {
    diagnosed(|_| true);
}

fn diagnosed(looked_at: impl Fn(&str) -> bool) {
    let rows: Vec<_> = HABITS
        .iter()
        .filter(|(habit, ..)| looked_at(habit))
        .collect();
    let wrong = wrong(&rows, |row| {
        let (habit, case, mistake, stderr) = *row;
        if *habit == "logs" && !confined() {
            skip(
                habit,
                "without namespaces a bot's folder is shut, but not read-only",
            );
            return None;
        }
        let measured = MEASURED.contains(habit);
        let arguments: &[&str] = if measured { &[] } else { UNJAILED };
        let bot = Bot::with(habit);
        let flaws = if *habit == "hoards" {
            // What memory costs that nobody had before is up to the machine.
            bot.flaws_besides_time("onitama", arguments)
        } else {
            bot.flaws("onitama", arguments)
        };
        let right = flaws.first().is_some_and(|flaw| {
            flaw.case == *case
                && flaw.finding == "fault"
                && flaw.mistake == *mistake
                && flaw.stderr.contains(stderr)
        });
        (!right).then(|| format!("{row:?}: {flaws:?}"))
    });
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn a_move_of_the_opponent_is_known() {
    let flaws = Bot::with("theirs").flaws_besides_time("cublino-contra", UNJAILED);
    assert_eq!(flaws[0].mistake, "other-seat", "{flaws:?}");
}

#[test]
fn dice_of_its_own_are_a_hint() {
    let flaws = Bot::with("dice").flaws_besides_time("koolaamee", UNJAILED);
    let summaries: Vec<_> = flaws
        .iter()
        .map(|flaw| (&*flaw.case, &*flaw.finding, &*flaw.mistake))
        .collect();
    assert_eq!(summaries, [("same-moves", "hint", "own-seed")]);
}

/// In a conversation no verdict follows from a late answer.
#[test]
fn late_answers_outside_of_games_are_a_hint() {
    let flaws = Bot::with("startled").flaws("onitama", UNJAILED);
    let summaries: Vec<_> = flaws
        .iter()
        .map(|flaw| (&*flaw.case, &*flaw.finding, &*flaw.mistake))
        .collect();
    assert_eq!(summaries, [("time", "hint", "timeout")]);
}

/// Each game once; one of them in a jail, two of them in JSON.
#[test]
fn honest_bots_have_no_flaw() {
    honest(&[
        ("onitama", "none", &[]),
        ("cublino-pur", "json-well", UNJAILED),
        ("cublino-contra", "none", UNJAILED),
        ("ludo", "none", UNJAILED),
        ("koolaamee", "json-well", UNJAILED),
    ]);
}

#[test]
#[ignore = "long: every game in text and in JSON"]
fn honest_bots_have_no_flaw_in_any_game() {
    let games = referee_games::games().iter().map(|game| game.name());
    let ways = |game| [(game, "none", &[][..]), (game, "json-well", UNJAILED)];
    honest(&games.flat_map(ways).collect::<Vec<_>>());
}

/// Checks of a game with a habit that is none, and with arguments.
fn honest(checks: &[(&str, &str, &[&str])]) {
    let wrong = wrong(checks, |(game, habit, arguments)| {
        let flaws = Bot::with(habit).flaws_besides_time(game, arguments);
        (!flaws.is_empty()).then(|| format!("{game}: {habit}: {flaws:?}"))
    });
    assert!(wrong.is_empty(), "{wrong}");
}
