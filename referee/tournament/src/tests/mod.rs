//! Tests which differences between a stored run and a tournament file count.

mod change;

use std::fs;
use std::path::Path;

use referee_config as config;
use referee_games::GameSource;

use super::compare::{Comparison, PlayedConfig, adopt, compare};
use super::mismatch::{changed_bots, refusal};

const BOTS: &str = "[[bots]]\nname = 'ann'\nbot = 'house:random'\n\
    [[bots]]\nname = 'bob'\nbot = 'house:first'\n\
    [[bots]]\nname = 'cay'\nbot = 'house:greedy'\n";
const HEAD: &str = "game = 'onitama'\nseed = 5\nrounds = 10\ntime = { move_ms = 1000 }\n";

fn revision(text: &str) -> PlayedConfig {
    PlayedConfig::of(&mut tournament(text)).expect("sources")
}

fn tournament(text: &str) -> config::Tournament {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let file = dir.path().join("cup.toml");
    fs::write(&file, text).expect("a file");
    fs::write(dir.path().join("starts"), "\n").expect("a file");
    let file = config::TournamentFile::read(&file, None).expect(text);
    file.resolve(GameSource::built_in()).expect(text)
}

/// Compares a file with this head and these bots to the first file.
fn compared(head: &str, bots: &str) -> Comparison {
    compare(
        &revision(&format!("{HEAD}{BOTS}")),
        &revision(&format!("{head}{bots}")),
    )
}

#[test]
fn what_is_not_played_is_no_difference() {
    let reordered = "[[bots]]\nbot = 'house:greedy'\nname = 'cay'\n\
        [[bots]]\nname = 'bob'\nbot = 'house:first'\n[[bots]]\nname = 'ann'\nbot = 'house:random'\n";
    let head = format!(
        "# a comment\nconcurrency = 3\npin = false\ncores = 2\n{HEAD}options = {{ turns = 50 }}\n"
    );
    let comparison = compared(&head, reordered);
    assert_eq!(comparison, Comparison::default());
    assert!(comparison.same_games());
}

#[test]
fn every_difference_is_a_sentence() {
    for (from, to, sentences) in [
        ("rounds = 10", "rounds = 12", &["rounds: 10, now 12"][..]),
        ("seed = 5", "seed = 6", &["seed: 5, now 6"]),
        (
            "seed = 5",
            "seed = 5\ngames_per_pair = 4",
            &["games_per_pair: 2, now 4"],
        ),
        (
            "1000",
            "500",
            &["time of ann, bob and cay: move_ms 1000, now 500"],
        ),
        (
            "time = { move_ms = 1000 }",
            "time = { clock_ms = 9000 }\nstart = 'deal'",
            &[
                "start: default, now deal",
                "time of ann, bob and cay: clock_ms not given, now 9000; move_ms 1000, now not given",
            ],
        ),
        (
            "seed = 5",
            "seed = 5\noptions = { turns = 20 }\nopenings = 2\nrestart = 'never'",
            &[
                "options.turns: not given, now 20",
                "openings: 0, now 2",
                "restart: game, now never",
            ],
        ),
        (
            "seed = 5",
            "seed = 5\nlegal = false\nchatter = 'loss'\ntries = 5\nlimits = { grace_ms = 400 }",
            &[
                "legal: true, now false",
                "chatter: forgiven, now loss",
                "tries: 3, now 5",
                "limits.grace_ms: 500, now 400",
            ],
        ),
    ] {
        let comparison = compared(&HEAD.replace(from, to), BOTS);
        assert_eq!(
            [comparison.differs.clone(), comparison.raised.clone()].concat(),
            sentences,
            "{to}"
        );
        assert!(!comparison.same_games());
    }
    let koolaamee = compared(&HEAD.replace("onitama", "koolaamee"), BOTS);
    assert_eq!(koolaamee.differs[0], "game: onitama, now koolaamee");
}

#[test]
fn one_bot_of_many_is_named() {
    let odds = BOTS.replace("'house:first'\n", "'house:first'\ntime_factor = 0.5\n");
    let comparison = compared(HEAD, &odds);
    assert_eq!(comparison.differs, ["time of bob: move_ms 1000, now 500"]);
}

#[test]
fn a_seed_that_was_drawn_is_the_stored_one() {
    let stored = revision(&format!("{HEAD}{BOTS}"));
    let mut drawn = tournament(&format!("{}{BOTS}", HEAD.replace("seed = 5\n", "")));
    assert!(!drawn.seed_given);
    adopt(&mut drawn, &stored.plan);
    let now = PlayedConfig::of(&mut drawn).expect("sources");
    assert!(compare(&stored, &now).same_games());
    let mut given = tournament(&format!("{}{BOTS}", HEAD.replace("= 5", "= 6")));
    adopt(&mut given, &stored.plan);
    assert_eq!(given.seed, 6);
}

