//! Runs the match loop: one game from the handshake to the result. Only this loop decides a forfeit, and
//! every verdict of its own carries its evidence.

use referee_games::{Position, Rules, Seat, Turn};
use referee_protocol::ToBot;
use referee_record::{Evidence, FaultDetail, Job, Lateness, PlyMeasure, Step, Verdict, nanos};

use crate::game_event::{GameEvent, GameObserver, notify};
use crate::job::adjudicator::Adjudicator;
use crate::job::dice::Dice;
use crate::job::verdict::{verdict_on_job, void_verdict};
use crate::job::void_record::rules_failed;
use crate::session::bot_start::{SeatStart, seat_all};
use crate::session::fault::SeatFault;
use crate::session::forfeit::forfeit;
use crate::session::handshake::set_up;
use crate::session::past_attempts::PastAttempts;
use crate::session::player::{ConnectedBot, Player};
use crate::session::seat_messages::{
    SeatState, tell_all, tell_game, tell_played, tell_question, tell_results,
};
use crate::session::turn::ask;
use crate::session::turn_answer::{Question, TurnAnswer};
use crate::session::turn_log::TurnLog;

/// Why a game is void that was played for a single answer.
const ONE_ANSWER: &str = "one answer was asked for, and nothing behind it";

/// Result of a game, apart from the measurements of its players.
pub(crate) struct GameOutput {
    pub(crate) steps: Vec<Step>,
    pub(crate) plies: Vec<PlyMeasure>,
    pub(crate) evidence: Vec<Evidence>,
    pub(crate) end: String,
    pub(crate) verdict: Verdict,
    /// The lateness that made the game void.
    pub(crate) late: Option<Lateness>,
    /// The players after the game, in the order of the seats.
    pub(crate) players: Vec<Option<Player>>,
}

/// A game that is being played.
pub(crate) struct GameInPlay<'a, 'w> {
    job: &'a Job,
    rules: &'a dyn Rules,
    position: Box<dyn Position>,
    dice: Dice,
    seats: Vec<SeatState<Player>>,
    steps: Vec<Step>,
    plies: Vec<PlyMeasure>,
    evidence: Vec<Evidence>,
    /// What ends the game before its rules end it.
    adjudicator: Adjudicator,
    /// Why the game is void, if the machine has spoilt it.
    void: Option<String>,
    /// The lateness that made the game void.
    late: Option<Lateness>,
    /// Bots that are kept for other games.
    bystanders: Vec<&'a mut ConnectedBot>,
    past: &'a PastAttempts,
    /// True if the game ends with the first answer.
    single: bool,
    watcher: GameObserver<'w>,
    /// The state line, kept to reuse its memory.
    line: String,
}

impl<'a, 'w> GameInPlay<'a, 'w> {
    /// Creates a game. A `single` game ends with its first answer, and is void, since no result follows from
    /// it.
    pub(crate) fn new(
        job: &'a Job,
        rules: &'a dyn Rules,
        position: Box<dyn Position>,
        past: &'a PastAttempts,
        watcher: GameObserver<'w>,
        single: bool,
    ) -> GameInPlay<'a, 'w> {
        GameInPlay {
            job,
            rules,
            position,
            dice: Dice::new(job.dice),
            seats: Vec::new(),
            steps: Vec::new(),
            plies: Vec::new(),
            evidence: Vec::new(),
            adjudicator: Adjudicator::new(job),
            void: None,
            late: None,
            bystanders: Vec::new(),
            past,
            single,
            watcher,
            line: String::new(),
        }
    }

    /// Suspends these bots as well as the seats that aren't asked.
    pub(crate) fn beside(mut self, bystanders: Vec<&'a mut ConnectedBot>) -> Self {
        self.bystanders = bystanders;
        self
    }

