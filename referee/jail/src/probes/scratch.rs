//! Attacks on the guarantee that the scratch folder is limited in size and removed afterwards.

use std::fs::{self, File};
use std::io::Write;
use std::path::PathBuf;

use super::{ProbeResult, Targets};

/// Number of files to make; the limit on files and folders in the scratch folder is lower.
const FILES: usize = 5000;
const MIB: usize = 1 << 20;

/// Returns the scratch folder.
pub fn folder() -> PathBuf {
    std::env::temp_dir()
}

pub fn bytes(targets: &Targets) -> ProbeResult {
    let wanted = targets.bounds.scratch.saturating_mul(2);
    let path = folder().join("probe");
    let Ok(mut file) = File::create(&path) else {
        return ProbeResult::Held;
    };
    let block = vec![1; MIB];
    let mut written = 0;
    while written < wanted && file.write_all(&block).is_ok() {
        written += block.len() as u64;
    }
    let _ = fs::remove_file(path);
    ProbeResult::of([(written >= wanted).then(|| format!("{} MiB", written >> 20))])
}

pub fn files(_: &Targets) -> ProbeResult {
    let path = |number: usize| folder().join(format!("probe-{number}"));
    let made = (0..FILES)
        .take_while(|number| File::create(path(*number)).is_ok())
        .count();
    for number in 0..made {
        let _ = fs::remove_file(path(number));
    }
    ProbeResult::of([(made >= FILES).then(|| format!("{made} files"))])
}

/// Returns paths for a file in the folders for temporary files.
pub fn places(targets: &Targets) -> [PathBuf; 2] {
    let name = format!("{}-scratch", targets.name);
    [folder().join(&name), PathBuf::from("/tmp").join(name)]
}

pub fn leave(targets: &Targets) {
    for place in places(targets) {
        // An error is ignored: the file will not be found.
        let _ = fs::write(place, "left");
    }
}

pub fn find(targets: &Targets) -> ProbeResult {
    let existing = places(targets).into_iter().filter(|place| place.exists());
    ProbeResult::of(existing.map(|place| Some(place.display().to_string())))
}
