//! Runs that go on behind their end: more rounds, more games, and newcomers later.

use std::collections::BTreeSet;

use super::extended::{arena_of, database, ended, killed, moved, of};
use crate::engine::{Arena, records};
use crate::kit::{Run, fed, referee};

const HEAD: &str = "game = \"onitama\"\nstart = \"deal\"\nseed = 5\nconcurrency = 2\n\
                    options = { turns = 20 }\n";

fn arena(format: &str, bots: &[&str]) -> Arena {
    arena_of(&format!("{HEAD}{format}"), bots)
}

/// What a run leaves that doesn't play.
fn stderr_of(arena: &Arena, arguments: &[&str], code: i32) -> String {
    let output = arena.run(arguments);
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(code), "{stderr}");
    stderr
}

fn verified(arena: &Arena) -> Run {
    referee(&["verify", &database(arena).to_string_lossy()])
}

/// How many games stand beside a bot in the table.
fn games(arena: &Arena, bot: &str) -> usize {
    let games = |record: &&referee_record::Record| {
        let mut seats = record.played.job.seats.iter();
        seats.any(|seated| seated.bot == bot)
    };
    records(&database(arena)).iter().filter(games).count()
}

#[test]
fn a_standing_ladder_takes_newcomers_and_more_rounds() {
    let bots = ["one", "two", "slow"];
    let first = arena("format = \"ladder\"\nrounds = 3\ngames_per_pair = 8", &bots);
    let before: Vec<_> = ended(&first, &[], &[]).into_keys().collect();
    assert_eq!(before.len(), 24);
    let before = records(&database(&first));
    let nothing = stderr_of(&first, &["--extend"], 0);
    let way = "nothing is left to play; to go on, raise rounds or games_per_pair in ";
    assert!(nothing.contains(way), "{nothing}");

    // A newcomer has a meeting for each round that it missed, though it is killed in the middle of them.
    let all = ["one", "two", "slow", "late"];
    let second = arena("format = \"ladder\"\nrounds = 3\ngames_per_pair = 8", &all);
    let second = moved(&first, second);
    assert!(stderr_of(&second, &[], 2).contains("joined: late"));
    let until = [&before[..], &killed(&second, &["--extend"], 28)].concat();
    assert_eq!(verified(&second).code, Some(4));
    let played = ended(&second, &[], &until);
    assert_eq!(of(&played, "late"), (25..=48).collect::<Vec<_>>());

    // More rounds for all of them, of longer meetings.
    let third = arena("format = \"ladder\"\nrounds = 5\ngames_per_pair = 10", &all);
    let third = moved(&second, third);
    let refused = stderr_of(&third, &[], 2);
    for line in [
        "rounds: 3, now 5",
        "games_per_pair: 8, now 10",
        "--extend  goes on as far as that",
    ] {
        assert!(refused.contains(line), "{refused}");
    }
    let until = records(&database(&second));
    let until = [&until[..], &killed(&third, &["--extend"], 55)].concat();
    // Rounds 4 and 5 of a ladder of four have a meeting and two.
    assert_eq!(ended(&third, &[], &until).len(), 48 + 30);

    let fourth = moved(
        &third,
        arena("format = \"ladder\"\nrounds = 4\ngames_per_pair = 10", &all),
    );
    let refused = stderr_of(&fourth, &["--extend"], 2);
    assert!(
        refused.contains("rounds: 5, now 4; it can be raised but not lowered"),
        "{refused}"
    );
}

#[test]
fn more_rounds_of_a_round_robin_are_those_that_it_would_have_had() {
    let bots = ["one", "two", "slow"];
    let first = arena("rounds = 3", &bots);
    let before = killed(&first, &[], 7);
    let second = moved(&first, arena("rounds = 4", &["one", "two", "slow", "late"]));
    let before = [before, killed(&second, &["--extend"], 20)].concat();
    let played = ended(&second, &[], &before);
    assert_eq!(played.len(), 4 * 6 * 2);
    let at_once = arena("rounds = 4", &["one", "two", "slow", "late"]);
    let jobs = |played: std::collections::BTreeMap<u64, referee_record::Played>| {
        let jobs = played
            .into_values()
            .map(|it| (it.job.id, format!("{:?}", it.steps)));
        jobs.collect::<BTreeSet<_>>()
    };
    assert_eq!(jobs(played), jobs(ended(&at_once, &[], &[])));
}

#[test]
fn who_joins_a_gauntlet_meets_its_field() {
    let format = |names: &str| {
        format!("format = \"gauntlet\"\nrounds = 2\ngauntlet = {{ newcomers = {names} }}")
    };
    let first = arena(&format("[\"one\"]"), &["one", "two", "slow"]);
    let before = ended(&first, &[], &[]);
    assert_eq!(before.len(), 8);
    let late = arena(
        &format("[\"late\", \"one\"]"),
        &["one", "two", "slow", "late"],
    );
    let second = moved(&first, late);
    let played = ended(&second, &["--extend"], &records(&database(&first)));
    assert_eq!(of(&played, "late"), (9..=16).collect::<Vec<_>>());
    assert_eq!((of(&played, "two").len(), of(&played, "one").len()), (8, 8));
    assert!(stderr_of(&second, &[], 0).contains("this run is finished"));
}

