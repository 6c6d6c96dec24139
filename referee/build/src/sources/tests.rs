//! Tests which files belong to the sources of a bot, and which changes change their hash.

use std::fs;
use std::os::unix::fs::symlink;

use referee_config::{
    self as config, BotSpec, FOLDER_DEPTH_MAX, ProgramLookup, ResolveContext, SourceLimits,
};
use referee_record::TimeControl;
use tempfile::TempDir;

use super::*;

fn terms() -> ResolveContext {
    ResolveContext::new(TimeControl::default(), ProgramLookup::default())
}

const PYTHON: &str = "run = 'sh bot.py'\n";

fn folder(toml: &str) -> TempDir {
    let dir = tempfile::tempdir().expect("a temporary folder");
    fs::create_dir_all(dir.path().join("bot/deep")).expect("a folder");
    write(&dir, "bot.toml", toml);
    write(&dir, "bot.py", "play()");
    write(&dir, "deep/book", "e4");
    dir
}

fn write(dir: &TempDir, name: &str, text: &str) {
    let path = dir.path().join("bot").join(name);
    fs::create_dir_all(path.parent().expect("it has one")).expect("a folder");
    fs::write(path, text).expect("a file");
}

fn hash_of(spec: BotSpec, dir: &TempDir) -> String {
    let bot = config::entrant(spec, dir.path(), terms()).expect("a bot");
    Sources::of(&bot).expect("sources").hash
}

fn hash(dir: &TempDir) -> String {
    let bot = Some("bot".to_owned());
    hash_of(
        BotSpec {
            bot,
            ..BotSpec::default()
        },
        dir,
    )
}

#[test]
fn every_change_of_a_source_is_seen() {
    let dir = folder(PYTHON);
    let mut seen = vec![hash(&dir)];
    assert_eq!(seen[0].len(), 64);
    let change = |what: &str| match what {
        "contents" => write(&dir, "deep/book", "d4"),
        "name" => fs::rename(
            dir.path().join("bot/deep/book"),
            dir.path().join("bot/deep/b"),
        )
        .expect("renamed"),
        "more" => write(&dir, "more", ""),
        "executable" => {
            let mode = fs::Permissions::from_mode(0o755);
            fs::set_permissions(dir.path().join("bot/bot.py"), mode).expect("a mode");
        }
        "link" => symlink("/nowhere", dir.path().join("bot/link")).expect("a link"),
        "hidden" => write(&dir, ".engine", "x"),
        "exchanged" => write(&dir, ".engine", "y"),
        "cache" => write(&dir, "venv/CACHEDIR.TAG", "x"),
        "of a cache" => write(&dir, "venv/module.py", "x"),
        "bytecode" => write(&dir, "bot.pyc", "x"),
        "run" => write(&dir, "bot.toml", "run = 'sh -u bot.py'"),
        "args" => write(&dir, "bot.toml", "run = 'sh -u bot.py'\nargs = ['x']"),
        "env" => write(&dir, "bot.toml", "run = 'sh bot.py'\nenv = { A = 'b' }"),
        _ => write(&dir, "bot.toml", "run = 'sh bot.py'\nbuild = 'make'"),
    };
    for what in [
        "contents",
        "name",
        "more",
        "executable",
        "link",
        "hidden",
        "exchanged",
        "cache",
        "of a cache",
        "bytecode",
        "run",
        "args",
        "env",
        "build",
    ] {
        change(what);
        let now = hash(&dir);
        assert!(!seen.contains(&now), "{what}");
        seen.push(now);
    }
}

#[test]
fn leftovers_comments_and_places_are_no_sources() {
    let (dir, moved) = (folder(PYTHON), folder(PYTHON));
    let before = hash(&dir);
    for leftover in [
        ".git/HEAD",
        "__pycache__/bot.pyc",
        "game.log",
        "logs/deep/game.log",
        "bot.py~",
        ".bot.py.swp",
        ".pytest_cache/CACHEDIR.TAG",
    ] {
        write(&dir, leftover, "x");
    }
    write(
        &dir,
        "bot.toml",
        "# a comment\nname = 'ann'\nrun = 'sh bot.py'",
    );
    assert_eq!(hash(&dir), before);
    assert_eq!(hash(&moved), before);
    write(&dir, "target/x", "without a build this is a source");
    assert_ne!(hash(&dir), before);
}

#[test]
fn what_a_build_makes_is_no_source_unless_it_is_run() {
    let dir = folder("run = './target/bot'\nbuild = 'make'");
    let before = hash(&dir);
    write(&dir, "Bot.class", "x");
    write(&dir, "target/other", "x");
    assert_eq!(hash(&dir), before);
    write(&dir, "target/bot", "x");
    assert_ne!(hash(&dir), before);
}

