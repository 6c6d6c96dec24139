//! The match loop: one game from the handshake to the result. It alone decides a forfeit, and every
//! verdict of its own carries its evidence.

use referee_games::{Position, Rules, Seat, Turn};
use referee_protocol::ToBot;
use referee_record::{Evidence, Job, PlyMeasure, Step, Verdict};

use crate::clock::SeatClock;
use crate::dice::Dice;
use crate::fault::Fault;
use crate::player::Player;
use crate::telling::{
    Chair, place_of_forfeit, tell_all, tell_fault, tell_game, tell_played, tell_question,
    tell_results,
};
use crate::turn::{Answer, Question, ask};
use crate::turn_log::TurnLog;
use crate::verdict::{judge, void};

/// Bytes of stderr that go into the evidence.
const STDERR_BYTES: usize = 2048;
/// Why a game is void of which but one answer was wanted.
const ONE_ANSWER: &str = "one answer was asked for, and nothing behind it";

/// What somebody who watches a game is told, as it happens.
pub enum Notice<'a> {
    /// The game begins in this position.
    Start(&'a dyn Position),
    /// This happens in this position; of a move also what was measured.
    Step(&'a Step, &'a dyn Position, Option<&'a PlyMeasure>),
    /// A bot wrote to its stderr.
    Stderr(char, &'a str),
    /// A seat forfeits.
    Fault(&'a Evidence),
    /// The game is over in this position.
    End(&'a Verdict, &'a dyn Position),
}

/// Somebody who watches.
pub type Watcher<'a> = Option<&'a mut dyn FnMut(Notice<'_>)>;

/// Where the games of a run are watched from, all of them, without what bots write to stderr.
pub trait Gallery: Send + Sync {
    /// A game is about to begin, as the given attempt at it. What comes back is told what happens, on
    /// the thread of the game: it must be quick, as the next bot's turn waits for it.
    fn enter(&self, job: &Job, attempt: u32) -> Box<dyn FnMut(Notice<'_>)>;
}

/// A bot that may play, or why it may not.
pub(crate) enum Arrival {
    /// It has shaken hands.
    Ready(Player),
    /// It hasn't; what is left of it.
    Failed(Option<Player>, Fault),
}

/// What comes out of a game, apart from what its players leave.
pub(crate) struct Outcomes {
    pub(crate) steps: Vec<Step>,
    pub(crate) plies: Vec<PlyMeasure>,
    pub(crate) evidence: Vec<Evidence>,
    pub(crate) end: String,
    pub(crate) verdict: Verdict,
    /// What has become of the players, in the order of the seats.
    pub(crate) players: Vec<Option<Player>>,
}

/// A game that is being played.
pub(crate) struct Game<'a, 'w> {
    job: &'a Job,
    rules: &'a dyn Rules,
    position: Box<dyn Position>,
    dice: Dice,
    chairs: Vec<Chair<Player>>,
    steps: Vec<Step>,
    plies: Vec<PlyMeasure>,
    evidence: Vec<Evidence>,
    /// Why the game is void, if the machine has spoilt it.
    void: Option<String>,
    /// Whether it ends with the first answer.
    single: bool,
    watcher: Watcher<'w>,
    /// The state line, kept for its memory.
    line: String,
}

impl<'a, 'w> Game<'a, 'w> {
    /// A game; a `single` one ends with its first answer, and is void, since nothing follows from it.
    pub(crate) fn new(
        job: &'a Job,
        rules: &'a dyn Rules,
        position: Box<dyn Position>,
        watcher: Watcher<'w>,
        single: bool,
    ) -> Game<'a, 'w> {
        Game {
            job,
            rules,
            position,
            dice: Dice::new(job.dice),
            chairs: Vec::new(),
            steps: Vec::new(),
            plies: Vec::new(),
            evidence: Vec::new(),
            void: None,
            single,
            watcher,
            line: String::new(),
        }
    }

    /// Plays the game to its end. Where the whole run was `stopped` meanwhile, bots die of that, and
    /// nothing is known about a game with a fault.
    pub(crate) fn play(
        mut self,
        arrivals: Vec<Arrival>,
        stopped: &dyn Fn() -> bool,
    ) -> Option<Outcomes> {
        let faults = self.seat_all(arrivals);
        tell_game(&mut self.chairs, self.job, self.rules);
        notify(&mut self.watcher, Notice::Start(&*self.position));
        let nobody = faults.len() == self.chairs.len();
        let mut on = true;
        for (chair, fault) in faults {
            on &= self.forfeit(chair, fault, &TurnLog::default()) && !nobody;
        }
        while on {
            on = match self.position.turn() {
                Turn::Over(_) => false,
                Turn::Seat(seat) => self.turn(seat) && !self.single,
                Turn::Forced(seat, word) => self.forced(seat, &word),
                Turn::Chance(chance) => {
                    let outcome = self.dice.cast(&chance);
                    self.chance(chance.seat, outcome)
                }
            };
        }
        if self.single && self.evidence.is_empty() {
            self.void.get_or_insert_with(|| ONE_ANSWER.to_owned());
        }
        let doubtful = (!self.evidence.is_empty() || self.void.is_some()) && stopped();
        (!doubtful).then(|| self.finish())
    }

    fn seat_all(&mut self, arrivals: Vec<Arrival>) -> Vec<(usize, Fault)> {
        let mut faults = Vec::new();
        for (i, (chair, arrival)) in self.job.seats.iter().zip(arrivals).enumerate() {
            let player = match arrival {
                Arrival::Ready(player) => Some(player),
                Arrival::Failed(player, fault) => {
                    faults.push((i, fault));
                    player
                }
            };
            self.chairs.push(Chair {
                seat: chair.seat,
                clock: SeatClock::new(chair.time),
                player,
                greeted: faults.last().is_none_or(|(absent, _)| *absent != i),
                playing: true,
            });
        }
        faults
    }

    /// Asks a seat for its move; false when the game is over by it.
    fn turn(&mut self, seat: Seat) -> bool {
        let Some(i) = self.chairs.iter().position(|c| c.seat == seat.letter()) else {
            return false;
        };
        self.line.clear();
        self.position.write(&mut self.line);
        let told = (&*self.position, self.line.as_str());
        tell_question(&mut self.chairs, i, self.job, told);
        let (before, rest) = self.chairs.split_at_mut(i);
        let Some((chair, after)) = rest.split_first_mut() else {
            return false;
        };
        let Some(player) = &mut chair.player else {
            return false;
        };
        let others = before.iter_mut().chain(after);
        let mut others: Vec<_> = others.filter_map(|chair| chair.player.as_mut()).collect();
        let position = &self.position;
        let question = Question {
            clock: &chair.clock,
            limits: self.job.limits_of(i),
            seats: &self.job.seats,
            is_legal: &|word| position.explain(word).is_none(),
        };
        let (answer, log) = ask(player, &mut others, &question);
        self.pass_stderr(i);
        match answer {
            Answer::Fault(fault) => self.forfeit(i, fault, &log),
            Answer::Void(why) => self.spoilt(i, why),
            Answer::Move(word) => self.answered(i, &word, log),
        }
    }

    /// The machine has spoilt the game. The question that isn't answered stands in no record, so what
    /// the seat was told can't be told again.
    fn spoilt(&mut self, i: usize, why: String) -> bool {
        if let Some(player) = &mut self.chairs[i].player {
            player.forget_told();
        }
        self.void = Some(why);
        false
    }

    /// A bot has said a move in time.
    fn answered(&mut self, i: usize, said: &str, mut log: TurnLog) -> bool {
        let before = self.watcher.as_ref().map(|_| self.position.boxed());
        let Some(word) = self.position.play(said) else {
            let why = self.position.explain(said).unwrap_or_default();
            return self.forfeit(i, Fault::illegal(said, &why), &log);
        };
        self.chairs[i].clock.charge(log.spent);
        let seat = self.chairs[i].seat;
        let said = (said != word).then(|| said.to_owned());
        let ns = u64::try_from(log.spent.as_nanos()).unwrap_or(u64::MAX);
        let measure = PlyMeasure {
            ns,
            info: std::mem::take(&mut log.info).into(),
            chatter: log.chatter,
            shares: log.shares,
        };
        tell_played(&mut self.chairs, seat, &word, ns);
        let step = Step::Move { seat, word, said };
        if let Some(before) = before {
            notify(
                &mut self.watcher,
                Notice::Step(&step, &*before, Some(&measure)),
            );
        }
        self.steps.push(step);
        self.plies.push(measure);
        true
    }

    /// A move without a choice: nobody is asked.
    fn forced(&mut self, seat: Seat, word: &str) -> bool {
        let seat = seat.letter();
        tell_played(&mut self.chairs, seat, word, 0);
        let step = Step::Move {
            seat,
            word: word.to_owned(),
            said: None,
        };
        let measure = PlyMeasure::default();
        notify(
            &mut self.watcher,
            Notice::Step(&step, &*self.position, Some(&measure)),
        );
        self.steps.push(step);
        self.plies.push(measure);
        self.position.play(word).is_some()
    }

    fn chance(&mut self, seat: Seat, outcome: &str) -> bool {
        let seat = seat.letter();
        tell_all(&mut self.chairs, &ToBot::Chance { seat, outcome });
        let step = Step::Chance {
            seat,
            chance: outcome.to_owned(),
        };
        notify(
            &mut self.watcher,
            Notice::Step(&step, &*self.position, None),
        );
        self.steps.push(step);
        self.position.cast(outcome)
    }

    /// A seat is out by its own fault; true if the others play on.
    fn forfeit(&mut self, i: usize, fault: Fault, log: &TurnLog) -> bool {
        let place = place_of_forfeit(&self.chairs);
        let chair = &mut self.chairs[i];
        let seat = chair.seat;
        let reason = fault.word.text();
        chair.playing = false;
        let mut evidence = Evidence {
            seat,
            reason: reason.to_owned(),
            state: self.position.line(),
            last_bytes: log.last_bytes.escape_ascii().to_string(),
            ns: u64::try_from(log.spent.as_nanos()).unwrap_or(u64::MAX),
            first_byte_ns: log
                .first_byte
                .and_then(|d| u64::try_from(d.as_nanos()).ok()),
            newline_ns: log.newline.and_then(|d| u64::try_from(d.as_nanos()).ok()),
            shares: log.shares,
            allowed_ns: u64::try_from(log.allowed.as_nanos()).unwrap_or(u64::MAX),
            late_ns: log.late.and_then(|d| u64::try_from(d.as_nanos()).ok()),
            sentence: fault.sentence,
            stderr: String::new(),
        };
        if let Some(player) = &mut chair.player {
            evidence.stderr = player.last_stderr(STDERR_BYTES);
        }
        tell_fault(chair, fault.word, &evidence, place, &*self.position);
        if let Some(player) = &mut chair.player {
            player.note(&evidence);
            if fault.word.ends_process() || !chair.greeted {
                player.bot.process.kill();
            }
        }
        self.pass_stderr(i);
        notify(&mut self.watcher, Notice::Fault(&evidence));
        self.evidence.push(evidence);
        let on = Seat::from_letter(seat).is_some_and(|seat| self.position.withdraw(seat));
        let on = on && !matches!(self.position.turn(), Turn::Over(_));
        self.steps.push(Step::Out {
            out: seat,
            reason: reason.to_owned(),
        });
        if on {
            tell_all(&mut self.chairs, &ToBot::Out { seat, reason });
        }
        on
    }

    fn finish(mut self) -> Outcomes {
        let ending = match self.position.turn() {
            Turn::Over(ending) => Some(ending),
            _ => None,
        };
        let mut verdict = judge(self.job, &self.steps, ending.as_ref());
        if let Some(why) = self.void.take().filter(|_| verdict.void.is_none()) {
            verdict = void(self.job, why);
        }
        tell_results(&mut self.chairs, &verdict, &*self.position);
        for player in self.chairs.iter_mut().filter_map(|c| c.player.as_mut()) {
            player.heard_all();
        }
        notify(&mut self.watcher, Notice::End(&verdict, &*self.position));
        Outcomes {
            steps: self.steps,
            plies: self.plies,
            evidence: self.evidence,
            end: self.position.line(),
            verdict,
            players: self.chairs.into_iter().map(|chair| chair.player).collect(),
        }
    }

    /// Shows those who watch what a bot has written to stderr since.
    fn pass_stderr(&mut self, i: usize) {
        let chair = &mut self.chairs[i];
        let fresh = chair.player.as_mut().and_then(Player::take_stderr);
        if let Some(text) = fresh {
            notify(&mut self.watcher, Notice::Stderr(chair.seat, &text));
        }
    }
}

/// Tells those who watch, if anybody does.
fn notify(watcher: &mut Watcher<'_>, notice: Notice<'_>) {
    if let Some(watcher) = watcher {
        watcher(notice);
    }
}
