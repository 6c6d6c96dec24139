//! Starts a bot's process in a sandbox of the jail: what it may read, and its bounds.

use std::io;
use std::path::Path;

use referee_jail::{Pin, ResourceLimits, SandboxError, SandboxedProcess, SpawnSpec};
use referee_record::Limits;

use crate::process::scope::ProcessScope;
use crate::process::status::BotPipes;
use crate::program::spawn_error::SpawnError;
use crate::program::{Program, runtimes};

/// Starts a bot in a sandbox, as the scope's jail provides it.
pub(crate) fn start(
    program: &Program,
    limits: &Limits,
    scope: &ProcessScope,
) -> Result<(SandboxedProcess, BotPipes), SpawnError> {
    let mut read = program.read.clone();
    // The referee's own bots are the referee itself, and translators are, too.
    if program.executable == scope.jail().helper() || !program.through.is_empty() {
        read.push(Pin::of(scope.jail().helper()).map_err(SpawnError::Machine)?);
    }
    let order = SpawnSpec {
        executable: program.executable.clone(),
        args: program.args.clone(),
        through: program.through.clone(),
        env: runtimes::add_variables(&program.env, limits.memory_mib),
        folder: program.folder.clone(),
        writable: false,
        read,
        network: false,
        bounds: ResourceLimits {
            memory: limits.memory_mib << 20,
            // The translator is one that the bot didn't start.
            processes: limits.processes + u64::from(!program.through.is_empty()),
            files: limits.files,
            scratch: limits.scratch_mib << 20,
            // The bot can write only into a folder of bounded size, and runtimes make large files in memory,
            // which is bounded, too.
            file: u64::MAX,
        },
    };
    let (process, pipes) =
        referee_jail::start(scope.jail(), &order).map_err(|error| match error {
            SandboxError::Program { error, .. } => SpawnError::Bot {
                path: program.executable.clone(),
                error,
            },
            SandboxError::Machine { .. } => {
                let why = io::Error::other(error.to_string());
                if exchanged_its_own(program) {
                    return SpawnError::Bot {
                        path: program.executable.clone(),
                        error: why,
                    };
                }
                SpawnError::Machine(why)
            }
        })?;
    let ends = BotPipes {
        stdin: pipes.stdin,
        stdout: pipes.stdout,
        stderr: pipes.stderr,
    };
    Ok((process, ends))
}

/// Tells if the files that a bot reads from its author's folder were replaced since they were checked.
fn exchanged_its_own(program: &Program) -> bool {
    let origin = program.origin.as_deref();
    let is_own = |path: &Path| origin.is_some_and(|origin| path.starts_with(origin));
    let mut pins = program.read.iter();
    pins.any(|pin| is_own(pin.real()) && pin.is_stale())
}
