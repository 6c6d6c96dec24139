//! Tables, lists and exports of a run: each command and form, compared to what is stored beside.

use std::fs;
use std::path::{Path, PathBuf};

use expect_test::expect_file;
use referee_store::{Filter, Ruling, Run, Writer, annul};
use serde_json::Value;
use tempfile::TempDir;

use super::{Arena, fit_for_a_terminal, write_chained};
use crate::kit::{command, referee};

/// Where what is expected is stored, a file for each command.
fn golden() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/results/golden")
}

/// Crashes at its second move, with some last words.
const CRASHER: &str = "wait hello; say ready; wait go; complain about \\x1b[31mto die; legal; \
     wait go; exit 7";

fn arena() -> Arena {
    let settings = "game = \"onitama\"\nseed = 7\nrounds = 1\nstart = \"deal\"\n\
                    options = { turns = 6 }";
    Arena::new(settings)
        .bot("ann", "house:random")
        .bot("bob", "house:greedy")
        .bot("cleo", "house:first")
        .scripted("crasher", CRASHER)
}

/// Where a run of an arena left its results.
pub(super) fn results(arena: &Arena) -> PathBuf {
    let names = ["cup.db", "cup.jsonl"].map(|name| arena.path().join(name));
    names
        .into_iter()
        .find(|file| file.exists())
        .expect("results")
}

/// A run that is the same each time: its times are made up, and a game of it is void.
pub(super) fn fixed() -> (TempDir, PathBuf) {
    let arena = arena();
    super::played(&arena);
    let run = Run::open(&results(&arena)).expect("results");
    let mut contents = vec![serde_json::to_value(run.header()).expect("JSON")];
    for session in contents[0]["sessions"].as_array_mut().expect("sessions") {
        let session = session.as_object_mut().expect("an object");
        session.retain(|key, _| !["jail", "clock", "crowded"].contains(&key.as_str()));
    }
    let records = run.records().expect("records");
    let mut records: Vec<_> = records.map(|record| record.expect("sound")).collect();
    records.sort_by_key(|record| record.played.job.number);
    for record in &mut records {
        for (ply, ms) in record.measured.plies.iter_mut().zip(1..) {
            ply.ns = ms * 1_500_000;
        }
        for evidence in &mut record.measured.evidence {
            // What a control group counted, where there is one.
            evidence.refused_processes = None;
            evidence.ns = 12_000_000;
            evidence.first_byte_ns = evidence.first_byte_ns.map(|_| 3_000_000);
        }
        record.measured.began_ms = 0;
        record.measured.took_us = 0;
        record.measured.core = None;
        for bot in &mut record.measured.bots {
            bot.start_us = Some(20_000);
            (bot.memory_bytes, bot.cpu_us, bot.told) = (None, None, None);
        }
        if record.played.job.number == 3 {
            record.attempt = record.played.job.limits.tries;
            record.played.verdict.void = Some("the machine ran out of memory".to_owned());
        }
        contents.push(serde_json::to_value(&record).expect("JSON"));
    }
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("cup.jsonl");
    write_chained(&file, &contents);
    (folder, file)
}

/// The same with numbers to six decimals: the last digits depend on the machine.
fn rounded(text: &str) -> String {
    let mut shown = String::new();
    let mut number = String::new();
    for c in text.chars().chain(['\n']) {
        if c.is_ascii_digit() || c == '.' {
            number.push(c);
            continue;
        }
        let long = number
            .split_once('.')
            .is_some_and(|(_, decimals)| decimals.len() > 6);
        match number.parse::<f64>() {
            Ok(value) if long => shown += &format!("{value:.6}"),
            _ => shown += &number,
        }
        number.clear();
        shown.push(c);
    }
    shown.pop();
    shown
}

