//! Who met whom on the pages of a run: brackets, rounds and places say what the terminal says, and lead to games.

use std::collections::BTreeMap;
use std::io::Read;
use std::path::{Path, PathBuf};

use flate2::read::GzDecoder;
use serde_json::Value;

use super::served::Served;
use super::{between, rows, text};
use crate::engine::Arena;
use crate::kit::referee;

/// A run of these bots: the greedy one, a random one, and so on.
fn played(settings: &str, bots: &[&str]) -> (Arena, PathBuf) {
    let houses = ["house:greedy", "house:random", "house:first"];
    let mut arena = Arena::new(&format!("game = \"onitama\"\nseed = 3\n{settings}"));
    for (bot, house) in bots.iter().zip(houses.iter().cycle()) {
        arena = arena.bot(bot, house);
    }
    assert!(arena.run(&[]).status.success());
    let run = arena.path().join("cup.db");
    (arena, run)
}

fn json(run: &Path) -> Value {
    let text = referee(&["standings", &run.to_string_lossy(), "--json"]).fine();
    serde_json::from_str(&text).expect("JSON")
}

/// What stands in each round: its title, and the two of each meeting with their points.
type Rounds = Vec<(String, Vec<[(String, String); 2]>)>;

fn rounds(page: &str) -> Rounds {
    let round = |round: &str| {
        let ties = round.split("<li class=\"tie\"").skip(1).map(|tie| {
            let sides: Vec<_> = tie.split("<div class=\"side").skip(1).collect();
            let side = |side: &str| {
                let points = text(between(side, "<b>", "</b>"));
                let name = text(between(side, ">", "<b>"));
                (name, points.replace(" (won)", ""))
            };
            let [a, b] = sides[..] else {
                panic!("two sides: {tie}");
            };
            [side(a), side(b)]
        });
        (text(between(round, "<h4>", "</h4>")), ties.collect())
    };
    page.split("<section class=\"round\">")
        .skip(1)
        .map(round)
        .collect()
}

/// The points of one against another, as the crosstable has them.
fn against(report: &Value, one: &str, other: &str) -> f64 {
    let names = report["crosstable"]["names"].as_array().expect("names");
    let at = |bot: &str| names.iter().position(|name| name == bot).expect("a bot");
    let cell = &report["crosstable"]["cells"][at(one)][at(other)];
    cell["points"].as_f64().expect("points")
}

/// All points of a side, however often the two met.
fn sum(points: &str) -> f64 {
    points
        .split(", ")
        .map(|text| text.parse::<f64>().expect("points"))
        .sum()
}

/// Each meeting has the points of the crosstable; gives how many there were.
fn compare(report: &Value, rounds: &Rounds) -> usize {
    let met = rounds.iter().flat_map(|(_, ties)| ties);
    let met = met.filter(|[a, b]| !a.1.is_empty() && !b.1.is_empty());
    met.map(|[(a, own), (b, theirs)]| {
        assert!((sum(own) - against(report, a, b)).abs() < 1e-9, "{a} {b}");
        assert!(
            (sum(theirs) - against(report, b, a)).abs() < 1e-9,
            "{b} {a}"
        );
    })
    .count()
}

#[test]
fn a_knockout_is_shown_as_a_bracket() {
    let (_arena, run) = played(
        "format = \"knockout\"",
        &["ann", "bob", "cleo", "dan", "eve"],
    );
    let report = json(&run);
    let served = Served::new(&[&run.to_string_lossy()]);
    let page = served.get("/1/").1;
    assert!(!page.contains("id=\"crosstable\""));
    let shown_rounds = rounds(between(&page, "id=\"bracket\"", "id=\"course\""));
    let titles: Vec<&str> = shown_rounds
        .iter()
        .map(|(title, _)| title.as_str())
        .collect();
    assert_eq!(titles, ["quarterfinal", "semifinal", "final"]);
    assert_eq!(compare(&report, &shown_rounds), 4);
    // Three had a bye, and the one who won is the first of the standings.
    assert_eq!(page.matches("<span class=\"soft\">bye</span>").count(), 3);
    let last = &shown_rounds[2].1[0];
    let won = between(
        &page[page.find("<h4>final</h4>").expect("a final")..],
        "side won",
        "</div>",
    );
    let winner = rows(&page, "id=\"standings\"")[0][1].clone();
    assert!(text(between(won, ">", "<b>")) == winner && last.iter().any(|side| side.0 == winner));
    // The report has it too, and nothing in it leads to a server.
    let file = super::report(&run, &[]);
    assert_eq!(
        rounds(between(&file, "id=\"bracket\"", "id=\"crosstable\"")),
        shown_rounds
    );
    assert!(!file.contains("games?of="));
}

