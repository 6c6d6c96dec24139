//! The thread of one game: it owns the game, handles the actions of people, and asks the bots.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use referee_engine::{NoReply, ProcessScope, stay_on};
use referee_games::Seat;
use referee_output::remarks;
use referee_output::sanitize::plain;
use tokio::sync::{oneshot, watch};

use super::context::{PlayContext, failed};
use super::game::HumanGame;
use crate::bot::BotPlayer;
use crate::model::{Action, PlayRefusal, PlayView, SeatKey};

/// Time without an action after which the bots' processes end. After the same time without a watcher (and
/// without an action), the whole game is suspended.
const IDLE: Duration = Duration::from_mins(3);
/// Interval at which that is checked.
const LOOK: Duration = Duration::from_secs(5);
/// Pause before each move where only bots play, so that people can follow.
const PACE: Duration = Duration::from_millis(400);

/// A message to a game's thread.
pub(super) enum GameRequest {
    /// A person takes an action.
    Act(
        SeatKey,
        Action,
        oneshot::Sender<Result<Option<String>, PlayRefusal>>,
    ),
    /// Other games need the room: suspend the game if nobody watches it.
    Rest,
    /// Suspend the game.
    End,
}

/// A game that is being played.
pub(super) struct Thread {
    id: String,
    game: HumanGame,
    bots: BTreeMap<Seat, (BotPlayer, ProcessScope)>,
    ground: Arc<PlayContext>,
    inbox: Receiver<GameRequest>,
    seen: watch::Sender<Arc<PlayView>>,
    /// The time of the last action, and when somebody was last seen to watch.
    done: Instant,
    looked: Instant,
}

impl Thread {
    /// Prepares the thread of this game.
    pub(super) fn new(
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
            ground,
            inbox,
            seen,
            done: now,
            looked: now,
        }
    }

    /// Plays until the game is over or is suspended.
    pub(super) fn play(mut self) {
        loop {
            if self.game.advance() {
                self.keep();
                continue;
            }
            if self.game.turn().is_none() {
                return self.finish();
            }
            let wait = self.wait();
            match self.inbox.recv_timeout(wait) {
                Ok(GameRequest::Act(hand, deed, reply)) => {
                    let done = self.act(&hand, &deed);
                    // The person who asked may be gone.
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
        // The clock is saved as it is now, so that it continues from there.
        self.keep();
        // From here on no message is received and nothing is saved: the game may be resumed by another thread
        // while the bots leave.
        drop(self.inbox);
        for (bot, _) in self.bots.values_mut() {
            bot.leave();
        }
    }

    /// Returns how long to wait for messages before the bots and the clock are checked.
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

    /// Handles a timeout of the inbox: lets bots move, ends games whose time is over, and stops the bots of
    /// people who are away. Returns false if the game is to be suspended.
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

    /// Asks a bot for its move and plays it.
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
        let Some((bot, scope)) = self.bots.get_mut(&seat) else {
            return;
        };
        let answer = bot.answer(&self.game.session, seat, self.game.move_ms, scope);
        if self.game.time_is_over() {
            // An answer after the deadline doesn't count.
            bot.dismiss();
            return self.keep();
        }
        let played = match answer {
            Ok(notation) => self
                .game
                .play(seat, &notation)
                .map_err(|why| NoReply::Machine(why.to_string())),
            Err(trouble) => Err(trouble),
        };
        match played {
            Ok(()) => drop(self.game.trouble(None)),
            Err(NoReply::Machine(why)) => {
                self.fails(seat, &why);
                return self.lets_go(seat);
            }
            Err(NoReply::Forfeit(evidence)) => {
                let (name, reason) = (self.game.name(seat), evidence.reason);
                // The details of a bot's fault can quote its output, so that only the operator sees them.
                remarks::lines(&format!(
                    "referee: a game of people: {seat} forfeits, {reason}: {}",
                    plain(&evidence.sentence)
                ));
                let line = format!("{seat} ({name}) forfeits ({reason}).");
                self.game.leave(seat, reason, line);
                self.game.session.add_evidence([*evidence]);
                self.keep();
                return self.lets_go(seat);
            }
        }
        self.keep();
    }

    /// Ends the process of a seat's bot, after everybody has seen why.
    fn lets_go(&mut self, seat: Seat) {
        if let Some((bot, _)) = self.bots.get_mut(&seat) {
            bot.leave();
        }
    }

    /// Hands the seat to a person because the machine can't run its bot; they can also try again.
    fn fails(&mut self, seat: Seat, why: &str) {
        if let Some(seated) = self.game.seats.get_mut(&seat.letter()) {
            seated.auto = false;
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

    /// Ends the game: tells the bots how it ended.
    fn finish(mut self) {
        self.keep();
        let verdict = self.game.session.verdict();
        for (bot, _) in self.bots.values_mut() {
            bot.end_game(&self.game.session, &verdict);
        }
    }

    /// Returns true if somebody watches, apart from the service's own receiver.
    fn watched(&self) -> bool {
        self.seen.receiver_count() > 1
    }

    /// Saves the game, then publishes its new view.
    fn keep(&mut self) {
        if let Err(why) = self.ground.keep(&self.id, &self.game) {
            self.game.trouble(Some(why.to_string()));
        }
        self.seen.send_replace(Arc::new(self.game.table()));
    }
}
