//! Tests formats: their defaults, their tables, and settings that don't go with them.

use super::*;

fn format_of(text: &str) -> Format {
    let dir = folder();
    let five = "bots = [{ bot = 'house:random' }, { bot = 'house:greedy' }, { bot = 'house:first' }, \
        { bot = 'house:minimax,depth=1' }, { bot = 'house:minimax,depth=2' }]\n";
    let text = format!("game = 'onitama'\n{five}{text}");
    read(&text, dir.path()).expect(&text).format
}

#[test]
fn every_format_has_its_defaults_and_its_table() {
    let newcomers = vec!["first".to_owned()];
    let round_robin = |rounds, games_per_pair| Format::RoundRobin {
        rounds,
        games_per_pair,
        groups: None,
    };
    let swiss = |rounds, games_per_pair, mirrored| Format::Swiss {
        rounds,
        games_per_pair,
        mirrored,
    };
    let knockout = |double, reset, tries| Format::Knockout {
        games_per_pair: 2,
        double,
        reset,
        tries,
    };
    let adaptive = |games_per_pair, batch, separated, games| Format::Adaptive {
        games_per_pair,
        batch,
        separated,
        games,
    };
    let standing = |games_per_pair, batch, placement, separated| Format::Standing {
        games_per_pair,
        batch,
        placement,
        separated,
    };
    for (text, expected) in [
        ("", round_robin(1, 2)),
        ("rounds = 3\ngames_per_pair = 4", round_robin(3, 4)),
        (
            "format = 'gauntlet'\n[gauntlet]\nnewcomers = ['first']",
            Format::Gauntlet {
                newcomers,
                rounds: 1,
                games_per_pair: 2,
            },
        ),
        ("format = 'swiss'", swiss(3, 2, true)),
        (
            "format = 'swiss'\nrounds = 4\n[swiss]\nmirrored = false",
            swiss(4, 1, false),
        ),
        ("format = 'knockout'", knockout(false, false, 3)),
        (
            "format = 'knockout'\n[knockout]\ntries = 1",
            knockout(false, false, 1),
        ),
        ("format = 'double-knockout'", knockout(true, true, 3)),
        (
            "format = 'double-knockout'\nknockout = { reset = false }",
            knockout(true, false, 3),
        ),
        (
            "format = 'ladder'",
            Format::Ladder {
                rounds: 5,
                games_per_pair: 2,
            },
        ),
        ("format = 'adaptive'", adaptive(2, 10, 0.95, Some(10_000))),
        (
            "format = 'adaptive'\ngames_per_pair = 4\nadaptive = { minutes = 30 }",
            adaptive(4, 10, 0.95, None),
        ),
        (
            "format = 'adaptive'\nadaptive = { separated = 0.8, games = 90, batch = 3 }",
            adaptive(2, 3, 0.8, Some(90)),
        ),
        ("format = 'standing'", standing(2, 32, 8, 0.95)),
        (
            "format = 'standing'\nstanding = { batch = 9, placement = 3, separated = 0.8 }",
            standing(2, 9, 3, 0.8),
        ),
    ] {
        assert_eq!(format_of(text), expected, "{text}");
    }
}

#[test]
fn what_is_no_part_of_the_plan_is_kept_beside_it() {
    let dir = folder();
    let text = format!(
        "game = 'onitama'\n{TWO}format = 'adaptive'\npark_after = 5\nadaptive = {{ minutes = 30 }}\n"
    );
    let t = read(&text, dir.path()).expect("it is right");
    let get = |n: Option<NonZeroU32>| n.map(NonZeroU32::get);
    assert_eq!((get(t.minutes), get(t.park_after)), (Some(30), Some(5)));
    assert!(!t.seed_given && !t.rounds_given);
}

