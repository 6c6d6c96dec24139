//! Programs outside of the jail's view are explained before anything is played, and paths that were
//! missing are named.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::process::Command;

use super::{BOT, Yard, confined};
use crate::skip::skip;

fn program(yard: &Yard, name: &str, text: &str) {
    yard.write(name, text);
    fs::set_permissions(yard.at(name), fs::Permissions::from_mode(0o755)).expect("a mode");
}

/// The referee with a toolchain in its own PATH.
fn stderr_of(yard: &Yard, args: &[&str]) -> String {
    let path = std::env::var("PATH").expect("a PATH");
    let chain_bin = yard.at("opt/chain/bin");
    let output = yard
        .command(args)
        .env("PATH", format!("{}:{path}", chain_bin.display()))
        .output()
        .expect("the referee starts");
    let text = [output.stdout, output.stderr].concat();
    String::from_utf8_lossy(&text).into_owned()
}

#[test]
fn a_toolchain_elsewhere_is_explained_and_then_used() {
    let yard = Yard::new();
    program(
        &yard,
        "opt/chain/bin/my-python",
        "#!/bin/sh\nexec /usr/bin/python3 \"$@\"\n",
    );
    yard.write("bot/bot.py", BOT);
    yard.write("bot/made", "it works");
    yard.write("bot/bot.toml", "run = 'my-python bot.py'\n");
    let args = ["play", "bot", "house:first", "--option", "turns=1"];
    let shown = stderr_of(&yard, &args);
    let chain = yard.at("opt/chain").canonicalize().expect("it is there");
    let lines = format!("\nread = [{chain:?}]\npath = [{:?}]\n", chain.join("bin"));
    assert!(shown.contains(&lines), "{shown}");
    assert!(shown.contains("`my-python` is "), "{shown}");
    yard.write("bot/bot.toml", &format!("run = 'my-python bot.py'{lines}"));
    let shown = stderr_of(&yard, &args);
    assert!(shown.contains("that with --allow-read"), "{shown}");
    let shown = stderr_of(&yard, &[&args[..], &["--allow-read"]].concat());
    assert!(shown.contains("made: it works"), "{shown}");
}

#[test]
fn that_a_word_means_another_program_is_said_where_bots_are_tried() {
    let yard = Yard::new();
    program(&yard, "opt/chain/bin/sh", "#!/bin/sh\n");
    for name in ["one", "two"] {
        yard.write(&format!("{name}/bot.py"), BOT);
        yard.write(&format!("{name}/made"), "it works");
        yard.write(
            &format!("{name}/bot.toml"),
            "run = ['sh', '-c', '/usr/bin/python3 bot.py']\n",
        );
    }
    let shown = stderr_of(&yard, &["play", "one", "two", "--option", "turns=1"]);
    assert!(!shown.contains(" for `sh`, not "), "{shown}");
    assert!(shown.contains("made: it works"), "{shown}");
    yard.write(
        "cup.toml",
        "game = 'onitama'\nbots = [{ bot = 'one' }, { bot = 'two' }]\n",
    );
    let shown = stderr_of(&yard, &["run", "--dry-run", "cup.toml"]);
    assert_eq!(shown.matches(" for `sh`, not ").count(), 1, "{shown}");
    assert!(shown.contains("referee docs builds"), "{shown}");
}

#[test]
fn a_missing_path_is_named_with_what_to_add() {
    if !confined() {
        skip(
            "a_missing_path_is_named_with_what_to_add",
            "no namespaces here",
        );
        return;
    }
    let yard = Yard::new();
    yard.write("opt/book/data.txt", "x");
    let book = yard
        .at("opt/book/data.txt")
        .canonicalize()
        .expect("it is there");
    let bot = BOT.replace("open(\"made\")", &format!("open({book:?})"));
    yard.write("bot/bot.py", &bot);
    yard.write("bot/bot.toml", "run = '/usr/bin/python3 bot.py'\n");
    let shown = yard.referee(&["play", "bot", "house:first"]).fine();
    assert!(shown.contains("A forfeits, no-handshake"), "{shown}");
    let advice = format!(
        "{} is there, but not in the bot's view: add read = [{book:?}]",
        book.display()
    );
    assert!(shown.contains(&advice), "{shown}");
}

