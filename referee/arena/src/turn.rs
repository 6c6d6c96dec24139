//! One question to one bot, and its answer: read, judged and timed against one absolute deadline.

use std::time::{Duration, Instant};

use referee_games::text::quote;
use referee_protocol::{FromBot, Line};
use referee_record::{Chair, Limits};

use crate::account::{Account, Overtime};
use crate::clock::SeatClock;
use crate::fault::{Fault, Setback, Word};
use crate::player::Player;
use crate::process::Got;
use crate::sentinel::{FIRST_LOOK, Sentinel};
use crate::stopwatch::Stopwatch;
use crate::turn_log::TurnLog;

/// Of a move that took longer, and half of what was allowed, it is noted what the time went to.
const SLOW: Duration = Duration::from_millis(50);
/// Where a turn may last no longer, it is watched from its beginning.
const SHORT: Duration = Duration::from_millis(25);
/// Before a question no more than so many reads throw away what has come meanwhile.
const DISCARDED_READS: usize = 64;

/// The answer to a question.
#[derive(Debug)]
pub(crate) enum Answer {
    /// A `move` line in time: its word.
    Move(String),
    /// The seat forfeits.
    Fault(Fault),
    /// The machine spoilt the game, or one that couldn't be frozen did.
    Void(String),
}

impl From<Setback> for Answer {
    fn from(setback: Setback) -> Answer {
        match setback {
            Setback::Fault(fault) => Answer::Fault(fault),
            Setback::Void(why) => Answer::Void(why),
        }
    }
}

/// A question: what is allowed, and how words are known as moves when an answer failed to come.
pub(crate) struct Question<'a> {
    pub(crate) clock: &'a SeatClock,
    pub(crate) limits: &'a Limits,
    /// Who plays, to be named.
    pub(crate) seats: &'a [Chair],
    /// Whether a word would be a legal move.
    pub(crate) is_legal: &'a dyn Fn(&str) -> bool,
}

/// Sends what is in the outbox, `go` at its end, and waits for the answer. What the others write to
/// stderr meanwhile is read too, so that none of them is held up by it. Where bots rest while they
/// aren't asked, the others stand still before the clock starts.
pub(crate) fn ask(
    player: &mut Player,
    others: &mut [&mut Player],
    question: &Question<'_>,
) -> (Answer, TurnLog) {
    for other in &mut *others {
        other.rest();
    }
    discard(player);
    player.log_outbox();
    // Where little is allowed, the first look afterwards may come too late to tell anything.
    let allowed = question.clock.allowed() + question.clock.margin();
    // A fuzzer's bots live in its own process, of which counters tell nothing.
    let slow = player.slow || allowed <= SHORT && !cfg!(fuzzing);
    let mut sentinel = Sentinel::begin(player, others, slow);
    player.wake();
    let watch = Stopwatch::start(&player.bot.process, question.clock);
    let mut turn = Asking {
        log: TurnLog {
            allowed: watch.allowed,
            ..TurnLog::default()
        },
        limit: watch.end,
        watch,
        player,
        others,
        question,
    };
    turn.player.send();
    let (answer, seen) = turn.listen(&mut sentinel);
    turn.finish(answer, seen, &mut sentinel)
}

/// A question that waits for its answer.
struct Asking<'a, 'p, 'q> {
    player: &'a mut Player,
    others: &'a mut [&'p mut Player],
    question: &'a Question<'q>,
    watch: Stopwatch,
    /// When nothing is waited for any more: later than the clock's end, where others took time.
    limit: Instant,
    log: TurnLog,
}

