//! Resolves a bot, from its settings in a tournament, its `bot.toml` or on the command line, to a program
//! that can be started.

mod bot_overrides;
mod folder;
mod git;
mod submission_defaults;

use std::io;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use referee_output::sanitize::is_unfit;
use referee_record::TimeControl;

use self::bot_overrides::BotOverrides;
use self::git::GIT;
use crate::alike::is_invisible;
use crate::spec::{BotProtocol, BotSpec, EngineDialect, Recipes};
use crate::strays::check_alone;
use crate::words::CommandLine;
use crate::{ConfiguredBot, Files, ProgramRole, ResolveContext};
pub use bot_overrides::Given;
pub(crate) use folder::FOLDER;
pub use git::{SourceCommit, short};

/// Maximum length of a bot's name, in characters.
pub(crate) const NAME_MAX: usize = 40;
/// Prefix of a house bot.
const HOUSE: &str = "house:";
/// Folder in which Debian has its chess engines, and no bot looks for programs.
const GAMES: &str = "/usr/games";

/// Finds a bot; its paths are relative to `base`.
pub fn entrant(spec: BotSpec, base: &Path, terms: ResolveContext) -> Result<ConfiguredBot, String> {
    let terms = ResolveContext {
        time: scaled(terms.time, spec.time_factor)?,
        ..terms
    };
    let spec = engine(spec, base);
    let source = spec.bot.clone();
    let overrides = BotOverrides::of_spec(spec, base)?;
    match source.as_deref() {
        None => inline(overrides, base, terms),
        Some(text) => match (text.strip_prefix(HOUSE), text.strip_prefix(GIT)) {
            (Some(house), _) => overrides.house(house, terms),
            (_, Some(words)) => git::entrant(overrides, words, base, terms),
            _ => from_path(overrides, &base.join(text), terms),
        },
    }
}

/// Takes a prefix such as `uci:` off the bot, which sets its protocol. What is no file here may have arguments, and a bare
/// name is a command.
fn engine(spec: BotSpec, base: &Path) -> BotSpec {
    let Some((dialect, engine)) = spec.bot.as_deref().and_then(EngineDialect::of_bot) else {
        return spec;
    };
    let is_file = |name: &str| base.join(name).exists();
    let words = Some(engine).filter(|engine| !is_file(engine));
    let words = words.and_then(|engine| shell_words::split(engine).ok());
    let mut words = words.unwrap_or_default().into_iter();
    let engine = words.next().unwrap_or_else(|| engine.to_owned());
    let args: Vec<String> = words.collect();
    let protocol = Some(BotProtocol::from(dialect));
    let is_command = !engine.contains(['/', ':']) && !is_file(&engine);
    if !is_command || spec.run.is_some() {
        return BotSpec {
            bot: Some(engine),
            args: args.into_iter().chain(spec.args).collect(),
            protocol,
            ..spec
        };
    }
    let games = Path::new(GAMES);
    let is_game = games.join(&engine).is_file();
    BotSpec {
        path: (spec.path.into_iter())
            .chain(is_game.then(|| games.to_owned()))
            .collect(),
        name: spec.name.or_else(|| Some(one_word(&engine))),
        bot: None,
        run: Some(CommandLine {
            program: engine,
            args,
        }),
        protocol,
        ..spec
    }
}

/// Finds a submission: a folder, or an executable file.
pub(crate) fn submission(
    path: &Path,
    defaults: &Recipes,
    base: &Path,
    terms: ResolveContext,
) -> Result<ConfiguredBot, String> {
    let overrides = match defaults.of(path) {
        _ if is_described(path) => BotOverrides {
            given: defaults.given_to_all(base)?,
            ..BotOverrides::default()
        },
        Some(recipe) => BotOverrides::of_spec(recipe.clone(), base)?,
        None => match defaults.unmatched() {
            Some(why) => return Err(defaults.or_deeper(why, path)),
            None => BotOverrides::default(),
        },
    };
    from_path(overrides, path, terms)
}

/// Finds the program of a game, whose own file has the settings that a bot has.
pub(crate) fn of_game(
    spec: BotSpec,
    folder: &Path,
    name: &str,
    terms: ResolveContext,
) -> Result<ConfiguredBot, String> {
    let overrides = BotOverrides {
        given: Given::default(),
        ..BotOverrides::of_spec(spec, folder)?
    };
    let files = Files::Folder(folder.to_owned());
    Ok(ConfiguredBot {
        role: ProgramRole::Game,
        ..overrides.finish(folder, files, name, terms)?
    })
}

/// Returns whether a submission itself says how it is run: by its `bot.toml`, or as an executable file.
pub(crate) fn is_described(submission: &Path) -> bool {
    // A link that leads nowhere counts too: it is refused later, rather than ignored.
    !submission.is_dir() || submission.join("bot.toml").symlink_metadata().is_ok()
}

fn scaled(time: TimeControl, factor: Option<f64>) -> Result<TimeControl, String> {
    match factor {
        None => Ok(time),
        Some(factor) if factor > 0.0 && factor.is_finite() => Ok(time.scaled(factor)),
        Some(factor) => Err(format!("time_factor = {factor}: expected a number above 0")),
    }
}

