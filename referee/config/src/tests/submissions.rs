//! Tests submissions that can't play.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;

use super::*;

#[test]
fn names_that_are_not_utf8_stop_nobody() {
    let dir = folder();
    let odd = |name: &[u8]| dir.path().join("subs").join(OsStr::from_bytes(name));
    fs::write(odd(b"M\xfcller.txt"), "").expect("a file");
    let text = format!("game = 'onitama'\n{TWO}submissions = 'subs/[ab]*'\n");
    let t = read(&format!("{text}broken = 'skip'"), dir.path()).expect("the others play");
    assert_eq!((t.bots.len(), t.refused.len()), (3, 1));
    fs::remove_file(odd(b"M\xfcller.txt")).expect("it is there");
    for name in [b"M\xe4ller", b"M\xfcller"] {
        fs::create_dir(odd(name)).expect("a folder");
        fs::write(odd(name).join("bot.toml"), "run = 'sh'").expect("a file");
        fs::write(odd(name).join(OsStr::from_bytes(b"\xff.py")), "").expect("a file");
    }
    let text = "game = 'onitama'\nsubmissions = 'subs/M?ller'\n\
                submission_defaults = { when = '?.py', run = 'sh' }\n";
    for described in [true, false] {
        let t = read(text, dir.path()).expect("both play");
        let names: Vec<&str> = t.bots.iter().map(|bot| bot.name.as_str()).collect();
        assert_eq!(names, ["M\\xe4ller", "M\\xfcller"], "{described}");
        for name in [b"M\xe4ller", b"M\xfcller"] {
            let _ = fs::remove_file(odd(name).join("bot.toml"));
        }
    }
}

#[test]
fn paths_of_programs_need_not_be_utf8() {
    let dir = folder();
    let there = dir.path().join(OsStr::from_bytes(b"b\xe9"));
    fs::create_dir(&there).expect("a folder");
    fs::copy(dir.path().join("script"), there.join("script")).expect("a copy");
    let second = "bots = [{ bot = 'script' }, { bot = 'house:random' }]\n";
    let t = read(&format!("game = 'onitama'\n{second}"), &there).expect("it is there");
    let real = there.canonicalize().expect("it is there").join("script");
    assert_eq!(t.bots[0].program.executable, real);
    fs::write(there.join("bot.toml"), "run = 'sh {folder}/x'").expect("a file");
    let second = "bots = [{ bot = '.', name = 'x' }, { bot = 'house:random' }]\n";
    let error = read(&format!("game = 'onitama'\n{second}"), &there).expect_err("no text");
    assert!(error.contains("{folder} can't be filled in"), "{error}");
    assert!(error.contains("isn't UTF-8"), "{error}");
}

#[test]
fn broken_submissions_are_left_out_where_that_is_asked_for() {
    let dir = folder();
    let write = |name: &str, text: &str| {
        let path = dir.path().join("subs").join(name);
        fs::create_dir_all(path.parent().expect("it has one")).expect("a folder");
        fs::write(path, text).expect("a file");
    };
    write("cay/bot.toml", "rnu = 'sh'");
    write("dan/bot.toml", "run = './missing'");
    write("aaa/bot.toml", "name = 'eve'\nrun = 'sh'");
    write("eve/bot.toml", "run = 'sh'");
    write("fay/bot.toml", "name = 'random'\nrun = 'sh'");
    write("gus/bot.toml", "run = 'sh'\ngames = ['ludo']");
    let text = format!("game = 'onitama'\n{TWO}submissions = 'subs/*'\n");
    let error = read(&text, dir.path()).expect_err("they are broken");
    assert!(error.contains("submission "), "{error}");
    let t = read(&format!("{text}broken = 'skip'"), dir.path()).expect("the others play");
    let names: Vec<(&str, bool)> = t
        .bots
        .iter()
        .map(|b| (b.name.as_str(), b.optional))
        .collect();
    let expected = [
        ("random", false),
        ("greedy", false),
        ("aaa", true),
        ("Ann", true),
        ("eve", true),
        ("fay", true),
    ];
    assert_eq!(names, expected);
    let left_out: Vec<String> = t.refused.iter().map(ToString::to_string).collect();
    for (line, parts) in left_out.iter().zip([
        ["bob is left out: ", "nothing says how the bot is run"],
        ["cay is left out: ", "did you mean `run`?"],
        ["dan is left out: ", "missing: No such file"],
        ["gus is left out: ", "plays ludo, but not onitama"],
    ]) {
        assert!(parts.iter().all(|part| line.contains(part)), "{line}");
        assert_eq!(line.lines().count(), 1);
    }
    assert_eq!(left_out.len(), 4);
    let alone = "game = 'onitama'\nsubmissions = 'subs/[b-d]*'\nbroken = 'skip'";
    let error = read(alone, dir.path()).expect_err("nobody is left");
    assert!(
        error.contains("found 0 bots, expected at least 2"),
        "{error}"
    );
    assert!(error.contains("cay is left out: "), "{error}");
}

