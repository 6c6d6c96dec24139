//! A bot at a seat of a game with people: its program, and the conversation with its process while one runs.
//!
//! After an undo, and when a saved game continues, the bot is told of a new game that begins in this position.

use referee_engine::{Conversation, NoReply, ProcessScope, Program};
use referee_games::Seat;
use referee_record::{
    BotMeasure, Job, Limits, SeatAssignment, Start, StartFrom, TimeBudget, TimeControl, Verdict,
    derive,
};
use referee_report::chatter;

use super::game_session::GameSession;

/// A bot at a seat.
pub struct BotPlayer {
    program: Program,
    limits: Limits,
    /// The bot's process, from its first turn until it leaves.
    conversation: Option<Conversation>,
    /// The process of a bot that has forfeited: it quits when nobody waits for it.
    leaving: Option<Conversation>,
    /// Number of steps that the bot knows of; `None` if it is to be told of a new game.
    known_steps: Option<usize>,
    /// What was measured of the last process that left.
    measure: BotMeasure,
}

impl BotPlayer {
    /// Returns a bot whose process isn't started yet.
    pub fn new(program: Program, limits: Limits) -> BotPlayer {
        BotPlayer {
            program,
            limits,
            conversation: None,
            leaving: None,
            known_steps: None,
            measure: BotMeasure::default(),
        }
    }

    /// Returns how many lines the bot's last process wrote that are no messages, and the first of them; `None` if
    /// there is none.
    pub fn chatter(&self) -> Option<String> {
        let process = self.conversation.as_ref().or(self.leaving.as_ref());
        let measure = process.and_then(Conversation::measure);
        chatter::of_game(measure.unwrap_or(&self.measure))
    }

    /// Tells if the bot's process was started and hasn't left.
    pub fn is_started(&self) -> bool {
        self.conversation.is_some()
    }

    /// Starts the bot's process, if none runs, and waits until it is ready. Returns an error if it can't be started, isn't
    /// ready within the limit, or doesn't play this game.
    pub fn start(
        &mut self,
        session: &GameSession,
        seat: Seat,
        move_ms: u64,
        scope: &ProcessScope,
    ) -> Result<(), NoReply> {
        self.started(session, seat, move_ms, scope).map(drop)
    }

    /// Asks the bot for a move at `seat`, to be answered in `move_ms` milliseconds; starts its process if
    /// none runs. A bot that forfeits isn't asked by that process again: it is to [leave](Self::leave) when the forfeit
    /// is told.
    pub fn answer(
        &mut self,
        session: &GameSession,
        seat: Seat,
        move_ms: u64,
        scope: &ProcessScope,
    ) -> Result<String, NoReply> {
        let known = self.known_steps.take();
        let is_anew = known.is_none() && self.is_started();
        let anew = is_anew.then(|| self.job(session, move_ms));
        let conversation = self.started(session, seat, move_ms, scope)?;
        match (known, anew) {
            (Some(known), _) => tell_steps(conversation, session, known),
            (None, Some(job)) => conversation.begin(job, seat.letter())?,
            // It was started here, for the game that begins here.
            (None, None) => {}
        }
        let reply = conversation.ask(&*session.rules, session.position());
        match &reply {
            Ok(_) => self.known_steps = Some(session.steps().len()),
            Err(_) => self.leaving = self.conversation.take(),
        }
        reply.map(|reply| reply.move_text)
    }

    /// Makes the bot be told of a new game before its next move, because the game continues from another
    /// position.
    pub fn start_anew(&mut self) {
        self.known_steps = None;
    }

    /// Ends a process that may be out of step with the game.
    pub fn dismiss(&mut self) {
        self.known_steps = None;
        let leaving = self.leaving.take();
        if let Some(conversation) = leaving.or(self.conversation.take()) {
            self.measure = conversation.measure().cloned().unwrap_or_default();
        }
    }

    /// Tells the bot how the game ended, and ends its process.
    pub fn end_game(&mut self, session: &GameSession, verdict: &Verdict) {
        if let (Some(conversation), Some(known)) = (&mut self.conversation, self.known_steps) {
            tell_steps(conversation, session, known);
            conversation.end(verdict, session.position());
        }
        self.leave();
    }

    /// Ends the bot's process; the next question starts a new one.
    pub fn leave(&mut self) {
        self.known_steps = None;
        let processes = [self.leaving.take(), self.conversation.take()];
        for process in processes.into_iter().flatten() {
            self.measure = process.leave();
        }
    }

    fn started(
        &mut self,
        session: &GameSession,
        seat: Seat,
        move_ms: u64,
        scope: &ProcessScope,
    ) -> Result<&mut Conversation, NoReply> {
        let conversation = if let Some(conversation) = self.conversation.take() {
            conversation
        } else {
            self.leave();
            let (job, letter) = (self.job(session, move_ms), seat.letter());
            Conversation::start(&self.program, scope, job, letter, session.position())?
        };
        Ok(self.conversation.insert(conversation))
    }

    /// Returns the game that begins here, for the seats that are still in it.
    fn job(&self, session: &GameSession, move_ms: u64) -> Job {
        let seed = |purpose, seat: &str| derive(session.seed, purpose, &[seat]);
        let time = TimeControl::new(TimeBudget::Move { ms: move_ms });
        let position = session.position();
        let seats = position.seats().into_iter().map(|seat| {
            let own_seed = seed("bot", &seat.to_string()).small();
            SeatAssignment::new(seat.letter(), &self.program.name, own_seed, time)
        });
        let start = Start::new(StartFrom::State(position.line()), seed("start", ""));
        let (game, dice) = (session.rules.name(), seed("dice", ""));
        Job {
            limits: Limits {
                legal: true,
                ..self.limits
            },
            ..Job::single("people", game, start, dice, seats.collect())
        }
    }
}

/// Tells a bot of the steps after those that it knows of.
fn tell_steps(conversation: &mut Conversation, session: &GameSession, known: usize) {
    for step in session.steps().iter().skip(known) {
        conversation.tell(step);
    }
}
