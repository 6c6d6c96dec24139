//! Prepares bots before the first game and in a dry run: builds and greets them, and leaves out optional
//! ones that can't play.

use std::collections::{BTreeMap, HashMap};
use std::sync::atomic::Ordering;
use std::thread::{Builder, JoinHandle};

use anyhow::Result;
use referee_build::{self as build, BuildOptions, programs};
use referee_config::{RejectedBot, Tournament};
use referee_engine::{EngineContext, HandshakeResult, ProcessScope, greetings};
use referee_output::failure::{bad_input, machine};
use referee_output::remarks;
use referee_output::sanitize::plain;
use referee_record::Limits;
use tokio::sync::oneshot;

use super::sharing::no_thread;

/// Context of the games, and bots that aren't ready.
pub struct PreparedBots {
    /// Context in which the games are played.
    pub context: EngineContext,
    /// Bots that aren't ready and aren't optional: they take part, and forfeit games by that.
    pub silent: Vec<RejectedBot>,
    /// One sentence for each bot that isn't optional and whose fault stops the run.
    pub broken: Vec<String>,
}

/// Builds the bots and greets each of them; leaves out optional ones that can't play. Returns an error if a
/// bot that isn't optional can't be built or refuses the game.
pub(crate) async fn prepare(
    tournament: &mut Tournament,
    scope: &ProcessScope,
    options: &BuildOptions,
) -> Result<PreparedBots> {
    let broken = build(tournament, scope, options).await?;
    playable(&broken)?;
    let prepared = greet(tournament, scope).await?;
    playable(&prepared.broken)?;
    Ok(prepared)
}

/// Builds and greets all bots, and continues even if some of them can't play.
pub async fn inspect(
    tournament: &mut Tournament,
    scope: &ProcessScope,
    options: &BuildOptions,
) -> Result<PreparedBots> {
    let mut broken = build(tournament, scope, options).await?;
    let mut prepared = greet(tournament, scope).await?;
    broken.append(&mut prepared.broken);
    Ok(PreparedBots { broken, ..prepared })
}

/// Returns an error if there are bots whose fault stops the run.
pub fn playable(broken: &[String]) -> Result<()> {
    if broken.is_empty() {
        return Ok(());
    }
    Err(bad_input(broken.join("\n")))
}

/// Builds the bots and removes those that can't be built; returns a sentence for each of them that isn't
/// optional.
async fn build(
    tournament: &mut Tournament,
    scope: &ProcessScope,
    options: &BuildOptions,
) -> Result<Vec<String>> {
    let unbuilt = build::build_each(&mut tournament.bots, scope, options).await?;
    for refused in unbuilt.refused {
        tournament.leave_out(refused);
    }
    let (names, broken): (Vec<String>, Vec<String>) = unbuilt.broken.into_iter().unzip();
    tournament.bots.retain(|bot| !names.contains(&bot.name));
    Ok(broken)
}

/// Greets each bot, and leaves out those that are optional and aren't ready. A bot that is silent while
/// others start is greeted once more, alone.
async fn greet(tournament: &mut Tournament, scope: &ProcessScope) -> Result<PreparedBots> {
    let context = EngineContext {
        games: tournament.games.clone(),
        ..EngineContext::new(programs(&tournament.bots), scope.clone())
    };
    let (mut unsure, mut broken) = (Vec::new(), Vec::new());
    for (name, handshake) in ask(tournament, &context, false).await? {
        let bot = tournament.bots.iter().find(|bot| bot.name == name);
        let Some(bot) = bot else { continue };
        match handshake {
            HandshakeResult::Refuses(trouble) if !bot.optional => broken.push(trouble.to_string()),
            HandshakeResult::Refuses(trouble) => tournament.leave_out(RejectedBot {
                name,
                why: trouble.to_string(),
                log: None,
            }),
            HandshakeResult::Silent { .. } => unsure.push(bot.clone()),
            // Any other fault of a bot is judged in its games.
            HandshakeResult::Ready | HandshakeResult::Unclear => {}
        }
    }
    let few = EngineContext {
        programs: programs(&unsure),
        ..context.clone()
    };
    let mut silent = Vec::new();
    for (name, handshake) in ask(tournament, &few, true).await? {
        let optional = unsure.iter().any(|bot| bot.name == name && bot.optional);
        let (why, log) = match handshake {
            HandshakeResult::Refuses(trouble) if !optional => {
                broken.push(trouble.to_string());
                continue;
            }
            HandshakeResult::Refuses(trouble) => (trouble.to_string(), String::new()),
            HandshakeResult::Silent { why, stderr } => {
                let last = stderr.lines().rfind(|line| !line.trim().is_empty());
                let said = last.map_or(String::new(), |last| format!("; its last words: {last}"));
                (format!("it isn't ready: {why}{said}"), stderr)
            }
            HandshakeResult::Ready | HandshakeResult::Unclear => continue,
        };
        let log = Some(log).filter(|log| !log.is_empty());
        if !optional && tournament.format.is_duel() {
            // A match of two is about nothing if one can't play.
            broken.push(format!("bot {name}: {why}"));
            continue;
        }
        let refused = RejectedBot { name, why, log };
        if optional {
            tournament.leave_out(refused);
        } else {
            silent.push(refused);
        }
    }
    let programs = programs(&tournament.bots);
    Ok(PreparedBots {
        context: EngineContext {
            programs,
            ..context
        },
        silent,
        broken,
    })
}