#[test]
fn every_command_prints_what_is_stored() {
    let (_folder, file) = fixed();
    let folder = file.parent().expect("a folder");
    let path = file.file_name().expect("a name").to_string_lossy();
    let commands = [
        "standings",
        "standings --wide",
        "standings --json",
        "standings --csv",
        "standings --csv --wide",
        "standings --md",
        "standings --crosstable",
        "standings --crosstable --json",
        "standings --crosstable --csv",
        "standings --crosstable --md",
        "games",
        "games --json",
        "games --csv",
        "games --md",
        "games --bot ann --opponent bob",
        "games --bot cleo --seat B --result win",
        "games --result void",
        "games --reason crash --csv",
        "games 1",
        "games 12",
        "games 12 --json",
        "games 1 --log",
        "games 12 --log",
        "export --format csv",
        "export --format md",
        "export --format json",
        "export --format jsonl --bot crasher --result loss --seat A",
        "export --format exam-log --bot ann --opponent bob",
    ];
    for given in commands {
        let mut words: Vec<&str> = given.split(' ').collect();
        words.insert(1, &path);
        let output = command(&words)
            .current_dir(folder)
            .output()
            .expect("the referee starts");
        assert_eq!(output.status.code(), Some(0), "{given}");
        let shown = rounded(&String::from_utf8(output.stdout).expect("UTF-8"));
        let name = given.replace("--", "").replace(' ', "-");
        expect_file![golden().join(format!("{name}.txt"))].assert_eq(&shown);
        if ["--json", "--csv", "--wide", "--md", "export"]
            .iter()
            .all(|form| !given.contains(form))
        {
            fit_for_a_terminal(&shown);
        }
    }
}

#[test]
fn standings_agree_with_the_run_itself() {
    let swiss = || {
        let settings = "game = \"onitama\"\nformat = \"swiss\"\nrounds = 2\nseed = 3";
        Arena::new(settings)
            .bot("ann", "house:random")
            .bot("bob", "house:greedy")
            .bot("cleo", "house:first")
    };
    let arenas: [fn() -> Arena; 2] = [arena, swiss];
    let forms = [&[][..], &["--json"]];
    for (arena, form) in arenas
        .iter()
        .flat_map(|arena| forms.map(|form| (arena(), form)))
    {
        let output = arena.run(form);
        let stdout = String::from_utf8(output.stdout).expect("UTF-8");
        let toml = arena.path().join("cup.toml");
        for file in [&results(&arena), &toml] {
            let file = file.to_string_lossy();
            let shown = referee(&[&["standings", &file], form].concat()).fine();
            assert_eq!(shown, stdout);
        }
    }
}

#[test]
fn standings_agree_with_the_outcomes() {
    let (_folder, file) = fixed();
    let shown = referee(&["standings", &file.to_string_lossy(), "--json"]).fine();
    let shown: Value = serde_json::from_str(&shown).expect("JSON");
    let run = Run::open(&file).expect("results");
    let outcomes = run.outcomes(&Filter::default()).expect("outcomes");
    let outcomes: Vec<_> = outcomes.map(|outcome| outcome.expect("sound")).collect();
    let counted = outcomes.iter().filter(|outcome| outcome.counts());
    assert_eq!((&shown["games"], &shown["void"]), (&11.into(), &1.into()));
    assert_eq!(counted.clone().count(), 11);
    for bot in shown["standings"].as_array().expect("rows") {
        let name = bot["bot"].as_str().expect("a name");
        let points: f64 = counted
            .clone()
            .flat_map(|outcome| {
                let seats = outcome.seats.iter().filter(|seated| seated.bot == name);
                seats.map(|seated| outcome.points(seated.seat))
            })
            .sum();
        assert_eq!(bot["points"].as_f64(), Some(points), "{name}");
    }
    assert_eq!(shown["left_out"]["void"][0]["game"], 3);
    assert_eq!(shown["left_out"]["units"].as_array().map(Vec::len), Some(1));
}

#[test]
fn rulings_are_told_wherever_the_game_is() {
    let (folder, file) = fixed();
    let run = Run::open(&file).expect("results");
    let database = folder.path().join("cup.db");
    let writer = Writer::create(&database, run.header(), |_| {}).expect("a database");
    for record in run.records().expect("records") {
        writer.submit(record.expect("sound"));
    }
    writer.close().expect("written");
    let path = database.to_string_lossy();
    let shown = |command: &str| {
        let words = command.replace("RUN", &path);
        referee(&words.split(' ').collect::<Vec<_>>()).fine()
    };
    // An export can't be verified by itself, which is all that differs.
    let lines = |text: &str| -> Vec<String> {
        let lines = text.lines().filter(|line| !line.contains("Not verified: "));
        lines
            .filter(|line| !line.is_empty())
            .map(str::to_owned)
            .collect()
    };
    let from_lines = referee(&["standings", &file.to_string_lossy(), "--json"]).fine();
    assert_eq!(lines(&shown("standings RUN --json")), lines(&from_lines));
    let ruling = Ruling {
        number: 5,
        attempt: 1,
        because: "the projector pulled the plug".to_owned(),
        replay: false,
        at_ms: 0,
    };
    annul(&database, std::slice::from_ref(&ruling)).expect("a ruling");
    let note = "annulled: the projector pulled the plug";
    let standings = shown("standings RUN");
    let listed = format!(
        "\n  Void, so not counted: 2 games (1 annulled).\n  game 3, attempt 3: the machine ran out of memory.\n  game 5: {note}.\n"
    );
    assert!(standings.contains(&listed), "{standings}");
    for command in [
        "games RUN --result void",
        "games RUN 5",
        "games RUN 5 --step",
        "games RUN --csv",
    ] {
        let shown = shown(command);
        let line = shown.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(line.contains(note), "{command}: {shown}");
    }
    assert!(!shown("games RUN --bot crasher --result loss").contains("    5  "));
    let export = folder.path().join("export.jsonl");
    shown(&format!(
        "export RUN --format jsonl -o {}",
        export.display()
    ));
    for form in ["--json", "--csv", "--md"] {
        let exported = referee(&["standings", &export.to_string_lossy(), form]).fine();
        assert_eq!(
            lines(&shown(&format!("standings RUN {form}"))),
            lines(&exported)
        );
    }
}

