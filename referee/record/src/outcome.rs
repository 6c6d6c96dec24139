//! Summarizes a record without its moves: the result of each bot.
//!
//! Schedules, standings and lists of games need no more, so a store can keep outcomes where they are found
//! fast, and a run of millions of games can be resumed without reading its moves.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::fault::FaultKind;
use crate::job::{JobId, Place};
use crate::played::{Played, Step, Verdict};
use crate::record::Record;

/// How one attempt at a job ended.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Outcome {
    /// The game's number in schedule order, from 1.
    pub number: u64,
    /// The job's id.
    pub id: JobId,
    /// Number of the attempt, from 1; higher ones follow a void game.
    pub attempt: u32,
    /// True if the attempt is void and another follows.
    pub again: bool,
    /// True if a ruling made the game void.
    pub annulled: bool,
    /// The game's place in the tournament.
    pub place: Place,
    /// The seats and their bots, in order.
    pub seats: Vec<Seated>,
    /// Verdict on the game.
    pub verdict: Verdict,
    /// The config revision of the run that was in force, counted from 0.
    pub revision: u32,
    /// Name of the worker of a fleet that played it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub worker: Option<String>,
    /// Number of moves and dice.
    pub steps: u32,
    /// Fingerprint: equal for games that are equal in bots, seats, start, dice and moves.
    pub print: u64,
}

/// A bot in a game, and what was measured of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seated {
    /// The seat's letter.
    pub seat: char,
    /// The bot's name in the configuration.
    pub bot: String,
    /// The time that it used.
    pub spent: Spent,
    /// Lines of chatter that it wrote.
    pub chatter: u64,
}

/// Charged time of a bot.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Spent {
    /// Number of accepted moves that it was asked for; forced ones have no time.
    pub moves: u64,
    /// Time of all these moves, in nanoseconds.
    pub sum_ns: u64,
    /// Time of the longest of them, in nanoseconds.
    pub max_ns: u64,
    /// Time that was allowed for these moves, in nanoseconds; 0 where it isn't bounded.
    pub allowed_ns: u64,
}

impl Outcome {
    /// Summarizes a record.
    pub fn of(record: &Record) -> Outcome {
        let (job, played) = (&record.played.job, &record.played);
        Outcome {
            number: job.number,
            id: job.id,
            attempt: record.attempt,
            again: played.verdict.void.is_some() && is_followed(record),
            annulled: false,
            place: job.place.clone(),
            seats: seated(record),
            verdict: played.verdict.clone(),
            revision: record.measured.revision,
            worker: record.measured.worker.clone(),
            steps: u32::try_from(played.steps.len()).unwrap_or(u32::MAX),
            print: print(played),
        }
    }

    /// Makes the game void by a ruling; it is played again if `replay` is true.
    pub fn annul(&mut self, because: &str, replay: bool) {
        self.verdict.void = Some(annulled(because));
        self.annulled = true;
        self.again = replay;
    }

    /// Tells if a ruling with this reason made the game void.
    pub fn is_annulled_because(&self, because: &str) -> bool {
        self.annulled && self.verdict.void == Some(annulled(because))
    }

    /// Tells if the game counts, which means that it isn't void.
    pub fn counts(&self) -> bool {
        self.verdict.void.is_none()
    }

    /// Returns the fault by which a bot lost, if there was one: a game that doesn't count is held
    /// against no bot, and resigning is no fault.
    pub fn fault(&self, bot: &str) -> Option<FaultKind> {
        let seated = self.seats.iter().find(|seated| seated.bot == bot)?;
        let failure = self.verdict.seat(seated.seat)?.failure();
        failure.filter(|_| self.counts())
    }

    /// Returns a fingerprint that is equal for games that are equal in start, dice and moves, with any bots
    /// in the seats.
    pub fn course(&self) -> u64 {
        self.print ^ self.hash_of_seats()
    }

    fn hash_of_seats(&self) -> u64 {
        let seats = self.seats.iter().map(|seated| (seated.seat, &*seated.bot));
        hash(&seats.collect::<Vec<_>>())
    }

    /// Gives the bots other names, as if the game had been played under these.
    pub fn rename(&mut self, name: impl Fn(&str) -> String) {
        let course = self.course();
        let seated = self.seats.iter_mut().map(|seated| &mut seated.bot);
        for bot in seated.chain(&mut self.place.block) {
            *bot = name(bot);
        }
        self.print = course ^ self.hash_of_seats();
    }

    /// Returns the points of a seat, from 0 to 1; see [`Verdict::points`].
    pub fn points(&self, seat: char) -> f64 {
        self.verdict.points(seat)
    }
}

/// Returns what is said of a game that was annulled for this reason.
fn annulled(because: &str) -> String {
    format!("annulled: {because}")
}

/// Tells if another attempt follows a void one: until `tries` are played, and beyond it, up to twice as often, while
/// one seat was late in all of them and it was seen why in some, which don't count.
fn is_followed(record: &Record) -> bool {
    let tries = record.played.job.limits.tries;
    let undecided = record.measured.late.is_some_and(|late| late.always);
    let most = if undecided && tries > 1 {
        tries.saturating_mul(2)
    } else {
        tries
    };
    record.attempt < most
}

fn seated(record: &Record) -> Vec<Seated> {
    let job = &record.played.job;
    let mut seats: Vec<Seated> = job
        .seats
        .iter()
        .map(|seated| Seated {
            seat: seated.seat,
            bot: seated.bot.clone(),
            spent: Spent::default(),
            chatter: chatter(record, seated.seat),
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
    for (entry, seated) in seats.iter_mut().zip(&job.seats) {
        let ms = seated.time.budget.bound_ms(entry.spent.moves).unwrap_or(0);
        entry.spent.allowed_ns = ms.saturating_mul(1_000_000);
    }
    seats
}

fn chatter(record: &Record, seat: char) -> u64 {
    let mut bots = record.measured.bots.iter();
    let bot = bots.find(|bot| bot.seat == seat);
    bot.map_or(0, |bot| bot.chatter_lines)
}

/// Returns the XOR of a hash of the seats and a hash of the course of the game, so that the latter can be
/// computed from the result and the seats.
fn print(played: &Played) -> u64 {
    let seats = played.job.seats.iter();
    let seats: Vec<(char, &str)> = seats.map(|seated| (seated.seat, &*seated.bot)).collect();
    hash(&seats) ^ hash(&(&played.start, &played.steps))
}

/// Returns the first 63 bits of a hash, so that a database can hold it as a number.
fn hash<T: Serialize + ?Sized>(what: &T) -> u64 {
    let text = serde_json::to_vec(what).unwrap_or_default();
    let hash = Sha256::digest(text);
    let mut bytes = [0; 8];
    bytes.copy_from_slice(&hash[..8]);
    u64::from_le_bytes(bytes) >> 1
}
