//! Merges settings for a bot from several places.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::{env, io};

use referee_bots::house::{Error as HouseError, HouseBot, Spec, bots};
use referee_engine::{Program, TOO_DEEP, careful_open, one_deeper, text_of};
use referee_jail::Pin;
use referee_record::Substitutions;

use super::folder::Written;
use super::{check_name, one_word};
use crate::program::{LocatedProgram, environment, executable, of_system};
use crate::spec::{BotFile, BotSpec, parse_bot};
use crate::words::CommandLine;
use crate::{
    BotSource, BuildTask, ConfiguredBot, Files, LimitsSpec, ProgramLookup, ResolveContext, closest,
};

/// Example of how a `bot.toml` says how a bot is run.
const EXAMPLE: &str = "run = \"python3 bot.py\"";
/// Maximum size of a bot's description, in bytes.
const DESCRIPTION: u64 = 64 << 10;

/// The part of a bot's reach that was named by the user who runs it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Given {
    /// Files and folders that the bot may open.
    pub paths: Vec<PathBuf>,
    /// Whether the user also named its program.
    pub run: bool,
}

/// Settings for a bot from one file; its paths are absolute.
#[derive(Default)]
pub(crate) struct BotOverrides {
    /// Name of the bot.
    pub name: Option<String>,
    /// Command that starts it.
    pub run: Option<CommandLine>,
    /// Command that is run once before.
    pub build: Option<CommandLine>,
    /// Command that is run before the build, with network.
    pub fetch: Option<CommandLine>,
    /// Further arguments.
    pub args: Vec<String>,
    /// Environment variables.
    pub env: BTreeMap<String, String>,
    /// Further paths that it must be able to read.
    pub read: Vec<PathBuf>,
    /// Further folders in which it finds programs.
    pub path: Vec<PathBuf>,
    /// The part of these settings that the user who runs the bot has named, rather than the bot's own file.
    pub given: Given,
    /// Games that it plays.
    pub games: Option<Vec<String>>,
    /// Values for `{name}` in its words, where a tuning sets them.
    pub settings: Option<Substitutions>,
    /// Its words as written, before `{folder}` was replaced.
    pub written: Written,
}

impl BotOverrides {
    /// Converts an entry of a tournament.
    pub(crate) fn of_spec(spec: BotSpec, base: &Path) -> Result<BotOverrides, String> {
        let settings = spec.settings.clone();
        let (read, path) = (joined(base, spec.read), joined(base, spec.path));
        let given = Given {
            paths: read.iter().chain(&path).cloned().collect(),
            run: spec.run.is_some(),
        };
        BotOverrides {
            given,
            name: spec.name,
            run: spec.run,
            build: spec.build,
            fetch: spec.fetch,
            args: spec.args,
            env: spec.env,
            read,
            path,
            games: spec.games,
            settings: spec.settings,
            written: Written::default(),
        }
        .fill_folder(base, |name| is_set(settings.as_ref(), name))
    }

    fn of_file(
        file: BotFile,
        folder: &Path,
        settings: Option<&Substitutions>,
    ) -> Result<BotOverrides, String> {
        BotOverrides {
            name: file.name,
            run: file.run,
            build: file.build,
            fetch: file.fetch,
            args: file.args,
            env: file.env,
            read: joined(folder, file.read),
            path: joined(folder, file.path),
            given: Given::default(),
            games: file.games,
            settings: None,
            written: Written::default(),
        }
        .fill_folder(folder, |name| is_set(settings, name))
    }

    /// Merges the description in a bot's folder, usually `bot.toml`, with the settings from elsewhere,
    /// which take precedence. Returns an error if neither says how the bot is run.
    pub(crate) fn of_description(
        overrides: BotOverrides,
        folder: &Path,
        path: &Path,
    ) -> Result<BotOverrides, String> {
        let shown = path.display();
        let file = described(path).map_err(|why| format!("{shown}: {why}"))?;
        let described = file.is_some();
        let file = file.unwrap_or_default();
        let mut below = BotOverrides::of_file(file, folder, overrides.settings.as_ref())?;
        below.args.extend(overrides.args);
        below.env.extend(overrides.env);
        below.read.extend(overrides.read);
        // Folders that are named last are searched first.
        below.path.splice(..0, overrides.path);
        let merged = BotOverrides {
            name: overrides.name.or(below.name),
            run: overrides.run.or(below.run),
            build: overrides.build.or(below.build),
            fetch: overrides.fetch.or(below.fetch),
            games: overrides.games.or(below.games),
            settings: overrides.settings,
            given: overrides.given,
            written: overrides.written.over(below.written),
            ..below
        };
        if merged.run.is_none() {
            return Err(if described {
                format!("{shown} doesn't say how the bot is run; write for instance {EXAMPLE}")
            } else {
                let elsewhere = one_deeper(folder, Path::new("bot.toml"));
                elsewhere.map_or_else(
                    || format!("nothing says how the bot is run; write for instance {EXAMPLE} into {shown}"),
                    |deeper| format!("nothing says how the bot is run: {} {TOO_DEEP}", deeper.display()),
                )
            });
        }
        Ok(merged)
    }

