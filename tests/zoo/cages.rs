//! The bots' folders: compiled once for all runs, then copied for each.

use std::collections::hash_map::DefaultHasher;
use std::fs;
use std::hash::{Hash, Hasher};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use super::header::{self, Bot};

/// Programs and classes, compiled; kept in the build's own folder for as long as no source changes.
pub fn compiled() -> &'static Path {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    FOLDER.get_or_init(|| {
        let kept = Path::new(env!("CARGO_TARGET_TMPDIR"));
        let folder = kept.join(format!("zoo-{:016x}", sources_hash()));
        if !folder.exists() {
            // Complete or not there, also when two compile at the same time.
            let fresh = tempfile::tempdir_in(kept).expect("a temporary folder");
            compile(fresh.path());
            let _ = fs::rename(fresh.path(), &folder);
        }
        folder
    })
}

fn sources_hash() -> u64 {
    let (zoo, mut hash) = (header::folder(), DefaultHasher::new());
    for folder in [zoo.join("common"), zoo] {
        let files = fs::read_dir(folder).expect("a folder").flatten();
        let mut files: Vec<PathBuf> = files.map(|entry| entry.path()).collect();
        files.sort();
        let is_source = |file: &&PathBuf| {
            let languages = ["c", "h", "java"];
            languages
                .iter()
                .any(|l| file.extension().is_some_and(|e| e == *l))
        };
        for file in files.iter().filter(is_source) {
            (file.file_name(), fs::read(file).expect("it can be read")).hash(&mut hash);
        }
    }
    super::ground::has("javac").hash(&mut hash);
    hash.finish()
}

fn compile(folder: &Path) {
    let (zoo, bots) = (header::folder(), header::bots());
    let common = zoo.join("common");
    let mut sources: Vec<_> = bots
        .iter()
        .filter(|bot| bot.is("c"))
        .map(|bot| bot.file.clone())
        .collect();
    sources.push(common.join("deny.c"));
    let compile = |source: &Path| {
        let mut command = Command::new("cc");
        command
            .args(["-w", "-pthread", "-I"])
            .arg(&common)
            .arg("-o");
        command.arg(folder.join(source.file_stem().expect("a name")));
        succeed(command.arg(source).arg("-lrt"));
    };
    std::thread::scope(|scope| {
        for part in sources.chunks(sources.len().div_ceil(4)) {
            scope.spawn(|| part.iter().for_each(|source| compile(source)));
        }
    });
    if super::ground::has("javac") {
        let mut command = Command::new("javac");
        command
            .args(["-nowarn", "-d"])
            .arg(folder)
            .arg(common.join("Zoo.java"));
        command.args(
            bots.iter()
                .filter(|bot| bot.is("java"))
                .map(|bot| &bot.file),
        );
        succeed(&mut command);
    }
}

fn succeed(command: &mut Command) {
    let output = command.output().expect("a compiler starts");
    assert!(
        output.status.success(),
        "{command:?}: {}",
        String::from_utf8_lossy(&output.stderr)
    );
}

/// Fills a bot's folder: its program, the targets, and a `bot.toml`.
pub fn furnish(bot: &Bot, folder: &Path, targets: &str, tag: &str) {
    fs::create_dir_all(folder).expect("a folder");
    let common = header::folder().join("common");
    let copy = |from: &Path| {
        let to = folder.join(from.file_name().expect("a name"));
        fs::copy(from, &to).unwrap_or_else(|error| panic!("{}: {error}", from.display()));
    };
    let stem = bot.stem();
    let run = if bot.is("c") {
        copy(&compiled().join(&stem));
        format!("\"./{stem}\"")
    } else if bot.is("java") {
        let classes = fs::read_dir(compiled()).expect("a folder").flatten();
        for class in classes.map(|entry| entry.path()) {
            let name = class
                .file_name()
                .expect("a name")
                .to_string_lossy()
                .into_owned();
            let is_own = [stem.as_str(), "Zoo"].iter().any(|s| {
                name.strip_prefix(s)
                    .is_some_and(|rest| rest.starts_with(['.', '$']))
            });
            if is_own {
                copy(&class);
            }
        }
        format!("\"java\", \"-cp\", \".\", \"{stem}\"")
    } else {
        copy(&bot.file);
        copy(&common.join(if bot.is("js") { "zoo.js" } else { "zoo.py" }));
        let program = if bot.is("js") { "node" } else { "python3" };
        format!("\"{program}\", \"{}\"", bot.name)
    };
    // The tag in its arguments shows whose a process is that is left.
    fs::write(
        folder.join("bot.toml"),
        format!("run = [{run}, \"{tag}\"]\n"),
    )
    .expect("written");
    fs::write(folder.join("targets"), targets).expect("written");
    if bot.needs("root") {
        set_uid_copy(&folder.join("setuid-id"));
    }
}

/// A copy of `id` that runs as its owner, root.
pub fn set_uid_copy(to: &Path) {
    fs::copy("/usr/bin/id", to).expect("copied");
    fs::set_permissions(to, PermissionsExt::from_mode(0o4755)).expect("set");
}