#[test]
fn what_cannot_be_is_refused_in_a_sentence() {
    let (folder, file) = fixed();
    let path = file.to_string_lossy();
    let there = folder.path().join("there");
    fs::create_dir_all(there.join("inside")).expect("a folder");
    let there = there.to_string_lossy();
    for (command, why) in [
        (
            "games RUN --bot anne",
            "--bot anne: there is no such bot; did you mean ann?",
        ),
        (
            "games RUN --opponent x",
            "no such bot; there are ann, bob, cleo, crasher",
        ),
        (
            "games RUN --bot ann --opponent ann",
            "no bot plays against itself",
        ),
        (
            "games RUN --reason crashed",
            "ends so; the words are base, general, turns, no-handshake, ",
        ),
        (
            "games RUN --seat C",
            "--seat C: nobody sits there; the seats are A, B",
        ),
        (
            "games RUN --stage mian",
            "no such stage; did you mean main?",
        ),
        (
            "standings RUN --stage final",
            "has no game of it; its stages are main",
        ),
        (
            "games RUN 1 --bot ann",
            "conditions select games of the list",
        ),
        ("games RUN 1 --csv", "--csv and --md are forms of the list"),
        (
            "games RUN 1 --log --json",
            "--log is text; leave out --json",
        ),
        (
            "games RUN 13",
            "there is no game 13 among 12 recorded games; `referee games ",
        ),
        (
            "games RUN 1 --attempt 2",
            "game 1 has no such attempt; its last one is 1",
        ),
        (
            "export RUN --format csv -o RUN",
            "it is there already; remove it, or give another",
        ),
        (
            "export RUN --format csv -o /no/such/file",
            "-o /no/such/file: it can't be made",
        ),
        (
            "export RUN --format exam-log -o THERE",
            "the folder isn't empty; give a new one",
        ),
        (
            "standings RUN.toml",
            "RUN.toml: there are no results beside it",
        ),
    ] {
        // No RUN is a part of the paths that replace it.
        let words = command.replace("RUN", &path).replace("THERE", &there);
        let message = referee(&words.split(' ').collect::<Vec<_>>()).refused();
        assert!(
            message.contains(&why.replace("RUN", &path)),
            "{command}: {message}"
        );
        assert_eq!(message.lines().count(), 1, "{message}");
    }
    for command in [
        "games RUN --result tie",
        "standings RUN --csv --json",
        "games RUN 0",
    ] {
        let words = command.replace("RUN", &path);
        referee(&words.split(' ').collect::<Vec<_>>()).refused();
    }
}

#[test]
fn exports_go_into_files() {
    let (folder, file) = fixed();
    let path = file.to_string_lossy();
    let export = |format: &str, out: &Path| {
        let out = out.to_string_lossy();
        referee(&["export", &path, "--format", format, "-o", &out]).fine()
    };
    let rows = folder.path().join("rows.csv");
    assert_eq!(export("csv", &rows), "");
    let shown = referee(&["games", &path, "--csv"]).fine();
    assert_eq!(fs::read_to_string(rows).expect("rows"), shown);
    assert_eq!(shown.lines().count(), 13);
    let logs = folder.path().join("logs");
    export("exam-log", &logs);
    for number in 1..=12 {
        let log = fs::read_to_string(logs.join(format!("game-{number:06}.log"))).expect("a log");
        let shown = referee(&["games", &path, &number.to_string(), "--log"]).fine();
        assert_eq!(log, shown);
    }
    assert_eq!(fs::read_dir(logs).expect("logs").count(), 12);
}
