//! A tournament's folder is moved, with paths in arguments; and a bot is told again as the run ran it.

use std::fs;
use std::path::Path;

use referee_record::Record;

use super::{BOT, Yard};

const CUP: &str = "game = 'onitama'\noptions = { turns = 1 }\nseed = 7\nsubmissions = 'subs/*'\n\
    bots = [{ bot = 'house:first' }]\n[submission_defaults]\nread = ['tools']\n\
    run = '/usr/bin/python3 bot.py --path {folder}/tools'\nenv = { TOOLS = '{folder}/tools' }\n";

/// An exam, whose submissions say on stderr what they find by their argument and by their environment.
fn yard() -> Yard {
    let yard = Yard::new();
    yard.write("exam/cup.toml", CUP);
    yard.write("exam/tools/word", "found");
    let by =
        "open(sys.argv[2] + \"/word\").read() + open(os.environ[\"TOOLS\"] + \"/word\").read()";
    let bot = BOT.replace("open(\"made\").read()", by);
    yard.write("exam/subs/ann/bot.py", &format!("import os\n{bot}"));
    yard
}

pub fn records(file: &Path) -> Vec<Record> {
    let run = referee_store::Run::open(file).expect("results");
    let records = run.records().expect("records");
    records.map(|record| record.expect("a record")).collect()
}

/// Every game of ann's was played with what she found.
fn check(file: &Path) {
    for record in records(file) {
        let heads = record.measured.bots.iter().map(|bot| &*bot.stderr_head);
        let heads: String = heads.collect();
        assert_eq!(heads, "made: foundfound\n", "{record:?}");
        assert!(record.measured.evidence.is_empty(), "{record:?}");
    }
}

#[test]
fn a_folder_is_played_and_resumed_wherever_it_lies() {
    let yard = yard();
    yard.referee(&["run", "exam/cup.toml"]).fine();
    check(&yard.at("exam/cup.db"));
    // From within it, and from beside it; then moved.
    let resumed = |folder: &str, file: &str| {
        let mut command = yard.command(&["run", file]);
        let output = command.current_dir(yard.at(folder)).output();
        let output = output.expect("the referee starts");
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(0), "{stderr}");
        assert!(stderr.contains("this run is finished"), "{stderr}");
    };
    resumed("exam", "cup.toml");
    resumed("exam/subs", "../cup.toml");
    fs::rename(yard.at("exam"), yard.at("moved")).expect("moved");
    resumed("moved", "cup.toml");
    resumed("", "moved/cup.toml");
    let bot = fs::read_to_string(yard.at("moved/subs/ann/bot.py")).expect("a bot");
    yard.write("moved/subs/bob/bot.py", &bot);
    yard.referee(&["run", "moved/cup.toml", "--new"]).fine();
    let new = yard.at("moved/cup-2.db");
    assert_eq!(records(&new).len(), 6);
    let mut extend = yard.command(&["run", "../cup.toml", "--extend"]);
    let output = extend.current_dir(yard.at("moved/subs")).output();
    let output = output.expect("the referee starts");
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{stderr}");
    assert_eq!(records(&yard.at("moved/cup.db")).len(), 6);
    // A folder that says something else is another bot.
    yard.write(
        "moved/cup.toml",
        &CUP.replace("--path {folder}/tools", "--way {folder}/tools"),
    );
    let changed = yard.referee(&["run", "moved/cup.toml"]).refused();
    assert!(changed.contains("--changed-bots"), "{changed}");
}

#[test]
fn a_bot_without_a_description_is_told_again_as_the_run_ran_it() {
    let yard = yard();
    yard.referee(&["run", "exam/cup.toml"]).fine();
    let first = &records(&yard.at("exam/cup.db"))[0].played.job;
    let seat_assignment = first
        .seats
        .iter()
        .find(|seat_assignment| seat_assignment.bot == "ann");
    let seat = seat_assignment.expect("ann plays").seat.to_string();
    let repro = ["repro", "exam/cup.db", "1", &seat, "--bot"];
    let run = yard.referee(&[&repro[..], &["exam/subs/ann"]].concat());
    assert!(
        run.stderr.contains("has no bot.toml; it is run as ann was"),
        "{}",
        run.stderr
    );
    let shown = run.fine();
    assert!(shown.contains("the same answers as then"), "{shown}");
    // What the folder says itself counts.
    yard.write("exam/subs/ann/bot.toml", "run = './nothing'\n");
    let refused = yard
        .referee(&[&repro[..], &["exam/subs/ann"]].concat())
        .refused();
    assert!(refused.contains("nothing"), "{refused}");
}

#[test]
fn a_parameter_called_folder_is_the_tunings() {
    let yard = Yard::new();
    yard.write(
        "cup.toml",
        "game = 'onitama'\noptions = { turns = 4 }\nformat = 'tune'\n\
         bots = [{ bot = 'bot', args = ['--first={folder}'] }]\n\
         [tune]\niterations = 1\npairs = 1\nparameters = [\n\
         { name = 'folder', start = 5, min = 0, max = 10, integer = true }]\n",
    );
    let says = "open(\"made\").read()";
    let bot = BOT.replace(says, "\" \".join(sys.argv[1:])");
    yard.write("bot/bot.py", &bot);
    let toml = "run = '/usr/bin/python3 bot.py --second={folder}'\n";
    yard.write("bot/bot.toml", toml);
    yard.referee(&["run", "cup.toml"]).fine();
    for record in records(&yard.at("cup.db")) {
        for bot in &record.measured.bots {
            let head = &bot.stderr_head;
            let words: Vec<&str> = head.split_whitespace().collect();
            let value = |field: &str| field.split_once('=').map(|(_, value)| value.parse::<u8>());
            assert!(words.len() == 3, "{head}");
            assert!(
                words[1..]
                    .iter()
                    .all(|field| matches!(value(field), Some(Ok(_)))),
                "{head}"
            );
        }
    }
}
