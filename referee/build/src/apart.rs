//! Runs a bot's program once with other arguments, in an empty folder, in the same way as a build.

use std::sync::Arc;

use referee_config::ConfiguredBot;
use referee_engine::{ProcessScope, remove_tree};

use super::command::{self, BuildFailure, BuildStep};
use super::disk::Disk;
use super::tree::{self, Purpose};
use super::{BuildOptions, blocking, environment, homes, snapshot};
use crate::sources::SourceTree;

/// Starts a bot's program with other arguments. It has the limits and the view of this bot's build, but none
/// of the bot's files. Returns its output, or one line that says why it failed.
pub async fn apart(
    bot: &ConfiguredBot,
    args: impl IntoIterator<Item = &str>,
    scope: &ProcessScope,
    options: &BuildOptions,
) -> Result<String, String> {
    let jailed = options.builds.jailed && scope.jail().confines();
    let purpose = if jailed && rustix::process::geteuid().is_root() {
        Purpose::Share
    } else {
        Purpose::Work
    };
    let folder = snapshot::place(scope)?;
    tree::copy(&SourceTree::default(), &folder, purpose)?;
    let program = bot.program.executable.clone();
    let first = program.to_string_lossy().into_owned();
    let args = args.into_iter().map(str::to_owned);
    let mut step = BuildStep {
        what: "question",
        words: [first].into_iter().chain(args).collect(),
        program,
        folder: folder.clone(),
        env: environment(bot, jailed),
        read: bot.program.read.clone(),
        network: false,
        jailed,
        limits: options.builds.limits,
        disk: Arc::new(Disk::now(scope.folder(), &[])),
    };
    if jailed {
        step.env.extend(homes(&folder, scope));
    }
    let answer = command::run(step, scope).await;
    let removed = blocking(move || {
        remove_tree(&folder);
        Ok(())
    });
    removed.await.map_err(|failed| failed.why)?;
    answer.map_err(|failed| last_words(&failed))
}

/// Returns the last line of its output, or else how it ended, without the command.
fn last_words(failed: &BuildFailure) -> String {
    let line = failed
        .log
        .lines()
        .rev()
        .find(|line| !line.trim().is_empty());
    let how = failed.why.rsplit("`: ").next().unwrap_or_default();
    line.unwrap_or(how).trim().to_owned()
}
