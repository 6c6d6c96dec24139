//! How long an exam takes at most: by what its deals allow, in all of its stages.

use std::fs;

use serde_json::Value;

use super::examiner::DEAL;
use super::refusals::STATE;
use crate::engine::Arena;

#[test]
fn the_bound_is_that_of_the_deals_of_each_stage() {
    let settings = format!(
        "game = 'onitama'\nformat = 'exam'\nseed = 5\nconcurrency = 1\ntime = {{ move_ms = 1000 }}\n\
         limits = {{ start_ms = 2000, grace_ms = 0 }}\n\
         [exam.qualification]\nexaminer = 'teacher'\ndeals = 'short'\n[exam.main]\ndeals = 'long'\n\
         [exam.privacy]\nroster = 'roster.csv'\n[exam.basics]\nquestions = [{{ name = 'q', state = '{STATE}' }}]\n"
    );
    let arena = Arena::new(&settings)
        .bot("teacher", "house:first")
        .bot("ann", "house:random")
        .bot("bob", "house:first")
        .bot("cay", "house:random");
    fs::write(
        arena.path().join("roster.csv"),
        "id,name,alias\nann,Ann,fox\nbob,Bob,owl\ncay,Cay,elk\ndan,Dan,bee\n",
    )
    .expect("a file");
    fs::write(arena.path().join("short"), DEAL).expect("a file");
    let long = DEAL.replace(" A 4 ", " A 20 ");
    fs::write(arena.path().join("long"), format!("{DEAL}\n{long}")).expect("a file");
    let output = arena.run(&["--dry-run"]);
    let summary = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(output.status.code(), Some(0), "{summary}");
    let summary = summary.split_whitespace().collect::<Vec<_>>().join(" ");
    // Three students: a question each, of two moves; twice four moves; three pairs with two games of four
    // and two of twenty. That are 3 · 2 + 3 · 8 + 3 · 48 moves in 3 + 6 + 12 games.
    assert!(summary.contains("games at most 21,"), "{summary}");
    let bound = "time at most 4 min 18 s: 2 min 54 s if every game takes all the moves that its start \
                 allows (20 moves) and every bot all of its time, 1 min 24 s if every bot starts";
    assert!(summary.contains(bound), "{summary}");
    let json = arena.run(&["--dry-run", "--json"]).stdout;
    let json: Value = serde_json::from_slice(&json).expect("JSON");
    let tournament = &json["tournament"];
    assert_eq!(tournament["settings"]["qualification"]["deals"], 1);
    assert_eq!(tournament["bots"].as_array().map(Vec::len), Some(5));
    assert_eq!(
        (&json["games"], &json["at_most"]),
        (&21.into(), &true.into())
    );
    let time = &json["time"];
    let times = ["bound_ms", "thinking_ms", "edges_ms", "most_moves"].map(|key| time[key].as_u64());
    assert_eq!(times, [258_000, 174_000, 84_000, 20].map(Some));
    assert_eq!(json["would_not_play"][0]["name"], "dan");
    assert_eq!(json["unable_to_start"].as_array().map(Vec::len), Some(0));
    assert!(json["error"].is_null());
    // Of whom the roster tells and no folder.
    let missing = "would not play 1 dan no submission: the roster has this id";
    assert!(summary.contains(missing), "{summary}");
}
