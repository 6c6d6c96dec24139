//! Cases of whole games, played by the match loop of tournaments.

use referee_engine::GameRunner;
use referee_games::{GameKind, Rules};
use referee_output::text_layout::count;
use referee_record::{
    Job, Record, Restart, SeatAssignment, Start, StartFrom, Step, TimeBudget, TimeControl, derive,
};
use referee_report::Diagnosis;
use std::collections::BTreeMap;

use super::bot_under_test::{BOT, BotUnderTest, MASTER, OPPONENT};
use super::case::CaseResult;
use super::observation::{Observation, ProtocolRule};
use referee_games::GamePurpose;

/// Rule for a whole game.
pub(super) const GAME: ProtocolRule =
    ProtocolRule("a game without a fault of the bot", "protocol.md#verdicts");
/// Attempts for a game: a void game is tried again.
const TRIES: u32 = 3;

/// Moves of the bot from which a game is long; and games that are tried to get a long one.
const LONG: usize = 25;
const LONG_TRIES: u64 = 6;

/// Outcome of a game.
pub(super) enum CheckGameOutcome {
    /// Played to its end without a fault of the bot.
    Played(Box<Record>),
    /// Failed by the bot.
    Failed(Observation),
    /// Void, as the machine failed repeatedly.
    Void(String),
}

/// A game that is to be played.
pub(super) struct PlannedGame<'a> {
    /// Name of the game.
    pub game: &'a str,
    /// Purpose of the game.
    pub wanted: GamePurpose,
    /// Seat of the bot; `None` if it has all seats.
    pub seat: Option<usize>,
    /// Number of the deal; `None` for the default start.
    pub deal: Option<u64>,
    /// Lifetime of the bot's process.
    pub restart: Restart,
    /// Milliseconds for each move.
    pub move_ms: u64,
}

impl<'a> PlannedGame<'a> {
    /// Plans a game with the bot in one seat.
    pub(super) fn new(
        subject: &BotUnderTest,
        game: &'a str,
        wanted: GamePurpose,
        seat: usize,
    ) -> PlannedGame<'a> {
        PlannedGame {
            game,
            wanted,
            seat: Some(seat),
            deal: None,
            restart: Restart::Game,
            move_ms: subject.move_ms,
        }
    }

    fn job(&self, subject: &BotUnderTest, rules: &dyn Rules, number: u64) -> Job {
        let seats = rules.start().seats();
        let name = |i: usize| match self.seat {
            Some(own) if own != i => OPPONENT,
            _ => BOT,
        };
        let seats = seats.iter().enumerate().map(|(i, seat)| {
            let seed = derive(MASTER, "bot", &[&seat.to_string()]).small();
            let time = TimeControl::new(TimeBudget::Move { ms: self.move_ms });
            SeatAssignment::new(seat.letter(), name(i), seed, time)
        });
        let deal = self.deal.unwrap_or(1);
        let start = Start::new(
            self.deal.map_or(StartFrom::Default, |_| StartFrom::Deal),
            derive(MASTER, "deal", &[&deal.to_string()]),
        );
        let dice = derive(MASTER, "dice", &[&number.to_string()]);
        let kind = subject.context.games.find(self.game);
        Job {
            number,
            rules: kind.and_then(GameKind::hash).map(str::to_owned),
            options: options(subject, self.game, self.wanted),
            limits: subject.limits,
            restart: self.restart,
            ..Job::single("check", self.game, start, dice, seats.collect())
        }
        .identify()
    }

    /// Plays the game with a runner; games with the same number have the same dice.
    pub(super) fn play(
        &self,
        subject: &BotUnderTest,
        table: &mut GameRunner,
        number: u64,
    ) -> CheckGameOutcome {
        let given = options(subject, self.game, self.wanted);
        let kind = subject.context.games.find(self.game);
        let rules = kind.map(|kind| kind.rules(&given));
        let Some(Ok(rules)) = rules else {
            return CheckGameOutcome::Void(format!("there is no such game: {}", self.game));
        };
        let job = self.job(subject, &*rules, number);
        let mut why = String::new();
        for attempt in 1..=TRIES {
            let record = match table.play(&job, attempt, None) {
                Ok(Some(record)) => record,
                Ok(None) => return CheckGameOutcome::Void("it was stopped".to_owned()),
                Err(trouble) => return CheckGameOutcome::Void(trouble.to_string()),
            };
            if let Some(void) = &record.played.verdict.void {
                why.clone_from(void);
                continue;
            }
            subject.played(&record);
            let is_own_seat = |seat: char| {
                let mut seats = job.seats.iter();
                seats.any(|seated| seated.seat == seat && seated.bot == BOT)
            };
            let mut evidence = record.measured.evidence.iter();
            return match evidence.find(|fault| is_own_seat(fault.seat)) {
                Some(fault) => {
                    let mut seen = Observation::in_game(&record, fault, &*rules);
                    let moves = record.played.steps.len();
                    let when = if moves == 0 {
                        String::new()
                    } else {
                        format!(", step {moves}")
                    };
                    seen.what = format!("as {}{when}: {}", fault.seat, seen.what);
                    CheckGameOutcome::Failed(seen)
                }
                None => CheckGameOutcome::Played(Box::new(record)),
            };
        }
        CheckGameOutcome::Void(why)
    }

    /// Plays the game with its own runner.
    fn alone(&self, subject: &BotUnderTest, number: u64) -> CheckGameOutcome {
        let mut table = GameRunner::new(subject.context.clone(), None);
        let outcome = self.play(subject, &mut table, number);
        table.close();
        outcome
    }
}