/// Makes a remark on the bots that read more than their own files.
pub(crate) fn tell_reach(tournament: &Tournament) {
    if let Some(line) = build::describe_reach(&tournament.bots) {
        remarks::lines(&line);
    }
}

/// Makes a remark on each two bots that people may confuse by their names.
pub fn tell_look_alikes(tournament: &Tournament) {
    for sentence in tournament.look_alikes() {
        let warning = format!("referee: warning: {sentence}");
        remarks::sentences(&plain(&warning));
    }
}

/// Makes a remark on what lies beside the submissions and isn't one.
pub fn tell_strays(tournament: &Tournament) {
    let names = tournament.stray_names();
    if !names.is_empty() {
        let line = format!("referee: left out, as no submissions: {}", names.join(", "));
        remarks::sentences(&plain(&line));
    }
}

/// Makes a remark on each bot that was left out.
pub fn tell_refused(tournament: &Tournament) {
    for refused in &tournament.refused {
        remarks::lines(&plain(&refused.to_string()));
    }
}

/// Makes a remark on each bot that takes part and isn't ready.
pub(crate) fn tell_silent(silent: &[RejectedBot]) {
    for RejectedBot { name, why, .. } in silent {
        let warning = format!("referee: warning: bot {name}: {why}; it loses games by that");
        remarks::sentences(&plain(&warning));
    }
}

async fn ask(
    tournament: &Tournament,
    context: &EngineContext,
    alone: bool,
) -> Result<BTreeMap<String, HandshakeResult>> {
    let (asked, game, usual) = (context.clone(), tournament.game.clone(), tournament.limits);
    let bots = tournament.bots.iter();
    let limits_of_bots: HashMap<String, Limits> = bots
        .filter_map(|bot| Some((bot.name.clone(), bot.limits_under(&usual)?)))
        .collect();
    aside(context, "greetings", move || {
        let limits = |name: &str| limits_of_bots.get(name).copied().unwrap_or(usual);
        greetings(&asked, &game, &limits, alone)
    })
    .await
}

/// Runs work that needs bots on its own thread. If the returned future is dropped, the engine is stopped
/// and its bots are killed.
pub(crate) async fn aside<T: Send + 'static>(
    context: &EngineContext,
    name: &str,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T> {
    let (tell, interrupted) = oneshot::channel();
    let thread = Builder::new().name(name.to_owned());
    let thread = thread.spawn(move || drop(tell.send(work())));
    let waiting = Waiting {
        context: context.clone(),
        thread: Some(thread.map_err(|e| no_thread(&e))?),
    };
    let done = interrupted.await.map_err(machine);
    waiting.over();
    done
}

/// Waits for work on a thread; if it is dropped before the work is done, it cancels the work.
struct Waiting {
    context: EngineContext,
    thread: Option<JoinHandle<()>>,
}

impl Waiting {
    fn over(mut self) {
        // The work is done; a panic after it doesn't matter.
        let _ = self.thread.take().map(JoinHandle::join);
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        if let Some(thread) = self.thread.take() {
            self.context.stop.store(true, Ordering::Relaxed);
            self.context.scope.kill_all();
            let _ = thread.join();
        }
    }
}