#[test]
fn an_adaptive_run_needs_room_for_newcomers() {
    let format = |games: u32| {
        format!(
            "format = \"adaptive\"\nadaptive = {{ games = {games}, separated = 0.999, batch = 2 }}"
        )
    };
    let first = arena(&format(14), &["one", "two", "slow"]);
    ended(&first, &[], &[]);
    assert!(stderr_of(&first, &[], 0).contains("to go on, raise games in "));
    let all = ["one", "two", "slow", "late"];
    let second = moved(&first, arena(&format(14), &all));
    let refused = stderr_of(&second, &["--extend"], 2);
    let why = "games: 14, of which 14 are played or begun by then, and late needs 6 to meet everybody; \
               raise games to 20 at least";
    assert!(refused.contains(why), "{refused}");
    assert_eq!(games(&second, "late"), 0);
    let third = moved(&first, arena(&format(40), &all));
    let played = ended(&third, &["--extend"], &records(&database(&first)));
    assert!(of(&played, "late").len() >= 6);
    let fourth = moved(&third, arena(&format(30), &all));
    assert!(
        stderr_of(&fourth, &["--extend"], 2)
            .contains("games: 40, now 30; it can be raised but not lowered")
    );
}

#[test]
fn a_run_without_an_end_takes_newcomers_at_any_time() {
    let format = "format = \"standing\"\nstanding = { batch = 4, placement = 2 }";
    let first = arena(format, &["one", "two", "slow"]);
    let before = killed(&first, &[], 12);
    let bots = ["one", "two", "late"];
    let second = moved(&first, arena(format, &bots));
    assert!(stderr_of(&second, &[], 2).contains("joined: late"));
    let after = killed(&second, &["--extend"], before.len() + 24);
    assert!(before.iter().all(|record| after.contains(record)));
    assert!(games(&second, "late") >= 2);
    let unfinished = verified(&second);
    assert_eq!(unfinished.code, Some(4), "{}", unfinished.stderr);
    let standings = referee(&["standings", &database(&second).to_string_lossy()]).fine();
    assert!(standings.contains("goes on without an end"), "{standings}");
    let other = moved(&second, arena(&format.replace('4', "5"), &bots));
    let refused = stderr_of(&other, &["--extend"], 2);
    let why = "changes nothing else: batch: 4, now 5";
    assert!(refused.contains(why), "{refused}");
}

#[test]
fn what_ends_with_its_rounds_says_so() {
    let first = arena("format = \"swiss\"\nrounds = 2", &["one", "two", "slow"]);
    ended(&first, &[], &[]);
    let end = "a Swiss tournament is paired for the rounds that it begins with, and ends with them";
    assert!(stderr_of(&first, &[], 0).contains(&format!("nothing is left to play: {end}")));
    let later = |format: &str, bots: &[&str]| {
        let second = moved(&first, arena(format, bots));
        stderr_of(&second, &["--extend"], 2)
    };
    let more = later("format = \"swiss\"\nrounds = 3", &["one", "two", "slow"]);
    assert!(more.contains(&format!("rounds: 2, now 3; {end}")), "{more}");
    let late = later(
        "format = \"swiss\"\nrounds = 2",
        &["one", "two", "slow", "late"],
    );
    assert!(
        late.contains(&format!("the last round is paired without late, and {end}")),
        "{late}"
    );
}

#[test]
fn minutes_on_the_command_line_are_no_part_of_the_tournament() {
    let plain = arena("rounds = 3", &["one", "two", "slow"]);
    let before = killed(&plain, &["--max-minutes", "30"], 5);
    let before = [before, killed(&plain, &[], 10)].concat();
    assert_eq!(ended(&plain, &["--max-minutes", "20"], &before).len(), 18);
    let adaptive = arena(
        "format = \"adaptive\"\nadaptive = { minutes = 7 }",
        &["one", "two", "slow"],
    );
    let ask = |arguments: &[&str]| {
        let output = adaptive.run(&[&["--dry-run"], arguments].concat());
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    assert!(ask(&[]).contains("minutes         7\n"));
    assert!(ask(&["--max-minutes", "9"]).contains("minutes         9\n"));
    let refused = plain.run(&["--max-minutes", "0"]);
    assert_eq!(refused.status.code(), Some(2));
}

#[test]
fn more_rounds_may_need_more_starts() {
    let format = |rounds: u32| {
        format!("start = \"book.txt\"\nrounds = {rounds}\noptions = {{ turns = 20 }}")
    };
    let book = |seeds: std::ops::Range<u32>| -> String {
        let line = |seed: u32| {
            let asked = format!("new seed={seed}\nstate\n");
            let reply = fed(
                &["rules", "onitama", "--option", "turns=20"],
                asked.as_bytes(),
            )
            .fine();
            let state = reply
                .lines()
                .last()
                .and_then(|line| line.strip_prefix("state "));
            format!("{}\n", state.expect("a state"))
        };
        seeds.map(line).collect()
    };
    let head = HEAD
        .replace("start = \"deal\"\n", "")
        .replace("options = { turns = 20 }\n", "");
    let arena = |rounds: u32, book: &str| {
        let arena = arena_of(&format!("{head}{}", format(rounds)), &["one", "two"]);
        std::fs::write(arena.path().join("book.txt"), book).expect("a book");
        arena
    };
    let (few, many) = (book(1..3), book(1..5));
    let first = arena(2, &few);
    ended(&first, &[], &[]);
    let second = moved(&first, arena(4, &few));
    let refused = stderr_of(&second, &["--extend"], 2);
    assert!(refused.contains("there are only 2; add lines"), "{refused}");
    let third = moved(&first, arena(4, &many));
    assert!(stderr_of(&third, &[], 2).contains("start: 2 state lines, now 4 state lines"));
    let played = ended(&third, &["--extend"], &records(&database(&first)));
    assert_eq!(played.len(), 8);
    let others = moved(
        &third,
        arena(4, &many.lines().rev().collect::<Vec<_>>().join("\n")),
    );
    assert!(stderr_of(&others, &["--extend"], 2).contains("state line 1 is another now"));
}
