//! Describes the record of a game: the game as it was played, and the measurements.

use serde::{Deserialize, Serialize};

use crate::fault::{FaultDetail, FaultKind};
use crate::played::Played;

/// Record of one attempt at a job.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// Number of the attempt, from 1; higher ones follow a void game.
    pub attempt: u32,
    /// The part that doesn't depend on the machine and the time of day.
    pub played: Played,
    /// The part that does.
    pub measured: Measured,
}

/// Measurements of a game, which differ from game to game.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Measured {
    /// When the game began, in milliseconds since 1970 (UTC).
    pub began_ms: u64,
    /// How long it took from the start of the first process, in microseconds.
    pub took_us: u64,
    /// The config revision of the run that was in force, counted from 0; the store writes it.
    #[serde(default, skip_serializing_if = "is_first")]
    pub revision: u32,
    /// The worker that played it, where that was another machine.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub worker: Option<String>,
    /// The core that the game was pinned to, if it was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub core: Option<usize>,
    /// One entry per move of `steps`, in order.
    pub plies: Vec<PlyMeasure>,
    /// One entry per seat.
    pub bots: Vec<BotMeasure>,
    /// One entry per fault.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub evidence: Vec<Evidence>,
    /// The lateness that made the game void, where a seat was late because of the time that others took from
    /// it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub late: Option<Lateness>,
}

/// A turn, or the start of a bot, that was late by no more than the time that others took from it.
///
/// A turn that was late because an opponent took its time counts against no seat and is in no record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lateness {
    /// Number of the attempt at the game.
    pub attempt: u32,
    /// The seat's letter.
    pub seat: char,
    /// How long after its deadline the answer came or was given up, in nanoseconds.
    pub late_ns: u64,
    /// Breakdown of the time of the turn.
    pub shares: TimeBreakdown,
    /// True if this seat, and no other, was late in every attempt so far.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub always: bool,
}

impl Lateness {
    /// Tells if it was seen what made the seat late: that counts against no seat.
    pub fn is_explained(&self) -> bool {
        self.shares.explains(self.late_ns)
    }

    /// Tells if a seat, and no other, was late in each of the attempts before this one.
    pub fn in_each(seat: char, attempt: u32, earlier: &[Lateness]) -> bool {
        let in_order = earlier.iter().map(|late| late.attempt).eq(1..attempt);
        in_order && earlier.iter().all(|late| late.seat == seat)
    }

    /// Tells if a seat loses when it is late in this attempt and it isn't seen why: it was late in each of the
    /// attempts before, and in `tries` of all it isn't seen why. An attempt in which it is neither counts nor ends
    /// the row.
    pub fn condemns(seat: char, attempt: u32, tries: u32, earlier: &[Lateness]) -> bool {
        let unexplained = earlier.iter().filter(|late| !late.is_explained()).count();
        tries > 1
            && unexplained > 0
            && unexplained + 1 >= tries as usize
            && Lateness::in_each(seat, attempt, earlier)
    }
}

/// Measurements of one move.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlyMeasure {
    /// Charged time in nanoseconds; 0 for a forced move.
    pub ns: u64,
    /// The bot's `info` lines without the keyword.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub info: Vec<String>,
    /// Lines of chatter in this turn.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub chatter: u64,
    /// Breakdown of a slow move's time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shares: Option<TimeBreakdown>,
}

/// Breakdown of the time of a turn, in nanoseconds, as far as the machine tells. Times within the noise of
/// any machine are 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TimeBreakdown {
    /// Time in which the bot's processes ran.
    pub cpu_ns: u64,
    /// Time in which the bot's processes were ready to run and waited for a core, not because of their own
    /// work, in addition to the stolen time. In records without [`Evidence::late_ns`] it is all the time that
    /// they waited.
    pub wait_ns: u64,
    /// Time in which programs outside this game or the machine's host had the game's cores, or a CPU quota kept the
    /// bot from them.
    pub stolen_ns: u64,
    /// Part of the stolen and the waited time of which it was seen who took it: programs outside the run, the
    /// machine's host, or a CPU quota. The rest is what is left when all that is known is subtracted.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub seen_ns: u64,
    /// Time in which the referee was held up and could see no answer.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub held_ns: u64,
}

impl TimeBreakdown {
    /// Returns the time that others took from the turn, in nanoseconds.
    pub fn taken_ns(&self) -> u64 {
        let kept = self.wait_ns.saturating_add(self.stolen_ns);
        kept.saturating_add(self.held_ns)
    }

    /// Returns how much later than its deadline a turn may end without the bot's fault, in nanoseconds.
    pub fn excuse_ns(&self) -> u64 {
        and_a_tenth(self.taken_ns())
    }

    /// Tells if a turn that was late by so many nanoseconds was late by nobody's doing in this game: others were seen to
    /// take that much time, or the referee was held up. Such lateness counts against no seat.
    pub fn explains(&self, late_ns: u64) -> bool {
        late_ns <= and_a_tenth(self.seen_ns.saturating_add(self.held_ns))
    }

