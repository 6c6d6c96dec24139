//! Names on the server: streams, subjects and objects; and the rhythm of what is sent there.

use std::time::Duration;

use referee_store::Header;
use sha2::{Digest, Sha256};

/// Stream of the jobs.
pub(crate) const JOBS: &str = "REFEREE_JOBS";
/// Stream of the records.
pub(crate) const RESULTS: &str = "REFEREE_RESULTS";
/// Object store of the bots' files and of the manifests.
pub(crate) const OBJECTS: &str = "REFEREE_OBJECTS";

/// Subject of the beacons of all runs.
pub(crate) const ALL_BEACONS: &str = "referee.run.*";
/// Subject on which all workers say hello.
pub(crate) const ALL_HELLOS: &str = "referee.hello.*";

/// Interval between two beacons, and between two hellos.
pub(crate) const BEAT: Duration = Duration::from_secs(1);
/// Time without a sign after which a run, or a worker, counts as gone.
pub(crate) const GONE: Duration = Duration::from_secs(10);
/// Time without a sign of progress after which the server gives a job to another worker.
pub(crate) const ACK_WAIT: Duration = Duration::from_secs(15);
/// Interval at which a worker reports progress of each job that it has.
pub(crate) const PROGRESS: Duration = Duration::from_secs(5);

/// Most characters of a worker's name.
const NAME_MAX: usize = 32;

/// Returns the key of a run, of which no other run has the same.
pub(crate) fn run_key(header: &Header) -> String {
    let origin = format!("{} {}", header.master, header.began_ms);
    hex(&origin.into_bytes())[..16].to_owned()
}

/// Subject of the beacons of a run.
pub(crate) fn beacon(run: &str) -> String {
    format!("referee.run.{run}")
}

/// Subject on which workers are told that a run has ended.
pub(crate) fn stop(run: &str) -> String {
    format!("referee.stop.{run}")
}

/// Subject on which a worker says hello.
pub(crate) fn hello(worker: &str) -> String {
    format!("referee.hello.{worker}")
}

/// Subject on which a worker is told that its games aren't taken.
pub(crate) fn refusal(worker: &str) -> String {
    format!("referee.refusal.{worker}")
}

/// Subject of the jobs of a run.
pub(crate) fn job(run: &str) -> String {
    format!("referee.job.{run}")
}

/// Subject of a worker's records of a run; `*` for all workers.
pub(crate) fn result(run: &str, worker: &str) -> String {
    format!("referee.result.{run}.{worker}")
}

/// Returns the last word of a subject.
pub(crate) fn last_word(subject: &str) -> &str {
    subject.rsplit('.').next().unwrap_or_default()
}

/// Checks the name of a worker, which is a part of subjects.
pub(crate) fn check_name(name: &str) -> Result<(), String> {
    let plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    if (1..=NAME_MAX).contains(&name.len()) && name.chars().all(plain) {
        return Ok(());
    }
    Err(format!(
        "the name {name:?} of a worker: expected up to {NAME_MAX} letters, digits, `-` or `_`; give another by --name"
    ))
}

fn hex(bytes: &[u8]) -> String {
    let digits = Sha256::digest(bytes);
    let digits = digits.iter().map(|byte| format!("{byte:02x}"));
    digits.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_worker_needs_a_plain_name() {
        assert_eq!(check_name("w-1_b"), Ok(()));
        for name in ["", "a.b", "a b", "*", ">", &"x".repeat(33)] {
            assert!(check_name(name).is_err(), "{name}");
        }
    }
}
