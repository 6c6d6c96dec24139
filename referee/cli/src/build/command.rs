//! One build command: its output, its time limit, and an end for all that it started.

use std::ffi::OsString;
use std::fmt;
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use referee_arena::{Haven, HeadTail};
use rustix::process::{Pid, Signal, kill_process_group};
use tokio::io::{AsyncRead, AsyncReadExt};
use tokio::process::{Child, Command};
use tokio::time::{Instant, sleep_until};

/// How long a build may take.
const LIMIT: Duration = Duration::from_mins(5);
/// How long output is awaited once the command has ended.
const LINGER: Duration = Duration::from_secs(1);
/// Bytes of the head of the output that are kept, and as many of its tail.
const KEPT: usize = 32 << 10;

/// Why a build failed.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Failed {
    /// A sentence; it names the command.
    pub why: String,
    /// What the command wrote, the head and the tail of it.
    pub log: String,
}

impl From<String> for Failed {
    /// Without any output.
    fn from(why: String) -> Failed {
        let log = String::new();
        Failed { why, log }
    }
}

impl fmt::Display for Failed {
    /// The sentence, and the output below it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown = format!("{}\n{}", self.why, self.log);
        f.write_str(shown.trim_end())
    }
}

/// Runs a command in a folder.
///
/// It has the referee's own environment, since compilers need much of it, and the variables given.
pub async fn run<'a>(
    words: &[String],
    folder: &Path,
    env: impl Iterator<Item = &'a (OsString, OsString)>,
    haven: &Haven,
) -> Result<(), Failed> {
    let shown = shell_words::join(words);
    let (program, args) = words
        .split_first()
        .ok_or_else(|| "build: found no command".to_owned())?;
    let program = if program.contains('/') {
        folder.join(program)
    } else {
        program.into()
    };
    let child = Command::new(&program)
        .args(args)
        .current_dir(folder)
        .envs(env.map(|(name, value)| (name, value)))
        .env(haven.mark().0, haven.mark().1)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .process_group(0)
        .spawn()
        .map_err(|e| format!("build `{shown}`: {}: {e}", program.display()))?;
    let mut output = HeadTail::new(KEPT);
    let ended = watch(child, &mut output).await;
    let how = match ended.map_err(|e| format!("build `{shown}`: {e}"))? {
        Some(status) if status.success() => return Ok(()),
        Some(status) => status.to_string(),
        None => format!("took more than {} minutes", LIMIT.as_secs() / 60),
    };
    Err(Failed {
        why: format!("build `{shown}`: {how}"),
        log: output.text(),
    })
}

/// Waits for the end of a process and of its output; gives nothing when its time ran out.
async fn watch(
    mut child: Child,
    output: &mut HeadTail,
) -> std::io::Result<Option<std::process::ExitStatus>> {
    let group = Group::of(&child);
    let mut deadline = Instant::now() + LIMIT;
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

/// Reads what there is; a pipe that has ended or failed is dropped.
async fn next<R: AsyncRead + Unpin>(pipe: &mut Option<R>, buffer: &mut [u8]) -> usize {
    let Some(open) = pipe else { return 0 };
    let read = open.read(buffer).await.unwrap_or(0);
    if read == 0 {
        *pipe = None;
    }
    read
}

/// The processes of a build; they end with it, also when nobody waits for it any more.
struct Group(Option<Pid>);

impl Group {
    fn of(child: &Child) -> Group {
        let id = child.id().and_then(|id| i32::try_from(id).ok());
        Group(id.and_then(Pid::from_raw))
    }

    fn kill(&self) {
        if let Some(group) = self.0 {
            // There may be none left.
            let _ = kill_process_group(group, Signal::KILL);
        }
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        self.kill();
    }
}
