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
            &["export", "cup.db", "--format", "jsonl", "-o", "cup.jsonl"],
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
