//! A bot is replaced while a run is at rest, and the games of both versions stay.

use std::fs;

use serde_json::Value;

use super::{BOT, Yard};

/// Two bots and a submission, which meet once more in each round.
fn cup(rounds: u32, keys: &str) -> String {
    format!(
        "game = 'onitama'\noptions = {{ turns = 2 }}\nseed = 7\nrounds = {rounds}\n{keys}\n\
         bots = [{{ bot = 'bot', name = 'own' }}, {{ bot = 'house:first' }}, {{ bot = 'house:random' }}]\n"
    )
}

/// A run whose first round was played, and a bot that is another one since.
fn replaced() -> Yard {
    let yard = Yard::new();
    let bot = BOT.replace("open(\"made\").read()", "\"nothing\"");
    yard.write("bot/bot.toml", "run = '/usr/bin/python3 bot.py'\n");
    yard.write("bot/bot.py", &bot);
    yard.write("cup.toml", &cup(1, ""));
    yard.referee(&["run", "cup.toml"]).fine();
    yard.write("bot/bot.py", &bot.replace("legal[0]", "legal[-1]"));
    yard
}

fn standings(yard: &Yard, options: &[&str]) -> String {
    yard.referee(&[&["standings", "cup.db"], options].concat())
        .fine()
}

fn json(yard: &Yard, options: &[&str]) -> Value {
    let text = standings(yard, &[options, &["--json"]].concat());
    serde_json::from_str(&text).expect("JSON")
}

fn names(report: &Value) -> Vec<&str> {
    let rows = report["standings"].as_array().expect("rows");
    let mut names: Vec<&str> = rows.iter().filter_map(|row| row["bot"].as_str()).collect();
    names.sort_unstable();
    names
}

/// The versions in the row of a bot.
fn versions<'a>(report: &'a Value, bot: &str) -> &'a [Value] {
    let mut rows = report["standings"].as_array().expect("rows").iter();
    let row = rows.find(|row| row["bot"] == bot).expect("a row");
    row["versions"].as_array().map_or(&[], Vec::as_slice)
}

#[test]
fn versions_of_a_bot_are_told_apart() {
    let yard = replaced();
    yard.write("cup.toml", &cup(2, ""));
    let run = ["run", "cup.toml", "--extend"];
    let refused = yard.referee(&run).refused();
    assert!(
        refused.contains("--changed-bots keep") && refused.contains("key changed_bots"),
        "{refused}"
    );
    let kept = yard.referee(&[&run[..], &["--changed-bots", "keep"]].concat());
    let shown = kept.fine();
    assert!(
        shown.contains("\nVersions\n  own played with 2 versions: its files changed.\n"),
        "{shown}"
    );
    assert!(
        shown.contains("  referee standings cup.db --by-version\n"),
        "{shown}"
    );
    let head = shown.lines().next().unwrap_or_default();
    assert!(head.contains(" W  D  L  versions"), "{shown}");
    assert!(shown.lines().all(|line| line.chars().count() <= 80));

    let report = json(&yard, &[]);
    let [old, new] = versions(&report, "own") else {
        panic!("{report}");
    };
    let figures = |row: &Value| ["first", "last", "games"].map(|key| row[key].as_u64());
    let numbers = |row: &Value| figures(row).map(|n| n.expect("a number"));
    let ([first, last, games], [again, end, others]) = (numbers(old), numbers(new));
    assert_eq!((games, others), (4, 4), "{report}");
    assert!(
        first >= 1 && last <= 6 && again >= 7 && end <= 12,
        "{report}"
    );
    assert_eq!(versions(&report, "first").len(), 0, "{report}");
    let labels = [old, new].map(|row| row["version"].as_str().expect("digits"));
    let wide = standings(&yard, &["--wide"]);
    for label in labels {
        assert_eq!(label.len(), 8);
        assert!(wide.contains(&format!(" own  {label} ")), "{wide}");
    }

    let split = json(&yard, &["--by-version"]);
    let mut expected = labels.map(|label| format!("own @{label}")).to_vec();
    expected.extend(["first".to_owned(), "random".to_owned()]);
    expected.sort_unstable();
    assert_eq!(names(&split), expected);
    assert_eq!(split["games"], 12);
    let rows = split["standings"].as_array().expect("rows");
    assert!(rows.iter().all(|row| row["rating"].is_number()), "{split}");
    let both = standings(&yard, &["--by-version", "--crosstable", "--csv"]);
    for label in labels {
        assert!(both.contains(&format!("own @{label},first,")), "{both}");
    }
    yard.referee(&["verify", "cup.db"]).fine();

    let pages = ["report", "cup.db", "--per-bot", "pages"];
    yard.referee(&pages).fine();
    let pages = fs::read_dir(yard.at("pages")).expect("a folder").flatten();
    let pages: Vec<String> = pages
        .filter_map(|page| fs::read_to_string(page.path()).ok())
        .collect();
    let told = |page: &&String| labels.iter().all(|label| page.contains(label));
    assert!(pages.iter().any(|page| told(&page)), "a page lists them");
}

#[test]
fn the_file_says_what_becomes_of_the_games_of_changed_bots() {
    let yard = replaced();
    yard.write("cup.toml", &cup(2, "changed_bots = 'keep'"));
    yard.referee(&["run", "cup.toml", "--extend"]).fine();
    assert_eq!(versions(&json(&yard, &[]), "own").len(), 2);
    // The option wins.
    let bot = fs::read_to_string(yard.at("bot/bot.py")).expect("a bot");
    yard.write("bot/bot.py", &format!("{bot}\n"));
    yard.referee(&["run", "cup.toml", "--changed-bots", "replay"])
        .fine();
    let report = json(&yard, &[]);
    assert_eq!(versions(&report, "own").len(), 0, "{report}");
    assert_eq!(report["annulled"], 8, "{report}");
    let shown = standings(&yard, &["--by-version"]);
    assert!(shown.contains(" own @"), "{shown}");
}

#[test]
fn a_file_says_nothing_that_its_format_cannot_do() {
    let yard = replaced();
    for (keys, goes_with) in [
        (
            "format = 'ladder'\nchanged_bots = 'replay'",
            "changed_bots: found replay, expected keep: with format = ladder later pairings rest",
        ),
        (
            "format = 'match'\nchanged_bots = 'keep'\nmatch = { games = 2 }",
            "changed_bots goes with format = round-robin, gauntlet, swiss",
        ),
    ] {
        yard.write("cup.toml", &cup(1, keys).replace("rounds = 1\n", ""));
        let refused = yard.referee(&["run", "cup.toml"]).refused();
        assert!(refused.contains(goes_with), "{refused}");
    }
}
