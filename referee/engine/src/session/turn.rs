//! Asks one bot one question: reads and times the answer against one absolute deadline.

use std::time::{Duration, Instant};

use referee_record::FaultDetail;

use crate::process::status::ReadResult;
use crate::session::fault::SeatFault;
use crate::session::idle_stop::{IdleStop, SHORT, quick};
use crate::session::interference::{FIRST_LOOK, InterferenceMonitor};
use crate::session::player::{ConnectedBot, Player};
use crate::session::turn_answer::{Question, TurnAnswer, gone, late_fault, take_lines};
use crate::session::turn_log::TurnLog;
use crate::time::stopwatch::Stopwatch;
use crate::time::turn_account::{Overtime, TurnAccount};

/// A move that took longer than this, and than half of the allowed time, is recorded with where its time went.
const SLOW: Duration = Duration::from_millis(50);
/// Reads before a question that throw away the output so far, at most.
const DISCARDED_READS: usize = 64;
/// Time within which a bot that waits for its turn reads on, on whatever core it is.
const PROMPT: Duration = Duration::from_micros(50);
/// Longest interval between two checks if a bot that takes longer reads on.
const SELDOM: Duration = Duration::from_millis(1);

/// Sends the outbox, with `go` at its end, and waits for the answer. Reads the stderr of the others
/// meanwhile, so that none of them is held up by it. Suspends them and the bots that don't play where bots are
/// suspended while they aren't asked.
pub(crate) fn ask(
    player: &mut Player,
    others: &mut [&mut Player],
    bystanders: &mut [&mut ConnectedBot],
    question: &Question<'_>,
) -> (TurnAnswer, TurnLog) {
    let idle = idle(others, bystanders);
    let idle = IdleStop::begin(player.bot.last_turn, idle, question.clock);
    discard(player);
    let stopped = player.bot.process.frozen().is_some();
    // A stopped bot reads the first line when it goes on, which shows that it is ready for the question.
    if stopped {
        player.send_ahead();
    } else {
        player.log_outbox();
    }
    // Where little time is allowed, a first look after the start may come too late to tell anything.
    let allowed = question.clock.allowed() + question.clock.margin();
    // A fuzzer's bots run in its own process, whose counters tell nothing about them.
    let lasted = |last: Duration| last >= FIRST_LOOK;
    let slow = player.bot.last_turn.is_some_and(lasted) || allowed <= SHORT && !cfg!(fuzzing);
    let mut monitor = InterferenceMonitor::begin(player, others, slow);
    player.wake();
    let watch = Stopwatch::start(&player.bot.process, question.clock);
    let mut turn = Asking {
        log: TurnLog {
            allowed: watch.allowed,
            ..TurnLog::default()
        },
        limit: watch.end,
        asked: !stopped,
        dead: false,
        watch,
        player,
        others,
        bystanders,
        idle,
        question,
    };
    turn.idle.starts(turn.watch.start);
    // A bot that wasn't suspended had its time to finish writing, and is asked without a second wake-up.
    if turn.asked {
        monitor.ask(turn.player);
    }
    let (answer, seen) = turn.listen(&mut monitor);
    turn.finish(answer, seen, &mut monitor)
}

/// A question that waits for its answer.
struct Asking<'a, 'p, 'b, 'q> {
    player: &'a mut Player,
    others: &'a mut [&'p mut Player],
    bystanders: &'a mut [&'b mut ConnectedBot],
    idle: IdleStop,
    question: &'a Question<'q>,
    watch: Stopwatch,
    /// End of the wait: later than the clock's end, where others took time.
    limit: Instant,
    /// True if the question is sent. A bot that was suspended while it wrote goes on with that first, so it
    /// is asked when it has read on: its output before that is no answer.
    asked: bool,
    /// True if the process has ended; there may still be output of it.
    dead: bool,
    log: TurnLog,
}

impl Asking<'_, '_, '_, '_> {
    /// Reads until there is an answer; returns the answer and the time at which it was seen.
    fn listen(&mut self, monitor: &mut InterferenceMonitor) -> (TurnAnswer, Instant) {
        let mut seen = self.watch.start;
        loop {
            if !self.asked && self.player.reads_on() {
                discard(self.player);
                monitor.ask(self.player);
                self.asked = true;
            }
            if let Some(answer) = take_lines(self.player, self.question.limits, &mut self.log) {
                return (answer, seen);
            }
            let got = if self.asked {
                self.player.read()
            } else {
                discard(self.player)
            };
            seen = self.player.read_at;
            if got == ReadResult::Nothing {
                monitor.read_nothing();
            }
            if let ReadResult::Bytes(n) = got
                && self.asked
            {
                let since_start = seen - self.watch.start;
                self.log.bytes(self.player.last_read(n), since_start);
            }
            let over = got == ReadResult::End || (self.dead && got == ReadResult::Nothing);
            let mut now = seen;
            if seen > self.watch.end {
                if let Some(answer) = self.overtime(monitor, seen, over) {
                    return (answer, seen);
                }
                // What the bot has used may take a while to count: the referee isn't held up by that.
                now = Instant::now();
            }
            if over {
                return (gone(self.player, self.question, seen), seen);
            }
            if let ReadResult::Bytes(_) = got {
                continue;
            }
            if self.watch.is_used_up(&self.player.bot.process, seen) {
                let fault = late_fault(self.player, self.question, &mut self.log, None);
                return (TurnAnswer::Fault(fault), seen);
            }
            self.dead |= self.wait(monitor, now);
        }
    }

