//! Tests that each error of a tournament file says what is wrong with which word.

mod formats;
mod places;
mod submissions;

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use tempfile::TempDir;

use super::spec::parse;
use super::*;

/// A folder with a bot of each kind.
fn folder() -> TempDir {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let write = |name: &str, text: &str| {
        let path = dir.path().join(name);
        fs::create_dir_all(path.parent().expect("it has one")).expect("a folder");
        fs::write(path, text).expect("a file");
    };
    write(
        "good/bot.toml",
        "run = 'sh -c true'\nargs = ['x']\nread = ['.']",
    );
    write("good/other.toml", "run = 'sh other'");
    write("good/player", "");
    write("my bot/bot.toml", "run = 'sh'");
    write("empty/README", "");
    write("typo/bot.toml", "rnu = 'sh'");
    write("ludo/bot.toml", "run = 'sh'\ngames = ['ludo']");
    write("plain", "#!/bin/sh\n");
    write("script", "#!/bin/sh\n");
    write("subs/ann/bot.toml", "name = 'Ann'\nrun = 'sh'");
    write("subs/bob/bot.py", "");
    write("subs/.hidden/x", "");
    write(
        "starts",
        "# a comment\n\nPWa1Wb1Wc1Wd1We1Wf1Wg1va7vb7vc7vd7ve7vf7vg7 0\nPWa1 0\n",
    );
    write("none", "# nothing\n");
    let mode = fs::Permissions::from_mode(0o755);
    fs::set_permissions(dir.path().join("script"), mode).expect("a mode");
    dir
}

fn read(text: &str, folder: &Path) -> Result<Tournament, String> {
    let file = TournamentFile::of_text(text, "cup.toml", folder, None);
    let resolved = file.and_then(|file| file.resolve(GameSource::built_in()));
    resolved.map_err(|error| error.to_string().replacen("cup.toml: ", "", 1))
}

const TWO: &str = "bots = [{ bot = 'house:random' }, { bot = 'house:greedy' }]\n";

#[test]
fn defaults_are_filled_in() {
    let dir = folder();
    let t = read(&format!("game = 'onitama'\n{TWO}"), dir.path()).expect("it is right");
    let format = Format::RoundRobin {
        rounds: 1,
        games_per_pair: 2,
        groups: None,
    };
    assert_eq!((t.format, t.seats.len()), (format, 2));
    assert_eq!((t.cores.get(), t.pin, t.concurrency), (1, true, None));
    assert_eq!((t.options.len(), t.openings), (0, 0));
    assert!(matches!(t.starts, StartSource::Default));
    assert_eq!((t.restart, t.limits), (Restart::Game, Limits::default()));
    assert!(i64::try_from(t.seed).is_ok(), "a seed that a file can hold");
    assert_eq!(t.bots[1].name, "greedy");
    assert_eq!(t.bots[1].program.args, ["house", "greedy"]);
    assert_eq!(t.bots[1].time, TimeControl::default());
}

