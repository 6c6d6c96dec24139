//! Starts the bot of a seat for a game: its process, its handshake, and the question whether it plays the game.

use std::time::Instant;

use referee_games::text::quote;
use referee_record::{FaultDetail, Job, Lateness};
use rustix::io::Errno;

use crate::process::bot_process::BotProcess;
use crate::program::spawn_error::SpawnError;
use crate::session::engine_context::{EngineContext, EngineError};
use crate::session::fault::{SeatFault, TurnFailure};
use crate::session::handshake::{explained, shake_hands};
use crate::session::past_attempts::PastAttempts;
use crate::session::player::{ConnectedBot, Player};
use crate::session::seat_messages::SeatState;
use crate::session::traffic::{Traffic, TrafficEntry};

/// The start of a seat: a bot that may play, or why it may not.
pub(crate) enum SeatStart {
    /// The bot has finished its handshake.
    Ready(Player),
    /// The bot failed to start; holds what is left of it.
    Failed(Option<Player>, SeatFault),
}

impl SeatStart {
    /// Suspends the bot until its turn, if the game is played that way.
    pub(crate) fn suspend(&mut self) {
        if let SeatStart::Ready(player) = self {
            player.suspend();
        }
    }
}

/// Why a game has no players yet.
pub(crate) enum StartFailure {
    Engine(EngineError),
    /// The machine failed: the game is void, for this reason, and perhaps by the lateness of a seat.
    Machine(String, Option<Lateness>),
}

/// Starts the bot of a seat, and shakes hands with it. `past` are the attempts at the job before this one, and
/// `watched` is true if somebody watches the game.
pub(crate) fn start_bot(
    context: &EngineContext,
    job: &Job,
    seat: usize,
    traffic: Option<Traffic>,
    (past, watched): (&PastAttempts, bool),
) -> Result<SeatStart, StartFailure> {
    let seated = &job.seats[seat];
    let program = context.programs.get(&seated.bot);
    let program =
        program.ok_or_else(|| StartFailure::Engine(EngineError::Unknown(seated.bot.clone())))?;
    let program = &*program.set(seated.settings.as_ref());
    let limits = job.limits_of(seat);
    let began = Instant::now();
    let process = match BotProcess::start(program, limits, &context.scope) {
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
    let mut player = Player::new(ConnectedBot::new(process), seated.seat, limits, traffic);
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
        Err(TurnFailure::Void(why)) if player.late.is_some_and(|late| past.condemns(&late)) => {
            let fault = SeatFault::new(FaultDetail::AlwaysLate, past.sentence(&why)).before_ready();
            Ok(SeatStart::Failed(Some(player), fault))
        }
        Err(TurnFailure::Void(why)) => {
            let late = player.late;
            player.kill();
            Err(StartFailure::Machine(why, late))
        }
    }
}

/// Seats the bots of a game. Returns the seats, and the faults of those that didn't start, by the index of the seat.
pub(crate) fn seat_all(
    job: &Job,
    arrivals: Vec<SeatStart>,
) -> (Vec<SeatState<Player>>, Vec<(usize, SeatFault)>) {
    let mut faults = Vec::new();
    let mut seats = Vec::new();
    for (i, (seated, arrival)) in job.seats.iter().zip(arrivals).enumerate() {
        let (player, fault) = match arrival {
            SeatStart::Ready(player) => (Some(player), None),
            SeatStart::Failed(player, fault) => (player, Some(fault)),
        };
        let mut seat = SeatState::new(seated, player);
        seat.greeted = fault.is_none();
        faults.extend(fault.map(|fault| (i, fault)));
        seats.push(seat);
    }
    (seats, faults)
}

/// Creates the log of what a seat is told and answers, where logs are wanted.
pub(crate) fn traffic(
    context: &EngineContext,
    job: &Job,
    attempt: u32,
    seat: usize,
    since: Instant,
) -> Result<Option<Traffic>, EngineError> {
    let Some(log) = &context.log else {
        return Ok(None);
    };
    let seated = &job.seats[seat];
    let entry = TrafficEntry {
        game: job.number,
        attempt,
        seat: seated.seat,
        bot: &seated.bot,
    };
    let traffic = Traffic::create(log, entry, since);
    traffic.map(Some).map_err(|error| EngineError::Log {
        folder: log.folder.clone(),
        error,
    })
}

/// Returns a fault if the bot said at its handshake that it doesn't play this game.
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

/// Suggests a remedy for an error of a system that has run out of something.
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