#[test]
fn larger_tables_have_groups() {
    let dir = folder();
    let text = format!("game = 'ludo'\n{TWO}groups = 2\noptions = {{ seats = 'AC' }}");
    let error = read(&text, dir.path()).expect_err("two seats");
    assert!(error.contains("games of more than two seats"), "{error}");
    let four = "bots = [{ bot = 'house:random' }, { bot = 'house:greedy' }, { bot = 'house:first' }, \
        { bot = 'house:ludo-priority' }]\ngame = 'ludo'\noptions = { seats = 'ABCD' }\n";
    let t = read(&format!("{four}groups = 2"), dir.path()).expect("it is right");
    let expected = Format::RoundRobin {
        rounds: 1,
        games_per_pair: 4,
        groups: Some(2),
    };
    assert_eq!(t.format, expected);
    let t = read(&format!("{four}format = 'standing'"), dir.path()).expect("it is right");
    let expected = Format::Standing {
        games_per_pair: 4,
        batch: 32,
        placement: 8,
        separated: 0.95,
    };
    assert_eq!(t.format, expected);
    let error = read(&format!("{four}format = 'swiss'"), dir.path()).expect_err("pairs");
    assert!(
        error.contains("swiss pairs two bots, but a game of ludo has 4 seats here; expected"),
        "{error}"
    );
}

#[test]
fn what_does_not_go_with_a_format_is_refused() {
    refused(&[
        (
            "format = 'knockout'\nrounds = 3",
            "rounds goes with format = round-robin, gauntlet, swiss, ladder, but the format is knockout",
        ),
        (
            "format = 'swiss'\ngroups = 3",
            "groups goes with format = round-robin, but the format is swiss; leave it out",
        ),
        (
            "gauntlet = { newcomers = ['first'] }",
            "gauntlet goes with format = gauntlet",
        ),
        ("[swiss]", "swiss goes with format = swiss"),
        (
            "[knockout]",
            "knockout goes with format = knockout, double-knockout",
        ),
        (
            "format = 'knockout'\nknockout = { reset = true }",
            "knockout.reset goes with format = double-knockout",
        ),
        ("[adaptive]", "adaptive goes with format = adaptive"),
        ("[standing]", "standing goes with format = standing"),
        (
            "format = 'standing'\nrounds = 3",
            "rounds goes with format = round-robin, gauntlet, swiss, ladder, but the format is standing",
        ),
        (
            "format = 'standing'\nstanding = { placement = 0 }",
            "expected a whole number from 1 to",
        ),
        (
            "format = 'standing'\nstanding = { separated = 1.5 }",
            "separated: found 1.5, expected a probability",
        ),
        (
            "format = 'standing'\nchanged_bots = 'replay'",
            "with format = standing later pairings rest on earlier results",
        ),
        (
            "format = 'swiss'\ngames_per_pair = 2\nswiss = { mirrored = false }",
            "games_per_pair: found 2, but without mirrored games a meeting is 1",
        ),
        (
            "format = 'adaptive'\nadaptive = { separated = 1.5 }",
            "separated: found 1.5, expected a probability",
        ),
        (
            "format = 'adaptive'\nadaptive = { separated = nan }",
            "separated: found NaN, expected a probability",
        ),
        (
            "format = 'adaptive'\nadaptive = { seprated = 0.9 }",
            "did you mean `separated`?",
        ),
        (
            "format = 'gauntlet'",
            "newcomers: found none, expected at least one name",
        ),
        (
            "format = 'gauntlet'\n[gauntlet]",
            "missing field `newcomers`",
        ),
        (
            "format = 'gauntlet'\ngauntlet = { newcomers = ['gredy'] }",
            "no bot is named \"gredy\"; did you mean greedy?",
        ),
        (
            "format = 'gauntlet'\ngauntlet = { newcomers = ['greedy', 'greedy'] }",
            "greedy stands here twice",
        ),
        (
            "format = 'gauntlet'\ngauntlet = { newcomers = ['greedy', 'random'] }",
            "found all bots, expected some of them",
        ),
        ("park_after = 0", "expected a whole number from 1 to"),
        ("broken = 'skp'", "did you mean `skip`?"),
    ]);
}
