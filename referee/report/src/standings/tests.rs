//! Tests of reports on made-up outcomes.

mod games;
mod versions;
mod widths;

use std::collections::BTreeMap;

use referee_record::{FaultKind, JobId, Outcome, Place, SeatResult, Seated, Seed, Spent, Verdict};
use referee_schedule::TieBreak;
use referee_stats::{MAIN, Tally};

use super::left_out::LeftGames;
use super::model::{Gone, Material, RunReport, StandingsEntry};
use super::schedule_info::ScheduleInfo;
use super::{markdown, tables, text};

/// Returns a game of two bots: deal, rotation, and the places of the first and the second bot.
fn game(pair: [&str; 2], deal: u32, rotation: u32, places: [u8; 2]) -> Outcome {
    let mut seated: Vec<(&str, u8)> = pair.into_iter().zip(places).collect();
    if rotation == 2 {
        seated.reverse();
    }
    let number = u64::from(2 * (deal - 1) + rotation);
    let seats = || ('A'..).zip(&seated);
    Outcome {
        number,
        id: JobId(Seed([0; 16])),
        attempt: 1,
        again: false,
        annulled: false,
        worker: None,
        place: Place {
            stage: MAIN.to_owned(),
            round: 1,
            block: pair.map(str::to_owned).to_vec(),
            deal,
            rotation,
            rotations: 2,
        },
        seats: seats()
            .map(|(seat, (bot, _))| Seated {
                seat,
                bot: (*bot).to_owned(),
                chatter: 0,
                spent: Spent {
                    moves: 2,
                    sum_ns: 3_000_000,
                    max_ns: 2_000_000,
                    allowed_ns: 2_000_000_000,
                },
            })
            .collect(),
        verdict: Verdict {
            reason: "base".to_owned(),
            void: None,
            seats: seats()
                .map(|(seat, (_, place))| SeatResult {
                    seat,
                    place: *place,
                    score: None,
                    fault: None,
                })
                .collect(),
        },
        revision: 0,
        steps: 4,
        print: number,
    }
}

/// Returns both games of a pair with one deal, each with the places of the first and the second bot.
fn pair(pair: [&str; 2], deal: u32, places: [[u8; 2]; 2]) -> Vec<Outcome> {
    let games = (1..).zip(places);
    games
        .map(|(rotation, places)| game(pair, deal, rotation, places))
        .collect()
}

const WON: [[u8; 2]; 2] = [[1, 2], [1, 2]];
const SHARED: [[u8; 2]; 2] = [[1, 2], [2, 1]];

fn report(names: &[&str], games: &[Outcome], course: ScheduleInfo) -> RunReport {
    let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
    let mut tally = Tally::new(&names);
    for game in games {
        tally.add(game);
    }
    let mut left = LeftGames::default();
    for game in games {
        left.add(game);
    }
    RunReport::new(Material {
        jails: Vec::new(),
        worth: None,
        stage: MAIN,
        tally: &tally,
        course,
        void: left.void,
        units: left.units,
        places: BTreeMap::new(),
    })
}

fn ranks(report: &RunReport) -> Vec<(usize, &str)> {
    let rank = |bot: &StandingsEntry| bot.row.rank;
    let standings = report.standings.iter();
    standings
        .map(|bot| (rank(bot), bot.row.bot.as_str()))
        .collect()
}

#[test]
fn merits_decide_ranks_and_are_shown() {
    let games = [
        pair(["ann", "bob"], 1, WON),
        pair(["ann", "cleo"], 1, SHARED),
        pair(["bob", "cleo"], 1, WON),
    ];
    let tie_break = |keys: &[i64], shown: &str| TieBreak {
        keys: keys.to_vec(),
        shown: vec![("Buchholz", shown.to_owned())],
    };
    let tie_breaks = [
        ("ann", tie_break(&[1], "0.5")),
        ("bob", tie_break(&[2], "1")),
        ("cleo", tie_break(&[1], "0.5")),
    ];
    let course = ScheduleInfo {
        tie_breaks: tie_breaks
            .map(|(bot, tie_break)| (bot.to_owned(), tie_break))
            .into(),
        notes: vec!["round 2: cleo has a bye".to_owned()],
        ..ScheduleInfo::default()
    };
    let report = report(&["ann", "bob", "cleo"], &games.concat(), course);
    assert_eq!(ranks(&report), [(1, "bob"), (2, "ann"), (3, "cleo")]);
    let rating = |bot: usize| report.standings[bot].rating.expect("it played");
    assert!(rating(1) > rating(0), "the rating doesn't decide");
    let shown = text::whole(&report, false);
    assert!(
        shown.starts_with("#  bot   Buchholz  points  games"),
        "{shown}"
    );
    assert!(
        shown.contains("\n1  bob          1       2      4  2  0  2 "),
        "{shown}"
    );
    assert!(
        shown.contains("\nCourse\n  round 2: cleo has a bye"),
        "{shown}"
    );
    let rows = tables::standings_csv(&report.standings, false).expect("rows");
    assert!(rows.starts_with("rank,bot,Buchholz,points,games,wins,draws,losses,percent,rating,"));
    let json = serde_json::to_value(&report).expect("JSON");
    assert_eq!(json["standings"][0]["tie_breaks"][0]["name"], "Buchholz");
    assert_eq!(json["notes"][0], "round 2: cleo has a bye");
}