#[test]
fn a_swiss_tournament_is_shown_by_rounds() {
    let bots = ["ann", "bob", "cleo", "dan", "eve"];
    let (_arena, run) = played("format = \"swiss\"\nrounds = 3\nstart = \"deal\"", &bots);
    let report = json(&run);
    let served = Served::new(&[&run.to_string_lossy()]);
    let page = served.get("/1/").1;
    let shown_rounds = rounds(between(&page, "id=\"rounds\"", "id=\"course\""));
    assert_eq!(shown_rounds.len(), 3);
    assert_eq!(compare(&report, &shown_rounds), 6);
    // Everybody is in every round, and all points are those of the standings.
    let mut points: BTreeMap<&str, f64> = BTreeMap::new();
    for (_, ties) in &shown_rounds {
        let mut names: Vec<&str> = ties.iter().flatten().map(|side| side.0.as_str()).collect();
        names.retain(|name| bots.contains(name));
        names.sort_unstable();
        assert_eq!(names, bots);
        for (bot, shown_points) in ties.iter().flatten().filter(|side| !side.1.is_empty()) {
            *points.entry(bot).or_default() += sum(shown_points);
        }
    }
    for row in report["standings"].as_array().expect("rows") {
        let bot = row["bot"].as_str().expect("a name");
        let total = row["points"].as_f64().expect("points");
        assert!(
            (points.get(bot).copied().unwrap_or(0.0) - total).abs() < 1e-9,
            "{bot}"
        );
    }
}

#[test]
fn games_of_four_are_shown_as_counts_of_places() {
    let settings = "game = \"ludo\"\nrounds = 2\nseed = 2\noptions = { seats = \"ABCD\" }";
    let arena = Arena::new(settings)
        .bot("ann", "house:first")
        .bot("bob", "house:random")
        .bot("cleo", "house:first")
        .bot("dan", "house:random");
    assert!(arena.run(&[]).status.success());
    let run = arena.path().join("cup.db");
    let report = json(&run);
    let served = Served::new(&[&run.to_string_lossy()]);
    let places = rows(&served.get("/1/").1, "id=\"places\"");
    assert_eq!(places.len(), 4);
    for (row, bot) in places
        .iter()
        .zip(report["standings"].as_array().expect("rows"))
    {
        let counts: Vec<u64> = row[2..]
            .iter()
            .map(|text| text.parse().expect("a count"))
            .collect();
        let number = |name: &str| bot[name].as_u64().expect("a count");
        assert_eq!(row[1], bot["bot"]);
        assert_eq!(counts.iter().sum::<u64>(), number("games"));
        assert_eq!(counts[0], number("wins") + number("draws"));
        assert_eq!(counts.len(), 4);
    }
}

#[test]
fn cells_lead_to_the_games_of_the_two() {
    let (_arena, run) = played("rounds = 2\nstart = \"deal\"", &["ann", "bob", "cleo"]);
    let served = Served::new(&[&run.to_string_lossy()]);
    let page = served.get("/1/").1;
    let table = between(&page, "id=\"crosstable\"", "</table>");
    let links: Vec<&str> = table
        .split("href=\"")
        .skip(1)
        .map(|rest| rest.split('"').next().expect("an address"))
        .collect();
    // Three names, and both cells of three pairs.
    assert_eq!(links.len(), 9);
    for link in links {
        let list = served.get(&link.replace("&amp;", "&")).1;
        let games = rows(&list, "id=\"games\"");
        let bots: Vec<&str> = link
            .split("of=")
            .skip(1)
            .map(|bot| bot.trim_end_matches("&amp;"))
            .collect();
        assert_eq!(games.len(), if bots.len() == 2 { 4 } else { 8 }, "{link}");
        let plays =
            |row: &Vec<String>, bot: &str| row[1..3].iter().any(|cell| cell.starts_with(bot));
        assert!(
            games
                .iter()
                .all(|row| bots.iter().all(|bot| plays(row, bot))),
            "{link}"
        );
    }
    // Whatever else is asked for is the name of nobody.
    for nobody in [
        "nobody",
        "..%2F..%2Fetc%2Fpasswd",
        "%3Cscript%3E",
        "%FF",
        "",
    ] {
        let (status, list) = served.get(&format!("/1/games?of={nobody}&x=1&from=-1"));
        assert!(
            status == 200 && !list.contains("id=\"games\"") && !list.contains("<script>"),
            "{nobody}"
        );
    }
    let (_, second) = served.get("/1/game/2");
    assert!(second.contains("href=\"/1/game/1\"") && second.contains("href=\"/1/game/3\""));
    assert!(!served.get("/1/game/12").1.contains("href=\"/1/game/13\""));
}

