//! Tests programs that fail in each way: the game is void, the reason says how, and no bot loses by it.

use std::sync::Arc;
use std::time::Duration;

use referee_engine::{Program, audit, rules_of};
use referee_games::{GameKind, GameSource, MoveParts, Seat};
use referee_record::{Limits, Record};
use referee_rules::{GameDescription, ProgramGame, RequestLimits};

use super::{HASH, held_by_program, job, play, scope};

/// Counts to six; does something else at the third move, as its argument says.
const PROGRAM: &str = include_str!("six.py");

fn game(mode: &str, max_plies: u64, scope: &referee_engine::ProcessScope) -> ProgramGame {
    let description = GameDescription {
        name: "six".to_owned(),
        title: "Counts to six".to_owned(),
        seats: vec![Seat::A, Seat::B],
        reasons: vec!["six".to_owned()],
        max_plies,
        options: Vec::new(),
        move_parts: MoveParts::Whole,
    };
    let program = Program {
        env: vec![("PATH".into(), "/usr/local/bin:/usr/bin:/bin".into())],
        ..Program::new(
            "rules",
            "/usr/bin/env".into(),
            ["python3", "-c", PROGRAM, mode].map(Into::into).to_vec(),
        )
    };
    let times = RequestLimits {
        request: Duration::from_millis(500),
        ..RequestLimits::default()
    };
    let description = (description, HASH.to_owned());
    ProgramGame::new(
        description,
        program,
        scope.clone(),
        (Limits::default(), times),
    )
}

/// A game that is played by a program in this mode.
fn record(mode: &str, max_plies: u64) -> Record {
    let scope = scope();
    let game = game(mode, max_plies, &scope);
    let mut job = job("six", &[].into(), &['A', 'B'], 1);
    job.start.plies = 0;
    let source = GameSource::built_in().with(Arc::new(game));
    play(source, &scope, &[held_by_program(job)]).remove(0)
}

#[test]
fn a_state_of_several_lines_is_no_second_request() {
    let scope = scope();
    let rules = game("sound", 6, &scope).rules(&[].into()).expect("rules");
    for line in ["1\nplay a", "1\rplay a", "", "\u{1b}[2J"] {
        assert!(rules.read(line).is_err(), "{line:?}");
    }
    let read = rules.read("1").expect("a position");
    assert_eq!(
        (read.line(), read.legal_line()),
        ("1".to_owned(), "a b".to_owned())
    );
}

#[test]
fn a_program_that_fails_makes_the_game_void() {
    for (mode, part) in [
        ("no hello", "expected `ready`"),
        ("no start", "its options are refused"),
        ("dies", "its stderr ends \"Traceback: \\u001b[31mkaputt\""),
        ("hangs", "asked \"play "),
        ("floods", "expected a line `state …`"),
        ("refuses", "which it listed: \"not that one\""),
        ("say turn seat C|legal a", "a seat that takes part"),
        ("say turn seat A|legal a a", "legal move \"a\" twice"),
        ("say turn seat A|legal \u{1b}[2J", "\\u001b[2J"),
        ("say turn chance A 1:0", "a weight from 1"),
        ("say turn over A=1 B=3 reason=six", "place \"3\""),
        ("say turn over A=1 B=2 reason=luck", "reason \"luck\""),
        ("reads otherwise", "is read back as"),
        ("twice", "nothing was asked"),
    ] {
        let record = record(mode, 6);
        let void = record.played.verdict.void.as_deref();
        let void = void.unwrap_or_else(|| panic!("{mode}: it counts"));
        assert!(void.contains(part), "{mode}: {void}");
        assert!(void.len() < 500 && !void.contains('\u{1b}'), "{void}");
        assert_eq!(record.measured.evidence, [], "{mode}");
        // Where it fails no more, what was played before is sound: the step that failed was none.
        let (scope, job) = (scope(), record.played.job.clone());
        let sound = GameSource::built_in().with(Arc::new(game("sound", 6, &scope)));
        let rules = rules_of(&sound, &job).expect("rules");
        audit(&*rules, &record).unwrap_or_else(|why| panic!("{mode}: {why}"));
    }
    let long = record("sound", 4).played.verdict.void;
    assert!(long.is_some_and(|why| why.contains("more moves than its max_plies")));
    assert_eq!(record("sound", 6).played.verdict.void, None);
}
