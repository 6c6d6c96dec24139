//! Runs the handshake: greets a started process, which must say `ready` within its time limit. A bot that promises it is
//! waited for once more when it has been told of its game.

use std::time::{Duration, Instant};

use referee_games::text::quote;
use referee_protocol::{FromBot, Line, Ready, ToBot};
use referee_record::{FaultDetail, FaultKind, Job, Limits};

use crate::process::status::ReadResult;
use crate::program::Program;
use crate::program::missing::{foreign_program, missing_path};
use crate::session::fault::{SeatFault, TurnFailure};
use crate::session::past_attempts::PastAttempts;
use crate::session::patience::Patience;
use crate::session::player::Player;
use crate::session::seat_messages::{MessageSink, SeatState};
use crate::session::turn_answer::ended;
use crate::time::turn_account::Overtime;

/// Bytes of stderr that are searched for the name of a missing path.
const COMPLAINT_BYTES: usize = 8 << 10;

/// Greets a bot that was just started, and waits until it is ready. Waits longer for a bot whose time others
/// took, as in a turn.
pub(crate) fn shake_hands(player: &mut Player, limits: &Limits) -> Result<(), TurnFailure> {
    player.tell(&ToBot::Hello);
    let ready = await_ready(player, limits, "hello")?;
    player.measure.called.clone_from(&ready.name);
    player.measure.version.clone_from(&ready.version);
    player.bot.ready = ready;
    Ok(())
}

/// Waits for the seats that set up for the game they were told of, one after the other: that is on nobody's clock.
/// Returns the faults of those that don't get ready, by the index of the seat. Returns an error if the machine has spoilt
/// that, with the index and a reason.
pub(crate) fn set_up(
    seats: &mut [SeatState<Player>],
    job: &Job,
    past: &PastAttempts,
) -> Result<Vec<(usize, SeatFault)>, (usize, String)> {
    let mut faults = Vec::new();
    for (i, seat) in seats.iter_mut().enumerate() {
        let greeted = seat.greeted;
        let player = seat.player.as_mut();
        let Some(player) = player.filter(|player| greeted && player.bot.ready.setup) else {
            continue;
        };
        player.wake();
        let ready = await_ready(player, job.limits_of(i), "game");
        player.suspend();
        let fault = match ready {
            Ok(_) => continue,
            Err(TurnFailure::Fault(fault)) => fault,
            Err(TurnFailure::Void(why)) if player.late.is_some_and(|it| past.condemns(&it)) => {
                SeatFault::new(FaultDetail::AlwaysLate, past.sentence(&why)).before_ready()
            }
            Err(TurnFailure::Void(why)) => return Err((i, why)),
        };
        // It was told of the game, which the record of a seat that never was ready doesn't say.
        player.forget_told();
        seat.greeted = false;
        faults.push((i, fault));
    }
    Ok(faults)
}

/// Sends what is left to send, the last of which is `asked`, and waits for `ready`.
fn await_ready(player: &mut Player, limits: &Limits, asked: &str) -> Result<Ready, TurnFailure> {
    let wall = Duration::from_millis(limits.start_ms);
    let mut patience = Patience::begin(player, wall, wall + Duration::from_secs(1), None);
    let refused =
        |detail, sentence: String| Err(SeatFault::new(detail, sentence).before_ready().into());
    player.send();
    let mut chatter = 0;
    let mut bytes = 0;
    let mut other = String::new();
    loop {
        while let Some(line) = player.bot.lines.next_line() {
            let Line::Text(line) = line else {
                return refused(
                    FaultDetail::LongLine,
                    "a line of more than 64 KiB before `ready`".to_owned(),
                );
            };
            if let FromBot::Ready(ready) = FromBot::parse(line) {
                player.answered();
                return Ok(ready);
            }
            player.measure.count_chatter(line);
            let said = quote(&String::from_utf8_lossy(line));
            other = format!("it wrote other lines, at last {said}");
            player.measure.chatter_bytes += line.len() as u64 + 1;
            if limits.chatter_loses {
                let sentence = format!("{said} came before `ready`");
                return refused(FaultDetail::Banner, sentence);
            }
            chatter += 1;
            if chatter > limits.chatter_lines {
                return refused(
                    FaultDetail::MuchChatter,
                    "more chatter before `ready` than is forgiven".to_owned(),
                );
            }
        }
        if bytes > limits.chatter_bytes {
            return refused(
                FaultDetail::MuchOutput,
                "more output before `ready` than is forgiven".to_owned(),
            );
        }
        let (since, due) = (Instant::now(), patience.due());
        let woken = player.bot.process.wait(player.unsent(), &[], due);
        if woken.stdin {
            player.send();
        }
        if woken.stderr {
            player.read_stderr();
        }
        let mut got = ReadResult::Nothing;
        if woken.stdout || woken.death {
            got = player.read();
        }
        if let ReadResult::Bytes(n) = got {
            bytes += n as u64;
            continue;
        }
        let overtime = patience.look(player, due, since);
        if got == ReadResult::End || woken.death {
            let limit = Instant::now() + Duration::from_millis(limits.grace_ms);
            return match ended(player, limit) {
                TurnFailure::Void(why) => Err(TurnFailure::Void(why)),
                TurnFailure::Fault(fault) => Err(fault.unready(asked).into()),
            };
        }
        match overtime {
            None | Some(Overtime::Wait(_)) => {}
            Some(Overtime::Void(why)) => return Err(TurnFailure::Void(why)),
            Some(Overtime::Over) => {
                let ms = limits.start_ms;
                let (detail, begun) = if player.bot.lines.partial() {
                    (FaultDetail::UnfinishedLine, "its last line has no newline")
                } else if chatter > 0 {
                    (FaultDetail::OtherLines, other.as_str())
                } else {
                    (
                        FaultDetail::Silence,
                        "it wrote nothing: does it answer, and flush?",
                    )
                };
                return refused(
                    detail,
                    format!("no `ready` within {ms} ms after `{asked}`; {begun}"),
                );
            }
        }
    }
}

/// Adds advice to the fault of a bot that didn't start.
pub(crate) fn explained(fault: SeatFault, player: &mut Player, program: &Program) -> SeatFault {
    if fault.kind != FaultKind::NoHandshake {
        return fault;
    }
    let stderr = player.last_stderr(COMPLAINT_BYTES);
    fault.explained(&stderr, program)
}

impl SeatFault {
    /// Adds advice to the fault of a bot that failed, where its program is for another machine or its stderr
    /// names a path that it lacked.
    #[must_use]
    pub fn explained(mut self, stderr: &str, program: &Program) -> SeatFault {
        let ended = matches!(self.detail, FaultDetail::Status(_) | FaultDetail::Signal(_));
        let unready = ended && self.kind == FaultKind::NoHandshake;
        let foreign = unready.then(|| foreign_program(program)).flatten();
        if foreign.is_some() {
            // What ended was a shell that took the program for a script.
            self.detail = FaultDetail::NotStarted;
        }
        if let Some(advice) = foreign.or_else(|| missing_path(stderr, None, program)) {
            self.sentence += &format!("; {advice}");
        }
        self
    }
}