/// The files of a packed folder, by name, and whether they can be run.
fn unpacked(bytes: &[u8]) -> BTreeMap<String, (bool, Vec<u8>)> {
    let mut all = Vec::new();
    GzDecoder::new(bytes).read_to_end(&mut all).expect("gzip");
    let (mut files, mut rest) = (BTreeMap::new(), &all[..]);
    while rest[0] != 0 {
        let result = |from: usize, to: usize| {
            let bytes = rest[from..to]
                .split(|byte| *byte == 0)
                .next()
                .unwrap_or_default();
            String::from_utf8_lossy(bytes).into_owned()
        };
        let octal = |text: String| usize::from_str_radix(text.trim(), 8).expect("a number");
        let (name, size) = (result(0, 100), octal(result(124, 136)));
        let (mode, text) = (octal(result(100, 108)), rest[512..512 + size].to_vec());
        files.insert(name, (mode & 0o100 != 0, text));
        rest = &rest[512 + size.next_multiple_of(512)..];
    }
    files
}

#[test]
fn what_repeats_a_game_can_be_taken_along_by_those_who_may() {
    let (arena, run) = played("rounds = 1", &["ann", "bob"]);
    let (run, folder) = (run.to_string_lossy(), arena.path().join("repro"));
    referee(&[
        "repro",
        &run,
        "1",
        "B",
        "--script",
        &folder.to_string_lossy(),
    ])
    .fine();
    let served = Served::new(&[&run]);
    assert!(
        served
            .get("/1/game/1")
            .1
            .contains("href=\"/1/game/1/repro/B\"")
    );
    let files = unpacked(&served.bytes("/1/game/1/repro/B"));
    assert_eq!(files.len(), 4);
    for (name, (runs, text)) in files {
        let path = name.strip_prefix("game-1-B/").expect("a folder of its own");
        assert_eq!(
            std::fs::read(folder.join(path)).expect(path),
            text,
            "{name}"
        );
        assert_eq!(runs, path == "run.sh");
    }
    for nothing in ["/1/game/1/repro/C", "/1/game/9/repro/A"] {
        assert_eq!(served.get(nothing).0, 404, "{nothing}");
    }
    drop(served);
    let guarded = Served::new(&[&run, "--public"]);
    assert_eq!(guarded.get("/1/game/1/repro/B").0, 404);
    assert!(!guarded.get("/1/game/1").1.contains("repro"));
    assert_eq!(guarded.get_all("/1/game/1/repro/B").0, 200);
}

#[test]
fn an_analysis_says_what_the_games_have_in_common() {
    let arena = Arena::new("game = \"onitama\"\nrounds = 2\nseed = 1\nstart = \"deal\"")
        .scripted("dies", "wait hello; say ready; wait go; exit 3")
        .bot("ann", "house:first")
        .bot("bob", "house:random");
    assert!(arena.run(&[]).status.success());
    let run = arena.path().join("cup.db");
    let served = Served::new(&[&run.to_string_lossy()]);
    let (status, page) = served.get("/1/analysis");
    assert_eq!(status, 200);
    let faults = rows(&page, "id=\"faults-by-kind\"");
    assert_eq!(
        (faults[0][1].as_str(), faults[0][2].as_str()),
        ("dies", "8")
    );
    let deals = rows(
        between(&page, "id=\"deals\"", "</section>")
            .split_once("</table>")
            .expect("seats")
            .1,
        "<table",
    );
    assert_eq!(deals.len(), 2);
    for deal in deals {
        assert_eq!(deal[1], "6");
        let shares: f64 = deal[2..4]
            .iter()
            .map(|text| text.parse::<f64>().expect("a share"))
            .sum();
        assert!((shares - 100.0).abs() < 0.11, "{deal:?}");
    }
    let plots: Value = super::data(&page, "plots");
    let drawn = plots.as_array().expect("curves").iter();
    assert!(drawn.clone().any(|plot| plot["id"] == "times"), "{plots}");
    assert_eq!(page.matches("class=\"whisker\"").count(), 3);
    // The report says the same of deals and faults.
    let file = super::report(&run, &[]);
    assert_eq!(rows(&file, "id=\"faults-by-kind\""), faults);
    assert_eq!(rows(&file, "id=\"deals\""), rows(&page, "id=\"deals\""));
}