/// Returns the record of a played game; otherwise returns from the caller with the result of the case.
macro_rules! played {
    ($outcome:expr, $suspect:expr) => {
        match $outcome {
            CheckGameOutcome::Played(record) => record,
            CheckGameOutcome::Failed(seen) => return seen.fault(GAME, $suspect),
            CheckGameOutcome::Void(why) => return void(&why),
        }
    };
}

/// Returns the result of a case whose game the machine spoilt.
pub(super) fn void(why: &str) -> CaseResult {
    CaseResult::Undecided {
        because: format!("the machine spoilt the game: {why}"),
        failed: false,
    }
}

/// Case: the bot plays a game as each seat, for two seats and for all seats. Also returns the records.
pub(super) fn seats(subject: &BotUnderTest, game: &str) -> (CaseResult, Vec<Record>) {
    let mut records = Vec::new();
    let case = seats_of(subject, game, &mut records);
    (case, records)
}

/// Returns the options of a game for a purpose.
fn options(subject: &BotUnderTest, game: &str, purpose: GamePurpose) -> BTreeMap<String, String> {
    let kind = subject.context.games.find(game);
    kind.map_or_else(BTreeMap::new, |kind| kind.options_for(purpose))
}

fn seats_of(subject: &BotUnderTest, game: &str, records: &mut Vec<Record>) -> CaseResult {
    let plan = |wanted, seat| PlannedGame::new(subject, game, wanted, seat);
    let first = played!(plan(GamePurpose::Usual, 0).alone(subject, 1), None);
    records.push(*first);
    let second = match plan(GamePurpose::Usual, 1).alone(subject, 2) {
        CheckGameOutcome::Played(record) => record,
        CheckGameOutcome::Failed(seen) => {
            let illegal = matches!(seen.mistake, Diagnosis::Illegal | Diagnosis::OtherSeat);
            return seen.fault(GAME, illegal.then_some(Diagnosis::AlwaysA));
        }
        CheckGameOutcome::Void(why) => return void(&why),
    };
    records.push(*second);
    if !options(subject, game, GamePurpose::Crowd).is_empty() {
        let third = played!(plan(GamePurpose::Crowd, 2).alone(subject, 3), None);
        records.push(*third);
    }
    CaseResult::fine(count(records.len() as u64, "game"))
}

/// Case: counts the forced moves, which the referee plays without asking the bot.
pub(super) fn forced(records: &[Record]) -> CaseResult {
    let mut forced = 0;
    for record in records {
        let seats = record.played.job.seats.iter();
        let own_seats: Vec<char> = seats
            .filter(|seated| seated.bot == BOT)
            .map(|c| c.seat)
            .collect();
        let moves = record.played.steps.iter().filter_map(|step| match step {
            Step::Move { seat, .. } => Some(*seat),
            Step::Chance { .. } | Step::Out { .. } | Step::Adjudicated { .. } => None,
        });
        let plies = moves.zip(&record.measured.plies);
        forced += plies
            .filter(|(seat, ply)| ply.ns == 0 && own_seats.contains(seat))
            .count() as u64;
    }
    if forced == 0 {
        return CaseResult::skipped("none came up");
    }
    CaseResult::fine(count(forced, "forced move"))
}

