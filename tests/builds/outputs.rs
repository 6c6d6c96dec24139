//! The referee writes into a bot's folder, and that changes no bot.

use std::fs::File;
use std::process::Command;

use super::Yard;

/// A bot without a build, and a tournament beside its folder.
fn yard() -> Yard {
    let yard = Yard::new();
    yard.write("bot/bot.toml", "run = '/usr/bin/python3 bot.py'\n");
    let bot = super::BOT.replace("open(\"made\").read()", "\"nothing\"");
    yard.write("bot/bot.py", &bot);
    let bots = "bots = [{ bot = 'bot', name = 'own' }, { bot = 'house:first' }]";
    let text = format!("game = 'onitama'\noptions = {{ turns = 1 }}\nseed = 7\n{bots}\n");
    yard.write("cup.toml", &text);
    yard
}

/// A command in the bot's folder.
fn inside(yard: &Yard, args: &[&str]) -> Command {
    let mut command = yard.command(args);
    command.current_dir(yard.at("bot"));
    command
}

#[test]
fn what_the_referee_prints_into_a_bots_folder_is_no_source() {
    for both in [true, false] {
        let yard = yard();
        let run = ["run", "../cup.toml", "--out", "cup.db", "--log", "traffic"];
        let file = File::create(yard.at("bot/out.txt")).expect("a file");
        let mut command = inside(&yard, &run);
        if both {
            command.stderr(file.try_clone().expect("the same file"));
        }
        let output = command.stdout(file).output().expect("the referee starts");
        let shown = std::fs::read_to_string(yard.at("bot/out.txt")).expect("a file");
        assert_eq!(output.status.code(), Some(0), "{shown}");
        assert!(shown.contains("2 games"), "{shown}");
        for command in [
            &["report", "cup.db", "-o", "report.html"][..],
            // It would ask what becomes of the games of a bot that changed.
            &["run", "../cup.toml", "--out", "cup.db"],
        ] {
            let output = inside(&yard, command).output().expect("the referee starts");
            let stderr = String::from_utf8_lossy(&output.stderr);
            assert_eq!(output.status.code(), Some(0), "{command:?}: {stderr}");
        }
        yard.write("bot/book", "a move");
        let output = inside(&yard, &run[..4]).output().expect("it starts");
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{stderr}");
        assert!(stderr.contains("--changed-bots"), "{stderr}");
    }
}

#[test]
fn what_a_program_behind_a_pipe_writes_there_is_no_source() {
    let yard = yard();
    let run = |line: &str| {
        let referee = env!("CARGO_BIN_EXE_referee");
        let run = format!("{referee} run ../cup.toml --out cup.db 2>&1");
        let mut shell = Command::new("sh");
        shell.args(["-c", &line.replace("RUN", &run)]);
        shell
            .env("REFEREE_CORES", "shared")
            .current_dir(yard.at("bot"));
        shell.output().expect("a shell");
        std::fs::read_to_string(yard.at("bot/out.txt")).expect("a file")
    };
    // Its first line isn't the referee's, so the file can't be recognized by its beginning.
    let shown = run("{ echo begun; RUN; echo status $?; } | cat | tee out.txt");
    assert!(shown.ends_with("\nstatus 0\n"), "{shown}");
    // It has grown, and would be asked about if it were a source.
    let shown = run(
        "{ echo again; until grep -q again out.txt; do sleep 0.1; done; RUN; echo status $?; } \
         | tee -a out.txt",
    );
    assert_eq!(shown.matches("\nstatus 0\n").count(), 2, "{shown}");
}

#[test]
fn printed_standings_of_every_format_are_no_source() {
    let question = "...../bW.../..a.A/..B../..... A 10 ...../.x.x./.xo../...../..... \
        ...../.x.../..o../..x../..... ...../..x../..o../.x.x./..... \
        ...../.x.../..o../.x.x./..... ..x../.x.../..ox./...../.....";
    for (format, more) in [
        ("ladder", ""),
        ("swiss", ""),
        ("knockout", ""),
        ("exam", "[exam.main]\ndeals = 'deals'\n"),
    ] {
        let yard = yard();
        yard.write("deals", question);
        let cup = std::fs::read_to_string(yard.at("cup.toml")).expect("a file");
        yard.write("cup.toml", &format!("{cup}format = '{format}'\n{more}"));
        let run = ["run", "../cup.toml", "--out", "cup.db"];
        let file = File::create(yard.at("bot/out.txt")).expect("a file");
        let mut command = inside(&yard, &run);
        let output = command.stdout(file).output().expect("the referee starts");
        // Whoever reads what the next one prints must not hold the file.
        drop(command);
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(0), "{format}: {stderr}");
        assert!(!stderr.contains("plays without"), "{format}: {stderr}");
        let output = inside(&yard, &run).output().expect("the referee starts");
        let stderr = String::from_utf8_lossy(&output.stderr);
        let shown = std::fs::read_to_string(yard.at("bot/out.txt")).expect("a file");
        assert_eq!(output.status.code(), Some(0), "{format}: {stderr}\n{shown}");
        // Whoever begins anew is told what the bot doesn't see.
        let anew = ["run", "../cup.toml", "--dry-run"];
        let output = inside(&yard, &anew).output().expect("the referee starts");
        let stderr = String::from_utf8_lossy(&output.stderr);
        let said =
            "bot own plays without what looks written by the referee in its folder: out.txt\n";
        assert!(stderr.contains(said), "{format}: {stderr}");
    }
}

#[test]
fn a_bot_reads_an_export_in_its_folder() {
    let yard = yard();
    let run = ["run", "../cup.toml", "--out", "cup.db"];
    let fine = |command: &[&str]| {
        let output = inside(&yard, command).output().expect("the referee starts");
        let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(0), "{command:?}: {stderr}");
        stderr
    };
    fine(&run);
    fine(&["export", "cup.db", "--format", "jsonl", "-o", "book.jsonl"]);
    let bot = super::BOT.replace("open(\"made\")", "open(\"book.jsonl\")");
    yard.write("bot/bot.py", &bot);
    let stderr = fine(&["run", "../cup.toml", "--out", "new.db"]);
    assert!(!stderr.contains("plays without"), "{stderr}");
    for record in super::moved::records(&yard.at("bot/new.db")) {
        let heads = record.measured.bots.iter().map(|bot| &*bot.stderr_head);
        let heads: String = heads.collect();
        assert!(heads.starts_with("made: {\"header\""), "{record:?}");
    }
    // It is a source.
    yard.write("bot/book.jsonl", "another book");
    let output = inside(&yard, &["run", "../cup.toml", "--out", "new.db"]).output();
    let output = output.expect("the referee starts");
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{stderr}");
    assert!(stderr.contains("--changed-bots"), "{stderr}");
}
