//! The thread on which a game is played: it alone has the game, hears what people do, and asks the bots.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use referee_engine::{ProcessScope, SeatFault, stay_on};
use referee_games::Seat;
use referee_output::sanitize::plain;
use referee_output::stdout;
use tokio::sync::{oneshot, watch};

use super::context::{PlayContext, failed};
use super::game::HumanGame;
use crate::bot::BotPlayer;
use crate::model::{Action, PlayRefusal, PlayView, SeatKey};
use crate::opponent::OpponentError;

/// How long nothing happens before the bots' processes go, and how long nobody looks before all else does.
const IDLE: Duration = Duration::from_mins(3);
/// How often that is looked at.
const LOOK: Duration = Duration::from_secs(5);
/// A pause before each move where only bots play, so that it can be followed.
const PACE: Duration = Duration::from_millis(400);

/// What a game's thread is told.
pub enum GameRequest {
    /// Somebody does something.
    Act(
        SeatKey,
        Action,
        oneshot::Sender<Result<Option<String>, PlayRefusal>>,
    ),
    /// Others need the room: end, if nobody looks.
    Rest,
    /// End.
    End,
}

/// A game at play.
pub struct Thread {
    id: String,
    game: HumanGame,
    bots: BTreeMap<Seat, (BotPlayer, ProcessScope)>,
    /// Faults of bots, told when they are let go.
    faults: Vec<(Seat, SeatFault)>,
    ground: Arc<PlayContext>,
    inbox: Receiver<GameRequest>,
    seen: watch::Sender<Arc<PlayView>>,
    /// When something was done last, and when somebody looked last.
    done: Instant,
    looked: Instant,
}

impl Thread {
    /// For this game.
    pub fn new(
        id: String,
        game: HumanGame,
        ground: Arc<PlayContext>,
        inbox: Receiver<GameRequest>,
        seen: watch::Sender<Arc<PlayView>>,
    ) -> Thread {
        let now = Instant::now();
        Thread {
            id,
            game,
            bots: BTreeMap::new(),
            faults: Vec::new(),
            ground,
            inbox,
            seen,
            done: now,
            looked: now,
        }
    }

    /// Plays until the game is over, or rests.
    pub fn play(mut self) {
        loop {
            if self.game.advance() {
                self.keep();
                continue;
            }
            if self.game.turn().is_none() {
                return self.part();
            }
            let wait = self.wait();
            match self.inbox.recv_timeout(wait) {
                Ok(GameRequest::Act(hand, deed, reply)) => {
                    let done = self.act(&hand, &deed);
                    // Whoever asked may have gone.
                    let _ = reply.send(done);
                }
                Ok(GameRequest::Rest) if self.watched() || self.game.left().is_some() => {}
                Ok(GameRequest::Rest | GameRequest::End) | Err(RecvTimeoutError::Disconnected) => {
                    break;
                }
                Err(RecvTimeoutError::Timeout) => {
                    if !self.go_on() {
                        break;
                    }
                }
            }
        }
        // What the clock shows now is what it shows when the game goes on.
        self.keep();
        // From here on nothing is heard or kept: the game may go on elsewhere while the bots leave.
        drop(self.inbox);
        for (bot, _) in self.bots.values_mut() {
            bot.leave();
        }
    }

    /// How long people are heard before something else is looked at.
    fn wait(&self) -> Duration {
        let bot = self.game.bot_on_turn().is_some() && self.ground.cores().is_some();
        let wait = match bot {
            true if self.game.has_people() => Duration::ZERO,
            true => PACE,
            false => LOOK,
        };
        self.game.left().map_or(wait, |left| left.min(wait))
    }

    fn act(&mut self, hand: &SeatKey, action: &Action) -> Result<Option<String>, PlayRefusal> {
        let needs_core = matches!(action, Action::Hint | Action::Auto(true));
        if needs_core && self.ground.cores().is_none() {
            return Err(PlayContext::full());
        }
        if matches!(action, Action::Hint) {
            stay_on(&self.ground.cores().unwrap_or_default());
        }
        let done = self.game.act(hand, action)?;
        self.done = Instant::now();
        if *action == Action::Undo {
            for (bot, _) in self.bots.values_mut() {
                bot.start_anew();
            }
        }
        if *action != Action::Hint {
            self.keep();
        }
        Ok(done)
    }

