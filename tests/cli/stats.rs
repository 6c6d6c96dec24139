//! `stats`: the calculators, as text and as JSON.

use serde_json::{Value, json};

use crate::kit::referee;

/// Runs a calculator and gives its JSON object.
fn figures(args: &[&str]) -> Value {
    serde_json::from_str(&referee(args).fine()).expect("JSON")
}

/// A figure, rounded to so many decimals.
fn shown(figures: &Value, key: &str, decimals: usize) -> String {
    let figure = figures[key].as_f64().expect("a number");
    format!("{figure:.decimals$}")
}

const LLR: [&str; 8] = [
    "stats",
    "llr",
    "--model",
    "normalized",
    "--elo0",
    "0",
    "--elo1",
    "2",
];

fn llr(rest: &[&'static str]) -> Vec<&'static str> {
    [&LLR[..], rest].concat()
}

#[test]
fn single_games_are_told_to_people() {
    let text = referee(&["stats", "elo", "96", "111", "136"]).fine();
    let expected = "Games: 343, of which 136 won, 111 drawn, 96 lost

  score           55.83 %
  Elo             +40.70 ± 30.43
  normalized Elo  +49.77 ± 37.38 (published formula: ± 36.77)
  LOS             99.60 %
  drawn games     32.36 %

± is half of the 95 % interval. LOS is the likelihood that the first bot is the
stronger one.
";
    assert_eq!(text, expected);
}

#[test]
fn pairs_are_told_to_people() {
    let text = referee(&["stats", "elo", "34", "54", "63", "64", "75"]).fine();
    for line in [
        "Pairs of games: 290, of which 34 with 0 points, 54 with ½, 63 with 1, 64 with",
        "  Elo             +55.58 ± 27.65",
        "  LOS             above 99.99 %",
        "  level pairs     21.72 %",
    ] {
        assert!(text.lines().any(|shown| shown == line), "{line}: {text}");
    }
}

#[test]
fn what_has_no_error_says_why() {
    let elo = |counts: &[&str]| referee(&[&["stats", "elo"], counts].concat()).fine();
    let won = elo(&["0", "0", "10"]);
    assert!(won.contains("at least +182.73 (one-sided, 95 %)"), "{won}");
    assert!(won.contains("LOS             unknown"), "{won}");
    let lost = elo(&["10", "0", "0", "0", "0"]);
    assert!(lost.contains("at most -182.73 (one-sided, 95 %)"), "{lost}");
    let drawn = elo(&["0", "9", "0"]);
    assert!(drawn.contains(" 0.00, of unknown error"), "{drawn}");
    let wide = elo(&["9", "0", "1"]);
    assert!(wide.contains("-381.70; too few results"), "{wide}");
}

#[test]
fn programs_get_unrounded_numbers_and_nothing_else() {
    let single = figures(&["stats", "elo", "96", "111", "136", "--json"]);
    let keys: Vec<&String> = single.as_object().expect("an object").keys().collect();
    let expected = [
        "elo",
        "elo_error",
        "los",
        "nelo",
        "nelo_error",
        "nelo_error_full",
        "score",
    ];
    assert_eq!(keys.len(), expected.len());
    assert!(
        keys.iter().all(|key| expected.contains(&key.as_str())),
        "{keys:?}"
    );
    assert_eq!(shown(&single, "score", 6), "0.558309");
    assert_eq!(shown(&single, "elo", 4), "40.7025");
    assert_eq!(shown(&single, "elo_error", 4), "30.4272");
    assert_eq!(shown(&single, "nelo", 4), "49.7684");
    assert_eq!(shown(&single, "nelo_error", 4), "36.7685");
    assert_eq!(shown(&single, "nelo_error_full", 4), "37.3845");
    assert_eq!(shown(&single, "los", 6), "0.996010");

    let won = figures(&["stats", "elo", "0", "0", "10", "--json"]);
    assert_eq!(
        (&won["bound"], &won["elo_error"]),
        (&json!("lower"), &Value::Null)
    );
    assert_eq!(
        (&won["nelo"], &won["nelo_error"]),
        (&Value::Null, &Value::Null)
    );
    assert_eq!(shown(&won, "elo", 4), "182.7291");
    let lost = figures(&["stats", "elo", "10", "0", "0", "--json"]);
    assert_eq!(
        (&lost["bound"], shown(&lost, "elo", 4)),
        (&json!("upper"), "-182.7291".into())
    );
    let drawn = figures(&["stats", "elo", "0", "5", "0", "--json"]);
    assert_eq!((&drawn["elo"], &drawn["los"]), (&json!(0.0), &json!(0.5)));
    assert_eq!(
        (&drawn["elo_error"], &drawn["nelo_error"]),
        (&Value::Null, &Value::Null)
    );
}

#[test]
fn a_test_between_strengths_is_told_both_ways() {
    let counts = ["365", "16618", "36229", "16974", "390"];
    let report = figures(&[&llr(&["--json"])[..], &counts].concat());
    assert_eq!(report.as_object().map(serde_json::Map::len), Some(3));
    assert_eq!(shown(&report, "llr", 9), "2.250367704");
    assert_eq!(shown(&report, "lower", 8), "-2.94443898");
    assert_eq!(shown(&report, "upper", 8), "2.94443898");

    let text = referee(&[&llr(&[])[..], &counts].concat()).fine();
    assert!(
        text.contains("\n  LLR     +2.2504 for 2 against 0 normalized Elo\n"),
        "{text}"
    );
    assert!(
        text.contains("bounds  -2.9444 to 2.9444 (alpha 0.05, beta 0.05)"),
        "{text}"
    );
    assert!(
        text.ends_with("\nThe test goes on: no bound is reached.\n"),
        "{text}"
    );
    let ended = referee(&llr(&[
        "--alpha",
        ".2",
        "--beta=0.2",
        "365",
        "16618",
        "36229",
        "16974",
        "390",
    ]));
    let ended = ended.fine();
    assert!(
        ended.ends_with("\nThe test has ended: 2 normalized Elo is accepted.\n"),
        "{ended}"
    );
}

#[test]
fn hypotheses_below_zero_are_numbers() {
    let logistic = [
        "stats",
        "llr",
        "--json",
        "--model=logistic",
        "--elo1",
        "0",
        "3",
        "4",
        "5",
    ];
    let apart = figures(&[&logistic[..], &["--elo0", "-5"]].concat());
    let joined = figures(&[&logistic[..], &["--elo0=-5"]].concat());
    assert_eq!(apart, joined);
    assert!(
        apart["llr"].as_f64().is_some_and(|llr| llr > 0.0),
        "{apart}"
    );
    assert!(referee(&[&logistic[..], &["--elo0", "-.5"]].concat()).code == Some(0));
}

#[test]
fn json_may_be_asked_for_anywhere() {
    let words = ["stats", "elo", "3", "4", "5"];
    let expected = figures(&[&words[..], &["--json"]].concat());
    for place in 1..words.len() {
        let mut args = words.to_vec();
        args.insert(place, "--json");
        assert_eq!(figures(&args), expected, "{args:?}");
    }
}

#[test]
fn bad_arguments_are_named_in_one_sentence() {
    for (args, why) in [
        (&["elo", "-1", "2", "3"][..], "count 1 (losses) is \"-1\"; "),
        (&["elo", "1", "2.5", "3"], "count 2 (draws) is \"2.5\"; "),
        (&["elo", "1", "2", "x"], "count 3 (wins) is \"x\"; "),
        (
            &["elo", "1", "2", "18446744073709551616"],
            "count 3 (wins) is ",
        ),
        (
            &["elo", "1", "2", "3", "-4", "5"],
            "count 4 (pairs with 1½ points) is \"-4\"; ",
        ),
        (
            &["elo", "1", "2", "3", "4"],
            "found 4 counts; expected three ",
        ),
        (&["elo", "0", "0", "0"], "all counts are 0; "),
        (
            &[&LLR[1..], &["0", "0", "0", "0", "0"]].concat(),
            "all counts are 0; ",
        ),
        (
            &[&LLR[1..], &["1", "2", "3", "--alpha", "-1"]].concat(),
            "alpha is -1; ",
        ),
        (
            &[&LLR[1..], &["1", "2", "3", "--beta", "1"]].concat(),
            "beta is 1; ",
        ),
        (
            &[
                "llr",
                "--model=logistic",
                "--elo0=0",
                "--elo1=1e5",
                "1",
                "2",
                "3",
            ],
            "elo1 is 100000; ",
        ),
    ] {
        let args = [&["stats"], args].concat();
        let message = referee(&args).refused();
        assert!(
            message.starts_with(&format!("referee: {why}")),
            "{args:?}: {message}"
        );
        assert_eq!(message.lines().count(), 1, "{message}");
        failed(&[&args[..], &["--json"]].concat(), why);
    }
}

/// Expects a failure whose JSON object has this in its message.
fn failed(args: &[&str], why: &str) {
    let run = referee(args);
    assert_eq!(run.code, Some(2), "{args:?}");
    let object: Value = serde_json::from_str(&run.stdout).expect("JSON");
    let message = object["error"].as_str().expect("a text");
    assert!(message.contains(why), "{args:?}: {message}");
    assert_eq!(object.as_object().map(serde_json::Map::len), Some(1));
    assert!(run.stderr.contains(why), "{args:?}: {}", run.stderr);
}

#[test]
fn programs_learn_of_errors_of_every_command() {
    for (args, why) in [
        (&["stats", "plan", "--elo0", "5", "--elo1", "0"][..], "elo1"),
        (
            &["stats", "plan", "--games-per-second", "0"],
            "games-per-second is 0",
        ),
        (&["stats", "plan", "--bots", "./missing"], "--bots"),
        (&["standings", "missing.db"], "missing.db"),
        (&["marks", "missing.db"], "missing.db"),
        (
            &["check", "./missing", "--game", "ludo"],
            "missing doesn't exist",
        ),
        (&["run", "missing.toml"], "missing.toml"),
    ] {
        failed(&[args, &["--json"]].concat(), why);
    }
    assert_eq!(referee(&["standings", "missing.db"]).stdout, "");
}

#[test]
fn programs_learn_of_a_command_line_that_cannot_be_read() {
    failed(
        &["stats", "--json", "elo"],
        "required arguments were not provided",
    );
    failed(
        &["stats", "llr", "--json", "1", "2", "3"],
        "--model <MODEL>",
    );
    failed(&["stats", "elo", "-x", "2", "3", "--json"], "'-x'");
    failed(&["stats", "--json", "sum"], "'sum'");
    failed(
        &llr(&["1", "2", "3", "--alpha", "nan", "--json"]),
        "'--alpha <ALPHA>'",
    );
    assert_eq!(
        referee(&["stats", "sum"]).refused().matches("sum").count(),
        1
    );
    let help = referee(&["stats", "elo", "--json", "--help"]).fine();
    assert!(help.contains("\nExamples:\n"), "{help}");
}
