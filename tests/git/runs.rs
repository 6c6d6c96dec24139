//! Commits that play.

use std::fs;
use std::os::unix::fs::symlink;

use super::{DESCRIPTION, Repository, header};

const BOTH: &str = "bots = [{ bot = 'git:main:fox' }, { bot = 'git:old:fox' }]\n";

/// In the bot's own folder, where the results go too: they are nothing of the bot's.
#[test]
fn a_match_in_the_bot_s_folder_goes_on() {
    let repository = Repository::new();
    let args = ["match", ".", "git:old", "-n", "2", "--jail", "off"];
    let first = repository.referee("fox", &args);
    assert_eq!(first.code, Some(0), "{}", first.stderr);
    let again = repository.referee("fox", &args);
    assert_eq!(again.code, Some(0), "{}", again.stderr);
    assert_eq!(again.stdout, first.stdout);
    assert!(again.stderr.contains("this run is finished") || !again.stderr.contains("played 2"));
}

#[test]
fn two_revisions_play_each_other() {
    let forest = Repository::new();
    let (old, new) = (forest.short("old"), forest.short("main"));
    // What isn't committed has no part in it.
    forest.write("fox/bot.py", "nonsense\n");
    let seen = forest.referee("fox", &["play", "git:old", "git:main", "--tc", "st=5"]);
    assert_eq!(seen.code, Some(0), "{}", seen.stderr);
    assert!(
        seen.stdout
            .contains(&format!("A is fox@{old}\nB is fox@{new}\n")),
        "{}",
        seen.stdout
    );
    assert!(
        seen.stdout.contains("A stderr: I am the first"),
        "{}",
        seen.stdout
    );
    assert!(
        seen.stdout.contains("B stderr: I am the second"),
        "{}",
        seen.stdout
    );
    let line = format!("bot fox@{old} is git:old at commit {}", forest.id("old"));
    assert!(seen.stderr.contains(&line), "{}", seen.stderr);
}

#[test]
fn a_run_keeps_the_commits() {
    let forest = Repository::new();
    let cup = forest.cup(BOTH);
    let played = forest.referee("cups", &["run", &cup]);
    assert_eq!(played.code, Some(0), "{}", played.stderr);
    let (old, new) = (forest.short("old"), forest.short("main"));
    for name in [&old, &new] {
        assert!(
            played.stdout.contains(&format!("fox@{name}")),
            "{}",
            played.stdout
        );
    }
    let stored = header(&forest.at("cups/cup.db"));
    let [first, second] = stored.revision.bots.as_slice() else {
        panic!("{stored:?}");
    };
    assert_eq!(first.name, format!("fox@{new}"));
    let commit = first.commit.clone().expect("a commit");
    assert_eq!(
        (commit.named, commit.id),
        ("git:main:fox".to_owned(), forest.id("main"))
    );
    assert_eq!(
        second.commit.clone().expect("a commit").id,
        forest.id("old")
    );
    assert_ne!(first.sources, second.sources);
    // No path of a folder that is gone.
    let shown = format!("{:?}", stored.revision.bots);
    assert!(!shown.contains("referee-"), "{shown}");
    let again = forest.referee("cups", &["run", &cup]);
    assert!(
        again.stderr.contains("this run is finished"),
        "{}",
        again.stderr
    );
}

#[test]
fn a_branch_that_moved_on_is_told_when_a_run_goes_on() {
    let forest = Repository::new();
    let was = forest.short("main");
    let cup = forest.cup(BOTH);
    forest.referee("cups", &["run", &cup]).fine();
    forest.bot("the third", "len(legal) // 2");
    forest.commit("third");
    let is = forest.short("main");
    let refused = forest.referee("cups", &["run", &cup]).refused();
    let line = format!(
        "git:main:fox was commit {was} (fox@{was}) and is {is} (fox@{is}) now; git:{was}:fox is still \
         the first"
    );
    assert!(
        refused.contains(&line) && refused.contains("--extend"),
        "{refused}"
    );
    // The way out that was named.
    forest.cup(&BOTH.replace("main", &was));
    let again = forest.referee("cups", &["run", &cup]);
    assert!(
        again.stderr.contains("this run is finished"),
        "{}",
        again.stderr
    );
}

#[test]
fn under_a_name_of_its_own_it_is_a_bot_that_changed() {
    let forest = Repository::new();
    let bots = "bots = [{ bot = 'git:main:fox', name = 'base' }, { bot = 'house:first' }]\n";
    let cup = forest.cup(bots);
    forest.referee("cups", &["run", &cup]).fine();
    let was = forest.short("main");
    forest.bot("the third", "0");
    forest.commit("third");
    let is = forest.short("main");
    let refused = forest.referee("cups", &["run", &cup]).refused();
    assert!(
        refused.contains("base has changed since the games"),
        "{refused}"
    );
    assert!(
        refused.contains(&format!("was commit {was} (base) and is {is} (base) now")),
        "{refused}"
    );
    let replayed = forest.referee("cups", &["run", &cup, "--changed-bots", "replay"]);
    assert_eq!(replayed.code, Some(0), "{}", replayed.stderr);
    let stored = header(&forest.at("cups/cup.db"));
    let commit = stored.revision.bots[0].commit.clone().expect("a commit");
    assert_eq!(commit.id, forest.id("main"));
}

