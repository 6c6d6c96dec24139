//! A table: where one game after the other is played, on one core.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use referee_games::text::quote;
use referee_protocol::{SeatOutcome, ToBot};
use referee_record::{
    BotMeasure, FaultDetail, Job, Lateness, Limits, Measured, Played, Pondering, Record, Restart,
    SeatAssignment, SeatResult, Substitutions,
};
use rustix::io::Errno;
use thiserror::Error;

use crate::deal::{DealError, opening, rules_of};
use crate::fault::{SeatFault, TurnFailure};
use crate::game::{GameInPlay, GameObserver, GameObservers, GameOutput, SeatStart};
use crate::handshake::{explained, shake_hands};
use crate::past_attempts::PastAttempts;
use crate::player::{ConnectedBot, Player};
use crate::process::{BotProcess, SpawnError};
use crate::process_scope::ProcessScope;
use crate::program::Program;
use crate::seat_messages::MessageSink;
use crate::traffic::{Log, Traffic, TrafficEntry};
use crate::verdict::void;

/// Why a run can't go on: nothing that a bot did in a game.
#[derive(Debug, Error)]
pub enum EngineError {
    /// The job itself is wrong.
    #[error(transparent)]
    Start(#[from] DealError),
    /// A job names a bot that there is none of.
    #[error("there is no bot {0:?} in this run")]
    Unknown(String),
    /// A bot said that it doesn't play this game.
    #[error("{bot} doesn't play {game}: its `ready` says games={plays}")]
    Refuses {
        /// The bot.
        bot: String,
        /// The run's game.
        game: String,
        /// What it plays.
        plays: String,
    },
    /// The log can't be written.
    #[error("the log in {folder} can't be written: {error}", folder = .folder.display())]
    Log {
        /// Where.
        folder: PathBuf,
        /// What the system said.
        error: std::io::Error,
    },
}

/// Why a game has no players yet.
enum StartFailure {
    Engine(EngineError),
    /// The machine's fault: the game is void, for this reason, and perhaps as a seat was late.
    Machine(String, Option<Lateness>),
}

/// What all tables of a run share.
#[derive(Clone)]
pub struct EngineContext {
    /// Every bot by its name.
    pub programs: Arc<HashMap<String, Program>>,
    /// Where processes belong to.
    pub scope: ProcessScope,
    /// Where traffic logs go, if they are wanted.
    pub log: Option<Log>,
    /// Set when the run is to end: games in play are given up.
    pub stop: Arc<AtomicBool>,
    /// Who may look at games that nobody else watches.
    pub observers: Option<Arc<dyn GameObservers>>,
}

/// A table.
pub struct GameRunner {
    context: EngineContext,
    core: Option<usize>,
    /// Processes that live on between games, by bot and rotation: no process meets both games of a
    /// pair.
    /// With what they were set to.
    kept: HashMap<(String, u32), (Option<Substitutions>, ConnectedBot)>,
    /// What the bots of the last game had to leave in.
    grace: Duration,
}

impl GameRunner {
    /// A table without bots; `core` is noted in the records.
    pub fn new(context: EngineContext, core: Option<usize>) -> GameRunner {
        GameRunner {
            context,
            core,
            kept: HashMap::new(),
            grace: Duration::ZERO,
        }
    }

    /// Plays a job; no record comes out of it where the run was stopped meanwhile.
    pub fn play(
        &mut self,
        job: &Job,
        attempt: u32,
        watcher: GameObserver<'_>,
    ) -> Result<Option<Record>, EngineError> {
        self.play_again(job, attempt, Vec::new(), watcher)
    }

    /// Plays a job once more, behind void attempts that were spoilt by these: in the last one a seat that
    /// was late in each loses by that.
    pub fn play_again(
        &mut self,
        job: &Job,
        attempt: u32,
        earlier: Vec<Lateness>,
        watcher: GameObserver<'_>,
    ) -> Result<Option<Record>, EngineError> {
        let past = PastAttempts::new(attempt, job.limits.tries, earlier);
        self.follow(job, &past, watcher, false)
    }

    /// Plays a job up to the first answer of a bot, by the rules and the clock of a game. In the record
    /// stands the move, or the evidence of a fault; its verdict is void.
    pub fn ask(&mut self, job: &Job, attempt: u32) -> Result<Option<Record>, EngineError> {
        self.follow(
            job,
            &PastAttempts::new(attempt, u32::MAX, Vec::new()),
            None,
            true,
        )
    }

