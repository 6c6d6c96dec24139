//! What can't be is refused in a sentence, and nothing of a repository is run.

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};

use super::{DESCRIPTION, Repository};
use crate::kit::ended;

/// Calls `play` with such a bot, and expects one clear message.
fn refused(forest: &Repository, folder: &str, bot: &str) -> String {
    let message = forest
        .referee(folder, &["play", bot, "house:first"])
        .refused();
    assert!(
        message.starts_with(&format!("referee: bot {bot}: ")),
        "{message}"
    );
    assert_eq!(message.lines().count(), 1, "{message}");
    assert!(
        !message.contains("referee-"),
        "a path that is gone: {message}"
    );
    message
}

#[test]
fn what_is_no_commit_and_no_path() {
    let forest = Repository::new();
    for (bot, why) in [
        (
            "git:",
            "\"\" is no revision; expected git:REV or git:REV:PATH",
        ),
        ("git::fox", "is no revision"),
        ("git:--upload-pack=x", "\"--upload-pack=x\" is no revision"),
        ("git:-h:fox", "\"-h\" is no revision"),
        ("git:nowhere", "there is no commit \"nowhere\" in "),
        ("git:main..old:fox", "there is no commit \"main..old\" in "),
        ("git:main:", "\"\" is no path in a commit"),
        ("git:main:../fox", "\"../fox\" is no path in a commit"),
        ("git:main:fox/../../x", "is no path in a commit"),
        ("git:main:/etc", "\"/etc\" is no path in a commit"),
        (
            "git:main:wolf",
            "has no wolf; expected the folder of a bot or its toml file",
        ),
        ("git:main:fox/bot.py/x", "has no fox/bot.py/x"),
        ("git:main:fox/bot.py", "isn't executable; chmod +x it"),
        ("git:main", "nothing says how the bot is run"),
    ] {
        let message = refused(&forest, "", bot);
        assert!(message.contains(why), "{bot}: {message}");
    }
    let short = forest.short("main");
    let message = refused(&forest, "", "git:main");
    assert!(
        message.contains(&format!(
            "git:{short}:fox/bot.toml lies one folder too deep"
        )),
        "{message}"
    );
}

#[test]
fn tournament_files_point_at_the_bot() {
    let forest = Repository::new();
    let cup = forest.cup("[[bots]]\nbot = 'house:first'\n[[bots]]\nbot = 'git:gone:fox'\n");
    let message = forest.referee("cups", &["run", &cup]).refused();
    assert!(message.contains("bot = 'git:gone:fox'\n"), "{message}");
    assert!(
        message.contains("bot git:gone:fox: there is no commit \"gone\""),
        "{message}"
    );
    assert!(!forest.at("cups/cup.db").exists());
}

#[test]
fn names_of_a_remote_are_proposed() {
    let forest = Repository::new();
    forest.git(&["clone", "--quiet", ".", "copy"]);
    forest.git(&["-C", "copy", "checkout", "--quiet", "--detach"]);
    forest.git(&["-C", "copy", "branch", "--quiet", "-D", "main"]);
    let message = refused(&forest, "copy", "git:main:fox");
    assert!(
        message.contains("did you mean git:origin/main?"),
        "{message}"
    );
    let url = format!("file://{}", forest.at("").display());
    forest.git(&["clone", "--quiet", "--depth=1", &url, "shallow"]);
    let message = refused(&forest, "shallow", "git:old:fox");
    assert!(
        message.contains("this clone is shallow; `git fetch --unshallow"),
        "{message}"
    );
}

#[test]
fn without_git_or_a_repository() {
    let forest = Repository::new();
    let mut command = forest.command("../temp", &["play", "git:main", "house:first"]);
    command.env(
        "GIT_CEILING_DIRECTORIES",
        forest.folder.path().parent().expect("one"),
    );
    let message = ended(command).refused();
    assert!(
        message.contains("/temp lies in no git repository; go into one"),
        "{message}"
    );
    let mut command = forest.command("", &["play", "git:main:fox", "house:first"]);
    command.env("PATH", forest.at("fox"));
    let message = ended(command).refused();
    assert!(
        message.contains("`git` isn't in PATH, and a bot git:REV needs it"),
        "{message}"
    );
}