#[test]
fn optional_bots_are_left_out_where_they_cant_be_started() {
    let dir = folder();
    let text = |command: &str, rest: &str| {
        let house = "{ bot = 'house:random' }, { bot = 'house:greedy' }";
        format!(
            "game = 'onitama'\nbots = [{house}, {{ name = 'snake', run = '{command}'{rest} }}]\n"
        )
    };
    let error = read(&text("no-such-program", ""), dir.path()).expect_err("it isn't there");
    assert!(error.contains("isn't found"), "{error}");
    let t = read(&text("no-such-program", ", optional = true"), dir.path()).expect("two play");
    assert_eq!(t.bots.len(), 2);
    let left_out = t.refused.iter().map(ToString::to_string);
    let left_out = left_out.collect::<Vec<_>>().join("\n");
    assert!(
        left_out.starts_with("snake is left out: `no-such-program` isn't found"),
        "{left_out}"
    );
    let t = read(&text("sh", ", optional = true"), dir.path()).expect("all play");
    let optional: Vec<bool> = t.bots.iter().map(|bot| bot.optional).collect();
    assert_eq!(optional, [false, false, true]);
    for (rest, expected) in [
        (", games = ['ludo']", "plays ludo, but not onitama"),
        (", args = ['{x}']", "{x}"),
    ] {
        let error = read(&text("sh", rest), dir.path()).expect_err(rest);
        assert!(error.contains(expected), "{error}");
        let wrong = text("sh", &format!("{rest}, optional = true"));
        let t = read(&wrong, dir.path()).expect("two play");
        assert_eq!(t.bots.len(), 2);
        assert!(t.refused[0].why.contains(expected), "{:?}", t.refused);
    }
}

#[test]
fn nobody_is_left_out_for_what_others_are_named() {
    let dir = folder();
    let subs = dir.path().join("cup");
    let write = |name: &str, toml: &str| {
        let folder = subs.join(OsStr::from_bytes(name.as_bytes()));
        fs::create_dir_all(&folder).expect("a folder");
        if !toml.is_empty() {
            fs::write(folder.join("bot.toml"), format!("run = 'sh'\n{toml}")).expect("a file");
        }
    };
    write("a/ann", "name = 'champion'");
    write("a/champion", "");
    write("a/twin", "");
    write("b/twin", "name = 'bob'");
    write("b/twin 2", "name = 'random'");
    write("b/greedy", " ");
    write("b/cay", "name = 'star'");
    write("b/dan", "name = 'star'");
    write("b/eve", "name = 'sun'");
    let text = format!("game = 'onitama'\n{TWO}submissions = 'cup/*/*'\nbroken = 'skip'\n");
    let t = read(&text, dir.path()).expect("all others play");
    let named = |begin: &str| {
        let bots = t.bots.iter().map(|bot| bot.name.as_str());
        let named: Vec<&str> = bots.filter(|name| name.starts_with(begin)).collect();
        named.join(" ")
    };
    for name in ["ann", "bob", "cay", "dan", "sun"] {
        assert_eq!(named(name), name);
    }
    for (name, bots) in [
        ("random", 1),
        ("greedy", 2),
        ("twin-2~", 1),
        ("champion", 0),
    ] {
        assert_eq!(named(name).split_whitespace().count(), bots, "{name}");
    }
    let refused: Vec<&str> = t.refused.iter().map(|bot| bot.name.as_str()).collect();
    assert!(
        matches!(refused[..], ["champion", twin] if twin.starts_with("twin~")),
        "{refused:?}"
    );
    let remarks: Vec<&String> = t.bots.iter().flat_map(|bot| &bot.remarks).collect();
    let (ann, told) = (
        "a/ann plays as ann: another one is named champion, too",
        remarks.len(),
    );
    assert!(
        remarks.iter().any(|remark| remark.ends_with(ann)),
        "{remarks:?}"
    );
    assert_eq!(told, 5, "ann, cay, dan, greedy and `twin 2`: {remarks:?}");
    for (bot, program) in t.bots.iter().map(|bot| (&bot.name, &bot.program.name)) {
        assert_eq!(bot, program);
    }
}

#[test]
fn what_cannot_be_read_is_a_submission_that_does_not_play() {
    let dir = folder();
    fs::create_dir_all(dir.path().join("deep/s1/bot")).expect("a folder");
    fs::write(dir.path().join("deep/s1/bot/bot.toml"), "run = 'sh'").expect("a file");
    std::os::unix::fs::symlink("loop", dir.path().join("deep/loop")).expect("a link");
    let text = format!("game = 'onitama'\n{TWO}submissions = 'deep/*/*'\nbroken = 'skip'\n");
    let t = read(&text, dir.path()).expect("the others play");
    assert_eq!(t.bots.len(), 3);
    let refused: Vec<(&str, &str)> = t
        .refused
        .iter()
        .map(|bot| (&*bot.name, &*bot.why))
        .collect();
    assert!(
        matches!(refused[..], [("loop", why)] if why.contains("this is a link")),
        "{refused:?}"
    );
}

