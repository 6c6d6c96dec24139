//! Plays one game after the other on one core.

use std::collections::HashMap;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use referee_protocol::{SeatOutcome, ToBot};
use referee_record::{
    BotMeasure, Job, Lateness, Limits, Measured, Played, Pondering, Record, Restart,
    SeatAssignment, SeatResult, Substitutions,
};

use crate::game::match_loop::{GameInPlay, GameOutput};
use crate::game_event::{GameEvent, GameObserver, notify};
use crate::job::deal::{DealError, JobRules, opening};
use crate::job::void_record::{rules_failed, void_record};
use crate::session::bot_start::SeatStart;
use crate::session::bot_start::{StartFailure, start_bot, traffic};
use crate::session::engine_context::{EngineContext, EngineError};
use crate::session::past_attempts::PastAttempts;
use crate::session::player::{ConnectedBot, Player};
use crate::session::seat_messages::MessageSink;
use crate::session::suspension::Trust;

/// Plays one game after the other on one core, and keeps bots' processes between games.
pub struct GameRunner {
    context: EngineContext,
    core: Option<usize>,
    /// Processes that live on between games, by bot and rotation, with the settings that they were started
    /// with. The key holds the rotation so that no process plays both games of a pair.
    kept: HashMap<(String, u32), (Option<Substitutions>, ConnectedBot)>,
    /// How far each bot is trusted to do nothing in the turns of others.
    trust: HashMap<String, Trust>,
    /// Grace time of the last game, in which its bots had to exit.
    grace: Duration,
    /// Rules of the last game.
    rules: JobRules,
    /// The state line of the start of the last game; empty where it isn't known.
    start: String,
}

impl GameRunner {
    /// Creates a game runner without bots; `core` is noted in the records.
    pub fn new(context: EngineContext, core: Option<usize>) -> GameRunner {
        GameRunner {
            rules: JobRules::new(context.games.clone()),
            start: String::new(),
            context,
            core,
            kept: HashMap::new(),
            trust: HashMap::new(),
            grace: Duration::ZERO,
        }
    }

    /// Plays a job, and suspends the bots that are kept; returns `None` where the run was stopped meanwhile, and
    /// an error if the run can't go on.
    pub fn play(
        &mut self,
        job: &Job,
        attempt: u32,
        watcher: GameObserver<'_>,
    ) -> Result<Option<Record>, EngineError> {
        let record = self.play_again(job, attempt, Vec::new(), watcher);
        self.suspend_kept();
        record
    }

    /// Returns the state line of the start of the last game; empty where it isn't known.
    pub(crate) fn start(&self) -> &str {
        &self.start
    }

    /// Suspends the bots that are kept, where bots are suspended while they aren't asked: no game follows at
    /// once.
    pub fn suspend_kept(&mut self) {
        for ((name, _), (_, bot)) in &mut self.kept {
            bot.suspend();
            note_trust(&mut self.trust, name, bot.trust());
        }
    }

    /// Plays a job once more, after void attempts that were spoilt by the lateness in `earlier`: a seat
    /// that was late in each of them may lose by that ([`Lateness::condemns`]). Bots that are kept run on until the next game,
    /// or [`GameRunner::suspend_kept`]. Returns `None` where the run was stopped meanwhile.
    pub fn play_again(
        &mut self,
        job: &Job,
        attempt: u32,
        earlier: Vec<Lateness>,
        watcher: GameObserver<'_>,
    ) -> Result<Option<Record>, EngineError> {
        let past = PastAttempts::new(attempt, job.limits.tries, earlier);
        self.play_attempt(job, &past, watcher, false)
    }

    /// Plays a job up to the first answer of a bot, by the rules and the clock of a game. The record holds
    /// the move, or the evidence of a fault; its verdict is void.
    pub fn ask(&mut self, job: &Job, attempt: u32) -> Result<Option<Record>, EngineError> {
        self.play_attempt(
            job,
            &PastAttempts::new(attempt, u32::MAX, Vec::new()),
            None,
            true,
        )
    }

