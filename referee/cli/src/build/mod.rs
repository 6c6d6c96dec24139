//! Build commands of bots: run once before a tournament, in copies of the bots' folders.

mod command;
mod copy;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use referee_arena::Haven;
use referee_arena::Program;
use tokio::sync::Semaphore;
use tokio::task::JoinSet;

use crate::config::{Entrant, Tournament, check_executable};
use crate::exit::{bad_input, machine};

/// Builds every bot that asks for it. The programs' folders are copies then, which last as long as
/// the haven; so do the processes that a build leaves.
pub async fn build(bots: &mut [Entrant], haven: &Haven) -> anyhow::Result<()> {
    let failed = build_all(bots, haven).await?;
    let sentences = failed
        .into_iter()
        .map(|(number, why)| format!("bot {}: {why}", bots[number].name));
    let sentences: Vec<String> = sentences.collect();
    if sentences.is_empty() {
        return Ok(());
    }
    Err(bad_input(sentences.join("\n")))
}

/// The same for a tournament: a submission to an exam that can't be built is refused and takes no
/// part, and the others go on.
pub async fn build_or_refuse(tournament: &mut Tournament, haven: &Haven) -> anyhow::Result<()> {
    let failed = build_all(&mut tournament.bots, haven).await?;
    tournament.refuse(failed).map_err(bad_input)
}

/// Builds as many bots at the same time as there are processors, and says of which it failed, by
/// their numbers, and why.
async fn build_all(bots: &mut [Entrant], haven: &Haven) -> anyhow::Result<Vec<(usize, String)>> {
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
        match done.map_err(machine)? {
            (number, Ok(built)) => {
                if let Some(bot) = bots.get_mut(number) {
                    *bot = built;
                }
            }
            (number, Err(why)) => failed.push((number, why)),
        }
    }
    failed.sort();
    Ok(failed)
}

async fn build_one(
    mut bot: Entrant,
    words: Vec<String>,
    copy: PathBuf,
    haven: &Haven,
) -> Result<Entrant, String> {
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