    fn follow(
        &mut self,
        job: &Job,
        past: &PastAttempts,
        watcher: GameObserver<'_>,
        single: bool,
    ) -> Result<Option<Record>, EngineError> {
        let attempt = past.attempt;
        let rules = rules_of(job)?;
        let position = opening(&*rules, &job.start)?;
        let start = position.line();
        let began = Instant::now();
        let began_ms = SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .unwrap_or_default()
            .as_millis();
        let arrivals = match self.arrive(job, past, watcher.is_some()) {
            Ok(arrivals) => arrivals,
            Err(StartFailure::Engine(error)) => return Err(error),
            Err(StartFailure::Machine(why, late)) => {
                self.context.scope.end_strays();
                if self.context.stop.load(Ordering::Relaxed) {
                    return Ok(None);
                }
                let mut record = void_record(job, attempt, start, why);
                record.measured.late = late.map(|late| Lateness { attempt, ..late });
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
        let game = GameInPlay::new(job, &*rules, position, past, watcher, single);
        let stop = &self.context.stop;
        let Some(mut outcomes) = game.play(arrivals, &|| stop.load(Ordering::Relaxed)) else {
            return Ok(None);
        };
        let bots = self.part(job, &mut outcomes);
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
            core: self.core,
            plies: outcomes.plies,
            bots,
            evidence: outcomes.evidence,
            late: outcomes.late.map(|late| Lateness { attempt, ..late }),
        };
        Ok(Some(Record {
            attempt,
            played,
            measured,
        }))
    }

    /// Lets the bots leave whose processes were kept.
    pub fn close(mut self) {
        let kept = self.kept.drain().map(|(_, (_, bot))| bot).collect();
        self.release(kept);
        self.context.scope.end_strays();
    }

    /// Has bots leave that play no more.
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

    /// The process of a bot that plays on, if it is alive and set to what it is to be in this game.
    fn keeps(&mut self, chair: &SeatAssignment, rotation: u32) -> Option<ConnectedBot> {
        let (settings, mut bot) = self.kept.remove(&(chair.bot.clone(), rotation))?;
        if bot.process.ended().is_some() {
            return None;
        }
        if settings != chair.settings {
            self.release(vec![bot]);
            return None;
        }
        Some(bot)
    }

    fn arrive(
        &mut self,
        job: &Job,
        past: &PastAttempts,
        watched: bool,
    ) -> Result<Vec<SeatStart>, StartFailure> {
        self.grace = longest_grace(job);
        let since = Instant::now();
        let mut arrivals = Vec::new();
        for (i, chair) in job.seats.iter().enumerate() {
            let traffic = self
                .traffic(job, past.attempt, i, since)
                .map_err(StartFailure::Engine)?;
            let mut arrival = match self.keeps(chair, job.place.rotation) {
                Some(bot) => {
                    SeatStart::Ready(Player::new(bot, chair.seat, job.limits_of(i), traffic))
                }
                None => match self.start(job, i, traffic, (past, watched)) {
                    Ok(arrival) => arrival,
                    Err(failure) => {
                        self.call_off(arrivals);
                        return Err(failure);
                    }
                },
            };
            if let SeatStart::Ready(player) = &mut arrival {
                self.settle(player, job);
                player.share_info(job.seats.len());
            }
            arrivals.push(arrival);
        }
        Ok(arrivals)
    }

    /// Has a bot that is ready rest until it is asked, or think on.
    fn settle(&self, player: &mut Player, job: &Job) {
        let confined = self.context.scope.jail().confines();
        match job.pondering {
            Some(Pondering::On) if player.bot.ready.ponder => player.ponder(),
            Some(Pondering::Off | Pondering::On) => player.rests = true,
            None => player.rests = confined,
            Some(Pondering::Ignore) => {}
        }
        player.rest();
    }

    fn start(
        &self,
        job: &Job,
        seat: usize,
        traffic: Option<Traffic>,
        (past, watched): (&PastAttempts, bool),
    ) -> Result<SeatStart, StartFailure> {
        let chair = &job.seats[seat];
        let program = self.context.programs.get(&chair.bot);
        let program =
            program.ok_or_else(|| StartFailure::Engine(EngineError::Unknown(chair.bot.clone())))?;
        let program = &*program.set(chair.settings.as_ref());
        let limits = job.limits_of(seat);
        let began = Instant::now();
        let process = match BotProcess::start(program, limits, &self.context.scope) {
            Ok(process) => process,
            Err(SpawnError::Machine(error)) => {
                let why = format!(
                    "the machine could not start a process: {error}{}",
                    remedy(&error)
                );
                return Err(StartFailure::Machine(why, None));
            }
            Err(error @ SpawnError::Bot { .. }) => {
                let fault = SeatFault::new(FaultDetail::NotStarted, error.explained(program));
                return Ok(SeatStart::Failed(None, fault));
            }
        };
        let mut player = Player::new(ConnectedBot::new(process), chair.seat, limits, traffic);
        if watched {
            player.watch();
        }
        let greeted = shake_hands(&mut player, limits);
        let plays = |()| check_game(&player, &job.game).map_err(TurnFailure::from);
        match greeted.and_then(plays) {
            Ok(()) => {
                let us = began.elapsed().as_micros();
                player.measure.start_us = Some(u64::try_from(us).unwrap_or(u64::MAX));
                Ok(SeatStart::Ready(player))
            }
            Err(TurnFailure::Fault(fault)) => {
                let fault = explained(fault, &mut player, program);
                Ok(SeatStart::Failed(Some(player), fault))
            }
            Err(TurnFailure::Void(why)) if player.late.is_some() && past.condemns(chair.seat) => {
                let fault =
                    SeatFault::new(FaultDetail::AlwaysLate, past.sentence(&why)).before_ready();
                Ok(SeatStart::Failed(Some(player), fault))
            }
            Err(TurnFailure::Void(why)) => {
                let late = player.late;
                player.kill();
                Err(StartFailure::Machine(why, late))
            }
        }
    }

    fn traffic(
        &self,
        job: &Job,
        attempt: u32,
        seat: usize,
        since: Instant,
    ) -> Result<Option<Traffic>, EngineError> {
        let Some(log) = &self.context.log else {
            return Ok(None);
        };
        let chair = &job.seats[seat];
        let entry = TrafficEntry {
            game: job.number,
            attempt,
            seat: chair.seat,
            bot: &chair.bot,
        };
        let traffic = Traffic::create(log, entry, since);
        traffic.map(Some).map_err(|error| EngineError::Log {
            folder: log.folder.clone(),
            error,
        })
    }

    /// The game can't be played: those who have come are told so.
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

    /// The players leave: some processes stay for further games, the others end.
    fn part(&mut self, job: &Job, outcomes: &mut GameOutput) -> Vec<BotMeasure> {
        let players = std::mem::take(&mut outcomes.players);
        let stays: Vec<bool> = outcomes
            .verdict
            .seats
            .iter()
            .map(|seat| outcomes.verdict.void.is_none() && stays(job.restart, seat))
            .collect();
        let mut leaving: Vec<Option<Player>> = players;
        for (player, stays) in leaving.iter_mut().zip(&stays) {
            // One that was killed for its fault, or is gone, is told nothing any more.
            if let Some(player) = player.as_mut().filter(|_| !stays)
                && player.bot.process.ended().is_none()
            {
                player.wake();
                player.tell(&ToBot::Quit);
                player.send();
            }
        }
        let mut measures = Vec::new();
        for (i, (player, stays)) in leaving.into_iter().zip(stays).enumerate() {
            let chair = &job.seats[i];
            let grace = Duration::from_millis(job.limits_of(i).grace_ms);
            measures.push(match player {
                None => BotMeasure {
                    seat: chair.seat,
                    ..BotMeasure::default()
                },
                Some(player) if stays && !player.unsent() => {
                    let (bot, measure) = player.leave();
                    let key = (chair.bot.clone(), job.place.rotation);
                    self.kept.insert(key, (chair.settings.clone(), bot));
                    measure
                }
                Some(player) => player.dismiss(grace),
            });
        }
        measures
    }
}

/// What to do where the system has no more of something.
fn remedy(error: &std::io::Error) -> &'static str {
    match error.raw_os_error().map(Errno::from_raw_os_error) {
        Some(Errno::MFILE) => {
            "; raise the limit of open files (`ulimit -n`), or lower --concurrency"
        }
        Some(Errno::AGAIN) => {
            "; raise the limit of processes (`ulimit -u`), or lower --concurrency"
        }
        Some(Errno::NOMEM) => "; free memory, or lower --concurrency",
        Some(Errno::NOSPC) => "; make room where TMPDIR is",
        _ => "",
    }
}

/// The time to leave in of those who have most of it.
fn longest_grace(job: &Job) -> Duration {
    let each = (0..job.seats.len()).map(|seat| job.limits_of(seat).grace_ms);
    Duration::from_millis(each.max().unwrap_or(0))
}

/// Whether a seat's process plays on after the game. One that was killed for its fault is found
/// dead when it is wanted again.
fn stays(restart: Restart, seat: &SeatResult) -> bool {
    match restart {
        Restart::Game => false,
        Restart::Never => true,
        Restart::Failure => seat.fault.is_none(),
    }
}

/// A bot that says at its handshake that it doesn't play this game.
pub(crate) fn check_game(player: &Player, game: &str) -> Result<(), SeatFault> {
    match &player.bot.ready.games {
        Some(games) if !games.iter().any(|g| g == game) => {
            let plays = quote(&games.join(","));
            let sentence = format!("its `ready` says that it plays {plays}, which isn't {game}");
            Err(SeatFault::new(FaultDetail::OtherGames, sentence))
        }
        _ => Ok(()),
    }
}

/// The record of a game that could not be played, or not to its end, by no bot's fault.
pub(crate) fn void_record(job: &Job, attempt: u32, start: String, why: String) -> Record {
    Record {
        attempt,
        played: Played {
            job: job.clone(),
            end: start.clone(),
            start,
            steps: Vec::new(),
            verdict: void(job, why),
        },
        measured: Measured::default(),
    }
}
