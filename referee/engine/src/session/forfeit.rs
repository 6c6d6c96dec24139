//! Takes a seat out of its game by its own fault, with the evidence for that.

use referee_games::Position;
use referee_record::{Evidence, nanos};

use crate::session::fault::SeatFault;
use crate::session::past_attempts::PastAttempts;
use crate::session::player::Player;
use crate::session::seat_messages::{SeatState, place_of_forfeit, tell_fault};
use crate::session::turn_log::TurnLog;

/// Bytes of stderr that go into the evidence.
const STDERR_BYTES: usize = 2048;

/// Makes a seat forfeit in this position: tells its bot, whose process ends if it is out of step with the game, and
/// returns the evidence.
pub(crate) fn forfeit(
    seats: &mut [SeatState<Player>],
    i: usize,
    (fault, log): (SeatFault, &TurnLog),
    past: &PastAttempts,
    position: &dyn Position,
) -> Evidence {
    let place = place_of_forfeit(seats);
    let seated = &mut seats[i];
    seated.playing = false;
    let late = seated.player.as_mut().and_then(|player| player.late.take());
    let late = PastAttempts::losing(fault.detail, late);
    let mut evidence = Evidence {
        seat: seated.seat,
        reason: fault.kind,
        detail: fault.detail,
        state: position.line(),
        last_bytes: log.last_bytes.escape_ascii().to_string(),
        ns: nanos(log.spent),
        first_byte_ns: log.first_byte.map(nanos),
        newline_ns: log.newline.map(nanos),
        shares: log.shares.or(late.map(|late| late.shares)),
        allowed_ns: nanos(log.allowed),
        late_ns: log.late.map(nanos).or(late.map(|late| late.late_ns)),
        earlier: late.map_or_else(Vec::new, |_| past.earlier.clone()),
        sentence: fault.sentence,
        refused_processes: fault.refused_processes,
        stderr: String::new(),
    };
    if let Some(player) = &mut seated.player {
        evidence.stderr = player.last_stderr(STDERR_BYTES);
    }
    tell_fault(seated, &evidence, place, position);
    if let Some(player) = &mut seated.player {
        player.note(&evidence);
        if evidence.reason.ends_process() || !seated.greeted {
            player.bot.process.kill();
        }
    }
    evidence
}