#[test]
fn nothing_of_a_repository_is_run() {
    let forest = Repository::new();
    let trap = forest.at("trap");
    let text = format!("#!/bin/sh\ntouch {}\n", forest.at("sprung").display());
    fs::write(&trap, text).expect("a file");
    fs::set_permissions(&trap, fs::Permissions::from_mode(0o755)).expect("a mode");
    let path = trap.to_string_lossy().into_owned();
    forest.write(".gitattributes", "* filter=trap diff=trap\n");
    forest.commit("attributes");
    for key in [
        "core.fsmonitor",
        "core.pager",
        "core.sshCommand",
        "core.askPass",
        "filter.trap.smudge",
        "filter.trap.process",
        "diff.trap.textconv",
        "diff.external",
        "credential.helper",
    ] {
        forest.git(&["config", key, &path]);
    }
    for hook in [
        "post-checkout",
        "reference-transaction",
        "post-index-change",
    ] {
        fs::create_dir_all(forest.at(".git/hooks")).expect("a folder");
        fs::copy(&trap, forest.at(".git/hooks").join(hook)).expect("copied");
    }
    let seen = forest.referee("", &["play", "git:main:fox", "house:first"]);
    assert_eq!(seen.code, Some(0), "{}", seen.stderr);
    assert!(!forest.at("sprung").exists());
}

#[test]
fn links_lead_nowhere_outside() {
    let forest = Repository::new();
    symlink("/etc", forest.at("out")).expect("a link");
    symlink("../../..", forest.at("up")).expect("a link");
    symlink("fox", forest.at("wolf")).expect("a link");
    forest.commit("links");
    for bot in ["git:main:out", "git:main:up"] {
        let message = refused(&forest, "", bot);
        assert!(
            message.contains("is a link out of the repository"),
            "{message}"
        );
    }
    let short = forest.short("main");
    let run = forest.referee("", &["play", "git:main:wolf", "house:first"]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    assert!(
        run.stdout.contains(&format!("A is fox@{short}\n")),
        "{}",
        run.stdout
    );
}

#[test]
fn what_is_not_in_the_commit_is_named() {
    let forest = Repository::new();
    let library = Repository::empty();
    library.write("answer", "42");
    library.commit("first");
    let url = library.at("").to_string_lossy().into_owned();
    let add = [
        "-c",
        "protocol.file.allow=always",
        "submodule",
        "--quiet",
        "add",
    ];
    forest.git(&[&add[..], &[&url, "fox/lib"]].concat());
    let pointer = "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 9\n";
    forest.write("fox/net.bin", pointer);
    forest.write("other/net.bin", pointer);
    forest.commit("more than a commit");
    let run = forest.referee("", &["play", "git:main:fox", "house:first"]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    for line in [
        "submodules aren't taken from a commit: fox/lib is empty",
        "files of Git LFS aren't fetched: fox/net.bin is a pointer",
    ] {
        assert!(run.stderr.contains(line), "{line}: {}", run.stderr);
    }
    let message = refused(&forest, "", "git:main:fox/lib");
    assert!(
        message.contains("fox/lib is a submodule, which isn't taken"),
        "{message}"
    );
}

/// A repository of somebody else is refused by git itself.
#[test]
fn a_repository_of_somebody_else() {
    let forest = Repository::new();
    if std::os::unix::fs::chown(forest.at(".git"), Some(12_345), None).is_err() {
        crate::skip::skip(
            "a_repository_of_somebody_else",
            "only root can give files away",
        );
        return;
    }
    std::os::unix::fs::chown(forest.at(""), Some(12_345), None).expect("given away");
    let run = ended(forest.command("", &["play", "git:main:fox", "house:first"]));
    let message = run.refused();
    let advice = format!(
        "safe.directory {}",
        forest.at("fox").parent().expect("one").display()
    );
    assert!(message.contains(&advice), "{message}");
}

#[test]
fn a_name_that_is_long_leaves_room_for_its_revision() {
    let forest = Repository::new();
    let name = "f".repeat(40);
    forest.write("fox/bot.toml", &format!("name = '{name}'\n{DESCRIPTION}"));
    forest.commit("a long name");
    let short = forest.short("main");
    let run = forest.referee("fox", &["play", "git:main", "house:first"]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    let shown = format!("A is {}@{short}\n", "f".repeat(32));
    assert!(run.stdout.contains(&shown), "{}", run.stdout);
}

#[test]
fn a_description_that_is_a_link_is_not_read() {
    let forest = Repository::new();
    for (name, target) in [("zero", "/dev/zero"), ("passwd", "/etc/passwd")] {
        forest.write(&format!("{name}/bot.py"), "");
        symlink(target, forest.at(name).join("bot.toml")).expect("a link");
    }
    forest.commit("links");
    for name in ["zero", "passwd"] {
        let message = refused(&forest, "", &format!("git:main:{name}"));
        let why = format!("{name}/bot.toml: this is a link, or lies behind one");
        assert!(message.contains(&why), "{message}");
    }
}