/// Case: the bot plays a second game in the same process.
pub(super) fn next_game(subject: &BotUnderTest, game: &str) -> CaseResult {
    let mut table = GameRunner::new(subject.context.clone(), None);
    let plan = |seat| PlannedGame {
        restart: Restart::Never,
        ..PlannedGame::new(subject, game, GamePurpose::Short, seat)
    };
    let first = plan(0).play(subject, &mut table, 4);
    let _ = played!(first, None);
    let second = plan(1).play(subject, &mut table, 5);
    table.close();
    let record = played!(second, Some(Diagnosis::NextGame));
    // After a void attempt bots are restarted in any case, so the process proves nothing.
    if record.attempt > 1 {
        return void("the second in one process had to be begun again");
    }
    // If a process was started for this game, the one before ended after the first game.
    let bot_measure = record.measured.bots.get(1);
    if bot_measure.is_some_and(|bot| bot.start_us.is_some()) {
        return CaseResult::Fault(ended_after_one());
    }
    CaseResult::fine("")
}

fn ended_after_one() -> super::case::CheckFailure {
    let what = "the process ended after its first game";
    let seen = Observation {
        sent: vec!["result …".to_owned()],
        ..Observation::new(Diagnosis::NextGame, what)
    };
    let section = "protocol.md#several-games-in-one-process";
    seen.flaw(ProtocolRule("it waits for `game` or `quit`", section), None)
}

/// Case: the bot plays from random starts.
pub(super) fn boards(subject: &BotUnderTest, game: &str) -> CaseResult {
    let mut starts = Vec::new();
    for deal in 1..=2 {
        let plan = PlannedGame {
            deal: Some(deal),
            ..PlannedGame::new(subject, game, GamePurpose::Drawn, usize::from(deal == 2))
        };
        let record = played!(plan.alone(subject, 5 + deal), None);
        starts.push(record.played.start);
    }
    CaseResult::fine("2 boards")
}

/// Case: the bot plays a long game; tries several games until one is long.
pub(super) fn long(subject: &BotUnderTest, game: &str) -> CaseResult {
    let mut longest = 0;
    for number in 8..8 + LONG_TRIES {
        let plan = PlannedGame {
            deal: Some(number),
            ..PlannedGame::new(subject, game, GamePurpose::Long, 0)
        };
        let record = played!(plan.alone(subject, number), None);
        let is_own_move = |step: &&Step| matches!(step, Step::Move { seat: 'A', .. });
        longest = longest.max(record.played.steps.iter().filter(is_own_move).count());
        if longest >= LONG {
            break;
        }
    }
    CaseResult::fine(count(longest as u64, "move"))
}

/// Case: the bot plays the same moves when a game is repeated.
pub(super) fn again(subject: &BotUnderTest, game: &str, first: &Record) -> CaseResult {
    let outcome = PlannedGame::new(subject, game, GamePurpose::Usual, 0).alone(subject, 1);
    let record = played!(outcome, None);
    let pairs = first.played.steps.iter().zip(&record.played.steps);
    let same = pairs.take_while(|(then, now)| then == now).count();
    if first.played.steps == record.played.steps {
        return CaseResult::fine("");
    }
    let parting_move = |record: &Record| match record.played.steps.get(same) {
        Some(Step::Move { word, .. }) => vec![word.clone()],
        _ => Vec::new(),
    };
    let what = format!("the games part at step {}", same + 1);
    let seen = Observation {
        sent: vec!["the same lines, the same seed=".to_owned()],
        came: [parting_move(first), parting_move(&record)].concat(),
        ..Observation::new(Diagnosis::OwnSeed, what)
    };
    let rule = ProtocolRule(
        "the same moves, so that games can be repeated",
        "protocol.md#randomness",
    );
    CaseResult::Hint(seen.flaw(rule, None))
}
