//! Plays inputs without a fuzzer.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::{env, fs, io};

/// Gives a target the files, and those in the folders, that the command line names. A finding is a
/// panic, and what was played last is on stderr.
pub fn replay(target: fn(&[u8])) -> ExitCode {
    let mut played = 0;
    for path in env::args_os().skip(1).map(PathBuf::from) {
        match play(target, &path) {
            Ok(inputs) => played += inputs,
            Err(error) => {
                eprintln!("{}: {error}", path.display());
                return ExitCode::FAILURE;
            }
        }
    }
    eprintln!("Done {played} runs");
    ExitCode::SUCCESS
}

fn play(target: fn(&[u8]), path: &Path) -> io::Result<u64> {
    if !path.is_dir() {
        let input = fs::read(path)?;
        eprintln!("{}", path.display());
        target(&input);
        return Ok(1);
    }
    let mut played = 0;
    for entry in fs::read_dir(path)? {
        played += play(target, &entry?.path())?;
    }
    Ok(played)
}
