//! Build commands of bots: run once before a tournament, in copies of the bots' folders.

mod command;
mod copy;

use std::fs::Permissions;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use referee_arena::Program;
use tempfile::TempDir;
use tokio::sync::Semaphore;
use tokio::task::JoinSet;

use crate::config::{Entrant, check_executable};
use crate::exit::{bad_input, machine};

/// Where the copies are; dropping it removes them.
pub struct Workshop {
    _folder: Option<TempDir>,
}

/// Builds every bot that asks for it, at most `parallel` at the same time. The programs' folders are
/// the copies then, which last as long as the workshop.
pub async fn build(bots: &mut [Entrant], parallel: usize) -> anyhow::Result<Workshop> {
    if bots.iter().all(|bot| bot.build.is_none()) {
        return Ok(Workshop { _folder: None });
    }
    let folder = tempfile::Builder::new()
        .prefix("referee-build-")
        .permissions(Permissions::from_mode(0o700))
        .tempdir();
    let folder = folder.map_err(|e| machine(format!("a folder for builds: {e}")))?;
    let turns = Arc::new(Semaphore::new(parallel.max(1)));
    let mut tasks = JoinSet::new();
    for (number, bot) in bots.iter().enumerate() {
        if let Some(words) = bot.build.clone() {
            let copy = folder.path().join(number.to_string());
            let (turns, bot) = (Arc::clone(&turns), bot.clone());
            tasks.spawn(async move {
                let _turn = turns.acquire().await;
                let built = build_one(bot, words, copy).await;
                (number, built)
            });
        }
    }
    let mut refused = Vec::new();
    while let Some(done) = tasks.join_next().await {
        match done.map_err(machine)? {
            (number, Ok(built)) => {
                if let Some(bot) = bots.get_mut(number) {
                    *bot = built;
                }
            }
            (number, Err(why)) => refused.push((number, why)),
        }
    }
    if refused.is_empty() {
        let workshop = Workshop {
            _folder: Some(folder),
        };
        return Ok(workshop);
    }
    refused.sort();
    let sentences: Vec<String> = refused.into_iter().map(|(_, why)| why).collect();
    Err(bad_input(sentences.join("\n")))
}

async fn build_one(mut bot: Entrant, words: Vec<String>, copy: PathBuf) -> Result<Entrant, String> {
    let refuse = |why: String| format!("bot {}: {why}", bot.name);
    let folder = bot.program.folder.clone();
    let to = copy.clone();
    let copied = tokio::task::spawn_blocking(move || copy::tree(&folder, &to)).await;
    copied
        .map_err(|e| refuse(e.to_string()))?
        .map_err(|e| refuse(format!("copying its folder: {e}")))?;
    let env = bot.program.env.iter().filter(|(name, _)| name != "PATH");
    command::run(&words, &copy, env).await.map_err(refuse)?;
    move_to(&mut bot.program, &copy);
    check_executable(&bot.program.executable)
        .map_err(|why| format!("bot {}: after its build: {why}", bot.name))?;
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
