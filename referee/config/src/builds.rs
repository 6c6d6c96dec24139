//! Settings for building bots: the commands, where their programs are found, and their limits.

use std::path::PathBuf;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::words::CommandLine;
use crate::program::ProgramLookup;

/// Limits of a build, or of a fetch before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct BuildLimits {
    /// Memory of all its processes together, in MiB. Default: 2048.
    #[schemars(range(min = 16, max = 1_048_576))]
    pub memory_mib: u64,
    /// Maximum number of processes and threads. Default: 512.
    #[schemars(range(min = 1, max = 32_768))]
    pub processes: u64,
    /// Minutes after which it is ended. Default: 5.
    #[schemars(range(min = 1, max = 1_440))]
    pub minutes: u64,
}

impl Default for BuildLimits {
    fn default() -> BuildLimits {
        BuildLimits {
            memory_mib: 2048,
            processes: 512,
            minutes: 5,
        }
    }
}

impl BuildLimits {
    /// Returns an error that names the first limit that is out of range.
    pub fn check(&self) -> Result<(), String> {
        let ranges = [
            ("memory_mib", self.memory_mib, 16, 1 << 20),
            ("processes", self.processes, 1, 1 << 15),
            ("minutes", self.minutes, 1, 1_440),
        ];
        let outside = |(_, n, min, max): &(&str, u64, u64, u64)| n < min || n > max;
        match ranges.into_iter().find(outside) {
            Some((name, n, min, max)) => Err(format!(
                "build_limits: {name} = {n}: expected {min} to {max}"
            )),
            None => Ok(()),
        }
    }
}

/// Settings for building the bots of a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Builds {
    /// Whether builds run in the jail.
    pub jailed: bool,
    /// Limits of each build.
    pub limits: BuildLimits,
}

impl Builds {
    /// Returns the default settings.
    pub fn of(places: ProgramLookup) -> Builds {
        Builds {
            jailed: places.jailed,
            limits: BuildLimits::default(),
        }
    }
}

/// A command that is run in a copy of a bot's folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BuildTask {
    /// The program as it is written, and its arguments.
    pub words: Vec<String>,
    /// Path of the program; `None` if it is a path in that copy.
    pub program: Option<PathBuf>,
}

impl BuildTask {
    /// Finds the program of a command; also returns a remark on it, if there is one.
    pub fn find(
        command: CommandLine,
        places: ProgramLookup,
        path: &[PathBuf],
        read: &[PathBuf],
    ) -> Result<(BuildTask, Option<String>), String> {
        let mut task = BuildTask {
            program: None,
            words: command.words(),
        };
        let program_name = task.words.first().map_or("", String::as_str);
        if program_name.starts_with('/') {
            let program = PathBuf::from(program_name);
            places.check_view(&program, read)?;
            task.program = Some(program);
        }
        if program_name.contains('/') {
            return Ok((task, None));
        }
        let located_program = places.find(program_name, path, read)?;
        task.program = Some(located_program.file);
        Ok((task, located_program.remark))
    }
}