/// Resolves a bot whose `run` is in the tournament file.
fn inline(
    overrides: BotOverrides,
    base: &Path,
    terms: ResolveContext,
) -> Result<ConfiguredBot, String> {
    if overrides.spec.run.is_none() {
        return Err("found neither `bot` nor `run`, expected one of them".to_owned());
    }
    if overrides.spec.build.is_some() || overrides.spec.fetch.is_some() {
        return Err("`build` and `fetch` go with a folder; name it by `bot`".to_owned());
    }
    let name = overrides.spec.name.clone();
    let name = name.ok_or("a bot with `run` and no `bot` needs a `name`")?;
    let base = absolute(base)?;
    overrides.finish(&base, Files::Named(base.clone()), &name, terms)
}

/// Resolves the bot at a path: a folder, a toml file or an executable file.
pub(crate) fn from_path(
    mut overrides: BotOverrides,
    path: &Path,
    terms: ResolveContext,
) -> Result<ConfiguredBot, String> {
    let (given, shown) = (path, path.display());
    let path = path.canonicalize().map_err(|e| match e.kind() {
        io::ErrorKind::NotFound => format!(
            "{shown} doesn't exist; expected house:NAME, git:REV, uci:ENGINE, xboard:ENGINE, the folder of a bot, \
             its toml file or an executable file"
        ),
        _ => format!("{shown}: {e}"),
    })?;
    let is_toml = path.extension().is_some_and(|kind| kind == "toml") && !path.is_dir();
    let name = if is_toml {
        name_of(&path.with_extension(""))
    } else {
        name_of(&path)
    };
    let above = || path.parent().unwrap_or(Path::new("/")).to_owned();
    let described = if path.is_dir() {
        Some((path.clone(), path.join("bot.toml")))
    } else if is_toml {
        Some((above(), path.clone()))
    } else {
        None
    };
    if let Some((folder, description)) = described {
        let overrides = BotOverrides::of_description(overrides, &folder, &description)?;
        return overrides.finish(&folder, Files::Folder(folder.clone()), &name, terms);
    }
    if overrides.spec.run.is_some()
        || overrides.spec.build.is_some()
        || overrides.spec.fetch.is_some()
    {
        return Err(format!(
            "{shown} is a file; `run`, `build` and `fetch` go with a folder"
        ));
    }
    check_alone(&path).map_err(|why| or_its_folder(why, given))?;
    let run = CommandLine {
        program: path.to_string_lossy().into_owned(),
        args: Vec::new(),
    };
    let folder = above();
    overrides.spec.run = Some(run);
    overrides.given.run = true;
    overrides.finish(&folder, Files::File(path), &name, terms)
}

/// Adds to the reason why a file can't be started the folder of the bot that it belongs to.
fn or_its_folder(why: String, file: &Path) -> String {
    let above = file.parent().filter(|above| !above.as_os_str().is_empty());
    let folder = above.unwrap_or(Path::new("."));
    if !folder.join("bot.toml").exists() {
        return why;
    }
    format!("{why}; or name the folder of the bot: {}", folder.display())
}

/// Makes a folder's path absolute; the empty one is the current folder.
fn absolute(folder: &Path) -> Result<PathBuf, String> {
    let shown = folder.display();
    let folder = Path::new(".").join(folder);
    folder.canonicalize().map_err(|e| format!("{shown}: {e}"))
}

/// Refuses a name that would break a table or a message; the length limit is `NAME_MAX`.
pub fn check_name(name: &str) -> Result<(), String> {
    let printable = name.chars().all(is_printable);
    if !printable || !(1..=NAME_MAX).contains(&name.chars().count()) {
        return Err(format!(
            "name {name:?}: expected one printable word of at most {NAME_MAX} characters"
        ));
    }
    Ok(())
}

/// Appends the revision to a bot's name, which is shortened if the result would be too long.
pub(crate) fn of_revision(name: &str, revision: &str) -> String {
    let room = NAME_MAX.saturating_sub(revision.chars().count() + 1);
    let name: String = name.chars().take(room).collect();
    format!("{name}@{revision}")
}

/// Returns the name of a bot that doesn't give one: that of its folder or file, as one printable word.
pub(crate) fn name_of(path: &Path) -> String {
    one_word(&escaped(path))
}

/// Returns the name of a file as text. Backslashes, and bytes that aren't UTF-8, are written as `\xNN`, so that
/// no two names have the same text.
pub(crate) fn escaped(path: &Path) -> String {
    let mut name = String::new();
    for chunk in path
        .file_name()
        .unwrap_or_default()
        .as_bytes()
        .utf8_chunks()
    {
        name += &chunk.valid().replace('\\', "\\x5c");
        let escaped = chunk.invalid().iter().map(|byte| format!("\\x{byte:02x}"));
        name.extend(escaped);
    }
    name
}

/// Turns a text into one printable word.
pub fn one_word(text: &str) -> String {
    let plain = |c: char| if is_printable(c) { c } else { '-' };
    text.chars().map(plain).take(NAME_MAX).collect()
}

fn is_printable(c: char) -> bool {
    !c.is_whitespace() && is_seen(c)
}

/// Returns whether a character in a name is visible and is what it seems to be; blanks are accepted.
pub fn is_seen(c: char) -> bool {
    !is_unfit(c) && !is_invisible(c)
}