#[test]
fn rounds_that_depend_on_the_field_are_the_stored_ones() {
    let eve = "[[bots]]\nname = 'eve'\nbot = 'house:random'\n\
        [[bots]]\nname = 'fay'\nbot = 'house:random'\n";
    for format in ["swiss", "ladder"] {
        let head = HEAD.replace("rounds = 10", &format!("format = '{format}'"));
        let stored = revision(&format!("{head}{BOTS}"));
        let mut now = tournament(&format!("{head}{BOTS}{eve}"));
        assert_ne!(stored.plan.format, now.format);
        adopt(&mut now, &stored.plan);
        let comparison = compare(&stored, &PlayedConfig::of(&mut now).expect("sources"));
        assert_eq!((comparison.differs.len(), comparison.joined.len()), (0, 2));
        let given = format!("rounds = 7\n{head}{BOTS}");
        let mut now = tournament(&given);
        adopt(&mut now, &stored.plan);
        let comparison = compare(&stored, &PlayedConfig::of(&mut now).expect("sources"));
        // A Swiss tournament ends with its rounds, a ladder goes on.
        let (sentences, settled) = match format {
            "swiss" => (comparison.differs, 2),
            _ => (comparison.raised, 3),
        };
        assert_eq!(sentences, [format!("rounds: {settled}, now 7")]);
    }
}

#[test]
fn formats_differ_by_their_words_and_keys() {
    let of = |format: &str| {
        let head = HEAD.replace("rounds = 10", format);
        revision(&format!("{head}{BOTS}"))
    };
    let knockout = of("format = 'knockout'");
    for (now, sentence) in [
        ("format = 'swiss'", "format: knockout, now swiss"),
        (
            "format = 'double-knockout'",
            "format: knockout, now double-knockout",
        ),
        (
            "format = 'knockout'\nknockout = { tries = 5 }",
            "tries: 3, now 5",
        ),
        (
            "format = 'knockout'\npark_after = 5",
            "park_after: not given, now 5",
        ),
    ] {
        assert_eq!(compare(&knockout, &of(now)).differs, [sentence]);
    }
    let adaptive = of("format = 'adaptive'\nadaptive = { minutes = 5 }");
    let longer = of("format = 'adaptive'\nadaptive = { minutes = 50 }");
    assert!(compare(&adaptive, &longer).same_games());
    let surer = of("format = 'adaptive'\nadaptive = { minutes = 5, separated = 0.99 }");
    let sentence = "separated: 0.95, now 0.99";
    assert_eq!(compare(&adaptive, &surer).differs, [sentence]);
    let text = serde_json::to_string(&adaptive.plan).expect("JSON");
    let stored = PlayedConfig {
        plan: serde_json::from_str(&text).expect("a plan"),
        ..adaptive.clone()
    };
    assert!(compare(&stored, &adaptive).same_games());
}

#[test]
fn bots_of_the_run_are_not_left_out_when_it_goes_on() {
    let stored = revision(&format!("{HEAD}{BOTS}")).plan;
    let mut now = tournament(&format!(
        "{HEAD}{BOTS}[[bots]]\nname = 'eve'\nbot = 'house:first'\n"
    ));
    for bot in &mut now.bots {
        bot.optional = true;
    }
    adopt(&mut now, &stored);
    let optional: Vec<bool> = now.bots.iter().map(|bot| bot.optional).collect();
    assert_eq!(optional, [false, false, false, true]);
}

#[test]
fn refusals_show_what_differs_and_the_ways_out() {
    let comparison = compared(
        &HEAD.replace("rounds = 10", "rounds = 12"),
        &BOTS.replace("'cay'", "'eve'"),
    );
    let paths = ["cup.toml", "cup.db", "cup-2.db"].map(Path::new);
    let text = refusal(&comparison, paths[0], paths[1], paths[2], Some(Ok(())));
    let expected = "cup.toml isn't what the run in cup.db plays:\n  \
        rounds: 10, now 12\n  joined: eve\n  withdrawn: cay\n\
        Change it back to go on with that run. Or:\n  \
        --new     begins another run, with results in cup-2.db\n  \
        --extend  goes on as far as that and keeps every game that was played";
    assert_eq!(text, expected);
    let text = refusal(
        &comparison,
        paths[0],
        paths[1],
        paths[2],
        Some(Err("so it is")),
    );
    assert!(
        text.ends_with("--extend  isn't possible: so it is"),
        "{text}"
    );
    let names = ["ann", "bob"].map(str::to_owned);
    let text = changed_bots(&names, &[], paths[1]);
    assert!(
        text.starts_with("ann and bob have changed since the games in cup.db"),
        "{text}"
    );
    assert!(changed_bots(&names[..1], &[], paths[1]).starts_with("ann has changed"));
}