    /// Waits for something to happen; returns true if the process has ended.
    fn wait(&mut self, monitor: &mut InterferenceMonitor, now: Instant) -> bool {
        monitor.waits(now);
        let end = if now > self.watch.end {
            self.limit
        } else {
            self.watch.due()
        };
        let mut due = end.min(monitor.due(now));
        due = self.idle.due().map_or(due, |stop| due.min(stop));
        if !self.asked {
            let passed = now.saturating_duration_since(self.watch.start);
            if passed < PROMPT {
                std::thread::yield_now();
                return false;
            }
            due = due.min(now + (passed / 16).clamp(PROMPT, SELDOM));
        }
        let woken = {
            let others: Vec<_> = self
                .others
                .iter()
                .filter_map(|o| o.bot.process.stderr())
                .collect();
            let writing = self.asked && self.player.unsent();
            self.player.bot.process.wait(writing, &others, due)
        };
        monitor.woke(due, now);
        let quiet = !(woken.stdout || woken.stdin || woken.death);
        if self.idle.due().is_some_and(|due| Instant::now() >= due) {
            self.stop_others(monitor);
        }
        monitor.look(quiet, self.player, self.others);
        if woken.stdin {
            self.player.send();
        }
        if woken.stderr {
            self.player.read_stderr();
        }
        if woken.others {
            for other in &mut *self.others {
                other.read_stderr();
            }
        }
        // A bot that has ended may have left a child process that holds its stdout open; and the jail may
        // report something else.
        woken.death && self.player.bot.process.ended().is_some()
    }

    /// Suspends the others. The time for that is on the clock of the asked bot only as far as it used it.
    fn stop_others(&mut self, monitor: &mut InterferenceMonitor) {
        let before = self.player.bot.process.counted_cpu();
        let took = self.idle.act(idle(self.others, self.bystanders));
        let after = self.player.bot.process.counted_cpu();
        let used = after
            .zip(before)
            .map(|(after, before)| after.saturating_sub(before));
        let stood = took.saturating_sub(used.unwrap_or(took));
        self.watch.stand(stood);
        self.limit += stood;
        monitor.stood(stood);
    }

    /// Handles a passed deadline; returns `None` if the bot is waited for, or has ended. If others took time from the
    /// bot, or from the referee before it saw the answer, waits that much longer: a move within that time would have
    /// been in time, so the game is void. Without a move by then, the bot has had all its time.
    fn overtime(
        &mut self,
        monitor: &mut InterferenceMonitor,
        seen: Instant,
        over: bool,
    ) -> Option<TurnAnswer> {
        let by = seen - self.watch.end;
        let account = monitor.account(&mut *self.player, self.others, self.watch.wall, true);
        self.log.shares = Some(account.shares);
        let said = take_lines(self.player, self.question.limits, &mut self.log);
        let most = self.watch.wall + Duration::from_secs(1);
        match said {
            // It isn't late but gone. Nor is it known any more how long it waited for its core before that.
            None if over => return None,
            None => match account.overtime(by, most, self.question.seats) {
                Overtime::Wait(more) => {
                    self.limit = self.watch.end + more;
                    return None;
                }
                Overtime::Void(why) => {
                    self.player.excuse(&account, by, self.watch.wall);
                    return Some(TurnAnswer::Void(why));
                }
                Overtime::Over => {
                    // It may have ended since its output was read: that is read once more then.
                    let ended = self.player.bot.process.ended().is_some();
                    if ended && !std::mem::replace(&mut self.dead, true) {
                        return None;
                    }
                }
            },
            Some(said) if by <= account.excuse() => return Some(self.forgiven(said, by, &account)),
            Some(_) => {}
        }
        self.log.late = Some(by);
        let by = matches!(said, Some(TurnAnswer::Move(_))).then_some(by);
        let fault = late_fault(self.player, self.question, &mut self.log, by);
        Some(TurnAnswer::Fault(fault))
    }

    /// Judges an answer that came late by `by` but would have been in time: only its lateness is forgiven.
    fn forgiven(&mut self, answer: TurnAnswer, by: Duration, account: &TurnAccount) -> TurnAnswer {
        let TurnAnswer::Move(_) = answer else {
            return answer;
        };
        self.player.excuse(account, by, self.watch.wall);
        let (why, ms) = (account.blame(self.question.seats), millis(by));
        let why = format!("{why}, and the move came {ms:.1} ms after the deadline");
        TurnAnswer::Void(why)
    }

