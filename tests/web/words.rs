//! What can be asked of `report`, and what is refused.

use super::{data, report, rows};
use crate::engine::Arena;
use crate::kit::referee;

#[test]
fn games_are_chosen_and_the_page_says_so() {
    let arena = Arena::new("game = \"onitama\"\nrounds = 5\nseed = 1\nstart = \"deal\"")
        .scripted("dies", "wait hello; say ready; wait go; exit 3")
        .bot("ann", "house:first")
        .bot("bob", "house:random");
    assert!(arena.run(&[]).status.success());
    let run = arena.path().join("cup.db");
    let games = |page: &str| rows(page, "id=\"games\"").len();

    let page = report(&run, &["--games", "sample=7"]);
    assert_eq!(games(&page), 7);
    assert_eq!(
        data(&page, "packed")["places"].as_array().map(Vec::len),
        Some(7)
    );
    assert!(page.contains("Here stand 7 of 30 games") && page.contains("23 games left out"));

    let page = report(&run, &["--games", "faults"]);
    assert_eq!(games(&page), 20);
    assert!(page.contains("those in which a bot failed"));
    assert_eq!(page.matches("<details data-why").count(), 20);
    assert!(page.contains("exit") && page.contains("what to try"));

    assert_eq!(games(&report(&run, &[])), 30);
}

#[test]
fn what_can_t_be_done_is_refused() {
    let arena = Arena::new("game = \"onitama\"\nrounds = 1")
        .bot("ann", "house:first")
        .bot("bob", "house:random");
    assert!(arena.run(&[]).status.success());
    let file = |name: &str| arena.path().join(name).to_string_lossy().into_owned();
    let (run, page) = (file("cup.db"), file("cup.html"));
    for (arguments, why) in [
        (&["report", &run][..], "--out"),
        (&["report", &run, "-o", &run], "no page"),
        (&["report", &run, "-o", &file("none/x.html")], "none/x.html"),
        (
            &["report", &run, "-o", &page, "--games", "some"],
            "sample=N",
        ),
        (&["report", &file("none.db"), "-o", &page], "none.db"),
        (&["report", &run, "--per-bot", &file("")], "isn't empty"),
        (
            &["report", &run, "--per-bot", &file("new"), "--roster", &run],
            "only an exam",
        ),
    ] {
        let refused = referee(arguments);
        assert_eq!(refused.code, Some(2), "{arguments:?}: {}", refused.stderr);
        assert!(refused.stderr.contains(why), "{why}: {}", refused.stderr);
    }
}
