//! Runs the self-test of the jail: starts its probes as bots are started, and observes the outcome from
//! outside.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use referee_jail::{
    Attack, Bait, Guarantee, HostFeatures, MARK, PROBE, PROBES, Probe, ProbeResult, ResourceLimits,
    read_result,
};
use referee_record::Limits;
use rustix::param::page_size;
use rustix::thread::sched_getaffinity;

use crate::machine::cores::{Cores, stay_on};
use crate::process::bot_process::BotProcess;
use crate::process::scope::ProcessScope;
use crate::process::status::ReadResult;
use crate::program::Program;
use crate::program::runtimes;
use crate::program::spawn_error::SpawnError;
use crate::session::bot_session::{BotSession, Utterance};

/// Limits of a probe: small ones, since it tries to use more where nothing bounds it.
const LIMITS: Limits = Limits {
    memory_mib: 64,
    processes: 16,
    files: 64,
    scratch_mib: 4,
    tries: 1,
    ..Limits::USUAL
};
/// Time for an answer; a probe needs a few seconds, if the machine lets it.
const PATIENCE: Duration = Duration::from_secs(30);
/// Time limit for a bot to stop when it is suspended.
const REST: Duration = Duration::from_secs(2);
/// How long a suspended bot is watched, and the CPU time that still counts as none.
const STOPPED: Duration = Duration::from_millis(300);
const NO_WORK: Duration = Duration::from_millis(30);
/// Memory, in bytes, that a flood of output may cost the referee.
const KEPT: u64 = 16 << 20;

/// Runs every probe, one after the other, on a core as in games; calls `tell` with each result as soon as it
/// is known. Returns an error that says what the machine couldn't provide.
pub fn jail_self_test(
    scope: &ProcessScope,
    mut tell: impl FnMut(&'static Probe, ProbeResult) + Send,
) -> io::Result<()> {
    let processors = sched_getaffinity(None).map_or(1, |set| set.count());
    let cores = Cores::plan(Some(1), 1, true);
    let core = cores.sets.first().cloned().unwrap_or_default();
    let every = || {
        stay_on(&core);
        let trial = ProbeSetup::begin(scope, processors as usize)?;
        for probe in PROBES {
            let answer = trial.of(probe).map_err(io::Error::other)?;
            tell(probe, answer);
        }
        Ok(())
    };
    thread::scope(|scope| {
        let played = scope.spawn(every).join();
        played.unwrap_or_else(|_| Err(io::Error::other("the self-test failed")))
    })
}

/// Checks that a finished self-test has left nothing: no folder, and no control groups with its mark. Returns
/// the paths of anything that is left in `GotThrough`.
pub fn left_by_self_test(mark: &str, folder: &Path, means: &HostFeatures) -> ProbeResult {
    let groups = &means.cgroups;
    let groups = [&groups.memory, &groups.pids, &groups.freezer, &groups.cpu];
    let entries = groups
        .into_iter()
        .flatten()
        .filter_map(|group| fs::read_dir(&group.folder).ok());
    let entries = entries.flatten().flatten().map(|entry| entry.path());
    let marked = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default();
        name.to_string_lossy().contains(mark)
    };
    let paths: BTreeSet<PathBuf> = entries
        .filter(marked)
        .chain(folder.exists().then(|| folder.to_owned()))
        .collect();
    if paths.is_empty() {
        return ProbeResult::Held;
    }
    let shown_paths: Vec<String> = paths
        .iter()
        .map(|path| path.display().to_string())
        .collect();
    ProbeResult::GotThrough(shown_paths.join(", "))
}

/// Shared surroundings of the probes.
struct ProbeSetup<'a> {
    scope: &'a ProcessScope,
    bait: Bait,
}

