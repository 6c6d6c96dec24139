//! An outcome: what a record says about who did how, without its moves.
//!
//! Schedules, standings and lists of games need no more, so that a store can keep outcomes where
//! they are found fast, and a run of millions of games can be resumed without reading its moves.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::job::{JobId, Place};
use crate::played::{Played, Step, Verdict};
use crate::record::Record;

/// How one attempt at a job ended.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Outcome {
    /// The game's number in schedule order, from 1.
    pub number: u64,
    /// The job.
    pub id: JobId,
    /// From 1; higher ones follow a void game.
    pub attempt: u32,
    /// Whether the attempt is void and another follows.
    pub again: bool,
    /// Whether a ruling made it void.
    pub annulled: bool,
    /// Where the game stands in the tournament.
    pub place: Place,
    /// Who sat where, in the order of the seats.
    pub seats: Vec<Seated>,
    /// How it ended.
    pub verdict: Verdict,
    /// Moves and dice.
    pub steps: u32,
    /// Equal for games that are equal in bots, seats, start, dice and moves.
    pub print: u64,
}

/// A bot in a game, and the time that it used.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seated {
    /// The seat's letter.
    pub seat: char,
    /// The bot's name in the configuration.
    pub bot: String,
    /// Its time.
    pub spent: Spent,
}

/// Charged time of a bot.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Spent {
    /// Accepted moves that it was asked for; forced ones have no time.
    pub moves: u64,
    /// Of all these moves, in nanoseconds.
    pub sum_ns: u64,
    /// Of the longest of them, in nanoseconds.
    pub max_ns: u64,
    /// What it could have used in these moves, in nanoseconds; 0 where its time isn't bounded.
    pub allowed_ns: u64,
}

impl Outcome {
    /// What a record says in short.
    pub fn of(record: &Record) -> Outcome {
        let (job, played) = (&record.played.job, &record.played);
        Outcome {
            number: job.number,
            id: job.id,
            attempt: record.attempt,
            again: played.verdict.void.is_some() && record.attempt < job.limits.tries,
            annulled: false,
            place: job.place.clone(),
            seats: seated(record),
            verdict: played.verdict.clone(),
            steps: u32::try_from(played.steps.len()).unwrap_or(u32::MAX),
            print: print(played),
        }
    }

    /// Makes it void by a ruling; then the game is played again, or not.
    pub fn annul(&mut self, because: &str, replay: bool) {
        self.verdict.void = Some(format!("annulled: {because}"));
        self.annulled = true;
        self.again = replay;
    }

    /// Whether the game counts: it isn't void.
    pub fn counts(&self) -> bool {
        self.verdict.void.is_none()
    }

    /// The word of the fault by which a bot lost, if it lost by one: a game that doesn't count holds
    /// nothing against anybody, and giving up is no fault.
    pub fn fault(&self, bot: &str) -> Option<&str> {
        let seated = self.seats.iter().find(|seated| seated.bot == bot)?;
        let failure = self.verdict.seat(seated.seat)?.failure();
        failure.filter(|_| self.counts())
    }

    /// Equal for games that are equal in start, dice and moves, whoever sat where.
    pub fn course(&self) -> u64 {
        let seats = self.seats.iter().map(|seated| (seated.seat, &*seated.bot));
        self.print ^ hash(&seats.collect::<Vec<_>>())
    }

    /// The points of a seat, from 0 to 1; see [`Verdict::points`].
    pub fn points(&self, seat: char) -> f64 {
        self.verdict.points(seat)
    }
}

fn seated(record: &Record) -> Vec<Seated> {
    let job = &record.played.job;
    let mut seats: Vec<Seated> = job
        .seats
        .iter()
        .map(|chair| Seated {
            seat: chair.seat,
            bot: chair.bot.clone(),
            spent: Spent::default(),
        })
        .collect();
    let movers = record.played.steps.iter().filter_map(|step| match step {
        Step::Move { seat, .. } => Some(*seat),
        _ => None,
    });
    for (mover, ply) in movers.zip(&record.measured.plies) {
        let seat_entry = seats.iter_mut().find(|candidate| candidate.seat == mover);
        if let Some(entry) = seat_entry.filter(|_| ply.ns > 0) {
            entry.spent.moves += 1;
            entry.spent.sum_ns = entry.spent.sum_ns.saturating_add(ply.ns);
            entry.spent.max_ns = entry.spent.max_ns.max(ply.ns);
        }
    }
    for (entry, chair) in seats.iter_mut().zip(&job.seats) {
        let ms = chair.time.budget.bound_ms(entry.spent.moves).unwrap_or(0);
        entry.spent.allowed_ns = ms.saturating_mul(1_000_000);
    }
    seats
}

/// A hash of who sat where and one of what happened: the second follows from both together and the
/// seats.
fn print(played: &Played) -> u64 {
    let chairs = played.job.seats.iter();
    let seats: Vec<(char, &str)> = chairs.map(|chair| (chair.seat, &*chair.bot)).collect();
    hash(&seats) ^ hash(&(&played.start, &played.steps))
}

/// The first 63 bits of a hash, so that a database holds it as a number.
fn hash<T: Serialize + ?Sized>(what: &T) -> u64 {
    let text = serde_json::to_vec(what).unwrap_or_default();
    let hash = Sha256::digest(text);
    let mut bytes = [0; 8];
    bytes.copy_from_slice(&hash[..8]);
    u64::from_le_bytes(bytes) >> 1
}
