//! Build commands of bots: run once before a tournament, in copies of the bots' folders.

mod command;
mod copy;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use referee_arena::Haven;
use referee_arena::Program;
use tokio::sync::Semaphore;
use tokio::task::JoinSet;

use crate::config::{Entrant, Refused, check_executable};
use crate::exit::{bad_input, machine};
use command::Failed;

/// Builds every bot that asks for it, as many at the same time as there are processors. The
/// programs' folders are copies then, which last as long as the haven; so do the processes that a
/// build leaves.
///
/// Gives the optional bots that can't be built, which must not be played; any other is an error.
pub async fn build(bots: &mut [Entrant], haven: &Haven) -> anyhow::Result<Vec<Refused>> {
    let parallel = std::thread::available_parallelism().map_or(1, usize::from);
    let turns = Arc::new(Semaphore::new(parallel));
    let mut tasks = JoinSet::new();
    for (number, bot) in bots.iter().enumerate() {
        if let Some(words) = bot.build.clone() {
            let copy = haven.folder().join(format!("build-{number}"));
            let (turns, bot, haven) = (Arc::clone(&turns), bot.clone(), haven.clone());
            tasks.spawn(async move {
                let _turn = turns.acquire().await;
                let built = build_one(bot, words, copy, &haven).await;
                (number, built)
            });
        }
    }
    let mut failed = Vec::new();
    while let Some(done) = tasks.join_next().await {
        let (number, built) = done.map_err(machine)?;
        match (bots.get_mut(number), built) {
            (Some(bot), Ok(built)) => *bot = built,
            (_, Ok(_)) => {}
            (_, Err(why)) => failed.push((number, why)),
        }
    }
    failed.sort();
    let (mut refused, mut sentences) = (Vec::new(), Vec::new());
    for (number, failed) in failed {
        let Some(bot) = bots.get(number) else {
            continue;
        };
        if bot.optional {
            refused.push(Refused {
                name: bot.name.clone(),
                why: failed.why,
                log: Some(failed.log).filter(|log| !log.is_empty()),
            });
        } else {
            sentences.push(format!("bot {}: {failed}", bot.name));
        }
    }
    if sentences.is_empty() {
        return Ok(refused);
    }
    Err(bad_input(sentences.join("\n")))
}

async fn build_one(
    mut bot: Entrant,
    words: Vec<String>,
    copy: PathBuf,
    haven: &Haven,
) -> Result<Entrant, Failed> {
    let folder = bot.program.folder.clone();
    let to = copy.clone();
    let copied = tokio::task::spawn_blocking(move || copy::tree(&folder, &to)).await;
    copied
        .map_err(|e| e.to_string())?
        .map_err(|e| format!("copying its folder: {e}"))?;
    let env = bot.program.env.iter().filter(|(name, _)| name != "PATH");
    command::run(&words, &copy, env, haven).await?;
    move_to(&mut bot.program, &copy);
    check_executable(&bot.program.executable).map_err(|why| format!("after its build: {why}"))?;
    Ok(bot)
}

/// Makes the copy the program's folder, for its paths too.
fn move_to(program: &mut Program, copy: &Path) {
    let paths = std::iter::once(&mut program.executable).chain(&mut program.read);
    for path in paths {
        if let Ok(inside) = path.strip_prefix(&program.folder) {
            *path = copy.join(inside);
        }
    }
    copy.clone_into(&mut program.folder);
}
