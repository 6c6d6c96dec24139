//! What a bot may open by `read`, `path` and its program, and what belongs to others.

use std::fs;
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt, symlink};
use std::process::Command;
use std::thread::sleep;
use std::time::Duration;

use rustix::fs::OFlags;

use super::{BOT, Yard};
use crate::kit::start;

const CUP: &str = "game = 'onitama'\noptions = { turns = 1 }\n";
const SUBMISSIONS: &str = "submissions = 'bots/*'\n";

/// A tournament's folder with a bot that has a secret.
fn yard() -> Yard {
    let yard = Yard::new();
    bot(&yard, "ann", "");
    yard.write("cup.toml", &format!("{CUP}{SUBMISSIONS}"));
    yard.write("common/book", "e4");
    yard
}

/// A submission that says more than how it is run.
fn bot(yard: &Yard, name: &str, more: &str) {
    let folder = format!("bots/{name}");
    yard.write(&format!("{folder}/bot.py"), BOT);
    yard.write(&format!("{folder}/made"), "x");
    let toml = format!("run = '/usr/bin/python3 bot.py'\n{more}\n");
    yard.write(&format!("{folder}/bot.toml"), &toml);
}

#[test]
fn a_submission_opens_nothing_of_others() {
    let yard = yard();
    for name in ["cup.db", "cup-2.db-wal", "cache/referee/builds/x"] {
        yard.write(name, "");
    }
    bot(&yard, "spy", "");
    symlink("../ann/bot.py", yard.at("bots/spy/link")).expect("a link");
    let temp = yard.at("temp").display().to_string();
    for (path, what) in [
        ("../..", "the tournament file"),
        ("../../cup.toml", "the tournament file"),
        ("../../cup.db", "results"),
        ("../../cup-2.db-wal", "results"),
        ("..", "another bot's files"),
        ("../ann", "another bot's files"),
        ("../ann/bot.py", "another bot's files"),
        ("link", "another bot's files"),
        ("../../cache/referee/builds", "what other builds made"),
        (&temp, "the referee's temporary files"),
    ] {
        bot(&yard, "spy", &format!("read = ['{path}']"));
        let error = yard.referee(&["run", "cup.toml", "--dry-run"]).refused();
        assert!(error.contains("bot spy: read: "), "{path}: {error}");
        assert!(
            error.contains(&format!("would open {what}")),
            "{path}: {error}"
        );
    }
    bot(&yard, "spy", "path = ['../ann']");
    let error = yard.referee(&["run", "cup.toml", "--dry-run"]).refused();
    assert!(error.contains("bot spy: path: "), "{error}");
}

/// Ann's bot as a program of its own.
fn program(yard: &Yard) {
    yard.write("bots/ann/run", "#!/bin/sh\nexec /usr/bin/python3 bot.py\n");
    let mode = fs::Permissions::from_mode(0o755);
    fs::set_permissions(yard.at("bots/ann/run"), mode).expect("a mode");
}

#[test]
fn another_bots_program_is_not_ones_own() {
    let yard = yard();
    program(&yard);
    yard.write("bots/spy/bot.toml", "run = '../ann/run'\n");
    let error = yard.referee(&["play", "bots/ann", "bots/spy"]).refused();
    assert!(error.contains("bot B:spy: run: "), "{error}");
    assert!(error.contains("would open another bot's files"), "{error}");
}

#[test]
fn who_opens_others_files_is_left_out_where_that_is_asked_for() {
    let yard = yard();
    yard.write("cup.toml", &format!("broken = 'skip'\n{CUP}{SUBMISSIONS}"));
    bot(&yard, "bob", "");
    bot(&yard, "cay", "rnu = 'x'");
    bot(&yard, "spy", "read = ['../cay']");
    let run = yard.referee(&["run", "cup.toml"]);
    assert!(
        run.stderr.contains("spy is left out: read: "),
        "{}",
        run.stderr
    );
    assert_eq!(run.code, Some(0), "{}", run.stderr);
}

#[test]
fn a_bot_opens_its_own_files_and_shared_ones() {
    let yard = yard();
    let cup = |read: &str| {
        let ann = format!("[[bots]]\nbot = 'bots/ann'\nread = ['{read}']\n");
        let text = format!("{CUP}{ann}[[bots]]\nbot = 'bots/bob'\n");
        yard.write("cup.toml", &text);
        yard.referee(&["run", "cup.toml", "--dry-run"])
    };
    bot(&yard, "bob", "read = ['made', '.']");
    let shown = cup("common");
    let warning = "bots that read more than their own files: ann (";
    assert!(shown.stderr.contains(warning), "{}", shown.stderr);
    shown.fine();
    let error = cup("bots").refused();
    assert!(error.contains("bot ann: read: "), "{error}");
    let error = cup(".").refused();
    assert!(error.contains("would open the tournament file"), "{error}");
}

