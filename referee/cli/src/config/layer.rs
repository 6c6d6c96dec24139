//! What is said about a bot in one place, laid over what is said in another.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

use referee_arena::Program;
use referee_bots::house::{HouseBot, Spec, bots};
use referee_record::Settings;

use super::bot::{check_name, one_word};
use super::folder::Written;
use super::program::{environment, executable};
use super::spec::{BotFile, BotSpec, parse_bot};
use super::tune::filled;
use super::words::Command;
use super::{Entrant, Files, OwnLimits, Places, Source, Task, Terms};

/// How a bot may be run, as a `bot.toml` says it.
const EXAMPLE: &str = "run = \"python3 bot.py\"";

/// What one file says about a bot; its paths are absolute.
#[derive(Default)]
pub struct Layer {
    /// Its name.
    pub name: Option<String>,
    /// What starts it.
    pub run: Option<Command>,
    /// What is run once before.
    pub build: Option<Command>,
    /// What is run before that, with network.
    pub fetch: Option<Command>,
    /// Further arguments.
    pub args: Vec<String>,
    /// Environment variables.
    pub env: BTreeMap<String, String>,
    /// Further paths that it must be able to read.
    pub read: Vec<PathBuf>,
    /// Further folders in which it finds programs.
    pub path: Vec<PathBuf>,
    /// What it plays.
    pub games: Option<Vec<String>>,
    /// What stands for `{name}` in its words, where a tuning sets it.
    pub settings: Option<Settings>,
    /// Its words before anything was put into them for `{folder}`.
    pub written: Written,
}

impl Layer {
    /// What an entry of a tournament says.
    pub fn of_spec(spec: BotSpec, base: &Path) -> Layer {
        let settings = spec.settings.clone();
        Layer {
            name: spec.name,
            run: spec.run,
            build: spec.build,
            fetch: spec.fetch,
            args: spec.args,
            env: spec.env,
            read: joined(base, spec.read),
            path: joined(base, spec.path),
            games: spec.games,
            settings: spec.settings,
            written: Written::default(),
        }
        .fill_folder(base, |name| is_set(settings.as_ref(), name))
    }

    fn of_file(file: BotFile, folder: &Path, settings: Option<&Settings>) -> Layer {
        Layer {
            name: file.name,
            run: file.run,
            build: file.build,
            fetch: file.fetch,
            args: file.args,
            env: file.env,
            read: joined(folder, file.read),
            path: joined(folder, file.path),
            games: file.games,
            settings: None,
            written: Written::default(),
        }
        .fill_folder(folder, |name| is_set(settings, name))
    }

    /// What the description in a bot's folder says, mostly `bot.toml`, changed and completed by what
    /// is said elsewhere.
    pub fn of_description(own: Layer, folder: &Path, path: &Path) -> Result<Layer, String> {
        let shown = path.display();
        let mut described = true;
        let file = match fs::read_to_string(path) {
            Ok(text) => parse_bot(&text)
                .and_then(checked)
                .map_err(|why| format!("{shown}: {why}"))?,
            Err(e) if e.kind() == io::ErrorKind::NotFound => {
                described = false;
                BotFile::default()
            }
            Err(e) => return Err(format!("{shown}: {e}")),
        };
        let mut below = Layer::of_file(file, folder, own.settings.as_ref());
        below.args.extend(own.args);
        below.env.extend(own.env);
        below.read.extend(own.read);
        // What is said last is looked at first.
        below.path.splice(..0, own.path);
        let merged = Layer {
            name: own.name.or(below.name),
            run: own.run.or(below.run),
            build: own.build.or(below.build),
            fetch: own.fetch.or(below.fetch),
            games: own.games.or(below.games),
            settings: own.settings,
            written: own.written.over(below.written),
            ..below
        };
        if merged.run.is_none() {
            return Err(if described {
                format!("{shown} doesn't say how the bot is run; write for instance {EXAMPLE}")
            } else {
                format!(
                    "nothing says how the bot is run; write for instance {EXAMPLE} into {shown}"
                )
            });
        }
        Ok(merged)
    }

    /// A bot of the referee's own: the referee itself is started as one.
    pub fn house(self, house: &str, terms: Terms) -> Result<Entrant, String> {
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
            .or(house_games(&filled(house, self.settings.as_ref()))?);
        let referee = env::current_exe().map_err(|e| format!("the referee's own path: {e}"))?;
        let run = Some(Command {
            program: referee.to_string_lossy().into_owned(),
            args: vec!["house".to_owned(), house.to_owned()],
        });
        let written = Written {
            run: run.clone(),
            ..self.written
        };
        let own = Layer {
            run,
            games,
            written,
            ..self
        };
        own.finish(Path::new("/"), Files::House, &one_word(house), terms)
    }

