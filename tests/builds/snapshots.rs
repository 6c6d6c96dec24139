//! A bot plays from a copy of what is its own, and of nothing else.

use std::fs;
use std::os::unix::fs::symlink;

use super::{BOT, Yard};

/// A bot that tells what is in its folder.
fn lister() -> String {
    let list = "import os\nseen = sorted(os.path.join(d, f)[2:] for d, _, fs in os.walk('.') for f in fs)\n";
    let script_line = "sys.stderr.write('sees ' + ' '.join(seen) + '\\n')\n";
    let bot = BOT.replace(
        "sys.stderr.write(\"made: \" + open(\"made\").read() + \"\\n\")\n",
        script_line,
    );
    format!("#!/usr/bin/python3\n{list}{bot}")
}

#[test]
fn a_folder_is_whole_but_for_its_history() {
    let yard = Yard::new();
    for (name, text) in [
        ("bot.toml", "run = '/usr/bin/python3 bot.py'\n"),
        ("deep/er/book", "x"),
        (".hidden", "x"),
        (".git/HEAD", "x"),
        ("game.log", "x"),
        ("__pycache__/bot.pyc", "x"),
    ] {
        yard.write(&format!("bot/{name}"), text);
    }
    yard.write("bot/bot.py", &lister());
    yard.write("neighbour/secret", "x");
    let said = yard.play("bot", &[]);
    assert_eq!(said, "sees .hidden bot.py deep/er/book");
}

#[test]
fn a_bot_of_one_file_sees_that_file() {
    let yard = Yard::new();
    yard.write("bots/one", &lister());
    yard.write("bots/other", "x");
    let mode = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    fs::set_permissions(yard.at("bots/one"), mode).expect("a mode");
    assert_eq!(yard.play("bots/one", &[]), "sees one");
}

#[test]
fn a_bot_in_a_shared_folder_sees_what_its_command_names() {
    let yard = Yard::new();
    yard.write("bots/one.py", &lister());
    yard.write("bots/other.py", "x");
    yard.write("bots/data/book", "x");
    yard.write("results.db.txt", "x");
    let cup = |read: &str| {
        let one = format!("{{ name = 'one', run = '/usr/bin/python3 bots/one.py' {read} }}");
        let two = "{ bot = 'house:first' }";
        let text = format!("game = 'onitama'\noptions = {{ turns = 1 }}\nbots = [{one}, {two}]\n");
        yard.write("cup.toml", &text);
        let out = yard.at("out.db");
        let _ = fs::remove_file(&out);
        yard.referee(&["run", "cup.toml", "--out", "out.db"]).fine();
        let run = referee_store::Run::open(&out).expect("results");
        let record = run
            .records()
            .expect("records")
            .next()
            .expect("a game")
            .expect("a record");
        let heads = record
            .measured
            .bots
            .iter()
            .map(|bot| bot.stderr_head.clone());
        heads.collect::<String>().trim_end().to_owned()
    };
    assert_eq!(cup(""), "sees bots/one.py");
    assert_eq!(
        cup(", read = ['bots/data']"),
        "sees bots/data/book bots/one.py"
    );
}

#[test]
fn a_link_out_of_the_folder_is_named() {
    let yard = Yard::new();
    yard.write("bot/bot.toml", "run = '/usr/bin/python3 bot.py'\n");
    yard.write("bot/bot.py", BOT);
    yard.write("outside/made", "through a link");
    symlink("../outside/made", yard.at("bot/made")).expect("a link");
    let target = yard.at("outside/made").canonicalize().expect("it is there");
    let run = yard.referee(&["play", "bot", "house:first"]);
    let named = format!("bot A:bot: made is a link to {}", target.display());
    assert!(run.stderr.contains(&named), "{}", run.stderr);
    assert!(
        run.stderr.contains(&format!("add read = [{target:?}]")),
        "{}",
        run.stderr
    );
    yard.write(
        "bot/bot.toml",
        &format!("run = '/usr/bin/python3 bot.py'\nread = [{target:?}]\n"),
    );
    assert_eq!(yard.play("bot", &["--allow-read"]), "made: through a link");
}

#[test]
fn special_files_are_refused() {
    let yard = Yard::new();
    yard.write("bot/bot.toml", "run = '/usr/bin/python3 bot.py'\n");
    yard.write("bot/bot.py", BOT);
    let status = std::process::Command::new("mkfifo")
        .arg(yard.at("bot/pipe"))
        .status();
    assert!(status.expect("mkfifo is there").success());
    let error = yard.referee(&["play", "bot", "house:first"]).refused();
    assert!(
        error.contains("bot/pipe: this is no file, folder or link"),
        "{error}"
    );
}

#[test]
fn a_bot_can_not_change_what_it_plays_from() {
    let yard = Yard::new();
    let change = "import os\nfor path in ['bot.py', 'new']:\n    try:\n        open(path, 'a').write('x')\n        \
        sys.stderr.write('changed ')\n    except OSError:\n        sys.stderr.write('refused ')\n";
    let bot = BOT.replace(
        "sys.stderr.write(\"made: \" + open(\"made\").read() + \"\\n\")\n",
        change,
    );
    yard.write("bot/bot.toml", "run = '/usr/bin/python3 bot.py'\n");
    yard.write("bot/bot.py", &bot);
    let said = yard.play("bot", &[]);
    if super::confined() || !rustix::process::geteuid().is_root() {
        assert_eq!(said, "refused refused");
    }
    assert_eq!(
        fs::read_to_string(yard.at("bot/bot.py")).expect("a bot"),
        bot
    );
}