#[test]
fn what_submissions_open_is_told() {
    let yard = yard();
    bot(&yard, "bob", "read = ['../../common', '/usr/lib', 'made']");
    let run = yard.referee(&["run", "cup.toml", "--dry-run", "--allow-read"]);
    let common = yard.at("common").canonicalize().expect("it is there");
    let line = format!(
        "\nbots that read more than their own files: bob ({})\n",
        common.display()
    );
    assert!(run.stderr.contains(&line), "{}", run.stderr);
    run.fine();
}

#[test]
fn a_program_that_is_a_link_leads_nowhere_else() {
    let yard = yard();
    program(&yard);
    let ann = yard.at("bots/ann/run").canonicalize().expect("it is there");
    let warning = format!(
        "run is a link to {}, which isn't in its view",
        ann.display()
    );
    for layers in [&[][..], &["--jail-without", "namespaces"]] {
        yard.write("bots/spy/bot.toml", "run = './run'\n");
        let link = yard.at("bots/spy/run");
        symlink("../ann/run", &link).expect("a link");
        let args = [&["play", "bots/spy", "house:first"], layers].concat();
        let error = yard.referee(&args).refused();
        assert!(error.contains(&warning), "{error}");
        fs::remove_file(link).expect("it is there");
        // So it is with one that a build makes.
        let build = format!("['ln', '-s', {ann:?}, 'run']");
        yard.write(
            "bots/spy/bot.toml",
            &format!("run = './run'\nbuild = {build}\n"),
        );
        let error = yard.referee(&args).refused();
        assert!(error.contains(&warning), "{error}");
    }
}

#[test]
fn a_link_that_a_build_makes_is_named() {
    let yard = yard();
    let target = yard.at("common/book").canonicalize().expect("it is there");
    let link = format!(
        "ln -s {} book; ln -s $PWD/bot.py own; echo x > made",
        target.display()
    );
    yard.built("built", &link);
    // Also where its result is kept.
    for _ in 0..2 {
        let run = yard.referee(&["play", "built", "house:first"]);
        let message = format!("bot A:built: book is a link to {}", target.display());
        assert!(run.stderr.contains(&message), "{}", run.stderr);
        assert!(!run.stderr.contains("own is a link"), "{}", run.stderr);
    }
}

/// A bot with a line more in its file, and what the referee said when it was to play.
fn refused(yard: &Yard, more: &str, flags: &[&str]) -> String {
    bot(yard, "spy", more);
    let args = [&["play", "bots/spy", "house:first"], flags].concat();
    yard.referee(&args).refused()
}

#[test]
fn what_a_bot_asks_for_itself_takes_consent() {
    let yard = yard();
    let common = yard.at("common").canonicalize().expect("it is there");
    for more in ["read = ['../../common']", "path = ['../../common']"] {
        for layers in [&[][..], &["--jail-without", "namespaces"]] {
            let error = refused(&yard, more, layers);
            let message = format!(
                "its bot.toml opens {}, beyond its own folder and the system: allow that with \
                 --allow-read, or add read = [{common:?}] to what the tournament file says",
                common.display()
            );
            assert!(error.contains(&message), "{error}");
        }
        let args = ["play", "bots/spy", "house:first", "--allow-read"];
        yard.referee(&args).fine();
    }
    // What the tournament's file says is consent, for who is named and for who was handed in.
    bot(&yard, "spy", "read = ['../../common']");
    let named = "[[bots]]\nbot = 'bots/ann'\n[[bots]]\nbot = 'bots/spy'\nread = ['common']\n";
    for cup in [
        format!("{CUP}{named}"),
        format!("{CUP}{SUBMISSIONS}submission_defaults = {{ run = 'x', read = ['common'] }}\n"),
    ] {
        yard.write("cup.toml", &cup);
        yard.referee(&["run", "cup.toml", "--dry-run"]).fine();
    }
    // Who can't play is left out where that is asked for.
    yard.write("cup.toml", &format!("broken = 'skip'\n{CUP}{SUBMISSIONS}"));
    bot(&yard, "bob", "");
    let run = yard.referee(&["run", "cup.toml", "--dry-run"]);
    let listed = "would not play  1\n  spy\n    its bot.toml opens ";
    assert!(run.stdout.contains(listed), "{}", run.stdout);
}

#[test]
fn some_places_are_never_given() {
    let yard = yard();
    let socket = yard.at("common/socket");
    let _listens = std::os::unix::net::UnixListener::bind(&socket).expect("a socket");
    symlink(&socket, yard.at("common/link")).expect("a link");
    symlink("/proc", yard.at("common/proc")).expect("a link");
    for (path, message) in [
        ("../../common/socket", "it is a socket"),
        ("../../common/link", "it is a socket"),
        ("/dev/null", "it is a device"),
        ("/", "name only what the bot needs"),
        ("/proc", "which no bot may read"),
        ("../../common/proc/1", "which no bot may read"),
        ("/sys", "which no bot may read"),
        ("/etc", "which no bot may read"),
        ("/etc/shadow", "which no bot may read"),
        ("/root", "which no bot may read"),
    ] {
        let error = refused(&yard, &format!("read = ['{path}']"), &["--allow-read"]);
        assert!(error.contains(message), "{path}: {error}");
    }
}

