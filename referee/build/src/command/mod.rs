//! Runs one command of a build: sets its place and limits, collects its output, and ends all that it started.

#[cfg(target_os = "linux")]
mod cell;

use std::ffi::OsString;
use std::fmt;
use std::path::{Path, PathBuf};
use std::process::{ExitStatus, Stdio};
use std::sync::Arc;
use std::time::Duration;

use referee_config::BuildLimits;
use referee_engine::{HeadTail, ProcessScope};
use referee_jail::Pin;
use rustix::process::{Pid, Signal, kill_process_group};
use tokio::io::{AsyncRead, AsyncReadExt};
use tokio::process::{Child, Command};
use tokio::time::{Instant, sleep_until};

use crate::disk::Disk;

/// Longest time to wait for output after the command has ended.
const LINGER: Duration = Duration::from_secs(1);
/// Bytes that are kept of the beginning of the output; as many are kept of its end.
const KEPT: usize = 32 << 10;

/// Error of a failed build.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct BuildFailure {
    /// The reason, as a sentence that names the command.
    pub why: String,
    /// Output of the command; only the beginning and the end of it.
    pub log: String,
}

impl From<String> for BuildFailure {
    /// Makes a failure without output.
    fn from(why: String) -> BuildFailure {
        let log = String::new();
        BuildFailure { why, log }
    }
}

impl fmt::Display for BuildFailure {
    /// Shows the reason, and the output below it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown = format!("{}\n{}", self.why, self.log);
        f.write_str(shown.trim_end())
    }
}

/// A command to run, with its place and its limits.
#[derive(Clone, Debug)]
pub(crate) struct BuildStep {
    /// Its name in messages, such as `build` or `fetch`.
    pub what: &'static str,
    /// The command and its arguments, as written in the configuration.
    pub words: Vec<String>,
    /// Path of the program.
    pub program: PathBuf,
    /// The copy of the bot's folder, which is its working directory and in which it may write.
    pub folder: PathBuf,
    /// Environment variables: in the jail they are the whole environment; outside they are added to the
    /// referee's own.
    pub env: Vec<(OsString, OsString)>,
    /// Further paths that it can read.
    pub read: Vec<Pin>,
    /// True if it has the network.
    pub network: bool,
    /// True if it runs in the jail.
    pub jailed: bool,
    /// Limits on its resources.
    pub limits: BuildLimits,
    /// The disk that it may fill.
    pub disk: Arc<Disk>,
}

/// The way in which a command ended.
#[derive(Clone, Copy, Debug)]
pub(crate) enum CommandExit {
    /// It exited, or a signal ended it.
    Ended(ExitStatus),
    /// Its time ran out.
    Late,
    /// It exceeded the limits of its folder.
    Full,
    /// It filled the disk in a way that no folder shows.
    Hidden,
    /// The sandbox broke.
    Broken,
}

/// Runs a command until it ends, and returns its output. Returns an error with the output if it fails or
/// exceeds a limit.
pub(crate) async fn run(step: BuildStep, scope: &ProcessScope) -> Result<String, BuildFailure> {
    let shown = format!("{} `{}`", step.what, shell_words::join(&step.words));
    let minutes = step.limits.minutes;
    let mut output = HeadTail::new(KEPT);
    let ending = match step.jailed {
        #[cfg(target_os = "linux")]
        true => cell::run(step, scope, &mut output).await,
        _ => outside(&step, scope, &mut output).await,
    };
    let how = match ending.map_err(|why| format!("{shown}: {why}"))? {
        CommandExit::Ended(status) if status.success() => return Ok(output.text()),
        CommandExit::Ended(status) => status.to_string(),
        CommandExit::Late if minutes == 1 => "took more than a minute".to_owned(),
        CommandExit::Late => format!("took more than {minutes} minutes"),
        CommandExit::Full => format!(
            "filled its folder with more than {} MiB or {} files",
            crate::DISK >> 20,
            crate::FILES
        ),
        CommandExit::Hidden => {
            "filled the disk where it doesn't show: by folders that can't be looked into, \
                           or files that are removed and still open"
                .to_owned()
        }
        CommandExit::Broken => "ended with its jail".to_owned(),
    };
    Err(BuildFailure {
        why: format!("{shown}: {how}"),
        log: output.text(),
    })
}

/// Runs a command outside the jail, with the referee's own environment, since compilers need much of it.
async fn outside(
    step: &BuildStep,
    scope: &ProcessScope,
    output: &mut HeadTail,
) -> Result<CommandExit, String> {
    let child = Command::new(&step.program)
        .args(step.words.iter().skip(1))
        .current_dir(&step.folder)
        .envs(step.env.iter().map(|(name, value)| (name, value)))
        .env(scope.mark().0, scope.mark().1)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .process_group(0)
        .spawn()
        .map_err(|e| format!("{}: {e}", step.program.display()))?;
    let deadline = Instant::now() + Duration::from_mins(step.limits.minutes);
    let ended = watch(child, output, deadline).await;
    let ended = ended.map_err(|e| e.to_string())?;
    Ok(ended.map_or(CommandExit::Late, CommandExit::Ended))
}

/// Waits for the end of a process and of its output; returns `None` if its time ran out.
async fn watch(
    mut child: Child,
    output: &mut HeadTail,
    mut deadline: Instant,
) -> std::io::Result<Option<ExitStatus>> {
    let group = Group::of(&child);
    let (mut stdout, mut stderr) = (child.stdout.take(), child.stderr.take());
    let (mut a, mut b) = ([0; 4096], [0; 4096]);
    let mut status = None;
    while status.is_none() || stdout.is_some() || stderr.is_some() {
        tokio::select! {
            read = next(&mut stdout, &mut a), if stdout.is_some() => output.push(&a[..read]),
            read = next(&mut stderr, &mut b), if stderr.is_some() => output.push(&b[..read]),
            ended = child.wait(), if status.is_none() => {
                status = Some(ended?);
                group.kill();
                deadline = deadline.min(Instant::now() + LINGER);
            }
            () = sleep_until(deadline) => break,
        }
    }
    Ok(status)
}

/// Reads the available bytes; drops a pipe that has ended or failed.
async fn next<R: AsyncRead + Unpin>(pipe: &mut Option<R>, buffer: &mut [u8]) -> usize {
    let Some(open) = pipe else { return 0 };
    let read = open.read(buffer).await.unwrap_or(0);
    if read == 0 {
        *pipe = None;
    }
    read
}

/// Process group of a build; dropping it kills the group, also when the future is dropped.
struct Group(Option<Pid>);

impl Group {
    fn of(child: &Child) -> Group {
        let id = child.id().and_then(|id| i32::try_from(id).ok());
        Group(id.and_then(Pid::from_raw))
    }

    fn kill(&self) {
        if let Some(group) = self.0 {
            // An error is ignored: the group may be empty.
            let _ = kill_process_group(group, Signal::KILL);
        }
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        self.kill();
    }
}

/// Returns the path of a command's program: the one that was found, or the first word in the bot's folder.
pub(crate) fn program(path: Option<&Path>, words: &[String], folder: &Path) -> PathBuf {
    let program_name = words.first().map_or("", String::as_str);
    path.map_or_else(|| folder.join(program_name), Path::to_owned)
}
