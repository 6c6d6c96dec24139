//! Attacks on the limit on open files.

use std::fs::File;

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

use super::{ProbeResult, Targets, reached};

pub fn open_files(targets: &Targets) -> ProbeResult {
    let wanted = targets.bounds.files.saturating_mul(2);
    let files: Vec<File> = (0..wanted)
        .map_while(|_| File::open("/dev/null").ok())
        .collect();
    let got = files.len() as u64;
    ProbeResult::of([(got >= targets.bounds.files).then(|| format!("{got} open files"))])
}

pub fn raise_limit(targets: &Targets) -> ProbeResult {
    let more = targets.bounds.files.saturating_add(1);
    let now = getrlimit(Resource::Nofile);
    let higher = Rlimit {
        current: Some(more),
        maximum: Some(now.maximum.unwrap_or(more).max(more)),
    };
    ProbeResult::of([reached(
        format!("a limit of {more}"),
        setrlimit(Resource::Nofile, higher),
    )])
}
