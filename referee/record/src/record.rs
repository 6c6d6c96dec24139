//! A record: what was played and what was measured while it was.

use serde::{Deserialize, Serialize};

use crate::fault::{FaultDetail, FaultKind};
use crate::played::Played;

/// The outcome of one attempt at a job.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// From 1; higher ones follow a void game.
    pub attempt: u32,
    /// What doesn't depend on the machine and the hour.
    pub played: Played,
    /// What does.
    pub measured: Measured,
}

/// What was measured during a game; no two games are alike in it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Measured {
    /// When the game began, in milliseconds since 1970 (UTC).
    pub began_ms: u64,
    /// How long it took from the start of the first process, in microseconds.
    pub took_us: u64,
    /// The core that the game was kept on, if it was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub core: Option<usize>,
    /// One entry a move of `steps`, in order.
    pub plies: Vec<PlyMeasure>,
    /// One entry a seat.
    pub bots: Vec<BotMeasure>,
    /// One entry a fault.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub evidence: Vec<Evidence>,
    /// What made the game void, where a seat was late by what was taken from it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub late: Option<Lateness>,
}

/// A turn, or the start of a bot, that was late by no more than what was taken from it.
///
/// One that was late by what held up the referee or by what an opponent took, or that hardly ran at all,
/// isn't held against anybody and stands in no record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lateness {
    /// In which attempt at the game.
    pub attempt: u32,
    /// The seat's letter.
    pub seat: char,
    /// How long after its deadline the answer came or was given up, in nanoseconds.
    pub late_ns: u64,
    /// What the time went to.
    pub shares: TimeBreakdown,
}

impl Lateness {
    /// The seat that was late in each of the attempts before this one, where this is the last of `tries`:
    /// if it is late once more, whatever is taken from it, it loses by that.
    pub fn always(attempt: u32, tries: u32, earlier: &[Lateness]) -> Option<char> {
        let seat = earlier.first()?.seat;
        let in_order = earlier.iter().map(|late| late.attempt).eq(1..attempt);
        let same = earlier.iter().all(|late| late.seat == seat);
        (attempt >= tries && in_order && same).then_some(seat)
    }
}

/// What was measured of one move.
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
    /// What a slow move's time went to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shares: Option<TimeBreakdown>,
}

/// What the time of a turn went to, in nanoseconds, as far as the machine tells. What is no more than the
/// noise of any machine is 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TimeBreakdown {
    /// The bot's processes ran.
    pub cpu_ns: u64,
    /// The bot's processes were ready to run and waited for a core, by no work of their own, beyond what
    /// is known to be stolen. In records without [`Evidence::late_ns`] it is all that they waited.
    pub wait_ns: u64,
    /// Programs outside this game, or the machine's host, had the game's cores.
    pub stolen_ns: u64,
    /// The referee stood still and could see no answer.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub held_ns: u64,
}

impl TimeBreakdown {
    /// How much later than its deadline a turn may end for no fault of the bot's, in nanoseconds.
    pub fn excuse_ns(&self) -> u64 {
        let kept = self.wait_ns.saturating_add(self.stolen_ns);
        kept.saturating_add(self.held_ns)
    }

    /// Whether the bot used next to nothing of a turn that was allowed so many nanoseconds: less than a
    /// twentieth in CPU time.
    pub fn is_idle(&self, allowed_ns: u64) -> bool {
        self.cpu_ns < allowed_ns / 20
    }
}

/// What a bot was told in a game, as a check on whoever tells it again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TranscriptHash {
    /// Bytes, from `hello`, or from `game` where the process had played before.
    pub bytes: u64,
    /// A hash of them: FNV-1a of 64 bits.
    pub fnv: u64,
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde passes a reference"
)]
fn is_zero(n: &u64) -> bool {
    *n == 0
}

/// What was measured of one bot in one game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct BotMeasure {
    /// The seat's letter.
    pub seat: char,
    /// What it called itself in `ready`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub called: Option<String>,
    /// Its version, as it said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
    /// From the start of the process, with all of its jail, to `ready`, in microseconds; nothing for a process that had
    /// played before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start_us: Option<u64>,
    /// Lines of chatter in the whole game.
    pub chatter_lines: u64,
    /// Bytes of chatter in the whole game.
    pub chatter_bytes: u64,
    /// The beginning of stderr.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub stderr_head: String,
    /// The end of stderr, where it is longer than the beginning that was kept.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub stderr_tail: String,
    /// How the process ended, in words, if it ended with the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exit: Option<String>,
    /// The most memory that its processes held at once, in bytes, where it was measured.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub memory_bytes: Option<u64>,
    /// CPU time of its processes in this game, in microseconds, where it was measured.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cpu_us: Option<u64>,
    /// Whether it asked for JSON.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub json: bool,
    /// Whether it asked not to be sent the legal moves.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub legal_off: bool,
    /// What it was told.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub told: Option<TranscriptHash>,
}

/// Why a seat lost by a fault of its own, for those who must defend it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Evidence {
    /// The seat's letter.
    pub seat: char,
    /// The verdict word.
    pub reason: FaultKind,
    /// What exactly happened.
    pub detail: FaultDetail,
    /// What happened, in a sentence.
    pub sentence: String,
    /// The state line in which it happened.
    pub state: String,
    /// The last bytes that the bot wrote, escaped.
    pub last_bytes: String,
    /// Charged time of the turn, in nanoseconds.
    pub ns: u64,
    /// From `go` to the bot's first byte, in nanoseconds, if there was one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first_byte_ns: Option<u64>,
    /// From `go` to the end of the bot's last line, in nanoseconds, if there was one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub newline_ns: Option<u64>,
    /// What the turn's time went to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shares: Option<TimeBreakdown>,
    /// What the turn was allowed, in nanoseconds.
    pub allowed_ns: u64,
    /// How long after its deadline in wall time the turn was lost by that, in nanoseconds, if it was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub late_ns: Option<u64>,
    /// The attempts before this one, where the seat was late in each: by that it lost although no less
    /// was taken from it than it was late.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub earlier: Vec<Lateness>,
    /// The end of stderr.
    pub stderr: String,
}

impl Evidence {
    /// A fault of a seat that has said `ready`, of which no more is known.
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
            stderr: String::new(),
        }
    }

    /// Whether the turn was late by no more than what was taken from it: then nobody loses by that.
    pub fn is_excused(&self) -> bool {
        let late = self.late_ns.zip(self.shares);
        late.is_some_and(|(late, shares)| late <= shares.excuse_ns())
    }
}