#[test]
fn an_interpreter_that_is_missing_is_named() {
    let yard = Yard::new();
    program(&yard, "opt/chain/interpreter", "#!/bin/sh\n");
    program(&yard, "bot/bot", "#!/no/such/interpreter\n");
    yard.write("bot/bot.toml", "run = './bot'\n");
    let shown = yard.referee(&["play", "bot", "house:first"]).fine();
    assert!(
        shown.contains("needs /no/such/interpreter to run"),
        "{shown}"
    );
    if !confined() {
        return;
    }
    let path = yard
        .at("opt/chain/interpreter")
        .canonicalize()
        .expect("it is there");
    program(&yard, "bot/bot", &format!("#!{}\n", path.display()));
    let shown = yard.referee(&["play", "bot", "house:first"]).fine();
    let advice = format!(
        "{} is there, but not in the bot's view: add read = [",
        path.display()
    );
    assert!(shown.contains(&advice), "{shown}");
}

#[test]
fn a_build_without_its_compiler_is_told_what_to_add() {
    if !confined() {
        skip(
            "a_build_without_its_compiler_is_told_what_to_add",
            "no namespaces here",
        );
        return;
    }
    let yard = Yard::new();
    program(&yard, "opt/chain/bin/my-compiler", "#!/bin/sh\n");
    yard.built("bot", "my-compiler bot.py");
    let shown = stderr_of(&yard, &["play", "bot", "house:first"]);
    let chain = yard.at("opt/chain").canonicalize().expect("it is there");
    assert!(shown.contains(&format!("read = [{chain:?}]")), "{shown}");
}

#[test]
fn a_virtual_environment_of_the_bots_own_works_by_what_is_printed() {
    let yard = Yard::new();
    yard.write("bot/made", "it works");
    let made = Command::new("python3")
        .args(["-m", "venv", "--without-pip"])
        .arg(yard.at("bot/venv"))
        .status();
    if !confined() || !made.is_ok_and(|made| made.success()) {
        skip(
            "a_virtual_environment_of_the_bots_own_works_by_what_is_printed",
            "it takes namespaces and the venv of python3",
        );
        return;
    }
    // As pip installs a module.
    let mut versions = fs::read_dir(yard.at("bot/venv/lib")).expect("a folder");
    let version = versions.next().expect("one version").expect("an entry");
    let version = version.file_name().into_string().expect("UTF-8");
    let module = format!("bot/venv/lib/{version}/site-packages/wisdom/__init__.py");
    yard.write(&module, "word = 'by wisdom'\n");
    let import = "import sys, wisdom\nprint(wisdom.word, file=sys.stderr)\n";
    yard.write("bot/bot.py", &format!("{import}{BOT}"));
    let args = ["play", "bot", "house:first", "--option", "turns=1"];
    // Another Python doesn't find it, and the reason says which one does.
    yard.write("bot/bot.toml", "run = '/usr/bin/python3 bot.py'\n");
    let shown = stderr_of(&yard, &args);
    assert!(shown.contains("\"venv/bin/python3 "), "{shown}");
    let run = "run = 'venv/bin/python3 bot.py'\n";
    yard.write("bot/bot.toml", run);
    let mut shown = stderr_of(&yard, &args);
    // Where it is made of a Python of the system, nothing has to be added.
    if let Some((_, rest)) = shown.split_once("add read = [") {
        let (paths, _) = rest.split_once(']').expect("its end");
        yard.write("bot/bot.toml", &format!("{run}read = [{paths}]\n"));
        shown = stderr_of(&yard, &[&args[..], &["--allow-read"]].concat());
    }
    assert!(shown.contains("by wisdom"), "{shown}");
    assert!(shown.contains("made: it works"), "{shown}");
}
