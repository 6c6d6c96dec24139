//! Plays test games: the bot against itself, once from each of some positions of the book.

use anyhow::Result;
use referee_engine::{EngineContext, GameRunner};
use referee_output::failure::{bad_input, machine};
use referee_record::{Job, Record, SeatAssignment, Start, StartFrom, derive};

use super::choice::ScoredPosition;
use super::{BookJudges, BookProgress, BookRequest, PositionSelection};

/// Results of test games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SelfPlay {
    /// Games won by the side that moved first.
    pub won: u64,
    /// Drawn games.
    pub drawn: u64,
    /// Games won by the side that moved second.
    pub lost: u64,
    /// Games that the bot lost by its own fault, which says nothing about the position.
    pub faults: u64,
    /// Void games, because the machine failed.
    pub void: u64,
}

impl SelfPlay {
    /// Plays the games, from positions spread over the whole book.
    pub fn play(
        request: &BookRequest,
        bench: &BookJudges,
        choice: &PositionSelection,
        follow: &mut dyn FnMut(BookProgress),
    ) -> Result<SelfPlay> {
        let mut trial = SelfPlay::default();
        let lines = choice.kept.len();
        let games = request.games.min(lines);
        let names = [(bench.program.name.clone(), bench.program.clone())];
        let programs = std::sync::Arc::new(names.into_iter().collect());
        let context = EngineContext {
            stop: std::sync::Arc::clone(&bench.stop),
            ..EngineContext::new(programs, bench.scope.clone())
        };
        let mut table = GameRunner::new(context, None);
        let mut tell = |done| {
            follow(BookProgress {
                what: "test games",
                done,
                wanted: games as u64,
            });
        };
        tell(0);
        for (number, game) in (1..).zip(0..games) {
            bench.go_on()?;
            let Some(line) = choice.kept.get(game * lines / games.max(1)) else {
                continue;
            };
            let job = job(request, bench, line, number)?;
            let record = table.play(&job, 1, None).map_err(bad_input)?;
            if let Some(record) = record {
                let mover = request.rules.read(&line.line).map_err(machine)?;
                trial.count(&record, first(&*mover));
            }
            tell(number);
        }
        bench.go_on()?;
        table.close();
        Ok(trial)
    }

    /// Returns the number of games whose result says something about the positions.
    pub fn counted(&self) -> u64 {
        self.won + self.drawn + self.lost
    }

    fn count(&mut self, record: &Record, mover: Option<char>) {
        let verdict = &record.played.verdict;
        let mut firsts = verdict.seats.iter().filter(|seat| seat.place == 1);
        let winner = match (firsts.next(), firsts.next()) {
            (Some(winner), None) => Some(winner.seat),
            _ => None,
        };
        let count = match winner {
            _ if verdict.void.is_some() => &mut self.void,
            _ if !record.measured.evidence.is_empty() => &mut self.faults,
            None => &mut self.drawn,
            winner if winner == mover => &mut self.won,
            Some(_) => &mut self.lost,
        };
        *count += 1;
    }
}

/// Returns the seat that moves first in a position.
fn first(position: &dyn referee_games::Position) -> Option<char> {
    match position.turn() {
        referee_games::Turn::Seat(seat) => Some(seat.letter()),
        _ => None,
    }
}

fn job(
    request: &BookRequest,
    bench: &BookJudges,
    line: &ScoredPosition,
    number: u64,
) -> Result<Job> {
    let position = request.rules.read(&line.line).map_err(machine)?;
    let of = |what: &str, parts: &[&str]| derive(request.seed, what, parts);
    let seats = position.seats().into_iter().map(|seat| {
        let seed = of("bot", &[&line.line, &seat.to_string()]).small();
        SeatAssignment::new(seat.letter(), &bench.program.name, seed, request.time)
    });
    let start = Start::new(StartFrom::State(line.line.clone()), of("deal", &[]));
    let dice = of("dice", &[&line.line]);
    let job = Job {
        number,
        options: request.options.clone(),
        ..Job::single("book", request.rules.name(), start, dice, seats.collect())
    };
    Ok(job.identify())
}
