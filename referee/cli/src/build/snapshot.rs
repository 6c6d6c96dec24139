//! Snapshots: a bot plays from a copy of its files that nobody changes any more.

use std::fs::{self, DirBuilder, Permissions};
use std::os::unix::fs::{DirBuilderExt, PermissionsExt};
use std::path::{Path, PathBuf};

use rand::TryRng;
use rand::rngs::SysRng;
use referee_arena::{Haven, Program, seen};

use super::HOME;
use super::tree::{self, LARGE, Purpose};
use crate::config::{Entrant, Files};
use crate::out;
use crate::sources;

/// Links that are named of one bot.
const NAMED: usize = 3;

/// A place in the haven for a copy, under a name that nobody guesses: whoever passes through the
/// haven can't list it.
pub fn place(haven: &Haven) -> Result<PathBuf, String> {
    let word = || SysRng.try_next_u64().map_err(|e| format!("a name: {e}"));
    Ok(haven
        .folder()
        .join(format!("bot-{:016x}{:016x}", word()?, word()?)))
}

/// Copies what is a bot's own into the haven, and makes sure that it is what was hashed before, if
/// it was.
pub fn copy(
    bot: &Entrant,
    haven: &Haven,
    purpose: Purpose,
    hash: Option<&str>,
) -> Result<PathBuf, String> {
    let place = place(haven)?;
    let tree = sources::seen(bot)?;
    let size = tree::size(&tree);
    tree::check_room(size, haven.folder())?;
    if size.bytes > LARGE {
        out::remark(&format!(
            "referee: bot {}: copying {} MiB in {} files",
            bot.name,
            size.bytes >> 20,
            size.files
        ));
    }
    tree::copy(&tree, &place, purpose).map_err(|why| format!("copying its files: {why}"))?;
    if let Some(hash) = hash {
        let copied = sources::sources(&inside(bot, &place)?)?;
        if copied != hash {
            return Err(
                "its files changed while they were copied; start again when nobody \
                        writes there"
                    .to_owned(),
            );
        }
    }
    if let Some(origin) = &bot.program.origin {
        let mended = tree::mend_links(&tree, origin, &place);
        mended.map_err(|e| format!("its links: {e}"))?;
    }
    if purpose != Purpose::Play {
        home(&place, purpose)?;
    }
    Ok(place)
}

/// What somebody may wonder about in what a bot plays from: links to what it doesn't see.
pub fn remarks(bot: &Entrant, folder: &Path) -> Result<Vec<String>, String> {
    let links = tree::outward(folder)?;
    let hidden = links
        .iter()
        .filter(|(_, target)| !seen(target, &bot.program.read));
    let remarks = hidden.take(NAMED).map(|(link, target)| {
        format!(
            "bot {}: {} is a link to {}, which isn't in its view; if it needs that, add read = [{:?}]",
            bot.name,
            link.display(),
            target.display(),
            target.to_string_lossy()
        )
    });
    Ok(remarks.collect())
}

/// Refuses a program in a bot's folder that is a link to what the bot doesn't see.
pub fn check_program(program: &Program, folder: &Path) -> Result<(), String> {
    let real = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let target = real(&program.executable);
    let read: Vec<PathBuf> = program.read.iter().map(|path| real(path)).collect();
    let own = program.executable.starts_with(folder);
    if !own || target.starts_with(real(folder)) || seen(&target, &read) {
        return Ok(());
    }
    Err(format!(
        "{} is a link to {}, which isn't in its view; put the program itself into its folder, or add \
         read = [{:?}]",
        program.at_home(&program.executable.to_string_lossy()),
        target.display(),
        target.to_string_lossy()
    ))
}

/// The folder that is HOME for a build, with one for what is temporary.
fn home(place: &Path, purpose: Purpose) -> Result<(), String> {
    let mode = if purpose == Purpose::Share {
        0o777
    } else {
        0o755
    };
    for folder in [place.join(HOME), place.join(HOME).join("tmp")] {
        let refuse = |e: std::io::Error| format!("{}: {e}", folder.display());
        DirBuilder::new()
            .recursive(true)
            .mode(mode)
            .create(&folder)
            .map_err(refuse)?;
        fs::set_permissions(&folder, Permissions::from_mode(mode)).map_err(refuse)?;
    }
    Ok(())
}

/// The bot as if its files were those of the copy.
fn inside(bot: &Entrant, place: &Path) -> Result<Entrant, String> {
    let place = place
        .canonicalize()
        .map_err(|e| format!("{}: {e}", place.display()))?;
    let mut bot = bot.clone();
    bot.source.files = match bot.source.files {
        Files::House => Files::House,
        Files::File(path) => Files::File(place.join(path.file_name().unwrap_or_default())),
        Files::Folder(_) => Files::Folder(place),
        Files::Named(_) => Files::Named(place),
    };
    Ok(bot)
}

/// Makes a snapshot the program's folder, for what is in it.
pub fn move_to(program: &mut Program, origin: &Path, folder: &Path) {
    if let Ok(inside) = program.executable.strip_prefix(origin) {
        let moved = folder.join(inside);
        // Of a folder of others only what is named is there.
        if moved.exists() || !program.executable.exists() {
            program.executable = moved;
        }
    }
    program.folder = Some(folder.to_owned());
}