    /// Resolves a house bot: a bot built into the referee, which is started by running the referee itself.
    pub(crate) fn house(
        self,
        house_spec: &str,
        terms: ResolveContext,
    ) -> Result<ConfiguredBot, String> {
        let plain = self.run.is_none()
            && self.build.is_none()
            && self.fetch.is_none()
            && self.args.is_empty()
            && self.env.is_empty()
            && self.read.is_empty()
            && self.path.is_empty();
        if !plain {
            let keys = "run, build, fetch, args, env, read and path";
            return Err(format!("a house bot takes no {keys}"));
        }
        let games = self
            .games
            .or(house_games(&filled(house_spec, self.settings.as_ref()))?);
        let run = Some(CommandLine {
            program: referee()?.to_string_lossy().into_owned(),
            args: vec!["house".to_owned(), house_spec.to_owned()],
        });
        let written = Written {
            run: run.clone(),
            ..self.written
        };
        let overrides = BotOverrides {
            run,
            games,
            written,
            ..self
        };
        overrides.finish(Path::new("/"), Files::House, &one_word(house_spec), terms)
    }

    /// Finds the executable and resolves the bot. `name` is for a bot without one, `folder` is where it
    /// runs.
    pub(crate) fn finish(
        self,
        folder: &Path,
        files: Files,
        name: &str,
        terms: ResolveContext,
    ) -> Result<ConfiguredBot, String> {
        let name = self.name.unwrap_or_else(|| name.to_owned());
        check_name(&name)?;
        let Some(run) = self.run else {
            return Err("nothing says how the bot is run; write `run`".to_owned());
        };
        if let Some(arg) = self.args.iter().find(|arg| arg.contains('\0')) {
            return Err(format!("args: {arg:?} holds a NUL character"));
        }
        let pinned = |key: &str, path: &Path| {
            let shown = path.display();
            Pin::of(path).map_err(|e| match e.kind() {
                io::ErrorKind::NotFound => format!("{key}: {shown} doesn't exist"),
                _ => format!("{key}: {shown}: {e}"),
            })
        };
        let read = self.read.iter().map(|path| pinned("read", path));
        let mut read = read.collect::<Result<Vec<_>, _>>()?;
        if let Some(path) = self.path.iter().find(|path| !path.is_dir()) {
            return Err(format!("path: {} isn't a folder", path.display()));
        }
        let built = self.build.is_some() || self.fetch.is_some();
        let ResolveContext { time, places, .. } = terms;
        let find = |program_name: &str| places.find(program_name, &self.path, &self.read);
        let located_program = located(&files, &run.program, folder, built, find)?;
        let executable = located_program.file;
        if run.program.contains('/') && !executable.starts_with(folder) && files != Files::House {
            places.check_named(&executable, &self.read)?;
        }
        // The executable of a single-file bot is in its copy if it is that file, or if a build may make it.
        let copied = match &files {
            Files::File(path) => built || *path == executable,
            Files::House | Files::Folder(_) | Files::Named(_) => true,
        };
        // The system's own programs aren't pinned: they may be updated during a run.
        let system =
            of_system(&executable) && executable.canonicalize().is_ok_and(|p| of_system(&p));
        if !(system || copied && executable.starts_with(folder)) {
            read.push(pinned("run", &executable)?);
        }
        let looked_up = !run.program.contains('/');
        let builder = ProgramLookup {
            jailed: places.jailed && terms.build_jailed,
        };
        let mut advice: Vec<String> = located_program.remark.into_iter().collect();
        let mut task =
            |what: &str, command: Option<CommandLine>| -> Result<Option<BuildTask>, String> {
                let Some(command) = command else {
                    return Ok(None);
                };
                let (task, remark) = BuildTask::find(command, builder, &self.path, &self.read)
                    .map_err(|why| format!("{what}: {why}"))?;
                advice.extend(remark);
                Ok(Some(task))
            };
        let (build, fetch) = (task("build", self.build)?, task("fetch", self.fetch)?);
        let args: Vec<String> = run.args.into_iter().chain(self.args).collect();
        let written = self.written;
        // The location of the referee, or of a single-file bot, doesn't make it another bot.
        let program = match files {
            Files::House | Files::File(_) => None,
            Files::Folder(_) | Files::Named(_) => written.run.as_ref().map(|run| &run.program),
        };
        let owns_origin = matches!(files, Files::Folder(_));
        let home = (files != Files::House).then(|| folder.to_owned());
        Ok(ConfiguredBot {
            name: name.clone(),
            wanted: None,
            source: BotSource {
                files,
                run: program
                    .into_iter()
                    .chain(written.all_args())
                    .cloned()
                    .collect(),
                build: written.build.map(CommandLine::words),
                fetch: written.fetch.map(CommandLine::words),
                env: written.env,
                path: self.path.clone(),
            },
            program: Program {
                name,
                env: environment(&executable, looked_up, &self.path, &self.env)?,
                executable,
                args: args.into_iter().map(OsString::from).collect(),
                folder: home.clone(),
                origin: home,
                owns_origin,
                read,
                games: self.games,
                settings: self.settings,
            },
            given: self.given,
            commit: None,
            build,
            fetch,
            remarks: Vec::new(),
            advice,
            time,
            optional: false,
            submitted: false,
            bounds: terms.bounds,
            limits: LimitsSpec::default(),
        })
    }
}