    /// Charges the turn, and suspends the bot where bots are suspended between turns.
    fn finish(
        mut self,
        answer: TurnAnswer,
        seen: Instant,
        monitor: &mut InterferenceMonitor,
    ) -> (TurnAnswer, TurnLog) {
        let wall = seen - self.watch.start;
        self.log.spent = self.watch.spent(&mut self.player.bot.process, seen);
        let answer = match answer {
            TurnAnswer::Move(word) => self.check_cpu_time(word, seen, monitor),
            other => other,
        };
        let Asking {
            player,
            mut log,
            question,
            ..
        } = self;
        player.answered();
        player.rest_after(quick(wall, question.clock));
        let answer = charge_rest(player, &mut log, answer);
        player.bot.last_turn = Some(wall);
        if wall >= FIRST_LOOK {
            monitor.end();
        }
        player.measure.chatter_lines += log.chatter;
        player.measure.chatter_bytes += log.chatter_bytes;
        log.fit_info(&mut player.info_room);
        (answer, log)
    }

    /// Judges a move that came before the deadline: it may still have used too much CPU time, or have been
    /// charged time in which the referee was held up.
    fn check_cpu_time(
        &mut self,
        move_text: String,
        seen: Instant,
        monitor: &mut InterferenceMonitor,
    ) -> TurnAnswer {
        let wall = seen - self.watch.start;
        let held =
            monitor.was_held(seen) && self.watch.is_wall() && self.question.clock.runs_down();
        let slow = wall >= SLOW && wall >= self.watch.wall / 2;
        let used_up = self.log.spent > self.watch.allowed;
        if !(slow || used_up || held) {
            return TurnAnswer::Move(move_text);
        }
        let account = monitor.account(self.player, self.others, self.watch.wall, false);
        self.log.shares = Some(account.shares);
        if used_up {
            return TurnAnswer::Fault(SeatFault::new(
                FaultDetail::UsedUp,
                format!(
                    "the move took {:.3} ms of CPU time; {:.3} ms were allowed",
                    millis(self.log.spent),
                    millis(self.watch.allowed)
                ),
            ));
        }
        if held {
            let why = account.blame(self.question.seats);
            return TurnAnswer::Void(format!("{why}, while a clock was running"));
        }
        TurnAnswer::Move(move_text)
    }
}

/// Returns all bots that aren't asked.
fn idle<'a>(
    others: &'a mut [&mut Player],
    bystanders: &'a mut [&mut ConnectedBot],
) -> impl Iterator<Item = &'a mut ConnectedBot> {
    let others = others.iter_mut().map(|other| &mut other.bot);
    others.chain(bystanders.iter_mut().map(|bot| &mut **bot))
}

/// Charges a bot the CPU time that it used when it should have stood still. It loses by that if it is more than
/// was left for its move, or if it had to be killed; another fault of its turn stands.
fn charge_rest(player: &mut Player, log: &mut TurnLog, answer: TurnAnswer) -> TurnAnswer {
    let ran_on = player.bot.suspension.take_ran_on();
    let stands = match &answer {
        TurnAnswer::Fault(fault) => !fault.kind.is_end(),
        _ => false,
    };
    if ran_on.is_zero() || stands {
        return answer;
    }
    let left = log.allowed.saturating_sub(log.spent);
    log.spent += ran_on;
    let end = if player.bot.process.was_killed() {
        "and was killed".to_owned()
    } else if ran_on > left && matches!(answer, TurnAnswer::Move(_)) {
        format!("and {:.3} ms were left", millis(left))
    } else {
        return answer;
    };
    let sentence = format!(
        "when it should have stood still, the bot went on for {:.3} ms of CPU time, {end}",
        millis(ran_on)
    );
    TurnAnswer::Fault(SeatFault::new(FaultDetail::RanOn, sentence))
}

fn millis(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}

/// Throws away the bot's output from before its turn, the beginning of an unfinished line included: a bot that
/// wrote something is suspended at once after its answers from now on. Returns the result of the last read.
fn discard(player: &mut Player) -> ReadResult {
    player.listening = false;
    let (mut got, before) = (ReadResult::Nothing, player.measure.chatter_lines);
    for _ in 0..DISCARDED_READS {
        while let Some(line) = player.bot.lines.next_line() {
            player.measure.count_chatter(line.text());
        }
        got = player.read();
        let ReadResult::Bytes(n) = got else {
            break;
        };
        player.measure.chatter_bytes += n as u64;
    }
    if player.measure.chatter_lines > before || player.bot.lines.partial() {
        player.bot.suspension.trust.loses();
    }
    player.bot.lines.clear();
    player.listening = true;
    got
}
