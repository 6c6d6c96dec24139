//! Checks before a run that every bot plays its game.

use std::collections::BTreeMap;
use std::sync::atomic::Ordering;
use std::thread::Builder;
use std::time::Duration;

use referee_protocol::ToBot;
use referee_record::Limits;

use crate::process::bot_process::BotProcess;
use crate::program::Program;
use crate::program::spawn_error::SpawnError;
use crate::session::engine_context::{EngineContext, EngineError};
use crate::session::fault::TurnFailure;
use crate::session::handshake::{explained, shake_hands};
use crate::session::player::{ConnectedBot, Player};
use crate::session::seat_messages::MessageSink;

/// Bots that are greeted at the same time.
const AT_ONCE: usize = 16;

/// Result of greeting a bot.
#[derive(Debug)]
pub enum HandshakeResult {
    /// The bot is ready to play.
    Ready,
    /// The bot's `ready` says that it doesn't play the game.
    Refuses(EngineError),
    /// The bot didn't start, or didn't say `ready` in time.
    Silent {
        /// What happened, as a sentence.
        why: String,
        /// Head and tail of the bot's stderr.
        stderr: String,
    },
    /// The machine failed, so the result is unknown.
    Unclear,
}

/// Greets every bot once, up to 16 at the same time or each `alone`, and returns the results by name.
///
/// `limits` returns the limits of a bot by its name. Bots that start at the same time make each other slow:
/// only a bot that was greeted alone is certain to be silent. Once the run is told to stop, no further bot is
/// greeted.
pub fn greetings(
    context: &EngineContext,
    game: &str,
    limits: &(dyn Fn(&str) -> Limits + Sync),
    alone: bool,
) -> BTreeMap<String, HandshakeResult> {
    let at_once = if alone { 1 } else { AT_ONCE };
    let programs: Vec<&Program> = context.programs.values().collect();
    let mut greetings = BTreeMap::new();
    for some in programs.chunks(at_once) {
        if context.stop.load(Ordering::Relaxed) {
            break;
        }
        std::thread::scope(|scope| {
            let greet = |program| {
                let thread = Builder::new().name("greeting".to_owned());
                thread.spawn_scoped(scope, move || {
                    greet(program, context, game, &limits(&program.name))
                })
            };
            let greeted: Vec<_> = some.iter().copied().map(greet).collect();
            for (program, handshake) in some.iter().zip(greeted) {
                // A thread that panics, or can't be started, has no result.
                let handshake = handshake.ok().and_then(|thread| thread.join().ok());
                let handshake = handshake.unwrap_or(HandshakeResult::Unclear);
                greetings.insert(program.name.clone(), handshake);
            }
        });
    }
    greetings
}

fn greet(
    program: &Program,
    context: &EngineContext,
    game: &str,
    limits: &Limits,
) -> HandshakeResult {
    let program = &*program.set(None);
    let process = match BotProcess::start(program, limits, &context.scope) {
        Ok(process) => process,
        Err(SpawnError::Machine(_)) => return HandshakeResult::Unclear,
        Err(error @ SpawnError::Bot { .. }) => {
            let (why, stderr) = (error.explained(program), String::new());
            return HandshakeResult::Silent { why, stderr };
        }
    };
    let mut player = Player::new(ConnectedBot::new(process), 'A', limits, None);
    if let Err(failure) = shake_hands(&mut player, limits) {
        let TurnFailure::Fault(fault) = failure else {
            return HandshakeResult::Unclear;
        };
        let why = explained(fault, &mut player, program).sentence;
        let measure = player.kill();
        let stderr = measure.stderr_head + &measure.stderr_tail;
        return HandshakeResult::Silent { why, stderr };
    }
    let plays = player.bot.ready.games.clone();
    player.tell(&ToBot::Quit);
    player.dismiss(Duration::from_millis(limits.grace_ms));
    match plays.filter(|plays| !plays.iter().any(|g| g == game)) {
        None => HandshakeResult::Ready,
        Some(plays) => HandshakeResult::Refuses(EngineError::Refuses {
            bot: program.name.clone(),
            game: game.to_owned(),
            plays: plays.join(","),
        }),
    }
}
