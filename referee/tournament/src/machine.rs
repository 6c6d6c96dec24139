//! Describes the machine that games are played on, for the record.

use std::fs;

use referee_record::Machine;

/// Describes this machine; a processor without a name is `unknown`.
pub(crate) fn describe() -> Machine {
    let uname = rustix::system::uname();
    let system = [uname.sysname(), uname.release(), uname.machine()];
    Machine {
        system: system
            .map(|part| part.to_string_lossy().into_owned())
            .join(" "),
        processor: processor().unwrap_or_else(|| "unknown".to_owned()),
        cores: cores(),
    }
}

/// Number of cores that this process may use; 1 if that is unknown.
pub(crate) fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

fn processor() -> Option<String> {
    let info = fs::read_to_string("/proc/cpuinfo").ok()?;
    let line = info.lines().find(|line| line.starts_with("model name"))?;
    Some(line.split_once(':')?.1.trim().to_owned())
}