/// Reads a description, if there is one.
fn described(path: &Path) -> Result<Option<BotFile>, String> {
    let bytes = match careful_open::read(path, DESCRIPTION) {
        Ok(bytes) => bytes,
        Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(e) => {
            let most = DESCRIPTION >> 10;
            return Err(format!(
                "{e}; expected the description of a bot, a regular file of at most {most} KiB"
            ));
        }
    };
    let text = text_of(bytes).map_err(|e| e.to_string())?;
    parse_bot(&text).and_then(checked).map(Some)
}

/// Refuses settings that a bot may not make for itself.
fn checked(file: BotFile) -> Result<BotFile, String> {
    match file.limits {
        None => Ok(file),
        Some(_) => Err(
            "limits: a bot doesn't set its own; the tournament does, in [limits], in its [[bots]] \
             or in [submission_defaults]"
                .to_owned(),
        ),
    }
}

/// Refuses a specification that names no valid house bot; otherwise returns the games that the bot plays,
/// or `None` if it plays any game.
fn house_games(house_spec: &str) -> Result<Option<Vec<String>>, String> {
    let known: Vec<&str> = bots().iter().map(|bot| bot.name).collect();
    let refuse = |why: HouseError| match &why {
        HouseError::Unknown(name) => {
            let meant = closest(name, &known);
            let meant = meant.map_or(String::new(), |meant| format!("; did you mean {meant}?"));
            format!("{why}{meant}")
        }
        _ => why.to_string(),
    };
    drop(referee_bots::house::start(house_spec).map_err(refuse)?);
    let spec = Spec::parse(house_spec).map_err(|why| why.to_string())?;
    let named = |bot: &&HouseBot| spec.name.as_deref() == Some(bot.name);
    let games = bots().iter().find(named).map_or(&[][..], |bot| bot.games);
    let games: Vec<String> = games.iter().map(|game| (*game).to_owned()).collect();
    Ok((!games.is_empty()).then_some(games))
}

/// Finds the program of a bot.
fn located(
    files: &Files,
    program: &str,
    folder: &Path,
    built: bool,
    find: impl FnOnce(&str) -> Result<LocatedProgram, String>,
) -> Result<LocatedProgram, String> {
    match files {
        // Their paths may hold bytes that aren't text.
        Files::File(path) => Ok(LocatedProgram::at(path.clone())),
        Files::House => Ok(LocatedProgram::at(referee()?)),
        Files::Folder(_) | Files::Named(_) => executable(program, folder, built, find),
    }
}

/// Returns the path of the referee, which is the program of house bots.
fn referee() -> Result<PathBuf, String> {
    env::current_exe().map_err(|e| format!("the referee's own path: {e}"))
}

/// Returns whether a tuning sets a value for this name.
fn is_set(settings: Option<&Substitutions>, name: &str) -> bool {
    settings.is_some_and(|settings_map| settings_map.contains_key(name))
}

fn joined(base: &Path, paths: Vec<PathBuf>) -> Vec<PathBuf> {
    let absolute = |path| {
        let joined = base.join(path);
        std::path::absolute(&joined).unwrap_or(joined)
    };
    paths.into_iter().map(absolute).collect()
}

/// Replaces the parameters in a text by their values, if there are any.
fn filled(text: &str, settings: Option<&Substitutions>) -> String {
    settings.map_or_else(
        || text.to_owned(),
        |values| referee_engine::filled(text, values),
    )
}
