//! Merges settings for a bot from several places.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::{env, io};

use referee_bots::house::{Error as HouseError, HouseBot, Spec, bots};
use referee_engine::{Program, TOO_DEEP, careful_open, one_deeper, text_of};
use referee_jail::{Pin, TRANSLATOR};
use referee_record::Substitutions;

use super::{check_name, one_word};
use crate::program::{LocatedProgram, environment, executable, of_system};
use crate::spec::{BotSpec, EngineSettings, parse_bot};
use crate::words::CommandLine;
use crate::{
    BotSource, BuildTask, ConfiguredBot, Files, LimitsSpec, ProgramLookup, ProgramRole,
    ResolveContext, closest,
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

/// Settings for a bot from one file, or from several.
#[derive(Default)]
pub(crate) struct BotOverrides {
    /// The settings, with absolute paths and without `{folder}`.
    pub spec: BotSpec,
    /// The settings as written: moving the files doesn't change the bot.
    pub written: BotSpec,
    /// The part of these settings that the user who runs the bot has named, rather than the bot's own file.
    pub given: Given,
}

impl BotOverrides {
    /// Takes the settings of a file in the folder `base`.
    pub(crate) fn of_spec(mut spec: BotSpec, base: &Path) -> Result<BotOverrides, String> {
        let written = spec.clone();
        spec.read = joined(base, spec.read);
        spec.path = joined(base, spec.path);
        let given = Given {
            paths: spec.read.iter().chain(&spec.path).cloned().collect(),
            run: spec.run.is_some(),
        };
        let overrides = BotOverrides {
            spec,
            written,
            given,
        };
        overrides.fill_folder(base)
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
        let file = BotSpec {
            settings: overrides.spec.settings.clone(),
            ..file.unwrap_or_default()
        };
        let below = BotOverrides::of_spec(file, folder)?;
        let merged = BotOverrides {
            spec: overrides.spec.over(below.spec),
            written: overrides.written.over(below.written),
            given: overrides.given,
        };
        if merged.spec.run.is_none() {
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
        mut self,
        house_spec: &str,
        terms: ResolveContext,
    ) -> Result<ConfiguredBot, String> {
        let spec = &mut self.spec;
        let plain = spec.run.is_none()
            && spec.build.is_none()
            && spec.fetch.is_none()
            && spec.args.is_empty()
            && spec.env.is_empty()
            && spec.read.is_empty()
            && spec.path.is_empty()
            && spec.protocol.is_none()
            && spec.uci.is_empty()
            && spec.xboard.is_empty();
        if !plain {
            let keys = "run, build, fetch, protocol, uci, xboard, args, env, read and path";
            return Err(format!("a house bot takes no {keys}"));
        }
        let plays = house_games(&filled(house_spec, spec.settings.as_ref()))?;
        spec.games = spec.games.take().or(plays);
        spec.run = Some(CommandLine {
            program: referee()?.to_string_lossy().into_owned(),
            args: vec!["house".to_owned(), house_spec.to_owned()],
        });
        self.written.run.clone_from(&spec.run);
        self.finish(Path::new("/"), Files::House, &one_word(house_spec), terms)
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
        let spec = self.spec;
        let engine = spec.engine()?;
        let games = engine.as_ref().map(|_| vec!["chess".to_owned()]);
        let name = spec.name.unwrap_or_else(|| name.to_owned());
        check_name(&name)?;
        let Some(run) = spec.run else {
            return Err("nothing says how the bot is run; write `run`".to_owned());
        };
        if let Some(arg) = spec.args.iter().find(|arg| arg.contains('\0')) {
            return Err(format!("args: {arg:?} holds a NUL character"));
        }
        let pinned = |key: &str, path: &Path| {
            let shown = path.display();
            Pin::of(path).map_err(|e| match e.kind() {
                io::ErrorKind::NotFound => format!("{key}: {shown} doesn't exist"),
                _ => format!("{key}: {shown}: {e}"),
            })
        };
        let read = spec.read.iter().map(|path| pinned("read", path));
        let mut read = read.collect::<Result<Vec<_>, _>>()?;
        if let Some(path) = spec.path.iter().find(|path| !path.is_dir()) {
            return Err(format!("path: {} isn't a folder", path.display()));
        }
        let built = spec.build.is_some() || spec.fetch.is_some();
        let ResolveContext { time, places, .. } = terms;
        let find = |program_name: &str| places.find(program_name, &spec.path, &spec.read);
        let located_program = located(&files, &run.program, folder, built, find)?;
        let executable = located_program.file;
        if run.program.contains('/') && !executable.starts_with(folder) && files != Files::House {
            places.check_named(&executable, &spec.read)?;
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
                let (task, remark) = BuildTask::find(command, builder, &spec.path, &spec.read)
                    .map_err(|why| format!("{what}: {why}"))?;
                advice.extend(remark);
                Ok(Some(task))
            };
        let (build, fetch) = (task("build", spec.build)?, task("fetch", spec.fetch)?);
        let args: Vec<String> = run.args.into_iter().chain(spec.args).collect();
        let owns_origin = matches!(files, Files::Folder(_));
        let home = (files != Files::House).then(|| folder.to_owned());
        let source = source_of(self.written, files, spec.path.clone())?;
        Ok(ConfiguredBot {
            role: ProgramRole::Bot,
            name: name.clone(),
            wanted: None,
            program: Program {
                name,
                env: environment(&executable, looked_up, &spec.path, &spec.env)?,
                executable,
                args: args.into_iter().map(OsString::from).collect(),
                through: engine.as_ref().map_or_else(Vec::new, translator),
                folder: home.clone(),
                origin: home,
                owns_origin,
                read,
                games: spec.games.or(games),
                settings: spec.settings,
            },
            source,
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

/// Returns the arguments of the referee that is started as an engine's translator.
fn translator(engine: &EngineSettings) -> Vec<OsString> {
    let options = (engine.options)
        .iter()
        .map(|(name, value)| format!("--set={name}={value}").into());
    let words = [TRANSLATOR.into(), engine.dialect.word().into()].into_iter();
    words.chain(options).chain(["--".into()]).collect()
}

/// Describes what a bot is made from, by its settings as written; `path` has its folders of programs.
fn source_of(written: BotSpec, files: Files, path: Vec<PathBuf>) -> Result<BotSource, String> {
    let engine = written.engine()?;
    let run = written.run.iter();
    // The location of the referee, or of a single-file bot, doesn't make it another bot.
    let named = matches!(files, Files::Folder(_) | Files::Named(_));
    let program = run.clone().map(|run| &run.program).filter(|_| named);
    let words = program.chain(run.flat_map(|run| &run.args));
    Ok(BotSource {
        run: words.chain(&written.args).cloned().collect(),
        engine,
        build: written.build.map(CommandLine::words),
        fetch: written.fetch.map(CommandLine::words),
        env: written.env,
        path,
        files,
    })
}

/// Reads a description, if there is one.
fn described(path: &Path) -> Result<Option<BotSpec>, String> {
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
    parse_bot(&text).map(Some)
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
