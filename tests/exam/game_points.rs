//! The points for games are those of the exam's marks, wherever they are shown.

use std::collections::BTreeMap;
use std::fs;

use serde_json::Value;

use super::points::{exam_allowing, rows};
use super::shown;
use crate::kit::referee;

/// Every result is worth something else than by its place, and no multiple of it.
const MARKS: &str = "[exam.marks]\nwin = 7\ndraw = 3\nloss = 1";

/// Points by bot.
type BotPoints = BTreeMap<String, f64>;

/// The points of each object in a list, by the bot that `name` holds.
fn points(list: &Value, name: &str) -> BotPoints {
    let rows = list.as_array().expect("a list").iter();
    let point = |row: &Value| Some((row[name].as_str()?.to_owned(), row["points"].as_f64()?));
    rows.filter_map(point).collect()
}

/// The sums of a column of a CSV file by another one, of the rows that `wanted` passes.
fn sums(csv: &str, columns: [&str; 2], wanted: impl Fn(&str) -> bool) -> BotPoints {
    let mut lines = csv.lines();
    let head: Vec<&str> = lines.next().expect("a head").split(',').collect();
    let [name, number] = columns.map(|column| {
        let at = head.iter().position(|head| *head == column);
        at.unwrap_or_else(|| panic!("no {column}: {head:?}"))
    });
    let mut sums = BotPoints::new();
    for line in lines.filter(|line| wanted(line)) {
        let cells: Vec<&str> = line.split(',').collect();
        let number: f64 = cells[number].parse().expect("points");
        *sums.entry(cells[name].to_owned()).or_default() += number;
    }
    sums
}

fn added(mut sums: BotPoints, more: &BotPoints) -> BotPoints {
    for (bot, points) in more {
        *sums.entry(bot.clone()).or_default() += points;
    }
    sums
}

#[test]
fn every_table_and_export_has_the_points_of_the_marks() {
    let arena = exam_allowing(9, MARKS);
    arena.records();
    let run = shown(&arena.path().join("cup.db"));
    let ask = |arguments: &[&str]| referee(&[&arguments[..1], &[&run], &arguments[1..]].concat());
    let marks = points(&rows(&run)["rows"], "id");
    assert_eq!(marks.len(), 3, "{marks:?}");
    let all = |line: &str| !line.is_empty();

    let standings: Value =
        serde_json::from_str(&ask(&["standings", "--json"]).fine()).expect("JSON");
    assert_eq!(points(&standings["standings"], "bot"), marks);
    let normalized = rows(&run)["rows"][0]["normalized"].as_f64();
    assert_eq!(standings["standings"][0]["percent"].as_f64(), normalized);
    let table = &standings["crosstable"];
    let names = table["names"].as_array().expect("names").iter();
    let rows = names.zip(table["cells"].as_array().expect("rows"));
    let met = rows.map(|(name, cells)| {
        let cells = cells.as_array().expect("cells").iter();
        let points = cells.filter_map(|cell| cell["points"].as_f64());
        (name.as_str().expect("a name").to_owned(), points.sum())
    });
    assert_eq!(met.collect::<BotPoints>(), marks);
    let csv = ask(&["standings", "--csv"]).fine();
    assert_eq!(sums(&csv, ["bot", "points"], all), marks);
    let crosstable = ask(&["standings", "--crosstable", "--csv"]).fine();
    assert_eq!(sums(&crosstable, ["bot", "points"], all), marks);
    let public = ask(&["marks", "--public", "--csv"]).fine();
    assert_eq!(sums(&public, ["alias", "points"], all), marks);

    let main = |line: &str| line.contains(",main,");
    for command in [
        ["games", "--csv", "--stage=main"],
        ["export", "--format=csv", "--stage=main"],
    ] {
        let csv = ask(&command).fine();
        let sides = ["A", "B"].map(|seat| {
            let columns = [format!("bot_{seat}"), format!("points_{seat}")];
            sums(&csv, [&columns[0], &columns[1]], main)
        });
        let [one, other] = sides;
        assert_eq!(added(one, &other), marks, "{command:?}");
    }
    for line in ask(&["games", "--json", "--stage=basics"]).fine().lines() {
        let game: Value = serde_json::from_str(line).expect("JSON");
        assert_eq!(game["seats"][0]["points"], Value::Null, "{game}");
    }

    let page = shown(&arena.path().join("page.html"));
    referee(&["report", &run, "-o", &page]).fine();
    let page = fs::read_to_string(&page).expect("a page");
    let (_, page) = page.split_once("id=\"standings\"").expect("a section");
    let (page, _) = page.split_once("</section>").expect("its end");
    for points in marks.values() {
        assert!(page.contains(&format!(">{points}<")), "{points}: {page}");
    }
}