#[test]
fn a_path_of_the_defaults_that_is_not_there_is_no_submissions_fault() {
    let dir = folder();
    let read_defaults = |keys: &str| {
        let text = format!(
            "game = 'onitama'\n{TWO}submissions = 'subs/*'\nbroken = 'skip'\n\
             submission_defaults = {keys}\n"
        );
        read(&text, dir.path())
    };
    for (keys, why) in [
        (
            "{ run = 'sh bot.py', read = ['good', 'godo'] }",
            "submission_defaults: read: ",
        ),
        (
            "{ run = 'sh bot.py', path = ['good/bot.toml'] }",
            "submission_defaults: path: ",
        ),
        (
            "[{ when = '*.m', run = 'sh' }, { run = 'sh bot.py', read = ['godo'] }]",
            "submission_defaults: read: ",
        ),
    ] {
        let error = read_defaults(keys).expect_err("it isn't there");
        assert!(error.contains(why) && error.contains('^'), "{error}");
    }
    // Paths in tables that apply to no submission may be on other machines.
    let other = "[{ when = '*.m', run = 'sh', read = ['godo'] }, { run = 'sh bot.py' }]";
    let t = read_defaults(other).expect("nobody is played by it");
    assert_eq!(t.refused.len(), 0, "{:?}", t.refused);
}

#[test]
fn what_lies_beside_submissions_is_no_student() {
    let dir = folder();
    let subs = dir.path().join("subs");
    for name in ["__MACOSX/ann", "lost+found"] {
        fs::create_dir_all(subs.join(name)).expect("a folder");
    }
    let mode = || fs::Permissions::from_mode(0o755);
    for (name, text) in [
        ("__MACOSX/ann/._bot.py", "x"),
        ("Thumbs.db", "x"),
        ("desktop.ini", "[x]"),
        ("README.txt", "late until Friday"),
        ("cay.zip", "PK"),
        ("dan.tar.gz", "x"),
        ("eve.txt", "echo ready"),
        ("fay", "#!/bin/sh\n"),
    ] {
        // As on a drive of Windows, where every file is executable.
        fs::write(subs.join(name), text).expect("a file");
        fs::set_permissions(subs.join(name), mode()).expect("a mode");
    }
    let text = format!("game = 'onitama'\n{TWO}submissions = 'subs/*'\nbroken = 'skip'\n");
    let t = read(&text, dir.path()).expect("the others play");
    let names: Vec<&str> = t.bots.iter().map(|bot| &*bot.name).collect();
    assert_eq!(names, ["random", "greedy", "Ann", "fay"]);
    let strays = [
        "README.txt",
        "Thumbs.db",
        "__MACOSX",
        "desktop.ini",
        "lost+found",
    ];
    assert_eq!(t.stray_names(), strays);
    let refused: Vec<(&str, &str)> = t
        .refused
        .iter()
        .map(|bot| (&*bot.name, &*bot.why))
        .collect();
    for (name, why) in [
        ("cay.zip", "cay.zip is an archive: unpack it"),
        ("dan.tar.gz", "dan.tar.gz is an archive: unpack it"),
        ("eve.txt", "eve.txt isn't a program: expected a script"),
    ] {
        let found = refused.iter().find(|(other, _)| *other == name);
        assert!(
            found.is_some_and(|(_, reason)| reason.contains(why)),
            "{refused:?}"
        );
    }
    let alone = "game = 'onitama'\nsubmissions = 'subs/R*'";
    let error = read(alone, dir.path()).expect_err("nobody is left");
    assert!(error.contains("no submission fits the pattern"), "{error}");
}

#[test]
fn a_submission_with_a_folder_around_it_is_told_where_it_lies() {
    let dir = folder();
    let write = |name: &str| {
        let path = dir.path().join("deep").join(name);
        fs::create_dir_all(path.parent().expect("it has one")).expect("a folder");
        fs::write(path, "").expect("a file");
    };
    write("ann/ann/bot.toml");
    write("bob/bob/bot.py");
    write("cay/cay/start");
    fs::write(dir.path().join("deep/cay/bot.toml"), "run = './start'").expect("a file");
    for (defaults, places) in [
        (
            "",
            ["ann/bot.toml lies", "how the bot is run", "cay/start lies"],
        ),
        (
            "submission_defaults = { when = 'bot.py', run = 'python3 bot.py' }\n",
            ["ann/ann has one", "bob/bob has one", "cay/start lies"],
        ),
    ] {
        let text =
            format!("game = 'onitama'\n{TWO}submissions = 'deep/*'\nbroken = 'skip'\n{defaults}");
        let t = read(&text, dir.path()).expect("the others play");
        for (bot, place) in t.refused.iter().zip(places) {
            assert!(bot.why.contains(place), "{place}: {}", bot.why);
        }
        assert_eq!(t.refused.len(), 3);
    }
}
