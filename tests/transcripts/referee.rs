//! The referee says what the transcripts say, to bots that keep to them.

use std::collections::HashMap;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use referee_engine::{EngineContext, GameRunner, Log, ProcessScope, Program};
use referee_jail::{DisabledLayers, Level};
use referee_record::Job;

use super::job::{BOT, job};
use super::log::{as_logged, comparable};
use super::transcript::Transcript;
use super::{files, name, read, root};

#[test]
fn it_says_what_the_transcripts_say() {
    let scope = ProcessScope::open(
        Path::new(env!("CARGO_BIN_EXE_referee")),
        Level::Off,
        &DisabledLayers::default(),
    )
    .expect("a scope");
    for file in files() {
        let transcript = read(&file);
        let log = tempfile::tempdir().expect("a temporary folder");
        play(&file, &transcript, &scope, log.path());
        for (number, game) in (1..).zip(&transcript.games) {
            let path = format!("{number:06}-{}-{BOT}.log", game.seat);
            let logged = fs::read_to_string(log.path().join(path)).expect("a log");
            let logged: Vec<String> = logged.lines().filter_map(comparable).collect();
            let expected: Vec<String> = game.lines.iter().map(as_logged).collect();
            assert_eq!(logged, expected, "{}, game {number}", name(&file));
        }
    }
}

/// Plays all games of a transcript at one table.
fn play(file: &Path, transcript: &Transcript, scope: &ProcessScope, log: &Path) {
    let jobs: Vec<Job> = (1..)
        .zip(&transcript.games)
        .map(|(number, game)| job(game, number, transcript.games.len()))
        .collect();
    let mut programs = HashMap::new();
    for (game, job) in transcript.games.iter().zip(&jobs) {
        for seated in &job.seats {
            let program = if seated.bot == BOT {
                program(&seated.bot, "play", [file.into()])
            } else {
                let words = game.opponents.get(&seated.seat).into_iter().flatten();
                program(&seated.bot, "answer", words.map(Into::into))
            };
            programs.insert(seated.bot.clone(), program);
        }
    }
    let mut table = GameRunner::new(
        EngineContext {
            log: Some(Log {
                folder: log.to_owned(),
                run: "cup.db".to_owned(),
            }),
            ..EngineContext::new(Arc::new(programs), scope.clone())
        },
        None,
    );
    for job in &jobs {
        let record = table.play(job, 1, None).expect("no trouble");
        let record = record.expect("nobody stops the run");
        assert_eq!(record.played.verdict.void, None, "{}", name(file));
    }
    table.close();
}

/// The program that keeps to a transcript.
fn program(bot: &str, role: &str, words: impl IntoIterator<Item = OsString>) -> Program {
    let script = root().join("tests/bots/transcript.py");
    let path = std::env::var_os("PATH").expect("a PATH, on which python3 is");
    let mut args = vec!["python3".into(), script.into_os_string(), role.into()];
    args.extend(words);
    Program {
        env: vec![("PATH".into(), path)],
        folder: Some(root()),
        ..Program::new(bot, PathBuf::from("/usr/bin/env"), args)
    }
}