    /// Tells if the bot used less than a twentieth of the allowed time, in nanoseconds, as CPU time.
    pub fn is_idle(&self, allowed_ns: u64) -> bool {
        self.cpu_ns < allowed_ns / 20
    }
}

/// Adds the error of a time that others took: machines count by their ticks, and a turn that was stopped goes on a moment
/// later.
fn and_a_tenth(taken_ns: u64) -> u64 {
    taken_ns.saturating_add(taken_ns / 10)
}

/// Size and hash of the messages to a bot in a game, to check a transcript that sends them again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TranscriptHash {
    /// Number of bytes, from `hello`, or from `game` where the process had played before.
    pub bytes: u64,
    /// XXH64 of the bytes, with the seed 0.
    pub xxh64: u64,
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde passes a reference"
)]
fn is_zero(n: &u64) -> bool {
    *n == 0
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde passes a reference"
)]
fn is_first(revision: &u32) -> bool {
    *revision == 0
}

/// Measurements of one bot in one game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct BotMeasure {
    /// The seat's letter.
    pub seat: char,
    /// Name of the bot in its `ready`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub called: Option<String>,
    /// Version of the bot in its `ready`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
    /// Time from the start of the process, with all of its jail, to `ready`, in microseconds; `None` for a
    /// process that had played before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start_us: Option<u64>,
    /// Lines of chatter in the whole game.
    pub chatter_lines: u64,
    /// Bytes of chatter in the whole game.
    pub chatter_bytes: u64,
    /// The first line of chatter, or its beginning.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first_chatter: Option<String>,
    /// The head of stderr.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub stderr_head: String,
    /// The tail of stderr, where it is longer than the head that was kept.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub stderr_tail: String,
    /// How the process ended, in words, if it ended with the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exit: Option<String>,
    /// Peak memory of its processes together, in bytes, where it was measured.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub memory_bytes: Option<u64>,
    /// CPU time of its processes in this game, in microseconds, where it was measured.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cpu_us: Option<u64>,
    /// True if it asked for JSON.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub json: bool,
    /// True if it asked not to be sent the legal moves.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub legal_off: bool,
    /// Size and hash of the messages to it, where the record can reproduce them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub told: Option<TranscriptHash>,
}

impl BotMeasure {
    /// Counts a line of chatter.
    pub fn count_chatter(&mut self, line: &[u8]) {
        self.chatter_lines += 1;
        self.keep_chatter(line);
    }

    /// Keeps the beginning of a line of chatter, if it is the first.
    pub fn keep_chatter(&mut self, line: &[u8]) {
        let short = &line[..line.len().min(80)];
        self.first_chatter
            .get_or_insert_with(|| String::from_utf8_lossy(short).into_owned());
    }
}

/// Evidence of the fault by which a seat lost, for those who must defend the verdict.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Evidence {
    /// The seat's letter.
    pub seat: char,
    /// Kind of the fault.
    pub reason: FaultKind,
    /// Exact cause of the fault.
    pub detail: FaultDetail,
    /// The fault in a sentence.
    pub sentence: String,
    /// The state line of the position in which it happened.
    pub state: String,
    /// The last bytes that the bot wrote, escaped.
    pub last_bytes: String,
    /// Charged time of the turn, in nanoseconds.
    pub ns: u64,
    /// Time from `go` to the bot's first byte, in nanoseconds, if there was one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first_byte_ns: Option<u64>,
    /// Time from `go` to the end of the bot's last line, in nanoseconds, if there was one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub newline_ns: Option<u64>,
    /// Breakdown of the turn's time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shares: Option<TimeBreakdown>,
    /// Time that the turn was allowed, in nanoseconds.
    pub allowed_ns: u64,
    /// How long after its deadline in wall time a turn that was lost by its lateness ended, in nanoseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub late_ns: Option<u64>,
    /// The attempts before this one, where the seat was late in each: it lost by that, although it was late
    /// by no more than the time that others took from it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub earlier: Vec<Lateness>,
    /// Whether the bot, which has ended, couldn't start a process or thread because of its limit; `None` where the
    /// machine doesn't tell.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refused_processes: Option<bool>,
    /// The end of stderr.
    pub stderr: String,
}

impl Evidence {
    /// Creates the evidence of a fault of a seat that has said `ready`, without further facts.
    pub fn new(seat: char, detail: FaultDetail) -> Evidence {
        Evidence {
            seat,
            reason: detail.kind(),
            detail,
            sentence: String::new(),
            state: String::new(),
            last_bytes: String::new(),
            ns: 0,
            first_byte_ns: None,
            newline_ns: None,
            shares: None,
            allowed_ns: 0,
            late_ns: None,
            earlier: Vec::new(),
            refused_processes: None,
            stderr: String::new(),
        }
    }

    /// Tells if the turn was late by no more than the time that others took from it: no seat loses by that
    /// alone.
    pub fn is_excused(&self) -> bool {
        let late = self.late_ns.zip(self.shares);
        late.is_some_and(|(late, shares)| late <= shares.excuse_ns())
    }
}
