//! Where a run writes: refused beforehand where nothing can be written.

use std::fs::{File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

use anyhow::Result;
use referee_store::{Header, LineWriter};

use super::Settings;
use crate::exit::{bad_input, machine};

/// Refuses places that can't be a file of results or a folder of logs.
pub fn check(settings: &Settings) -> Result<()> {
    let out = &settings.out;
    if out.file_name().is_none() || out.is_dir() {
        return Err(bad_input(format!(
            "--out {}: this is a folder; expected the name of a file, such as {}",
            out.display(),
            out.join("results.jsonl").display()
        )));
    }
    let folder = out.parent().filter(|folder| *folder != Path::new(""));
    if let Some(folder) = folder.filter(|folder| !folder.is_dir()) {
        return Err(bad_input(format!(
            "--out {}: {} isn't a folder; make it, or give another --out",
            out.display(),
            folder.display()
        )));
    }
    if let Some(log) = &settings.log {
        std::fs::create_dir_all(log).map_err(|error| {
            let shown = log.display();
            blame(
                error.kind(),
                format!("--log {shown}: the folder can't be made: {error}; give another"),
            )
        })?;
        // Logs of two runs in one folder could not be told apart.
        if std::fs::read_dir(log).is_ok_and(|mut entries| entries.next().is_some()) {
            let shown = log.display();
            return Err(bad_input(format!(
                "--log {shown}: the folder isn't empty; give each run a folder of its own"
            )));
        }
    }
    Ok(())
}

/// Makes a new file of results. None is ever overwritten: where `runs/cup.jsonl` exists it becomes
/// `runs/cup-2.jsonl`, and so on.
pub fn create(out: &Path, header: &Header) -> Result<(PathBuf, LineWriter<File>)> {
    for number in 1_u32.. {
        let path = numbered(out, number);
        match OpenOptions::new().append(true).create_new(true).open(&path) {
            Ok(file) => {
                let writer = LineWriter::new(file, header).map_err(machine)?;
                return Ok((path, writer));
            }
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => {
                let shown = path.display();
                return Err(blame(
                    error.kind(),
                    format!(
                        "{shown}: the file of results can't be created: {error}; give another --out"
                    ),
                ));
            }
        }
    }
    Err(machine("all names for the file of results are taken"))
}

fn numbered(path: &Path, number: u32) -> PathBuf {
    if number == 1 {
        return path.to_owned();
    }
    let mut name = path.file_stem().unwrap_or_default().to_owned();
    name.push(format!("-{number}"));
    if let Some(extension) = path.extension() {
        name.push(".");
        name.push(extension);
    }
    path.with_file_name(name)
}

/// A path that can't be is a fault of whoever gave it; a full disk is not.
fn blame(kind: io::ErrorKind, message: String) -> anyhow::Error {
    match kind {
        io::ErrorKind::NotFound
        | io::ErrorKind::AlreadyExists
        | io::ErrorKind::NotADirectory
        | io::ErrorKind::IsADirectory
        | io::ErrorKind::PermissionDenied => bad_input(message),
        _ => machine(message),
    }
}