#[test]
fn equal_stays_equal_whatever_the_rating() {
    // cleo and dora have a point each, and cleo's is against the strongest bot.
    let games = [
        pair(["ann", "bob"], 1, WON),
        pair(["ann", "cleo"], 1, SHARED),
        pair(["bob", "dora"], 1, SHARED),
    ];
    let report = report(
        &["ann", "bob", "cleo", "dora"],
        &games.concat(),
        ScheduleInfo::default(),
    );
    assert_eq!(ranks(&report)[1..], [(2, "cleo"), (2, "dora"), (4, "bob")]);
    let [cleo, dora] = [1, 2].map(|bot| report.standings[bot].rating.expect("a rating"));
    assert!(cleo > dora + 1.0, "{cleo} {dora}");
}

#[test]
fn what_is_left_out_is_listed_with_the_reason() {
    let mut games = [
        pair(["ann", "bob"], 1, WON),
        pair(["bob", "cleo"], 2, WON),
        pair(["ann", "cleo"], 3, SHARED),
        pair(["ann", "bob"], 4, SHARED),
    ]
    .concat();
    let mut first = games[2].clone();
    first.verdict.void = Some("the machine failed".to_owned());
    first.again = true;
    games[2].attempt = 2;
    games.push(first);
    games[4].annul("the projector\u{1b} pulled the plug", false);
    for seat in &mut games[7].verdict.seats {
        seat.fault = Some(FaultKind::NoHandshake);
        seat.place = 2;
    }
    let course = ScheduleInfo {
        parked: vec![Gone {
            bot: "cleo".to_owned(),
            skipped: 12,
        }],
        withdrawn: vec![Gone {
            bot: "dora".to_owned(),
            skipped: 1,
        }],
        ..ScheduleInfo::default()
    };
    let report = report(&["ann", "bob", "cleo", "dora"], &games, course);
    let shown = text::whole(&report, false);
    let expected = "
Left out
  Void, so not counted: 1 game (1 annulled).
  Played again: 1 void attempt.
  game 5: annulled: the projector\u{fffd} pulled the plug.
  game 3: the machine failed; another attempt counts instead.
  ann – cleo, round 1, deal 3: not in ratings and errors, as a game of it is
    void or nobody started.
  ann – bob, round 1, deal 4: not in ratings and errors, as a game of it is void
    or nobody started.
  cleo is parked for failing again and again: its games are left out of the
    ratings; 12 games aren't played.
  dora is withdrawn; 1 game isn't played.";
    assert!(shown.ends_with(expected), "{shown}");
    let of = |name: &str| {
        let mut standings = report.standings.iter();
        standings.find(|bot| bot.row.bot == name).expect("a row")
    };
    assert!(of("ann").rating.is_some() && of("bob").rating.is_some());
    assert_eq!((of("cleo").rating, of("dora").rating), (None, None));
    assert_eq!(of("cleo").row.games, 3, "its games stay in the table");
    assert_eq!(of("ann").rank_probabilities.len(), 2);
    let page = markdown::standings(&report, false);
    assert!(
        page.contains("\n- game 3: the machine failed; another attempt counts instead.\n"),
        "{page}"
    );
}

#[test]
fn two_bots_play_a_match() {
    let mut games = Vec::new();
    for deal in 1..=8 {
        let places = if deal % 4 == 0 { [[1, 1], [2, 1]] } else { WON };
        games.extend(pair(["ann", "bob"], deal, places));
    }
    let report = report(&["bob", "ann"], &games, ScheduleInfo::default());
    assert!(report.field.is_none());
    assert!(report.standings.iter().all(|bot| bot.rating.is_none()));
    let duel = report.duel.as_ref().expect("a match");
    assert_eq!((duel.first.as_str(), duel.second.as_str()), ("ann", "bob"));
    assert_eq!(duel.pairs, Some([0, 2, 0, 0, 6]));
    let strength = duel.strength.expect("results");
    assert!((strength.score - 0.8125).abs() < 1e-12);
    let shown = text::whole(&report, false);
    let head = "#  bot  points  games   W  D   L\n1  ann      13     16  12  2   2\n";
    assert!(shown.starts_with(head), "{shown}");
    assert!(!shown.contains('\u{fffd}'), "{shown}");
    for line in [
        "\nMatch: ann against bob\n  score           81.25 %\n  Elo             +254.73",
        "\n  drawn games     12.5 %\n  first seat      56.2 %\n  results         Pairs of games: 8, of which",
    ] {
        assert!(shown.contains(line), "{line}\n{shown}");
    }
    let json = serde_json::to_value(&report).expect("JSON");
    assert_eq!(json["match"]["pairs"], serde_json::json!([0, 2, 0, 0, 6]));
    assert!(markdown::standings(&report, false).contains("| drawn games | 12.5 % |\n"));
}