#[test]
fn bots_are_found_in_every_form() {
    let dir = folder();
    let text = "game = 'ludo'\noptions = { seats = 'ACD', rolls = 2000 }\n\
        time = { move_ms = 100 }\n\
        submissions = 'subs/*'\nsubmission_defaults = { run = 'sh bot.py' }\n\
        [[bots]]\nbot = 'house:sleeper,ms=2'\ntime_factor = 0.5\n\
        [[bots]]\nbot = 'good'\nargs = ['y']\nenv = { KEY = 'v' }\n\
        [[bots]]\nbot = 'my bot'\n\
        [[bots]]\nbot = 'script'\n\
        [[bots]]\nname = 'inline'\nrun = ['sh', 'a b']\n\
        [[bots]]\nbot = 'good/other.toml'\n";
    let t = read(text, dir.path()).expect("it is right");
    let names: Vec<&str> = t.bots.iter().map(|bot| bot.name.as_str()).collect();
    let expected = [
        "sleeper,ms=2",
        "good",
        "my-bot",
        "script",
        "inline",
        "other",
        "Ann",
        "bob",
    ];
    assert_eq!(names, expected);
    assert_eq!(t.seats.len(), 3);
    assert_eq!(
        t.options,
        BTreeMap::from([("seats".to_owned(), "ACD".to_owned())])
    );
    let time = serde_json::to_string(&t.bots[0].time).expect("a time");
    assert_eq!(time, r#"{"move_ms":50}"#);
    let good = &t.bots[1].program;
    assert!(good.executable.is_absolute() && good.executable.ends_with("sh"));
    assert_eq!(good.args, ["-c", "true", "x", "y"]);
    assert_eq!(
        good.folder,
        Some(dir.path().join("good").canonicalize().expect("it exists"))
    );
    let env = |name: &str| {
        good.env
            .iter()
            .find(|(n, _)| n == name)
            .map(|(_, v)| v.clone())
    };
    assert_eq!(env("KEY"), Some("v".into()));
    assert_eq!(env("LANG"), Some("C.UTF-8".into()));
    assert!(env("PATH").is_some_and(|p| p.to_string_lossy().starts_with("/usr/local/bin:")));
    assert_eq!(
        t.bots[3].program.executable,
        dir.path().canonicalize().expect("it exists").join("script")
    );
    let other = &t.bots[5].program;
    assert_eq!(other.args, ["other"]);
    assert_eq!(other.folder, good.folder);
    assert_eq!(t.bots[7].program.args, ["bot.py"]);
}

#[test]
fn typos_are_shown_with_line_caret_and_what_was_meant() {
    let refused = |text: &str| parse(text).expect_err(text);
    let error = refused("game = 'onitama'\nround = 3\n");
    assert!(
        error.starts_with("TOML parse error at line 2, column 1"),
        "{error}"
    );
    assert!(error.contains("2 | round = 3\n  | ^^^^^\n"), "{error}");
    assert!(
        error.contains("expected one of `game`, `options`"),
        "{error}"
    );
    assert!(error.ends_with("did you mean `rounds`?"), "{error}");
    for (text, why) in [
        ("game = 'x'\nrestart = 'gmae'", "did you mean `game`?"),
        (
            "game = 'x'\nformat = 'swis'",
            "unknown variant `swis`, expected one of `round-robin`",
        ),
        (
            "game = 'x'\ntime = { mov_ms = 1 }",
            "did you mean `move_ms`?",
        ),
        (
            "game = 'x'\ntime = { inc_ms = 1 }",
            "inc_ms goes with clock_ms",
        ),
        (
            "game = 'x'\n[limits]\ngrace = 1",
            "did you mean `grace_ms`?",
        ),
        (
            "game = 'x'\n[limits]\nlegal = false",
            "`scratch_mib`; legal belongs to the tournament itself: write it above all tables",
        ),
        (
            "game = 'x'\n[limits]\nchatter_loses = true",
            "`scratch_mib`; write chatter = \"loss\" above all tables",
        ),
        (
            "game = 'x'\n[[bots]]\nbot = 'y'\nlimits = { tries = 2 }",
            "tries belongs to the tournament itself",
        ),
        (
            "game = 'x'\n[time]\nmove_ms = 5\nrounds = 5",
            "rounds belongs to the tournament itself",
        ),
        ("game = 'x'\ntries = 0", "expected a whole number from 1 to"),
        ("game = 'x'\n[[bots]]\nbott = 'x'", "did you mean `bot`?"),
        (
            "game = 'x'\nrounds = 0",
            "expected a whole number from 1 to 4294967295",
        ),
        ("game = 'x'\nseed = -1", "expected a whole number from 0 to"),
        ("game = 'x'\ntime = 5", "expected a table such as"),
        ("game = 'x'\nlimits = 5", "expected a table such as"),
        ("game = 'x'\nbots = 5", "expected a list"),
        ("game = 'x'\npin = 5", "expected true or false"),
        (
            "game = 'x'\noptions = { turns = 1.5 }",
            "expected a whole number, true, false or a string",
        ),
        (
            "game = 'x'\n[[bots]]\nrun = 7",
            "expected a command: a string or a list of words",
        ),
        (
            "rounds = 3",
            "missing field `game`; write game = \"onitama\"",
        ),
        ("game = ", "line 1"),
    ] {
        let error = refused(text);
        assert!(error.contains(why), "{text}: {error}");
    }
}

/// Checks that every text is refused, with a message that contains the reason.
fn refused(cases: &[(&str, &str)]) {
    let dir = folder();
    for &(text, why) in cases {
        let game = if text.contains("game =") {
            ""
        } else {
            "game = 'onitama'\n"
        };
        let bots = if text.contains("bots =") { "" } else { TWO };
        let error = read(&format!("{game}{bots}{text}"), dir.path()).expect_err(text);
        assert!(error.contains(why), "{text}: {error}");
    }
}

#[test]
fn what_does_not_fit_is_refused_in_a_sentence() {
    refused(&[
        (
            "game = 'onitma'",
            "there is no game \"onitma\"; did you mean onitama?",
        ),
        (
            "options = { trns = 5 }",
            "no option `trns`; it has cards, turns, wall; did you mean `turns`?",
        ),
        (
            "options = { turns = 0 }",
            "expected a whole number from 1 to 9999",
        ),
        ("options = { wall = 3 }", "expected on or off"),
        (
            "start = 'nowhere'",
            "expected default, deal or a file of state lines",
        ),
        ("start = 'none'", "none: found no state line"),
        (
            "title = ' '",
            "title: expected 1 to 100 characters in one line",
        ),
        (
            "title = \"one\\ntwo\"",
            "title: expected 1 to 100 characters",
        ),
        (
            "title = '\u{202e}puc'",
            "title: expected 1 to 100 characters",
        ),
        ("game = 'cublino-pur'\nstart = 'starts'", "starts:4: "),
        (
            "seed = 9223372036854775808",
            "expected a whole number from 0 to 9223372036854775807",
        ),
        (
            "openings = 51",
            "openings: found 51, but a game has at most 50 plies",
        ),
        (
            "limits = { files = 0 }",
            "limits: files = 0: expected 16 to",
        ),
        (
            "bots = [{ bot = 'house:first' }]",
            "found 1 bot, expected at least 2",
        ),
        ("submissions = 'none*/*'", "nothing fits the pattern"),
        ("submissions = '[' ", "submissions = \"[\""),
        ("submissions = 'subs/*'", "submission "),
        (
            "submission_defaults = { run = 'sh' }",
            "submission_defaults goes with submissions",
        ),
        ("broken = 'skip'", "broken goes with submissions"),
    ]);
}

#[test]
fn names_that_mislead_are_refused() {
    refused(&[
        (
            "bots = [{ bot = 'good' }, { bot = 'good' }]",
            "two bots are named good",
        ),
        (
            "bots = [{ bot = 'good', name = 'a b' }]",
            "expected one printable word",
        ),
        (
            "bots = [{ bot = 'good', name = '' }]",
            "expected one printable word",
        ),
        (
            "bots = [{ bot = 'house:first', name = 'a\u{200b}b' }]",
            "name \"a\\u{200b}b\": expected one printable word",
        ),
    ]);
}

#[test]
fn bots_that_cannot_play_are_refused() {
    refused(&[
        ("bots = [{ bot = 'nowhere' }]", "bot nowhere: "),
        (
            "bots = [{ bot = 'nowhere' }]",
            "doesn't exist; expected house:NAME, git:REV, uci:ENGINE, xboard:ENGINE",
        ),
        (
            "bots = [{ bot = 'plain' }]",
            "isn't executable; chmod +x it",
        ),
        (
            "bots = [{ bot = 'good/player' }]",
            "or name the folder of the bot: ",
        ),
        (
            "bots = [{ bot = 'empty' }]",
            "write for instance run = \"python3 bot.py\"",
        ),
        (
            "bots = [{ bot = 'typo' }]",
            "typo/bot.toml: TOML parse error at line 1",
        ),
        ("bots = [{ bot = 'typo' }]", "did you mean `run`?"),
        (
            "bots = [{ bot = 'ludo' }, { bot = 'good' }]",
            "bot ludo plays ludo, but not onitama",
        ),
        (
            "bots = [{ bot = 'good', time_factor = 0 }]",
            "expected a number above 0",
        ),
        (
            "bots = [{ bot = 'good', time_factor = nan }]",
            "expected a number above 0",
        ),
        (
            "bots = [{ bot = 'good', run = 'no-such-program' }]",
            "`no-such-program` isn't found in /usr/local/bin:/usr/bin:/bin; install it",
        ),
        (
            "bots = [{ bot = 'good', build = 'no-such-program' }]",
            "build: `no-such-program` isn't found in /usr/local/bin:/usr/bin:/bin; install it",
        ),
        (
            "bots = [{ bot = 'good', build = 'true', run = 'no-such-program' }]",
            "install it, or give its path: `./no-such-program` for a file in the bot's folder",
        ),
        (
            "bots = [{ bot = 'empty', run = 'README' }]",
            "install it, or give its path: `./README` for a file in the bot's folder",
        ),
        (
            "bots = [{ bot = 'empty', run = './README' }]",
            "isn't executable",
        ),
        ("bots = [{ bot = 'good', read = ['no'] }]", "read: "),
        (
            "bots = [{ bot = 'good', env = { HOME = '/' } }]",
            "HOME is set by the referee",
        ),
        (
            "bots = [{ bot = 'good', env = { 'A=B' = '' } }]",
            "can't be set",
        ),
        (
            "bots = [{ bot = 'script', run = 'sh' }]",
            "`run`, `build` and `fetch` go with a folder",
        ),
        (
            "bots = [{ bot = 'house:frist' }]",
            "bot house:frist: no house bot is called `frist`; there are random, first",
        ),
        ("bots = [{ bot = 'house:frist' }]", "; did you mean first?"),
        (
            "bots = [{ bot = 'house:minimax,depth=0' }]",
            "expected a whole number from 1 to 64",
        ),
        (
            "bots = [{ bot = 'house:ludo-priority' }, { bot = 'house:first' }]",
            "bot ludo-priority plays ludo, but not",
        ),
        (
            "bots = [{ bot = 'house:first', args = ['x'] }]",
            "a house bot takes no",
        ),
        (
            "bots = [{ name = 'x' }]",
            "bot x: found neither `bot` nor `run`",
        ),
        (
            "bots = [{ run = 'sh' }]",
            "bot number 1: a bot with `run` and no `bot` needs",
        ),
        (
            "bots = [{ name = 'x', run = 'sh', build = 'make' }]",
            "`build` and `fetch` go with a folder",
        ),
    ]);
}
