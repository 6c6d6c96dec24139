//! The script of a record is what was told.

use referee_engine::{ScriptError, SeatTranscript, rules_of};
use referee_games::GameSource;
use referee_record::Record;

use crate::engine::{Arena, wrong};

/// Plays the first legal move, and speaks JSON, without legal moves if it is told so.
const JSON: &str = r#"
import json, sys
sys.stdin.readline()
print("ready json=on " + sys.argv[1], flush=True)
legal = []
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "legal":
        legal = message["moves"]
    if message["type"] == "go":
        answer = {"type": "move", "move": legal[0]} if legal else {"type": "resign"}
        print(json.dumps(answer), flush=True)
    if message["type"] == "quit":
        break
"#;

/// The script of a seat.
fn script(record: &Record, seat: char) -> Result<SeatTranscript, ScriptError> {
    let rules = rules_of(&GameSource::built_in(), &record.played.job).expect("rules");
    SeatTranscript::of(&*rules, record, seat)
}

/// Every seat of every game has a script, which compares itself with the record. Gives the bytes.
fn check(records: &[Record]) -> u64 {
    let mut bytes = 0;
    assert!(!records.is_empty());
    for record in records {
        for seated in &record.played.job.seats {
            let number = record.played.job.number;
            let script = script(record, seated.seat);
            let script = script.unwrap_or_else(|e| panic!("game {number}: {e}"));
            assert!(script.hello == "hello referee 1\n" && script.hash.bytes > 0);
            bytes += script.hash.bytes;
        }
    }
    bytes
}

fn field(settings: &str) -> Arena {
    Arena::unjailed(settings)
        .bot("ann", "house:random")
        .bot("bob", "house:random")
}

#[test]
fn random_games_of_all_games_are_told_as_they_were() {
    let clocks = [
        "{ move_ms = 2000 }",
        "{ clock_ms = 9000, inc_ms = 10 }",
        "{ clock_ms = 9000, delay_ms = 20 }",
        "{ clock_ms = 9000, moves = 3 }",
        "{ depth = 3 }",
    ];
    let games: Vec<_> = referee_games::games().iter().zip(clocks).collect();
    let wrong = wrong(&games, |(game, time)| {
        let name = game.name();
        let settings = format!(
            "game = {name:?}\ntime = {time}\nrounds = 1\nseed = 5\nstart = \"deal\"\nopenings = 2"
        );
        let arena = field(&settings).python("json", JSON, "");
        check(&arena.records());
        None
    });
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn tables_of_four_with_faults_and_clocks_are_told_as_they_were() {
    let settings = "game = \"ludo\"\noptions = { seats = \"ABCD\" }\nrounds = 1\nseed = 4\n\
                    time = { clock_ms = 60000, inc_ms = 5 }\n[limits]\nstart_ms = 1500";
    let arena = field(settings)
        .scripted("absent", "wait hello; exit 1")
        .scripted(
            "crasher",
            "wait hello; say ready; wait go; legal; wait go; exit 7",
        )
        .python("json", JSON, "legal=off");
    let records = arena.records();
    assert!(records.iter().any(|r| r.measured.evidence.len() > 2));
    check(&records);
}

#[test]
fn a_fault_of_the_first_turn_is_none_of_the_handshake() {
    let strict = "game = \"onitama\"\nchatter = \"loss\"\nrounds = 1";
    for script in [
        "wait hello; say ready; wait go; say hm; legal; rest",
        "say hm; wait hello; say ready; rest",
    ] {
        let arena = Arena::new(strict)
            .scripted("bad", script)
            .bot("good", "house:first");
        check(&arena.records());
    }
}

#[test]
fn a_process_that_plays_on_is_told_without_a_hello() {
    let settings = "game = \"onitama\"\nrounds = 3\nrestart = \"never\"\nconcurrency = 1\n\
                    options = { turns = 2 }\nstart = \"deal\"";
    let records = field(settings).records();
    check(&records);
    let kept = |record: &&Record| script(record, 'A').is_ok_and(|script| script.kept);
    assert!(records.iter().any(|record| kept(&record)) && !records.iter().all(|r| kept(&r)));
}

#[test]
fn a_record_that_was_changed_has_no_script() {
    let settings = "game = \"onitama\"\nrounds = 1\noptions = { turns = 2 }";
    let mut record = field(settings).records().remove(0);
    record.played.job.number += 1;
    let error = script(&record, 'A').expect_err("another id").to_string();
    assert!(error.contains("the record was changed"), "{error}");
    record.measured.bots[0].told = None;
    let error = script(&record, 'A').expect_err("not known").to_string();
    assert!(error.contains("doesn't say"), "{error}");
    let error = script(&record, 'C').expect_err("no seat").to_string();
    assert!(error.contains("its seats are AB"), "{error}");
}