#[test]
fn paths_are_from_the_root_or_from_here() {
    let forest = Repository::new();
    forest.write("bot.toml", "name = 'whole'\nrun = 'python3 fox/bot.py'\n");
    forest.write("fox/fast.toml", "name = 'fast'\nrun = 'python3 bot.py'\n");
    forest.commit("more");
    let short = forest.short("main");
    for (folder, bot, name) in [
        ("", "git:main", "whole"),
        ("cups", "git:main", "whole"),
        ("fox", "git:main", "fox"),
        ("fox", "git:main:./fast.toml", "fast"),
        ("cups", "git:main:fox/", "fox"),
        ("fox", "git:HEAD:fox/fast.toml", "fast"),
        ("cups", "git:main:.", "whole"),
    ] {
        fs::create_dir_all(forest.at("cups")).expect("a folder");
        let game = ["--option", "turns=4", "--tc", "st=5", "--jail", "off"];
        let run = forest.referee(folder, &[&["play", bot, "house:first"][..], &game].concat());
        assert_eq!(run.code, Some(0), "{bot}: {}{}", run.stdout, run.stderr);
        let line = format!("A is {name}@{short}\n");
        assert!(run.stdout.contains(&line), "{folder} {bot}: {}", run.stdout);
    }
    let words = ["check", "git:main:./fast.toml", "--game", "koolaamee"];
    let ease = ["--move-ms", "5000", "--jail", "off"];
    let run = forest.referee("fox", &[words, ease].concat());
    assert_eq!(run.code, Some(0), "{}{}", run.stdout, run.stderr);
    let begin = format!("fast@{short}\n");
    assert!(run.stdout.starts_with(&begin), "{}", run.stdout);
}

#[test]
fn a_commit_is_built_once() {
    let forest = Repository::new();
    let mark = forest.folder.path().display().to_string();
    let build =
        format!("{DESCRIPTION}build = [\"sh\", \"-c\", \"test -f secret && echo {mark}\"]\n");
    forest.write("fox/bot.toml", &build);
    forest.write(
        ".gitattributes",
        "fox/secret export-ignore\n*.txt text eol=crlf\n",
    );
    forest.write("fox/secret", "kept\n");
    forest.commit("built");
    let cup = forest.cup("bots = [{ bot = 'git:main:fox' }, { bot = 'house:first' }]\n");
    let kept = || {
        let builds = fs::read_dir(crate::kit::cache().join("referee/builds")).expect("a cache");
        let logs = builds
            .flatten()
            .map(|build| fs::read_to_string(build.path().join("log")));
        logs.flatten().filter(|log| log.contains(&mark)).count()
    };
    forest.referee("cups", &["run", &cup]).fine();
    assert_eq!(kept(), 1);
    // Another commit with the same files in the bot's folder is the same build.
    forest.write("README", "news\n");
    forest.commit("no news for the bot");
    forest.referee("cups", &["run", &cup, "--new"]).fine();
    assert_eq!(kept(), 1);
}

#[test]
fn a_repository_without_a_working_copy_will_do() {
    let forest = Repository::new();
    forest.git(&["clone", "--quiet", "--bare", ".", "fox/bare.git"]);
    let short = forest.short("main");
    let run = forest.referee("fox/bare.git", &["play", "git:main:fox", "house:first"]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    assert!(
        run.stdout.contains(&format!("A is fox@{short}\n")),
        "{}",
        run.stdout
    );
}

#[test]
fn what_it_reads_beside_its_folder_is_of_the_commit_too() {
    let forest = Repository::new();
    forest.write("lib/answer", "42");
    symlink("../lib", forest.at("fox/lib")).expect("a link");
    forest.write("fox/bot.toml", &format!("{DESCRIPTION}read = ['../lib']\n"));
    let bot = fs::read_to_string(forest.at("fox/bot.py")).expect("a file");
    let answer = "answer = open('lib/answer').read()\n";
    forest.write(
        "fox/bot.py",
        &(answer.to_owned()
            + &bot
                .replace("I am", "I know {answer},")
                .replace("(\"I", "(f\"I")),
    );
    forest.commit("a library");
    forest.write("lib/answer", "43");
    let run = forest.referee("", &["play", "git:main:fox", "house:first"]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    assert!(
        run.stdout.contains("A stderr: I know 42,"),
        "{}",
        run.stdout
    );
}
