//! Games whose rules are a program: the built-in ones by their own `referee rules`, which play as built in, and programs
//! that do what they mustn't.

#![allow(unreachable_pub, reason = "nobody can take anything from tests")]

mod failing;

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use referee_engine::{EngineContext, GameRunner, ProcessScope, Program, audit, rules_of};
use referee_games::{GameKind, GameSource, MoveParts, games};
use referee_jail::{DisabledLayers, Level};
use referee_record::{Job, Record, Restart, SeatAssignment, Start, StartFrom, TimeControl, derive};
use referee_rules::{GameDescription, ProgramGame, RequestLimits};

/// What stands for the hash of a program.
const HASH: &str = "5ea1";

fn scope() -> ProcessScope {
    let referee = env!("CARGO_BIN_EXE_referee").as_ref();
    ProcessScope::open(referee, Level::Auto, &DisabledLayers::default()).expect("a folder")
}

/// This program, called as a house bot or with `rules`.
fn referee(name: &str, words: [&str; 2]) -> Program {
    let words = words.map(Into::into).to_vec();
    Program::new(name, env!("CARGO_BIN_EXE_referee").into(), words)
}

/// A built-in game with these options, played by its own `referee rules`.
fn by_program(
    kind: &dyn GameKind,
    options: &BTreeMap<String, String>,
    scope: &ProcessScope,
) -> ProgramGame {
    let rules = kind.rules(options).expect("options of the game");
    let start = rules.start();
    let description = GameDescription {
        name: kind.name().to_owned(),
        title: kind.title().to_owned(),
        seats: start.seats(),
        reasons: rules.reasons().into_iter().map(str::to_owned).collect(),
        max_plies: start.max_plies(),
        options: kind.options(),
        move_parts: MoveParts::Whole,
    };
    ProgramGame::new(
        (description, HASH.to_owned()),
        referee("rules", ["rules", kind.name()]),
        scope.clone(),
        (referee_record::Limits::default(), RequestLimits::default()),
    )
}

/// A job from a dealt start and two random plies, with a random bot for each seat.
fn job(game: &str, options: &BTreeMap<String, String>, seats: &[char], number: u64) -> Job {
    let of = |what: &str| derive(7, what, &[&number.to_string()]);
    let seated = |seat: &char| {
        let bot = format!("random {seat}");
        SeatAssignment::new(*seat, &bot, of(&bot).small(), TimeControl::default())
    };
    let seats = seats.iter().map(seated).collect();
    let mut start = Start::new(StartFrom::Deal, of("deal"));
    start.plies = 2;
    let job = Job {
        number,
        options: options.clone(),
        restart: Restart::Never,
        ..Job::single("main", game, start, of("dice"), seats)
    };
    job.identify()
}

/// The same job, by the rules of a program.
fn held_by_program(job: Job) -> Job {
    let rules = Some(HASH.to_owned());
    Job { rules, ..job }.identify()
}

/// Plays jobs with house bots, by the games of this source.
fn play(games: GameSource, scope: &ProcessScope, jobs: &[Job]) -> Vec<Record> {
    let seats = jobs.iter().flat_map(|job| &job.seats);
    let bot = |seated: &SeatAssignment| {
        let program = referee(&seated.bot, ["house", "random"]);
        (seated.bot.clone(), program)
    };
    let bots: HashMap<String, Program> = seats.map(bot).collect();
    let mut context = EngineContext::new(Arc::new(bots), scope.clone());
    context.games = games;
    let mut runner = GameRunner::new(context, None);
    let played = jobs.iter().map(|job| {
        let record = runner.play(job, 1, None).expect("the run goes on");
        record.expect("nobody stops it")
    });
    let records = played.collect();
    runner.close();
    records
}

#[test]
fn built_in_games_are_the_same_by_their_own_sessions() {
    let scope = scope();
    for kind in games() {
        let options = match kind.name() {
            "ludo" => vec![("seats", "ACD"), ("rolls", "200")],
            "koolaamee" => vec![("board", "random")],
            _ => Vec::new(),
        };
        let options = options
            .iter()
            .map(|(key, value)| ((*key).to_owned(), (*value).to_owned()));
        let options: BTreeMap<String, String> = options.collect();
        let game = by_program(*kind, &options, &scope);
        let seats: Vec<char> = game
            .description
            .seats
            .iter()
            .map(|seat| seat.letter())
            .collect();
        let jobs: Vec<Job> = (1..=10)
            .map(|number| job(kind.name(), &options, &seats, number))
            .collect();
        let source = GameSource::built_in().with(Arc::new(game));
        let built_in = play(GameSource::built_in(), &scope, &jobs);
        let of_program: Vec<Job> = jobs.iter().cloned().map(held_by_program).collect();
        let by_program = play(source.clone(), &scope, &of_program);
        for (one, mut other) in built_in.iter().zip(by_program) {
            assert_eq!(one.played.verdict.void, None, "{}", kind.name());
            assert_ne!(one.played.job.id, other.played.job.id);
            other.played.job = one.played.job.clone();
            assert_eq!(one.played, other.played);
        }
        // Another session finds them sound.
        let rules = rules_of(&source, &of_program[0]).expect("rules");
        for record in &built_in {
            audit(&*rules, record).expect("a sound record");
        }
        let start = rules.start();
        let own = kind.rules(&options).expect("options of the game").start();
        assert_eq!(start.perft(2), own.perft(2), "{}", kind.name());
        assert_eq!(start.view(), own.view());
        assert!(start.scene() == own.scene(), "{}", kind.name());
        assert_eq!(start.symmetries(), own.symmetries());
    }
}
