//! Tests of queries for some of many games.

use referee_store::{Filter, ResultWord, Run};

use crate::common::{database, record, void};

fn find_numbers(run: &Run, filter: &Filter) -> Vec<u64> {
    let outcomes = run.outcomes(filter).expect("readable");
    outcomes
        .map(|outcome| outcome.expect("sound").number)
        .collect()
}

#[test]
fn filters_choose_games() {
    // More games than fit on one page.
    let mut games: Vec<_> = (1..=2500).map(record).collect();
    for game in &mut games[..20] {
        "other".clone_into(&mut game.played.job.seats[1].bot);
        "qualification".clone_into(&mut game.played.job.place.stage);
    }
    games.push(void(2501, 1));
    let path = database("filters", games);
    let run = Run::open(&path).expect("a run");
    let name = |name: &str| Some(name.to_owned());
    assert_eq!(find_numbers(&run, &Filter::default()).len(), 2501);
    let bot = |bot: &str| Filter {
        bot: name(bot),
        ..Filter::default()
    };
    assert_eq!(
        find_numbers(&run, &bot("other")),
        (1..=20).collect::<Vec<_>>()
    );
    assert_eq!(
        find_numbers(&run, &bot("lazy")),
        (21..=2501).collect::<Vec<_>>()
    );
    assert!(find_numbers(&run, &bot("nobody")).is_empty());
    let faults = Filter {
        opponent: name("greedy"),
        reason: name("timeout"),
        ..bot("other")
    };
    assert_eq!(find_numbers(&run, &faults), [3, 6, 9, 12, 15, 18]);
    let won = Filter {
        result: Some(ResultWord::Win),
        ..bot("other")
    };
    assert!(find_numbers(&run, &won).is_empty());
    let void = Filter {
        result: Some(ResultWord::Void),
        ..bot("lazy")
    };
    assert_eq!(find_numbers(&run, &void), [2501]);
    let staged = Filter {
        stage: name("qualification"),
        seat: Some('C'),
        ..Filter::default()
    };
    assert_eq!(find_numbers(&run, &staged).len(), 20);
    let tallies = run.tallies().expect("readable");
    let stage = tallies.stage("qualification").expect("it was played");
    assert_eq!(stage.games().counted, 20);
    assert_eq!(run.check_tallies().expect("readable"), None);
}