#[test]
fn a_socket_below_what_a_bot_reads_is_out_of_reach() {
    let yard = yard();
    let socket = yard.at("common/deep/socket");
    fs::create_dir(yard.at("common/deep")).expect("a folder");
    let _listens = std::os::unix::net::UnixListener::bind(&socket).expect("a socket");
    let open = fs::Permissions::from_mode(0o777);
    fs::set_permissions(&socket, open).expect("a mode");
    let socket = socket.canonicalize().expect("it is there");
    let attack = format!(
        "import socket, sys\ntry:\n    socket.socket(socket.AF_UNIX).connect({socket:?})\n    \
         print('connected', file=sys.stderr)\nexcept OSError as error:\n    \
         print('held:', error, file=sys.stderr)\n"
    );
    bot(&yard, "spy", "read = ['../../common']");
    yard.write("bots/spy/bot.py", &format!("{attack}{BOT}"));
    for layers in [&[][..], &["--jail-without", "namespaces"]] {
        let said = yard.play("bots/spy", &[&["--allow-read"], layers].concat());
        assert!(said.contains("held: "), "{said}");
    }
}

#[test]
fn a_way_with_dots_makes_nothing_on_the_machine() {
    let yard = yard();
    fs::create_dir(yard.at("nowhere")).expect("a folder");
    bot(&yard, "spy", "read = ['../../nowhere/../common']");
    yard.play("bots/spy", &["--allow-read"]);
    assert!(
        fs::read_dir(yard.at("nowhere"))
            .expect("a folder")
            .next()
            .is_none()
    );
}

/// A cup of two games with a start of each bot for each. What is to change is changed when the first start
/// of `spy`, who reads `common`, is at its turn; gives all that is said.
fn cup_meanwhile(yard: &Yard, flags: &[&str], change: impl FnOnce()) -> String {
    let pipe = yard.at("common/pipe");
    let made = Command::new("mkfifo").arg(&pipe).status();
    assert!(made.expect("mkfifo is there").success());
    bot(yard, "spy", "read = ['made']");
    let waits = format!(
        "\"go\":\n        if not said: said = open('{}').read() or 1",
        pipe.display()
    );
    let text = BOT.replace("\"go\":", &waits);
    yard.write(
        "bots/spy/bot.py",
        &text.replace("legal = []", "legal, said = [], 0"),
    );
    let bots = "[[bots]]\nbot = 'bots/spy'\nread = ['common']\n[[bots]]\nbot = 'house:first'\n";
    let settings = "restart = 'game'\nconcurrency = 1\ntries = 2\n";
    yard.write("cup.toml", &format!("{settings}{CUP}{bots}"));
    let command = [&["run", "cup.toml"], flags].concat();
    let mut run = start(yard.command(&command));
    // A pipe can be written as soon as somebody reads it.
    let nonblock = OFlags::NONBLOCK.bits().cast_signed();
    let mut way = fs::File::options();
    let way = way.write(true).custom_flags(nonblock);
    let written = loop {
        match way.open(&pipe) {
            Ok(written) => break Some(written),
            Err(_) if run.try_wait().expect("a child").is_some() => break None,
            Err(_) => sleep(Duration::from_millis(10)),
        }
    };
    change();
    drop(written);
    let output = run.wait_with_output().expect("it ends");
    let [out, err] = [output.stdout, output.stderr];
    String::from_utf8_lossy(&out).into_owned() + &String::from_utf8_lossy(&err)
}

#[test]
fn what_was_allowed_and_is_exchanged_is_no_fault_of_a_bot() {
    let stale = "it isn't what lay there when it was looked at before the first game";
    for layers in [&[][..], &["--jail-without", "namespaces"]] {
        let yard = yard();
        let said = cup_meanwhile(&yard, layers, || {
            fs::rename(yard.at("common"), yard.at("before")).expect("it is there");
            fs::create_dir(yard.at("common")).expect("a folder");
        });
        assert!(said.contains(stale) && said.contains("void"), "{said}");
        assert!(!said.contains("no-handshake"), "{said}");
    }
}

#[test]
fn what_a_bot_exchanges_of_its_own_is_its_own_fault() {
    for layers in [&[][..], &["--jail-without", "namespaces"]] {
        let yard = yard();
        let said = cup_meanwhile(&yard, layers, || {
            fs::rename(yard.at("bots/spy/made"), yard.at("before")).expect("it is there");
            yard.write("bots/spy/made", "y");
        });
        assert!(
            said.contains("no-handshake") && !said.contains("void"),
            "{said}"
        );
    }
}