    /// Plays the game to its end. Returns `None` for a void game, or one with a fault, where the whole run
    /// was `stopped` meanwhile: bots die of the stop, so nothing is known about such a game.
    pub(crate) fn play(
        mut self,
        arrivals: Vec<SeatStart>,
        stopped: &dyn Fn() -> bool,
    ) -> Option<GameOutput> {
        let (seats, mut faults) = seat_all(self.job, arrivals);
        self.seats = seats;
        tell_game(&mut self.seats, self.job, self.rules);
        match set_up(&mut self.seats, self.job, self.past) {
            Ok(more) => faults.extend(more),
            Err((i, why)) => self.void = self.void_by(i, why),
        }
        notify(&mut self.watcher, GameEvent::Start(&*self.position));
        let nobody = faults.len() == self.seats.len();
        let mut on = self.void.is_none();
        for (seated, fault) in faults {
            on &= self.forfeit(seated, fault, &TurnLog::default()) && !nobody;
        }
        while on {
            on = match self.position.turn() {
                Turn::Over(_) => false,
                Turn::Failed(why) => self.rules_failed(&why),
                _ if self.adjudicate() => false,
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

    /// Ends the game if that is decided before its rules end it; returns false if it goes on.
    fn adjudicate(&mut self) -> bool {
        let Some(adjudicated) = self.adjudicator.decision() else {
            return false;
        };
        self.note(Step::Adjudicated { adjudicated }, None, None);
        true
    }

    /// Asks a seat for its move; returns false when the game is over by it.
    fn turn(&mut self, seat: Seat) -> bool {
        let playing = |seated: &SeatState<Player>| seated.seat == seat.letter() && seated.playing;
        let Some(i) = self.seats.iter().position(playing) else {
            return self.rules_failed(&format!("{seat} is to move, and doesn't take part"));
        };
        self.line.clear();
        self.position.write(&mut self.line);
        let state = (&*self.position, self.line.as_str());
        tell_question(&mut self.seats, i, self.job, state);
        let (before, rest) = self.seats.split_at_mut(i);
        let Some((seated, after)) = rest.split_first_mut() else {
            return false;
        };
        let Some(player) = &mut seated.player else {
            return false;
        };
        let others = before.iter_mut().chain(after);
        let mut others: Vec<_> = others.filter_map(|seated| seated.player.as_mut()).collect();
        let position = &self.position;
        let question = Question {
            clock: &seated.clock,
            limits: self.job.limits_of(i),
            seats: &self.job.seats,
            is_legal: &|move_text| position.is_legal(move_text),
        };
        let (answer, log) = ask(player, &mut others, &mut self.bystanders, &question);
        self.pass_stderr(i);
        match answer {
            TurnAnswer::Fault(fault) => self.forfeit(i, fault, &log),
            TurnAnswer::Void(why) => self.spoilt(i, why, &log),
            TurnAnswer::Move(word) => self.answered(i, &word, log),
        }
    }

    /// Makes the game void as the machine has spoilt it, unless this is the last attempt and the seat was
    /// late in each. The unanswered question is in no record, so what the seat was told can't be told again.
    fn spoilt(&mut self, i: usize, why: String, log: &TurnLog) -> bool {
        let Some(player) = &mut self.seats[i].player else {
            return false;
        };
        if player.late.is_some_and(|late| self.past.condemns(&late)) {
            let fault = SeatFault::new(FaultDetail::AlwaysLate, self.past.sentence(&why));
            return self.forfeit(i, fault, log);
        }
        self.void = self.void_by(i, why);
        false
    }

    /// Returns why the game is void: the machine has spoilt what a seat was asked, which is in no record.
    fn void_by(&mut self, i: usize, why: String) -> Option<String> {
        let player = self.seats[i].player.as_mut()?;
        self.late = player.late.take();
        player.forget_told();
        Some(why)
    }

    /// Plays the move that a bot answered in time.
    fn answered(&mut self, i: usize, said: &str, mut log: TurnLog) -> bool {
        let before = self.watcher.as_ref().map(|_| self.position.boxed());
        let settles = self.adjudicator.is_on() && self.position.settles(said);
        let Some(move_text) = self.position.play(said) else {
            if let Turn::Failed(why) = self.position.turn() {
                return self.rules_failed(&why);
            }
            let why = self.position.explain(said).unwrap_or_default();
            return self.forfeit(i, SeatFault::illegal(said, &why), &log);
        };
        if let Some(why) = self.position.failure() {
            return self.rules_failed(&why);
        }
        self.seats[i].clock.charge(log.spent);
        let seat = self.seats[i].seat;
        let said = (said != move_text).then(|| said.to_owned());
        let ns = nanos(log.spent);
        let measure = PlyMeasure {
            ns,
            info: std::mem::take(&mut log.info).into(),
            chatter: log.chatter,
            shares: log.shares,
        };
        self.adjudicator.moved(seat, Some(&measure), settles);
        tell_played(&mut self.seats, seat, &move_text, ns);
        let step = Step::Move {
            seat,
            word: move_text,
            said,
        };
        self.note(step, before, Some(measure));
        true
    }

    /// Plays a move without a choice: no bot is asked.
    fn forced(&mut self, seat: Seat, move_text: &str) -> bool {
        let seat = seat.letter();
        let step = Step::Move {
            seat,
            word: move_text.to_owned(),
            said: None,
        };
        let before = self.watcher.as_ref().map(|_| self.position.boxed());
        if self.position.play(move_text).is_none() {
            return self.rules_failed("they refuse the move that they force");
        }
        if let Some(why) = self.position.failure() {
            return self.rules_failed(&why);
        }
        self.adjudicator.forced();
        tell_played(&mut self.seats, seat, move_text, 0);
        self.note(step, before, Some(PlyMeasure::default()));
        true
    }

    fn chance(&mut self, seat: Seat, outcome: &str) -> bool {
        let seat = seat.letter();
        let step = Step::Chance {
            seat,
            chance: outcome.to_owned(),
        };
        let before = self.watcher.as_ref().map(|_| self.position.boxed());
        if !self.position.cast(outcome) {
            return self.rules_failed("they refuse an outcome that they named");
        }
        if let Some(why) = self.position.failure() {
            return self.rules_failed(&why);
        }
        tell_all(&mut self.seats, &ToBot::Chance { seat, outcome });
        self.note(step, before, None);
        true
    }

    /// Makes the game void as its rules failed; returns false, as the game is over by that.
    fn rules_failed(&mut self, why: &str) -> bool {
        self.void = Some(rules_failed(why));
        false
    }

    /// Keeps a step that was taken, and tells the observer, for whom there is the position `before`.
    fn note(&mut self, step: Step, before: Option<Box<dyn Position>>, measure: Option<PlyMeasure>) {
        if let Some(before) = before {
            let event = GameEvent::Step {
                step: &step,
                before: &*before,
                after: &*self.position,
                measure: measure.as_ref(),
            };
            notify(&mut self.watcher, event);
        }
        self.steps.push(step);
        self.plies.extend(measure);
    }

    /// Makes a seat forfeit by its own fault; returns true if the others play on.
    fn forfeit(&mut self, i: usize, fault: SeatFault, log: &TurnLog) -> bool {
        let mut after = self.position.boxed();
        let on = Seat::from_letter(self.seats[i].seat).is_some_and(|seat| after.withdraw(seat));
        // Whoever has a fault where the rules fail, too, has played no game that counts.
        if let Some(why) = self.position.failure().or_else(|| after.failure()) {
            return self.rules_failed(&why);
        }
        let evidence = forfeit(&mut self.seats, i, (fault, log), self.past, &*self.position);
        self.pass_stderr(i);
        self.position = after;
        let event = GameEvent::Fault(&evidence, &*self.position);
        notify(&mut self.watcher, event);
        let (seat, reason) = (evidence.seat, evidence.reason);
        self.evidence.push(evidence);
        let on = on && !matches!(self.position.turn(), Turn::Over(_));
        self.steps.push(Step::Out { out: seat, reason });
        if on {
            let reason = reason.text();
            tell_all(&mut self.seats, &ToBot::Out { seat, reason });
        }
        on
    }

    fn finish(mut self) -> GameOutput {
        let ending = match self.position.turn() {
            Turn::Over(ending) => Some(ending),
            _ => None,
        };
        let mut verdict = verdict_on_job(self.job, &self.steps, ending.as_ref());
        if let Some(why) = self.void.take().filter(|_| verdict.void.is_none()) {
            verdict = void_verdict(self.job, why);
        }
        tell_results(&mut self.seats, &verdict, &*self.position);
        for player in self.seats.iter_mut().filter_map(|c| c.player.as_mut()) {
            player.heard_all();
        }
        notify(&mut self.watcher, GameEvent::End(&verdict, &*self.position));
        GameOutput {
            steps: self.steps,
            plies: self.plies,
            evidence: self.evidence,
            end: self.position.line(),
            late: self.late.filter(|_| verdict.void.is_some()),
            verdict,
            players: self.seats.into_iter().map(|seated| seated.player).collect(),
        }
    }

    /// Shows the observer what a bot has written to stderr since the last call.
    fn pass_stderr(&mut self, i: usize) {
        let seated = &mut self.seats[i];
        let fresh = seated.player.as_mut().and_then(Player::take_stderr);
        if let Some(text) = fresh {
            notify(&mut self.watcher, GameEvent::Stderr(seated.seat, &text));
        }
    }
}