#[test]
fn a_bot_without_a_folder_is_what_its_command_names() {
    let dir = folder(PYTHON);
    let inline = || {
        let toml = "name = 'x'\nrun = 'sh bot/bot.py'";
        hash_of(toml::from_str(toml).expect("a bot"), &dir)
    };
    let before = inline();
    write(&dir, "deep/book", "d4");
    assert_eq!(inline(), before);
    write(&dir, "bot.py", "resign()");
    assert_ne!(inline(), before);
}

#[test]
fn words_count_as_they_are_written() {
    let (dir, moved) = (folder(PYTHON), folder(PYTHON));
    let by = |dir: &TempDir, arg: &str| {
        let spec = BotSpec {
            bot: Some("bot".to_owned()),
            args: vec![arg.to_owned()],
            ..BotSpec::default()
        };
        hash_of(spec, dir)
    };
    for arg in ["-I{folder}/lib", "{folder}2/tool", "--way={folder}"] {
        assert_eq!(by(&dir, arg), by(&moved, arg), "{arg}");
    }
    let shown = dir.path().canonicalize().expect("a folder");
    let shown = shown.to_string_lossy();
    for behind in ["", "/lib", "2/tool"] {
        let (plain, filled) = (format!("{shown}{behind}"), format!("{{folder}}{behind}"));
        assert_ne!(by(&dir, &plain), by(&dir, &filled), "{behind}");
    }
    // In the bot's own file, `{folder}` stands for its own folder.
    let before = by(&dir, "x");
    write(
        &dir,
        "bot.toml",
        "run = 'sh bot.py'\nenv = { A = '{folder}' }",
    );
    write(
        &moved,
        "bot.toml",
        "run = 'sh bot.py'\nenv = { A = '{folder}' }",
    );
    assert_ne!(by(&dir, "x"), before);
    assert_eq!(by(&dir, "x"), by(&moved, "x"));
}

#[test]
fn house_bots_are_their_words() {
    let dir = folder(PYTHON);
    let hash_of_house = |bot: &str| {
        let bot = Some(bot.to_owned());
        hash_of(
            BotSpec {
                bot,
                ..BotSpec::default()
            },
            &dir,
        )
    };
    assert_eq!(hash_of_house("house:random"), hash_of_house("house:random"));
    assert_ne!(hash_of_house("house:random"), hash_of_house("house:first"));
}

#[test]
fn what_a_bot_may_read_in_a_shared_folder_is_its_own() {
    let dir = folder(PYTHON);
    let inline = || {
        let toml = "name = 'x'\nrun = 'sh bot/bot.py'\nread = ['bot/deep']";
        hash_of(toml::from_str(toml).expect("a bot"), &dir)
    };
    let before = inline();
    write(&dir, "deep/book", "d4");
    assert_ne!(inline(), before);
}

#[test]
fn what_is_named_is_never_left_out() {
    let dir = folder("run = 'sh bot.py games.log'\nread = ['old~']");
    for file in ["games.log", "old~"] {
        write(&dir, file, "x");
    }
    for file in ["games.log", "old~"] {
        let before = hash(&dir);
        write(&dir, file, "y");
        assert_ne!(hash(&dir), before, "{file}");
    }
}

/// Reads the sources of a bot in a folder, with these limits.
fn sources_of(dir: &TempDir, bounds: SourceLimits) -> Result<Sources, String> {
    let spec = BotSpec {
        bot: Some("bot".to_owned()),
        ..BotSpec::default()
    };
    let mut bot = config::entrant(spec, dir.path(), terms()).expect("a bot");
    bot.bounds = bounds;
    Sources::of(&bot)
}

#[test]
fn too_much_is_refused_before_it_is_read() {
    let dir = folder(PYTHON);
    let bounded = |mib, files| sources_of(&dir, SourceLimits { mib, files });
    assert!(bounded(1, 10).is_ok());
    let error = bounded(1, 2).expect_err("two files and a folder");
    assert!(
        error.contains("/bot: it holds more than 2 files, folders and links; "),
        "{error}"
    );
    let sparse = fs::File::create(dir.path().join("bot/sparse")).expect("a file");
    sparse.set_len(1 << 40).expect("a sparse file");
    let error = bounded(1 << 10, 10).expect_err("a TiB");
    assert!(error.contains("it holds more than 1024 MiB; "), "{error}");
    write(&dir, "sparse", "");
    let deep = "d/".repeat(FOLDER_DEPTH_MAX + 1);
    write(&dir, &format!("{deep}file"), "");
    let error = bounded(1, 1000).expect_err("too deep");
    assert!(error.contains("it lies deeper than 64 folders"), "{error}");
}

#[test]
fn what_can_not_be_read_is_named() {
    let dir = folder(PYTHON);
    let spec = BotSpec {
        bot: Some("bot".to_owned()),
        ..BotSpec::default()
    };
    let bot = config::entrant(spec, dir.path(), terms()).expect("a bot");
    fs::remove_dir_all(dir.path().join("bot")).expect("removed");
    let error = Sources::of(&bot).expect_err("it is gone");
    assert!(error.starts_with("bot bot: its sources: /"), "{error}");
    assert!(error.contains("/bot: No such file"), "{error}");
}
