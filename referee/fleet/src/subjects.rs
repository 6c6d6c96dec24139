//! Names on the server, and the rhythm of what is sent there.

use std::path::Path;
use std::time::Duration;

use referee_store::Header;
use sha2::{Digest, Sha256};
use tokio::time::{Interval, MissedTickBehavior, interval};

/// Subject of the beacons of all runs.
pub(crate) const ALL_BEACONS: &str = "referee.run.*";
/// Subject on which all workers say hello.
pub(crate) const ALL_HELLOS: &str = "referee.hello.*";

/// Interval between two beacons, and between two hellos.
pub(crate) const BEAT: Duration = Duration::from_secs(1);
/// Time without a sign after which a run, or a worker, counts as gone.
pub(crate) const GONE: Duration = Duration::from_secs(10);

/// Returns what ticks every [`BEAT`]; who stood still doesn't make up for the ticks that it has missed.
pub(crate) fn beats() -> Interval {
    let mut beats = interval(BEAT);
    beats.set_missed_tick_behavior(MissedTickBehavior::Delay);
    beats
}

/// Most characters of a worker's name.
const NAME_MAX: usize = 32;

/// Returns the key of a run, of which no other run has the same; nor has a copy of its results.
pub(crate) fn run_key(header: &Header, results: &Path) -> String {
    let place = results
        .canonicalize()
        .unwrap_or_else(|_| results.to_owned());
    let machine = rustix::system::uname();
    let mut digest = Sha256::new();
    digest.update(format!("{} {} ", header.master, header.began_ms));
    digest.update(machine.nodename().to_bytes());
    digest.update(place.as_os_str().as_encoded_bytes());
    let bytes = digest.finalize();
    let (first, _) = bytes.split_at(8);
    first
        .iter()
        .fold(String::new(), |hex, byte| hex + &format!("{byte:02x}"))
}

/// Subject of the beacons of a run.
pub(crate) fn beacon(run: &str) -> String {
    format!("referee.run.{run}")
}

/// Subject on which a worker says hello.
pub(crate) fn hello(worker: &str) -> String {
    format!("referee.hello.{worker}")
}

/// Subject on which a worker asks the coordinator of a run, and brings its records; `*` for all workers.
pub(crate) fn ask(run: &str, worker: &str) -> String {
    format!("referee.ask.{run}.{worker}")
}

/// Subject on which a coordinator speaks to a worker.
pub(crate) fn tell(worker: &str) -> String {
    format!("referee.tell.{worker}")
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
