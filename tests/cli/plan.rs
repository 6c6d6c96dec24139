//! `stats plan` and `stats simulate-sprt`: what tests take, and whether that is true.

use serde_json::Value;

use crate::kit::referee;

fn figures(args: &[&str]) -> Value {
    serde_json::from_str(&referee(args).fine()).expect("JSON")
}

/// A figure of the row of a strength.
fn figure(figures: &Value, strength: f64, key: &str) -> f64 {
    let rows = figures["rows"].as_array().expect("rows");
    let row = rows
        .iter()
        .find(|row| row["strength"].as_f64() == Some(strength));
    row.expect("the strength")[key].as_f64().expect("a number")
}

const WIDE: [&str; 6] = ["--model", "logistic", "--elo0", "0", "--elo1", "30"];

#[test]
fn a_plan_says_what_simulated_tests_take() {
    let plan = figures(&[&["stats", "plan", "--json"], &WIDE[..]].concat());
    let simulate = |rest: &[&str]| {
        let words = ["stats", "simulate-sprt", "--json"];
        figures(&[&words, &WIDE[..], rest].concat())
    };
    let all = ["--strength", "-30", "0", "15", "30", "60"];
    let report = simulate(&[&["--tests", "300"], &all[..]].concat());
    for strength in [-30.0, 0.0, 15.0, 30.0, 60.0] {
        let games = figure(&report, strength, "games");
        let off = (figure(&plan, strength, "games") - games).abs();
        let most = 0.05 * games + 3.0 * figure(&report, strength, "games_error");
        assert!(off < most, "{strength}: {off} of {games}");
    }
    // The figures follow from the seed, on however many threads, and however many games at once.
    let few = |more: &[&str]| {
        let few = ["--tests", "30", "--strength", "60"];
        simulate(&[&few, more].concat())
    };
    let report = few(&[]);
    assert_eq!(report, few(&["--threads", "3"]));
    assert_ne!(report, few(&["--seed", "2"]));
}

#[test]
fn a_plan_is_told_in_80_columns() {
    let args = [
        "stats",
        "plan",
        "--games-per-second",
        "2",
        "--budget",
        "4000",
        "--elo0=-5",
        "--elo1",
        "0",
    ];
    let text = referee(&args).fine();
    assert!(
        text.lines().all(|line| line.chars().count() <= 80),
        "{text}"
    );
    assert!(
        text.contains("-5 against 0 normalized Elo (alpha 0.05, beta 0.05)"),
        "{text}"
    );
    assert!(
        text.contains("With 4000 games, 33 min 20 s, between equals:"),
        "{text}"
    );
    // Outside of a terminal the curve is plain.
    assert!(
        text.contains("    0 % |***") && !text.contains('●'),
        "{text}"
    );
    let plan = figures(&[&args[..], &["--json"]].concat());
    let (games, seconds) = (figure(&plan, 0.0, "games"), figure(&plan, 0.0, "seconds"));
    assert!((games / seconds - 2.0).abs() < 1e-9 && games > 10_000.0);
    let error = plan["budget"]["error"].as_f64().expect("an error");
    // z·800/(ln 10·√4000)
    assert!((error - 10.766_9).abs() < 1e-3, "{error}");
}

#[test]
fn strengths_are_told_as_they_would_be_written() {
    let text = referee(&["stats", "plan", "--elo0", "0.1", "--elo1", "0.3"]).fine();
    let of_rows = |line: &str| {
        Some(
            line.split_whitespace()
                .next()?
                .parse::<f64>()
                .ok()?
                .to_string(),
        )
    };
    let rows = text.lines().skip(4).map_while(of_rows);
    let expected = [
        "-0.1", "0", "0.1", "0.15", "0.2", "0.25", "0.3", "0.4", "0.5",
    ];
    assert_eq!(rows.collect::<Vec<_>>(), expected, "{text}");
    assert!(!text.contains("0000000"), "{text}");
    // As near to each other as they may be.
    let near = figures(&["stats", "plan", "--elo0", "0.1", "--elo1", "0.11", "--json"]);
    assert!(
        (figure(&near, 0.105, "accepted") - 0.5).abs() < 1e-3,
        "{near}"
    );
}

#[test]
fn two_bots_are_measured() {
    // Between hypotheses as near as the default's nothing is simulated.
    let bots = [
        "stats",
        "plan",
        "--bots",
        "house:random",
        "house:first",
        "--json",
    ];
    let plan = figures(&bots);
    let rate = plan["games_per_second"].as_f64().expect("a rate");
    assert!(rate > 0.0);
    let (games, seconds) = (figure(&plan, 0.0, "games"), figure(&plan, 0.0, "seconds"));
    assert!((games / seconds / rate - 1.0).abs() < 1e-9);
}

#[test]
fn what_cant_be_planned_is_refused() {
    for (line, message) in [
        (
            "stats plan --elo1=-1",
            "expected the greater number as elo1",
        ),
        (
            "stats plan --elo1 0.0000001",
            "elo0 is 0 and elo1 is 0.0000001; expected a distance from 0.01 to 20000",
        ),
        (
            "stats simulate-sprt --elo1 0.00001",
            "expected a distance from 0.01 to 20000",
        ),
        ("stats plan --draws 1", "the share of draws is 1; expected"),
        (
            "stats plan --games-per-second 0",
            "games-per-second is 0; expected",
        ),
        ("stats plan --model logistic --elo1 9000", "no bot is"),
        (
            "stats plan --bots house:first house:first --game ludo --option seats=ABC",
            "ludo has 3 seats here",
        ),
        ("stats simulate-sprt --lost 0", "lost is 0; expected"),
        (
            "stats simulate-sprt --model logistic --strength 9000",
            "no bot is 9000 stronger",
        ),
    ] {
        let args: Vec<&str> = line.split(' ').collect();
        let said = referee(&args).refused();
        assert!(said.contains(message), "{line}: {said}");
    }
}
