//! One build command: its output, its time limit, and an end for all that it started.

use std::ffi::OsString;
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use referee_arena::Haven;
use rustix::process::{Pid, Signal, kill_process_group};
use tokio::io::{AsyncRead, AsyncReadExt};
use tokio::process::{Child, Command};
use tokio::time::{Instant, sleep_until};

/// How long a build may take.
const LIMIT: Duration = Duration::from_mins(5);
/// How long output is awaited once the command has ended.
const LINGER: Duration = Duration::from_secs(1);
/// Bytes of the end of the output that are kept.
const TAIL: usize = 64 << 10;

/// Runs a command in a folder. A refusal names the command, how it ended, and its output.
///
/// It has the referee's own environment, since compilers need much of it, and the variables given.
pub async fn run<'a>(
    words: &[String],
    folder: &Path,
    env: impl Iterator<Item = &'a (OsString, OsString)>,
    haven: &Haven,
) -> Result<(), String> {
    let shown = shell_words::join(words);
    let (program, args) = words.split_first().ok_or("build: found no command")?;
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
    let mut output = Tail::default();
    let ended = watch(child, &mut output).await;
    let how = match ended.map_err(|e| format!("build `{shown}`: {e}"))? {
        Some(status) if status.success() => return Ok(()),
        Some(status) => status.to_string(),
        None => format!("took more than {} minutes", LIMIT.as_secs() / 60),
    };
    Err(format!("build `{shown}`: {how}\n{}", output.text())
        .trim_end()
        .to_owned())
}

/// Waits for the end of a process and of its output; gives nothing when its time ran out.
async fn watch(
    mut child: Child,
    output: &mut Tail,
) -> std::io::Result<Option<std::process::ExitStatus>> {
    let group = Group::of(&child);
    let mut deadline = Instant::now() + LIMIT;
    let (mut stdout, mut stderr) = (child.stdout.take(), child.stderr.take());
    let (mut a, mut b) = ([0; 4096], [0; 4096]);
    let mut status = None;
    while status.is_none() || stdout.is_some() || stderr.is_some() {
        tokio::select! {
            read = next(&mut stdout, &mut a), if stdout.is_some() => output.add(&a[..read]),
            read = next(&mut stderr, &mut b), if stderr.is_some() => output.add(&b[..read]),
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

/// The end of an output.
#[derive(Default)]
struct Tail {
    bytes: Vec<u8>,
    cut: bool,
}

impl Tail {
    fn add(&mut self, more: &[u8]) {
        self.bytes.extend_from_slice(more);
        if self.bytes.len() > 2 * TAIL {
            self.trim();
        }
    }

    fn trim(&mut self) {
        if let Some(excess) = self.bytes.len().checked_sub(TAIL).filter(|n| *n > 0) {
            self.bytes.drain(..excess);
            self.cut = true;
        }
    }

    fn text(mut self) -> String {
        self.trim();
        let begin = if self.cut { "[…]" } else { "" };
        format!("{begin}{}", String::from_utf8_lossy(&self.bytes))
    }
}