impl Asking<'_, '_, '_> {
    /// Reads until there is an answer, and when that was seen.
    fn listen(&mut self, sentinel: &mut Sentinel) -> (Answer, Instant) {
        let (start, mut dead) = (self.watch.start, false);
        let mut seen = start;
        loop {
            if let Some(answer) = take_lines(self.player, self.question.limits, &mut self.log) {
                return (answer, seen);
            }
            let got = self.player.read();
            seen = self.player.read_at;
            if let Got::Bytes(n) = got {
                self.log.bytes(self.player.last_read(n), seen - start);
            }
            let over = got == Got::End || (dead && got == Got::Nothing);
            if seen > self.watch.end
                && let Some(answer) = self.overtime(sentinel, seen, over)
            {
                return (answer, seen);
            }
            if over {
                return (gone(self.player, self.question, seen), seen);
            }
            if let Got::Bytes(_) = got {
                continue;
            }
            if self.watch.is_used_up(&self.player.bot.process, seen) {
                let fault = late(self.player, self.question, &mut self.log, None);
                return (Answer::Fault(fault), seen);
            }
            dead = self.wait(sentinel, seen);
        }
    }

    /// Waits for something to happen; whether the process has ended.
    fn wait(&mut self, sentinel: &mut Sentinel, now: Instant) -> bool {
        let end = if now > self.watch.end {
            self.limit
        } else {
            self.watch.due()
        };
        let due = end.min(sentinel.due(now));
        let woken = {
            let others: Vec<_> = self
                .others
                .iter()
                .filter_map(|o| o.bot.process.stderr())
                .collect();
            self.player
                .bot
                .process
                .wait(self.player.unsent(), &others, due)
        };
        sentinel.woke(due, now);
        let quiet = !(woken.stdout || woken.stdin || woken.death);
        sentinel.look(quiet, self.player, self.others);
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
        // One that has ended may have left a child that holds its stdout open; and the jail may have
        // something else to tell.
        woken.death && self.player.bot.process.ended().is_some()
    }

    /// The deadline has passed. Time that others took from the bot, or from the referee before it saw
    /// the answer, is waited for: a move within it would have come in time, so the game is void.
    /// Without one the bot has had all its time.
    fn overtime(&mut self, sentinel: &mut Sentinel, seen: Instant, over: bool) -> Option<Answer> {
        let by = seen - self.watch.end;
        let account = sentinel.account(&mut *self.player, self.others, self.watch.wall);
        self.log.shares = Some(account.shares);
        let said = take_lines(self.player, self.question.limits, &mut self.log);
        if said.is_none() && !over {
            let most = self.watch.wall + Duration::from_secs(1);
            match account.overtime(by, most, self.question.seats) {
                Overtime::Wait(more) => {
                    self.limit = self.watch.end + more;
                    return None;
                }
                Overtime::Void(why) => return Some(Answer::Void(why)),
                Overtime::Over => {}
            }
        } else if by <= account.excuse() {
            return Some(self.forgiven(said, seen, &account));
        }
        self.log.late = Some(by);
        let by = matches!(said, Some(Answer::Move(_))).then_some(by);
        let fault = late(self.player, self.question, &mut self.log, by);
        Some(Answer::Fault(fault))
    }

    /// What came late, or the end of the bot, would have come in time. Nobody loses by being late then,
    /// but by all else.
    fn forgiven(&mut self, said: Option<Answer>, seen: Instant, account: &Account) -> Answer {
        match said {
            None => gone(self.player, self.question, seen),
            Some(Answer::Move(_)) => {
                let (why, by) = (account.blame(self.question.seats), seen - self.watch.end);
                Answer::Void(format!(
                    "{why}, and the move came {:.1} ms after the deadline",
                    by.as_secs_f64() * 1000.0
                ))
            }
            Some(other) => other,
        }
    }

    /// Charges the turn, and lets the bot rest.
    fn finish(
        mut self,
        answer: Answer,
        seen: Instant,
        sentinel: &mut Sentinel,
    ) -> (Answer, TurnLog) {
        let wall = seen - self.watch.start;
        self.log.spent = self.watch.spent(&mut self.player.bot.process, seen);
        let answer = match answer {
            Answer::Move(word) => self.judge(word, wall, sentinel),
            other => other,
        };
        let Asking {
            player, mut log, ..
        } = self;
        player.rest();
        player.slow = wall >= FIRST_LOOK;
        if player.slow {
            sentinel.end();
        }
        player.measure.chatter_lines += log.chatter;
        player.measure.chatter_bytes += log.chatter_bytes;
        if log.info_bytes > player.info_room {
            log.info.clear();
        } else {
            player.info_room -= log.info_bytes;
        }
        // It is held until the record is written.
        log.info.shrink_to_fit();
        (answer, log)
    }

    /// A move that came before the deadline may have used too much CPU time all the same, or have
    /// been charged what the referee stood still.
    fn judge(&mut self, word: String, wall: Duration, sentinel: &mut Sentinel) -> Answer {
        let slow = wall >= SLOW && wall >= self.watch.wall / 2;
        let used_up = self.log.spent > self.watch.allowed;
        let held = sentinel.was_held() && self.watch.is_wall() && self.question.clock.runs_down();
        if !(slow || used_up || held) {
            return Answer::Move(word);
        }
        let account = sentinel.account(self.player, self.others, self.watch.wall);
        self.log.shares = Some(account.shares);
        if used_up {
            let ms = |time: Duration| time.as_secs_f64() * 1000.0;
            return Answer::Fault(Fault::new(
                Word::Timeout,
                format!(
                    "the move took {:.3} ms of CPU time; {:.3} ms were allowed",
                    ms(self.log.spent),
                    ms(self.watch.allowed)
                ),
            ));
        }
        if held {
            let why = account.blame(self.question.seats);
            return Answer::Void(format!("{why}, while a clock was running"));
        }
        Answer::Move(word)
    }
}