    fn play_attempt(
        &mut self,
        job: &Job,
        past: &PastAttempts,
        mut watcher: GameObserver<'_>,
        single: bool,
    ) -> Result<Option<Record>, EngineError> {
        let attempt = past.attempt;
        self.start.clear();
        let rules = self.rules.of(job)?;
        let position = match opening(&*rules, &job.start) {
            Err(DealError::Failed(_)) if self.context.stop.load(Ordering::Relaxed) => {
                return Ok(None);
            }
            Err(DealError::Failed(why)) => {
                let why = rules_failed(&why);
                return Ok(Some(void_record(job, attempt, String::new(), why)));
            }
            position => position?,
        };
        let start = position.line();
        self.start.clone_from(&start);
        let began = Instant::now();
        let began_ms = SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .unwrap_or_default()
            .as_millis();
        let arrivals = match self.start_seats(job, past, &mut watcher) {
            Ok(arrivals) => arrivals,
            Err(StartFailure::Engine(error)) => return Err(error),
            Err(StartFailure::Machine(why, late)) => {
                self.context.scope.end_strays();
                if self.context.stop.load(Ordering::Relaxed) {
                    return Ok(None);
                }
                let mut record = void_record(job, attempt, start, why);
                record.measured.late = late.map(|late| past.note(late));
                return Ok(Some(record));
            }
        };
        let watched = single || watcher.is_some();
        let observers = self.context.observers.as_ref().filter(|_| !watched);
        let mut seen = observers.map(|game_observers| game_observers.enter(job, attempt));
        let watcher: GameObserver<'_> = match (watcher, &mut seen) {
            (Some(own), _) => Some(own),
            (None, Some(seen)) => Some(&mut **seen),
            (None, None) => None,
        };
        let bystanders = self.kept.values_mut().map(|(_, bot)| bot).collect();
        let game =
            GameInPlay::new(job, &*rules, position, past, watcher, single).beside(bystanders);
        let stop = &self.context.stop;
        let Some(mut outcomes) = game.play(arrivals, &|| stop.load(Ordering::Relaxed)) else {
            return Ok(None);
        };
        let bots = self.finish(job, &mut outcomes);
        if bots.iter().any(|bot| bot.exit.is_some()) {
            self.context.scope.end_strays();
        }
        let played = Played {
            job: job.clone(),
            start,
            steps: outcomes.steps,
            end: outcomes.end,
            verdict: outcomes.verdict,
        };
        let measured = Measured {
            began_ms: u64::try_from(began_ms).unwrap_or(u64::MAX),
            took_us: u64::try_from(began.elapsed().as_micros()).unwrap_or(u64::MAX),
            revision: 0,
            worker: None,
            core: self.core,
            plies: outcomes.plies,
            bots,
            evidence: outcomes.evidence,
            late: outcomes.late.map(|late| past.note(late)),
        };
        Ok(Some(Record {
            attempt,
            played,
            measured,
        }))
    }

    /// Ends the bots whose processes were kept.
    pub fn close(mut self) {
        let kept = self.kept.drain().map(|(_, (_, bot))| bot).collect();
        self.release(kept);
        self.context.scope.end_strays();
    }

    /// Sends `quit` to bots that play no more games, and waits the grace time for them.
    fn release(&self, bots: Vec<ConnectedBot>) {
        let limits = Limits::default();
        let mut players = Vec::new();
        for bot in bots {
            let mut player = Player::new(bot, 'A', &limits, None);
            player.wake();
            player.tell(&ToBot::Quit);
            player.send();
            players.push(player);
        }
        for player in players {
            player.dismiss(self.grace);
        }
    }

    /// Returns the kept process of a bot, if it is alive and was started with the settings of this game.
    fn take_kept(&mut self, seated: &SeatAssignment, rotation: u32) -> Option<ConnectedBot> {
        let (settings, mut bot) = self.kept.remove(&(seated.bot.clone(), rotation))?;
        if bot.process.ended().is_some() {
            return None;
        }
        if settings != seated.settings {
            self.suspend_kept();
            self.release(vec![bot]);
            return None;
        }
        Some(bot)
    }

    fn start_seats(
        &mut self,
        job: &Job,
        past: &PastAttempts,
        watcher: &mut GameObserver<'_>,
    ) -> Result<Vec<SeatStart>, StartFailure> {
        self.grace = longest_grace(job);
        let since = Instant::now();
        let mut arrivals = Vec::new();
        for (i, seated) in job.seats.iter().enumerate() {
            let traffic = traffic(&self.context, job, past.attempt, i, since)
                .map_err(StartFailure::Engine)?;
            let kept = self.take_kept(seated, job.place.rotation);
            let fresh = kept.is_none();
            let mut arrival = if let Some(bot) = kept {
                SeatStart::Ready(Player::new(bot, seated.seat, job.limits_of(i), traffic))
            } else {
                self.suspend_kept();
                arrivals.iter_mut().for_each(SeatStart::suspend);
                notify(watcher, GameEvent::Starts(seated.seat));
                match start_bot(&self.context, job, i, traffic, (past, watcher.is_some())) {
                    Ok(arrival) => arrival,
                    Err(failure) => {
                        self.call_off(arrivals);
                        return Err(failure);
                    }
                }
            };
            if let SeatStart::Ready(player) = &mut arrival {
                self.choose_suspension(player, job);
                if fresh {
                    player.bot.suspension.trust = self.trusted(&seated.bot);
                    player.suspend();
                }
                player.share_info(job.seats.len());
            }
            arrivals.push(arrival);
        }
        Ok(arrivals)
    }

    /// Decides if a ready bot is suspended between its turns, or ponders.
    fn choose_suspension(&self, player: &mut Player, job: &Job) {
        let confined = self.context.scope.jail().confines();
        let ponders = job.pondering == Some(Pondering::On) && player.bot.ready.ponder;
        if ponders {
            player.ponder();
        }
        player.bot.begin(match job.pondering {
            Some(Pondering::Off | Pondering::On) => !ponders,
            None => confined,
            Some(Pondering::Ignore) => false,
        });
    }

    /// Returns how far a new process of a bot is trusted: as far as the last one was.
    fn trusted(&self, bot: &str) -> Trust {
        self.trust.get(bot).copied().unwrap_or_default()
    }

    /// Calls off a game that can't be played, and tells the bots that have started.
    fn call_off(&self, arrivals: Vec<SeatStart>) {
        for arrival in arrivals {
            if let SeatStart::Ready(mut player) = arrival {
                player.tell(&ToBot::Result {
                    outcome: SeatOutcome::Void,
                    place: None,
                    reason: "void",
                    score: &[],
                });
                player.tell(&ToBot::Quit);
                player.dismiss(self.grace);
            }
        }
    }

    /// Ends the game for its players: some processes stay for further games, the others are ended.
    fn finish(&mut self, job: &Job, outcomes: &mut GameOutput) -> Vec<BotMeasure> {
        let players = std::mem::take(&mut outcomes.players);
        let stays: Vec<bool> = outcomes
            .verdict
            .seats
            .iter()
            .map(|seat| outcomes.verdict.void.is_none() && plays_on(job.restart, seat))
            .collect();
        let mut leaving: Vec<Option<Player>> = players;
        for (player, stays) in leaving.iter_mut().zip(&stays) {
            // A bot that was killed for its fault, or has ended, is sent nothing.
            if let Some(player) = player.as_mut().filter(|_| !stays)
                && player.bot.process.ended().is_none()
            {
                player.wake();
                player.tell(&ToBot::Quit);
                player.send();
            }
        }
        let some_leave = stays.contains(&false);
        for (i, player) in leaving.iter_mut().enumerate() {
            let Some(player) = player else { continue };
            // Whoever leaves may take its time for it.
            if some_leave && stays[i] {
                player.suspend();
            }
            note_trust(&mut self.trust, &job.seats[i].bot, player.bot.trust());
        }
        let mut measures = Vec::new();
        for (i, (player, stays)) in leaving.into_iter().zip(stays).enumerate() {
            let seated = &job.seats[i];
            let grace = Duration::from_millis(job.limits_of(i).grace_ms);
            measures.push(match player {
                None => BotMeasure {
                    seat: seated.seat,
                    ..BotMeasure::default()
                },
                Some(player) if stays && !player.unsent() => {
                    let (bot, measure) = player.leave();
                    let key = (seated.bot.clone(), job.place.rotation);
                    self.kept.insert(key, (seated.settings.clone(), bot));
                    measure
                }
                Some(player) => player.dismiss(grace),
            });
        }
        measures
    }
}

/// Notes how far a process of a bot is trusted. A loss is for good.
fn note_trust(known: &mut HashMap<String, Trust>, bot: &str, trust: Trust) {
    let noted = known.entry(bot.to_owned()).or_insert(trust);
    if !noted.is_lost() {
        *noted = trust;
    }
}

/// Returns the longest grace time of the seats.
fn longest_grace(job: &Job) -> Duration {
    let each = (0..job.seats.len()).map(|seat| job.limits_of(seat).grace_ms);
    Duration::from_millis(each.max().unwrap_or(0))
}

/// Tells if a seat's process plays on after the game. A process that was killed for its fault is found dead
/// when it is needed again.
fn plays_on(restart: Restart, seat: &SeatResult) -> bool {
    match restart {
        Restart::Game => false,
        Restart::Never => true,
        Restart::Failure => seat.fault.is_none(),
    }
}