#[test]
fn repeated_games_are_told_and_say_nothing_new() {
    let mut once = Vec::new();
    for (deal, pairing) in (1..).zip([["ann", "bob"], ["bob", "cleo"], ["cleo", "ann"]]) {
        once.extend(pair(pairing, deal, SHARED));
    }
    let mut often = once.clone();
    for deal in 1..10 {
        often.extend(once.iter().cloned().map(|mut game| {
            game.place.deal += 3 * deal;
            game
        }));
    }
    let names = ["ann", "bob", "cleo"];
    let [once, often] = [once, often].map(|games| report(&names, &games, ScheduleInfo::default()));
    assert_eq!((often.games, often.distinct), (60, 6));
    let shown = text::whole(&often, false);
    assert!(
        shown.contains("\n60 games, 6 distinct; points by seat: A 100.0 %, B 0.0 %\n"),
        "{shown}"
    );
    assert!(!text::whole(&once, false).contains("distinct"));
    for (one, many) in once.standings.iter().zip(&often.standings) {
        let error = |bot: &StandingsEntry| bot.rating_error.expect("a rating");
        assert!((error(one) - error(many)).abs() < 1e-6);
    }
}

#[test]
fn cycles_and_groups_are_named() {
    let mut games = Vec::new();
    // Four wins have probability 1/16 by chance.
    for deal in 1..=5 {
        games.extend(pair(["ann", "bob"], deal, WON));
        games.extend(pair(["bob", "cleo"], deal + 5, WON));
        games.extend(pair(["cleo", "ann"], deal + 10, WON));
    }
    let shown = text::whole(
        &report(&["ann", "bob", "cleo"], &games, ScheduleInfo::default()),
        false,
    );
    let expected = "\nCycle, each with 95 % at least: ann beats bob beats cleo beats ann.\n";
    assert!(shown.contains(expected), "{shown}");
    assert!(
        shown.contains("\nCan't be told apart with 95 %: ann, bob, cleo.\n"),
        "{shown}"
    );
}

#[test]
fn a_stage_without_a_game_has_rows_and_nothing_else() {
    let report = report(&["ann", "bob", "cleo"], &[], ScheduleInfo::default());
    let shown = text::whole(&report, false);
    assert!(
        shown.starts_with("#  bot   points  games  W  D  L\n1  ann        0"),
        "{shown}"
    );
    assert!(
        !shown.contains("rating") && !shown.contains("ms"),
        "{shown}"
    );
}

/// Returns games in which each bot plays its neighbours.
fn ring(names: &[String]) -> Vec<Outcome> {
    let mut games = Vec::new();
    for (deal, (one, two)) in (1..).zip(names.iter().zip(names.iter().cycle().skip(1))) {
        let places = if deal % 3 == 0 { SHARED } else { WON };
        games.extend(pair([one, two], deal, places));
        if deal % 5 == 0 {
            let last = games.len() - 1;
            games[last].verdict.void = Some("the machine failed".to_owned());
            games[last - 1].verdict.seats[0].fault = Some(FaultKind::IllegalMove);
        }
    }
    games
}

#[test]
fn csv_and_json_hold_the_same_numbers() {
    let names = ["ann", "bob", "cleo"].map(str::to_owned);
    let report = report(
        &["ann", "bob", "cleo"],
        &ring(&names),
        ScheduleInfo::default(),
    );
    let rows = tables::standings_csv(&report.standings, true).expect("rows");
    let json = serde_json::to_value(&report).expect("JSON");
    let mut reader = ::csv::Reader::from_reader(rows.as_bytes());
    let rows: Vec<BTreeMap<String, String>> = reader
        .deserialize()
        .map(|row| row.expect("a row"))
        .collect();
    assert_eq!(rows.len(), 3);
    for (row, bot) in rows.iter().zip(json["standings"].as_array().expect("rows")) {
        assert_eq!(row["bot"], bot["bot"].as_str().expect("a name"));
        for key in [
            "points",
            "percent",
            "rating",
            "rating_error",
            "mean_ms",
            "budget",
        ] {
            assert_eq!(row[key].parse().ok(), bot[key].as_f64(), "{key}");
        }
        for rank in 0..3 {
            let cell = row[&format!("p_rank_{}", rank + 1)].parse().ok();
            assert_eq!(cell, bot["rank_probabilities"][rank].as_f64());
        }
    }
}