    /// Nobody has said anything: bots move, clocks run out, and who is away is left alone. False where the
    /// game rests.
    fn go_on(&mut self) -> bool {
        if self.watched() {
            self.looked = Instant::now();
        }
        let clocked = self.game.left();
        if self.looked.elapsed().min(self.done.elapsed()) > IDLE && clocked.is_none() {
            return false;
        }
        if self.game.time_is_over() {
            self.keep();
        } else if let Some((seat, bot_address)) = self.game.bot_on_turn() {
            let bot_address = bot_address.to_owned();
            self.ask(seat, &bot_address);
        } else if self.done.elapsed() > IDLE {
            for (bot, _) in self.bots.values_mut() {
                bot.leave();
            }
        }
        true
    }

    /// Asks a bot for its move.
    fn ask(&mut self, seat: Seat, bot_address: &str) {
        let Some(cores) = self.ground.cores() else {
            self.trouble(Some(PlayContext::full().to_string()));
            return;
        };
        stay_on(&cores);
        if !self.bots.contains_key(&seat) {
            match self.ground.bots().bot(bot_address) {
                Ok(seated_bot) => drop(self.bots.insert(seat, seated_bot)),
                Err(why) => return self.fails(seat, &why),
            }
        }
        let Some((bot, haven)) = self.bots.get_mut(&seat) else {
            return;
        };
        let answer = bot.answer(&self.game.sitting, seat, self.game.move_ms, haven);
        if self.game.time_is_over() {
            // What it has answered is as if it had never come.
            bot.dismiss();
            return self.keep();
        }
        let played = match answer {
            Ok(notation) => self
                .game
                .play(seat, &notation)
                .map_err(|why| OpponentError::Machine(why.to_string())),
            Err(trouble) => Err(trouble),
        };
        match played {
            Ok(()) => drop(self.game.trouble(None)),
            Err(OpponentError::Machine(why)) => return self.fails(seat, &why),
            Err(OpponentError::Fault(fault)) => {
                let (name, reason) = (self.game.name(seat), fault.kind.text());
                // What a bot wrote isn't everybody's to read.
                stdout::remark(&format!(
                    "referee: a game of people: {seat} forfeits, {reason}: {}",
                    plain(&fault.sentence)
                ));
                let line = format!("{seat} ({name}) forfeits ({reason}).");
                if fault.kind.ends_process() {
                    bot.dismiss();
                }
                self.game.leave(seat, reason, line);
                self.faults.push((seat, fault));
            }
        }
        self.keep();
    }

    /// The machine can't let a bot play: a person has to, or try again.
    fn fails(&mut self, seat: Seat, why: &str) {
        if let Some(chair) = self.game.chairs.get_mut(&seat.letter()) {
            chair.auto = false;
        }
        let notice = format!("The bot at {seat} can't play; its seat waits for somebody else.");
        let failure = failed(&notice, &why).to_string();
        self.trouble(Some(failure));
    }

    fn trouble(&mut self, why: Option<String>) {
        if self.game.trouble(why) {
            self.keep();
        }
    }

    /// The game is over: bots are told how it ended.
    fn part(mut self) {
        self.keep();
        let verdict = self.game.sitting.verdict();
        for (seat, (bot, _)) in &mut self.bots {
            let failed = verdict
                .seat(seat.letter())
                .is_some_and(|result| result.fault.is_some());
            let seat_fault = self
                .faults
                .iter()
                .find(|(faulty_seat, _)| faulty_seat == seat && failed);
            bot.part(
                &self.game.sitting,
                &verdict,
                seat_fault.map(|(_, fault)| fault),
            );
        }
    }

    /// Whether anybody looks: apart from the parlour itself.
    fn watched(&self) -> bool {
        self.seen.receiver_count() > 1
    }

    /// Keeps the game, and then shows it.
    fn keep(&mut self) {
        if let Err(why) = self.ground.keep(&self.id, &self.game) {
            self.game.trouble(Some(why.to_string()));
        }
        self.seen.send_replace(Arc::new(self.game.table()));
    }
}