    /// Finds the executable; `name` is for a bot without one, `folder` where it runs.
    pub fn finish(
        self,
        folder: &Path,
        files: Files,
        name: &str,
        terms: Terms,
    ) -> Result<Entrant, String> {
        let name = self.name.unwrap_or_else(|| name.to_owned());
        check_name(&name)?;
        let Some(run) = self.run else {
            return Err("nothing says how the bot is run; write `run`".to_owned());
        };
        if let Some(arg) = self.args.iter().find(|arg| arg.contains('\0')) {
            return Err(format!("args: {arg:?} holds a NUL character"));
        }
        if let Some(path) = self.read.iter().find(|path| !path.exists()) {
            return Err(format!("read: {} doesn't exist", path.display()));
        }
        if let Some(path) = self.path.iter().find(|path| !path.is_dir()) {
            return Err(format!("path: {} isn't a folder", path.display()));
        }
        let built = self.build.is_some() || self.fetch.is_some();
        let Terms { time, places, .. } = terms;
        let find = |word: &str| places.find(word, &self.path, &self.read);
        let found = executable(&run.program, folder, built, find)?;
        let executable = found.file;
        if run.program.contains('/') && !executable.starts_with(folder) && files != Files::House {
            places.check_named(&executable, &self.read)?;
        }
        let looked_up = !run.program.contains('/');
        let builder = if terms.build_jailed {
            places
        } else {
            Places { jailed: false }
        };
        let mut remarks: Vec<String> = found.remark.into_iter().collect();
        let mut task = |what: &str, command: Option<Command>| -> Result<Option<Task>, String> {
            let Some(command) = command else {
                return Ok(None);
            };
            let (task, remark) = Task::find(command, builder, &self.path, &self.read)
                .map_err(|why| format!("{what}: {why}"))?;
            remarks.extend(remark);
            Ok(Some(task))
        };
        let (build, fetch) = (task("build", self.build)?, task("fetch", self.fetch)?);
        let args: Vec<String> = run.args.into_iter().chain(self.args).collect();
        let written = self.written;
        // Where the referee, or a bot of a single file, lies doesn't make it another one.
        let program = match files {
            Files::House | Files::File(_) => None,
            Files::Folder(_) | Files::Named(_) => written.run.as_ref().map(|run| &run.program),
        };
        let owns_origin = matches!(files, Files::Folder(_));
        let home = (files != Files::House).then(|| folder.to_owned());
        Ok(Entrant {
            name: name.clone(),
            source: Source {
                files,
                run: program
                    .into_iter()
                    .chain(written.all_args())
                    .cloned()
                    .collect(),
                build: written.build.map(Command::words),
                fetch: written.fetch.map(Command::words),
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
                read: self.read,
                games: self.games,
                settings: self.settings,
            },
            commit: None,
            build,
            fetch,
            remarks,
            time,
            optional: false,
            submitted: false,
            limits: OwnLimits::default(),
        })
    }
}

/// Refuses what isn't a bot's to say.
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

/// Refuses what asks for no house bot, or for one that can't be; else, what that bot plays, if that
/// isn't any game.
fn house_games(house: &str) -> Result<Option<Vec<String>>, String> {
    drop(referee_bots::house::start(house).map_err(|why| why.to_string())?);
    let spec = Spec::parse(house).map_err(|why| why.to_string())?;
    let named = |bot: &&HouseBot| spec.name.as_deref() == Some(bot.name);
    let games = bots().iter().find(named).map_or(&[][..], |bot| bot.games);
    let games: Vec<String> = games.iter().map(|game| (*game).to_owned()).collect();
    Ok((!games.is_empty()).then_some(games))
}

/// Whether a tuning sets what stands for this name.
fn is_set(settings: Option<&Settings>, name: &str) -> bool {
    settings.is_some_and(|own| own.contains_key(name))
}

fn joined(base: &Path, paths: Vec<PathBuf>) -> Vec<PathBuf> {
    let absolute = |path| {
        let joined = base.join(path);
        std::path::absolute(&joined).unwrap_or(joined)
    };
    paths.into_iter().map(absolute).collect()
}