impl ProbeSetup<'_> {
    fn begin(scope: &ProcessScope, processors: usize) -> io::Result<ProbeSetup<'_>> {
        let given = runtimes::add_variables(&environment(), LIMITS.memory_mib).into_iter();
        let given = given.filter_map(|(name, _)| name.into_string().ok());
        let jail_variables = ["HOME", "TMPDIR", MARK].map(str::to_owned);
        let bounds = ResourceLimits {
            memory: LIMITS.memory_mib << 20,
            processes: LIMITS.processes,
            files: LIMITS.files,
            scratch: LIMITS.scratch_mib << 20,
            file: u64::MAX,
        };
        let folder = scope.folder().join("bait");
        let bait = Bait::lay(
            scope.jail(),
            &folder,
            bounds,
            given.chain(jail_variables).collect(),
            processors,
        )?;
        // A process that the scope doesn't know is ended with the rest of a bot.
        scope.entered(bait.outside());
        Ok(ProbeSetup { scope, bait })
    }

    fn of(&self, probe: &Probe) -> Result<ProbeResult, SpawnError> {
        match probe.attack {
            Attack::Alone(_) => {
                let (answer, _) = self.answer(probe, false)?;
                Ok(answer)
            }
            Attack::Pair { .. } => self.pair(probe),
            Attack::Leaving(_) => {
                drop(self.answer(probe, false)?);
                self.scope.end_strays();
                Ok(self.bait.left())
            }
            Attack::Working(_) => self.working(probe),
            Attack::Writing(_) => self.writing(probe),
        }
    }

    /// Returns a probe's answer together with its process, which may still run.
    fn answer(&self, probe: &Probe, second: bool) -> Result<(ProbeResult, BotProcess), SpawnError> {
        let mut process = BotProcess::start(&self.program(probe), &LIMITS, self.scope)?;
        let instructions = self
            .bait
            .visible_secret(second)
            .map_err(SpawnError::Machine)?;
        process.write(instructions.as_bytes());
        let answer = heard(&mut process, probe);
        Ok((answer, process))
    }

    /// Runs one probe that leaves something, and others that look for it while the first lives and when it is
    /// gone.
    fn pair(&self, probe: &Probe) -> Result<ProbeResult, SpawnError> {
        let (left, first) = self.answer(probe, false)?;
        if left != ProbeResult::Held {
            return Ok(left);
        }
        let (beside, second) = self.answer(probe, true)?;
        drop((first, second));
        if beside != ProbeResult::Held {
            return Ok(beside);
        }
        let (afterwards, _) = self.answer(probe, true)?;
        Ok(afterwards)
    }

    fn working(&self, probe: &Probe) -> Result<ProbeResult, SpawnError> {
        let (answer, mut process) = self.answer(probe, false)?;
        if answer != ProbeResult::Held {
            return Ok(answer);
        }
        process.freeze(Instant::now() + REST);
        let before = process.cpu();
        thread::sleep(STOPPED);
        let (Some(before), Some(after)) = (before, process.cpu()) else {
            return Ok(untried("the machine doesn't tell CPU times"));
        };
        let used = after.saturating_sub(before);
        Ok(if used > NO_WORK {
            let (used, within) = (used.as_millis(), STOPPED.as_millis());
            ProbeResult::GotThrough(format!("worked for {used} ms of {within} ms"))
        } else {
            ProbeResult::Held
        })
    }

    /// Runs a probe that floods its output, which must be cut and cost the referee little memory.
    fn writing(&self, probe: &Probe) -> Result<ProbeResult, SpawnError> {
        let before = resident();
        let mut bot = BotSession::start(&self.program(probe), &LIMITS, self.scope)?;
        bot.tell(
            &self
                .bait
                .visible_secret(false)
                .map_err(SpawnError::Machine)?,
        );
        let heard = bot.hear(Instant::now() + PATIENCE);
        if let Utterance::Broken(why) = heard {
            return Ok(untried(&why));
        }
        let held = match before.zip(resident()) {
            Some((before, after)) => after.saturating_sub(before),
            None => return Ok(untried("the machine doesn't tell the referee's memory")),
        };
        Ok(match heard {
            _ if held > KEPT => {
                ProbeResult::GotThrough(format!("the referee kept {} MiB", held >> 20))
            }
            Utterance::TooMuch | Utterance::Line(_) => ProbeResult::Held,
            _ => untried("it wrote nothing"),
        })
    }

    fn program(&self, probe: &Probe) -> Program {
        Program {
            env: environment(),
            folder: Some(self.bait.folder().to_owned()),
            ..Program::new(
                probe.name,
                self.scope.jail().helper().to_owned(),
                [PROBE, probe.name].map(Into::into).into(),
            )
        }
    }
}

impl Drop for ProbeSetup<'_> {
    fn drop(&mut self) {
        self.scope.left(self.bait.outside());
    }
}

fn environment() -> Vec<(std::ffi::OsString, std::ffi::OsString)> {
    vec![("PATH".into(), "/usr/local/bin:/usr/bin:/bin".into())]
}

/// Reads the line that a probe answers with. A probe that was killed for exceeding its limit was held.
fn heard(process: &mut BotProcess, probe: &Probe) -> ProbeResult {
    let until = Instant::now() + PATIENCE;
    let (mut line, mut buffer) = (Vec::new(), [0; 4096]);
    loop {
        let woken = process.wait(false, &[], until);
        let got = process.read(&mut buffer);
        if let ReadResult::Bytes(n) = got {
            line.extend_from_slice(&buffer[..n]);
        }
        // Its stderr says nothing of use, but a probe must not wait for room in the pipe.
        process.read_stderr(&mut buffer);
        if let Some(end) = line.iter().position(|byte| *byte == b'\n') {
            let answer = read_result(&line[..end]);
            return answer.unwrap_or_else(|| untried("its answer can't be read"));
        }
        if got == ReadResult::End || woken.death && got == ReadResult::Nothing {
            return ended(process, probe);
        }
        if Instant::now() >= until {
            return untried(&format!("no answer in {} s", PATIENCE.as_secs()));
        }
    }
}

fn ended(process: &mut BotProcess, probe: &Probe) -> ProbeResult {
    let end = process.kill();
    let bounded = matches!(probe.promise, Guarantee::Memory | Guarantee::Processes);
    match end {
        Some(end) if bounded && end.over.is_some() => ProbeResult::Held,
        Some(end) => match end.status {
            Some(status) => untried(&format!("it ended without an answer: {status}")),
            None => untried("its cell broke"),
        },
        None => untried("it ended without an answer"),
    }
}

fn untried(why: &str) -> ProbeResult {
    ProbeResult::Untried(why.to_owned())
}

/// Returns the referee's own memory, in bytes.
fn resident() -> Option<u64> {
    let text = fs::read_to_string("/proc/self/statm").ok()?;
    let pages: u64 = text.split_ascii_whitespace().nth(1)?.parse().ok()?;
    Some(pages * page_size() as u64)
}
