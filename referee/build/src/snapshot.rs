//! Snapshots: a bot plays from a copy of its files that no longer changes.

use std::fs::{self, DirBuilder, Permissions};
use std::os::unix::fs::{DirBuilderExt, PermissionsExt};
use std::path::{Path, PathBuf};

use rand::TryRng;
use rand::rngs::SysRng;
use referee_config::ConfiguredBot;
use referee_engine::toolchain::User;
use referee_engine::{ProcessScope, Program};
use referee_output::remarks;
use referee_output::sanitize::plain;

use super::HOME;
use super::tree::{self, LARGE, Purpose};
use crate::sources::{self, Sources};

/// Number of links or files that a message about one bot names.
const NAMED: usize = 3;

/// Returns a new path for a copy in the folder of the process scope. Its random name cannot be guessed: other
/// users may pass through that folder, but not list it.
pub(crate) fn place(scope: &ProcessScope) -> Result<PathBuf, String> {
    let random_number = || SysRng.try_next_u64().map_err(|e| format!("a name: {e}"));
    Ok(scope.folder().join(format!(
        "bot-{:016x}{:016x}",
        random_number()?,
        random_number()?
    )))
}

/// Copies a bot's own files to the folder of the process scope, and checks that they are the files that were
/// read before, if they were.
pub(crate) fn copy(
    bot: &ConfiguredBot,
    scope: &ProcessScope,
    purpose: Purpose,
    before: Option<&Sources>,
) -> Result<PathBuf, String> {
    let place = place(scope)?;
    let tree = sources::bot_files(bot)?;
    if !tree.left_out.is_empty() {
        let files = tree.left_out.iter().map(|path| path.display().to_string());
        remarks::lines(&plain(&format!(
            "referee: bot {} plays without what looks written by the referee in its folder: {}",
            bot.name,
            files.collect::<Vec<_>>().join(", ")
        )));
    }
    let size = tree::size(&tree);
    tree::check_room(size, scope.folder())?;
    if size.bytes > LARGE {
        remarks::lines(&format!(
            "referee: bot {}: copying {} MiB in {} files",
            bot.name,
            size.bytes >> 20,
            size.files
        ));
    }
    tree::copy(&tree, &place, purpose).map_err(|why| format!("copying its files: {why}"))?;
    if let Some(before) = before {
        let real = place
            .canonicalize()
            .map_err(|e| format!("{}: {e}", place.display()))?;
        check_same(before, &sources::of_tree(bot, &tree.moved(&real))?)?;
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

/// Returns an error if the copy differs from the files that were read before.
fn check_same(before: &Sources, copied: &Sources) -> Result<(), String> {
    if before.hash == copied.hash {
        return Ok(());
    }
    let changed = before.differing(copied);
    let named: Vec<String> = changed
        .iter()
        .take(NAMED)
        .map(|path| path.display().to_string())
        .collect();
    let more = match changed.len().saturating_sub(NAMED) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    Err(format!(
        "its files changed while they were copied: {}{more}; start again when nobody writes there, and \
         have other programs write into another folder",
        named.join(", ")
    ))
}

/// Returns warnings about the files from which a bot plays: links to paths that it does not see.
pub(crate) fn remarks(bot: &ConfiguredBot, folder: &Path) -> Result<Vec<String>, String> {
    let links = tree::outward(&sources::all(folder)?, folder);
    let hidden = links
        .iter()
        .filter(|(_, target)| !bot.program.reads(target));
    let remarks = hidden.take(NAMED).map(|(link, target)| {
        format!(
            "bot {}: {} is a link to {}, which isn't in its view; if it needs that, add read = [{:?}]",
            bot.name,
            link.display(),
            target.display(),
            whole(target).to_string_lossy()
        )
    });
    Ok(remarks.collect())
}

/// Returns an error if a program in a bot's folder is a link to a path that the bot does not see.
pub(crate) fn check_program(program: &Program, folder: &Path) -> Result<(), String> {
    let real = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let target = real(&program.executable);
    let is_own = program.executable.starts_with(folder);
    if !is_own || target.starts_with(real(folder)) || program.reads(&target) {
        return Ok(());
    }
    Err(format!(
        "{} is a link to {}, which isn't in its view; put the program itself into its folder, or add \
         read = [{:?}]",
        program.at_home(&program.executable.to_string_lossy()),
        target.display(),
        whole(&target).to_string_lossy()
    ))
}

/// Returns the path that must be readable for a file to be of use: for a program, everything that was
/// installed with it.
fn whole(target: &Path) -> PathBuf {
    let folder = target.parent().and_then(Path::file_name);
    if folder.is_some_and(|name| name == "bin" || name == "sbin") {
        return User::current().prefix(target);
    }
    target.to_owned()
}

/// Makes the folder that is `HOME` for a build, with a subfolder for temporary files.
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

/// Makes a snapshot the folder of a program, and moves the program's path into it.
pub(crate) fn move_to(program: &mut Program, origin: &Path, folder: &Path) {
    if let Ok(inside) = program.executable.strip_prefix(origin) {
        let moved = folder.join(inside);
        // If other bots use the folder, too, the snapshot has only the named files.
        if moved.exists() || !program.executable.exists() {
            program.executable = moved;
        }
    }
    program.folder = Some(folder.to_owned());
}

#[cfg(test)]
mod tests {
    use referee_config::{BotSpec, ProgramLookup, ResolveContext, entrant};
    use referee_record::TimeControl;

    use super::*;

    #[test]
    fn files_that_change_meanwhile_are_named() {
        let temp = tempfile::tempdir().expect("a folder");
        let write = |name: &str, text: &str| {
            fs::write(temp.path().join(name), text).expect("a file");
        };
        write("bot.toml", "run = 'sh bot.sh'");
        write("bot.sh", "exit");
        write("gone", "x");
        let read = || {
            let spec = BotSpec {
                bot: Some(".".to_owned()),
                ..BotSpec::default()
            };
            let terms =
                ResolveContext::new(TimeControl::default(), ProgramLookup { jailed: false });
            let bot = entrant(spec, temp.path(), terms).expect("a bot");
            Sources::of(&bot).expect("sources")
        };
        let before = read();
        assert_eq!(check_same(&before, &read()), Ok(()));
        write("tee.txt", "one");
        fs::remove_file(temp.path().join("gone")).expect("it is there");
        let error = check_same(&before, &read()).expect_err("two changed");
        let said = "while they were copied: gone, tee.txt; start again";
        assert!(error.contains(said), "{error}");
        for name in ["a", "b", "c"] {
            write(name, "x");
        }
        let error = check_same(&before, &read()).expect_err("five changed");
        assert!(error.contains("copied: a, b, c and 2 more; "), "{error}");
    }
}
