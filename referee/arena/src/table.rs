//! A table: where one game after the other is played, on one core.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use referee_games::text::quote;
use referee_protocol::{Outcome, ToBot};
use referee_record::{
    BotMeasure, Job, Limits, Measured, Played, Record, Restart, SeatResult, Verdict,
};
use thiserror::Error;

use crate::deal::{StartError, opening, rules_of};
use crate::fault::{Fault, Word};
use crate::game::{Arrival, Game, Outcomes, Watcher};
use crate::handshake::shake_hands;
use crate::haven::Haven;
use crate::player::{Bot, Player};
use crate::process::{Process, SpawnError};
use crate::program::Program;
use crate::traffic::Traffic;

/// Why a run can't go on: nothing that a bot did in a game.
#[derive(Debug, Error)]
pub enum Trouble {
    /// The job itself is wrong.
    #[error(transparent)]
    Start(#[from] StartError),
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
enum Hitch {
    Trouble(Trouble),
    /// The machine's fault: the game is void.
    Machine(std::io::Error),
}

/// What all tables of a run share.
#[derive(Clone)]
pub struct House {
    /// Every bot by its name.
    pub programs: Arc<HashMap<String, Program>>,
    /// Where processes belong to.
    pub haven: Haven,
    /// The folder of traffic logs, if they are wanted.
    pub log: Option<PathBuf>,
    /// Set when the run is to end: games in play are given up.
    pub stop: Arc<AtomicBool>,
}

/// A table.
pub struct Table {
    house: House,
    core: Option<usize>,
    /// Processes that live on between games, by bot and rotation: no process meets both games of a
    /// pair.
    kept: HashMap<(String, u32), Bot>,
    /// What the bots of the last game had to leave in.
    grace: Duration,
}

impl Table {
    /// A table without bots; `core` is noted in the records.
    pub fn new(house: House, core: Option<usize>) -> Table {
        Table {
            house,
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
        watcher: Watcher<'_>,
    ) -> Result<Option<Record>, Trouble> {
        let rules = rules_of(job)?;
        let position = opening(&*rules, &job.start)?;
        let start = position.line();
        let began = Instant::now();
        let began_ms = SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .unwrap_or_default()
            .as_millis();
        let arrivals = match self.arrive(job, attempt, watcher.is_some()) {
            Ok(arrivals) => arrivals,
            Err(Hitch::Trouble(trouble)) => return Err(trouble),
            Err(Hitch::Machine(error)) => {
                self.house.haven.end_strays();
                let why = format!("the machine could not start a process: {error}");
                return Ok(Some(void_record(job, attempt, start, why)));
            }
        };
        let game = Game::new(job, &*rules, position, watcher);
        let stop = &self.house.stop;
        let Some(mut outcomes) = game.play(arrivals, &|| stop.load(Ordering::Relaxed)) else {
            return Ok(None);
        };
        let bots = self.part(job, &mut outcomes);
        if bots.iter().any(|bot| bot.exit.is_some()) {
            self.house.haven.end_strays();
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
        };
        Ok(Some(Record {
            attempt,
            played,
            measured,
        }))
    }

    /// Lets the bots leave whose processes were kept.
    pub fn close(mut self) {
        let limits = Limits::default();
        let mut players = Vec::new();
        for (_, bot) in self.kept.drain() {
            let mut player = Player::new(bot, 'A', &limits, None);
            player.tell(&ToBot::Quit);
            player.send();
            players.push(player);
        }
        for player in players {
            player.dismiss(self.grace);
        }
        self.house.haven.end_strays();
    }

    fn arrive(&mut self, job: &Job, attempt: u32, watched: bool) -> Result<Vec<Arrival>, Hitch> {
        self.grace = Duration::from_millis(job.limits.grace_ms);
        let since = Instant::now();
        let mut arrivals = Vec::new();
        for (i, chair) in job.seats.iter().enumerate() {
            let traffic = self
                .traffic(job, attempt, i, since)
                .map_err(Hitch::Trouble)?;
            let kept = self.kept.remove(&(chair.bot.clone(), job.place.rotation));
            let kept = kept.and_then(|mut bot| bot.process.ended().is_none().then_some(bot));
            let arrival = match kept {
                Some(bot) => Arrival::Ready(Player::new(bot, chair.seat, &job.limits, traffic)),
                None => match self.start(job, i, traffic, watched) {
                    Ok(arrival) => arrival,
                    Err(hitch) => {
                        self.call_off(arrivals);
                        return Err(hitch);
                    }
                },
            };
            arrivals.push(arrival);
        }
        Ok(arrivals)
    }

    fn start(
        &self,
        job: &Job,
        seat: usize,
        traffic: Option<Traffic>,
        watched: bool,
    ) -> Result<Arrival, Hitch> {
        let chair = &job.seats[seat];
        let program = self.house.programs.get(&chair.bot);
        let program = program.ok_or_else(|| Hitch::Trouble(Trouble::Unknown(chair.bot.clone())))?;
        let process = match Process::start(program, &self.house.haven) {
            Ok(process) => process,
            Err(SpawnError::Machine(error)) => return Err(Hitch::Machine(error)),
            Err(error @ SpawnError::Bot { .. }) => {
                let fault = Fault::new(Word::NoHandshake, error.to_string());
                return Ok(Arrival::Failed(None, fault));
            }
        };
        let mut player = Player::new(Bot::new(process), chair.seat, &job.limits, traffic);
        if watched {
            player.watch();
        }
        let greeted = shake_hands(&mut player, &job.limits);
        Ok(
            match greeted.and_then(|()| check_game(&player, &job.game)) {
                Ok(()) => Arrival::Ready(player),
                Err(fault) => Arrival::Failed(Some(player), fault),
            },
        )
    }

    fn traffic(
        &self,
        job: &Job,
        attempt: u32,
        seat: usize,
        since: Instant,
    ) -> Result<Option<Traffic>, Trouble> {
        let Some(folder) = &self.house.log else {
            return Ok(None);
        };
        let chair = &job.seats[seat];
        let game = match attempt {
            1 => format!("{:06}", job.number),
            n => format!("{:06}.{n}", job.number),
        };
        let traffic = Traffic::create(folder, &game, chair.seat, &chair.bot, since);
        traffic.map(Some).map_err(|error| Trouble::Log {
            folder: folder.clone(),
            error,
        })
    }

    /// The game can't be played: those who have come are told so.
    fn call_off(&self, arrivals: Vec<Arrival>) {
        for arrival in arrivals {
            if let Arrival::Ready(mut player) = arrival {
                player.tell(&ToBot::Result {
                    outcome: Outcome::Void,
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
    fn part(&mut self, job: &Job, outcomes: &mut Outcomes) -> Vec<BotMeasure> {
        let players = std::mem::take(&mut outcomes.players);
        let stays: Vec<bool> = outcomes
            .verdict
            .seats
            .iter()
            .map(|seat| stays(job.restart, seat))
            .collect();
        let grace = Duration::from_millis(job.limits.grace_ms);
        let mut leaving: Vec<Option<Player>> = players;
        for (player, stays) in leaving.iter_mut().zip(&stays) {
            // One that was killed for its fault, or is gone, is told nothing any more.
            if let Some(player) = player.as_mut().filter(|_| !stays)
                && player.bot.process.ended().is_none()
            {
                player.tell(&ToBot::Quit);
                player.send();
            }
        }
        let mut measures = Vec::new();
        for ((player, chair), stays) in leaving.into_iter().zip(&job.seats).zip(stays) {
            measures.push(match player {
                None => BotMeasure {
                    seat: chair.seat,
                    ..BotMeasure::default()
                },
                Some(player) if stays && !player.unsent() => {
                    let (bot, measure) = player.leave();
                    self.kept
                        .insert((chair.bot.clone(), job.place.rotation), bot);
                    measure
                }
                Some(player) => player.dismiss(grace),
            });
        }
        measures
    }
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
pub(crate) fn check_game(player: &Player, game: &str) -> Result<(), Fault> {
    match &player.bot.ready.games {
        Some(games) if !games.iter().any(|g| g == game) => {
            let plays = quote(&games.join(","));
            let sentence = format!("its `ready` says that it plays {plays}, which isn't {game}");
            Err(Fault::new(Word::NoHandshake, sentence))
        }
        _ => Ok(()),
    }
}

/// The record of a game that could not be played, or not to its end, by no bot's fault.
pub(crate) fn void_record(job: &Job, attempt: u32, start: String, why: String) -> Record {
    let seat = |chair: &referee_record::Chair| SeatResult {
        seat: chair.seat,
        place: 1,
        score: None,
        fault: None,
    };
    Record {
        attempt,
        played: Played {
            job: job.clone(),
            end: start.clone(),
            start,
            steps: Vec::new(),
            verdict: Verdict {
                reason: "void".to_owned(),
                void: Some(why),
                seats: job.seats.iter().map(seat).collect(),
            },
        },
        measured: Measured::default(),
    }
}
