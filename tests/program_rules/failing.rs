//! Tests programs that fail in each way: the game is void, the reason says how, and no bot loses by it.

use std::sync::Arc;
use std::time::Duration;

use referee_engine::Program;
use referee_games::{GameKind, GameSource, MoveParts, Seat};
use referee_record::{Limits, Record};
use referee_rules::{GameDescription, ProgramGame, RequestLimits};

use super::{job, play, scope};

/// Counts to six; does something else at the third move, as its argument says.
const PROGRAM: &str = r#"
import os, sys, time
mode, ply = sys.argv[1], 0
def tell(*lines):
    sys.stdout.write("\n".join(lines) + "\n")
    sys.stdout.flush()
def position():
    if ply == 3 and mode.startswith("say "):
        tell("state 3", *mode[4:].split("|"))
    elif ply == 6:
        tell("state 6", "turn over A=1 B=2 reason=six")
    else:
        tell(f"state {ply}", f"turn seat {'AB'[ply % 2]}", "legal a b")
for line in sys.stdin:
    word, _, rest = line.strip().partition(" ")
    if word == "hello":
        tell("ready explain" if mode != "no hello" else "hi")
    elif word == "new":
        ply = 0
        if mode == "no start":
            tell("error I don't feel like it")
            continue
        position()
    elif word == "state":
        ply = int(rest)
        if mode == "reads otherwise":
            ply += 1
        position()
    elif word == "explain":
        if mode == "hangs in explain":
            time.sleep(60)
        tell("explain only a and b \033[2J")
    elif word == "play":
        if ply == 2 and mode == "dies":
            sys.stderr.write("Traceback: \033[31mkaputt\n")
            os._exit(3)
        if ply == 2 and mode == "hangs":
            time.sleep(60)
        if ply == 2 and mode == "floods":
            while True:
                tell("x" * 1000)
        if ply == 2 and mode == "refuses":
            tell("error not that one")
            continue
        ply += 1
        position()
"#;

fn game(mode: &str, max_plies: u64, scope: &referee_engine::ProcessScope) -> ProgramGame {
    ProgramGame {
        description: GameDescription {
            name: "six".to_owned(),
            title: "Counts to six".to_owned(),
            seats: vec![Seat::A, Seat::B],
            reasons: vec!["six".to_owned()],
            max_plies,
            options: Vec::new(),
            move_parts: MoveParts::Whole,
        },
        program: Program {
            env: vec![("PATH".into(), "/usr/local/bin:/usr/bin:/bin".into())],
            ..Program::new(
                "rules",
                "/usr/bin/env".into(),
                ["python3", "-c", PROGRAM, mode].map(Into::into).to_vec(),
            )
        },
        scope: scope.clone(),
        limits: Limits::default(),
        times: RequestLimits {
            request: Duration::from_millis(500),
            ..RequestLimits::default()
        },
    }
}

/// A game that is played by a program in this mode.
fn record(mode: &str, max_plies: u64) -> Record {
    let scope = scope();
    let game = game(mode, max_plies, &scope);
    let mut job = job("six", &[].into(), &['A', 'B'], 1);
    job.start.plies = 0;
    let source = GameSource::built_in().with(Arc::new(game));
    play(source, &scope, &[job.identify()]).remove(0)
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
    ] {
        let record = record(mode, 6);
        let void = record.played.verdict.void.as_deref();
        let void = void.unwrap_or_else(|| panic!("{mode}: it counts"));
        assert!(void.contains(part), "{mode}: {void}");
        assert!(void.len() < 500 && !void.contains('\u{1b}'), "{void}");
        assert_eq!(record.measured.evidence, [], "{mode}");
    }
    let long = record("sound", 4).played.verdict.void;
    assert!(long.is_some_and(|why| why.contains("more moves than it says")));
    assert_eq!(record("sound", 6).played.verdict.void, None);
}