/// Throws away what the bot wrote while it wasn't asked; a line that has begun goes too.
fn discard(player: &mut Player) {
    player.listening = false;
    for _ in 0..DISCARDED_READS {
        while player.bot.lines.next_line().is_some() {
            player.measure.chatter_lines += 1;
        }
        let Got::Bytes(n) = player.read() else {
            break;
        };
        player.measure.chatter_bytes += n as u64;
    }
    player.bot.lines.clear();
    player.listening = true;
}

/// Goes through the whole lines that have come, up to the answer.
fn take_lines(player: &mut Player, limits: &Limits, log: &mut TurnLog) -> Option<Answer> {
    let fault = |word, sentence: String| Some(Answer::Fault(Fault::new(word, sentence)));
    while let Some(line) = player.bot.lines.next_line() {
        let Line::Text(line) = line else {
            return fault(Word::Flood, "a line of more than 64 KiB".to_owned());
        };
        match FromBot::parse(line) {
            FromBot::Move(word) => return Some(Answer::Move(word.into_owned())),
            FromBot::Resign => return fault(Word::Resigned, "the bot gave up".to_owned()),
            FromBot::Info(text) => log.info(&text),
            FromBot::Ready(_) | FromBot::Chatter => {
                log.remark(line);
                if limits.chatter_loses {
                    let said = quote(&String::from_utf8_lossy(line));
                    return fault(
                        Word::Garbage,
                        format!("{said} is no message of the protocol"),
                    );
                }
            }
        }
        if log.chatter > limits.chatter_lines {
            let most = limits.chatter_lines;
            return fault(
                Word::Flood,
                format!("more than {most} lines of chatter in one turn"),
            );
        }
    }
    if log.bytes > limits.chatter_bytes {
        let most = limits.chatter_bytes;
        return fault(
            Word::Flood,
            format!("more than {most} bytes of output in one turn"),
        );
    }
    None
}

/// The fault of a bot whose answer didn't come in time: says which mistake it looks like. A move may
/// have come late `by` so much.
fn late(
    player: &mut Player,
    question: &Question<'_>,
    log: &mut TurnLog,
    by: Option<Duration>,
) -> Fault {
    if let Some(by) = by {
        let ms = by.as_secs_f64() * 1000.0;
        return Fault::new(
            Word::Timeout,
            format!("the move came {ms:.3} ms after the deadline"),
        );
    }
    let bare = log.remarks.iter().find(|line| (question.is_legal)(line));
    let sentence = if player.bot.lines.partial() {
        "no newline: the bot wrote bytes that don't end in one; end the line with \\n".to_owned()
    } else if let Some(line) = bare {
        format!(
            "the line {} is a legal move, but `move` is missing before it",
            quote(line)
        )
    } else if let Some(line) = log.remarks.last() {
        format!(
            "the bot wrote lines, but no `move`; the last one was {}",
            quote(line)
        )
    } else if log.first_byte.is_some() {
        "the bot wrote, but no line that is a `move`".to_owned()
    } else {
        "no byte came: the bot still thinks, or forgot to flush its output".to_owned()
    };
    Fault::new(Word::Timeout, sentence)
}

/// What becomes of a bot that is gone; its status is waited for a little.
pub(crate) fn ended(player: &mut Player, limit: Instant) -> Setback {
    let unfinished = player.bot.lines.partial();
    loop {
        if let Some(end) = player.bot.process.ended() {
            let mut setback = Fault::ended(end);
            if let Setback::Fault(fault) = &mut setback
                && unfinished
            {
                fault.sentence.push_str("; its last line had no newline");
            }
            return setback;
        }
        if Instant::now() >= limit {
            return Fault::silent().into();
        }
        player.read_stderr();
        player.bot.process.wait(false, &[], limit);
    }
}

/// The answer of a bot whose output has ended; how it ended is told by its process, if that is soon.
fn gone(player: &mut Player, question: &Question<'_>, seen: Instant) -> Answer {
    let grace = Duration::from_millis(question.limits.grace_ms);
    ended(player, seen + grace).into()
}
