//! A bot: from what is said about it, in a tournament, its `bot.toml` or on the command line, to a
//! program that can be started.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

use referee_arena::Program;
use referee_record::TimeControl;

use super::Entrant;
use super::program::{check_executable, environment, executable};
use super::spec::{BotFile, BotSpec, Recipe, parse_bot};
use super::words::Command;

/// The longest name of a bot, in characters.
const NAME_MAX: usize = 40;
/// What a house bot begins with.
const HOUSE: &str = "house:";

/// Finds a bot; its paths are relative to `base`, and `time` is what a bot without odds has.
pub fn entrant(spec: BotSpec, base: &Path, time: TimeControl) -> Result<Entrant, String> {
    let time = scaled(time, spec.time_factor)?;
    let source = spec.bot.clone();
    let own = Layer::of_spec(spec, base);
    match source.as_deref() {
        None => inline(own, base, time),
        Some(text) => match text.strip_prefix(HOUSE) {
            Some(house) => own.house(house, time),
            None => from_path(own, &base.join(text), time),
        },
    }
}

/// Finds a submission: a folder, or an executable file.
pub fn submission(
    path: &Path,
    defaults: Option<&Recipe>,
    base: &Path,
    time: TimeControl,
) -> Result<Entrant, String> {
    let described = !path.is_dir() || path.join("bot.toml").exists();
    let own = match defaults {
        Some(recipe) if !described => Layer::of_recipe(recipe.clone(), base),
        _ => Layer::default(),
    };
    from_path(own, path, time)
}

fn scaled(time: TimeControl, factor: Option<f64>) -> Result<TimeControl, String> {
    match factor {
        None => Ok(time),
        Some(factor) if factor > 0.0 && factor.is_finite() => Ok(time.scaled(factor)),
        Some(factor) => Err(format!("time_factor = {factor}: expected a number above 0")),
    }
}

/// A bot whose `run` stands in the tournament itself.
fn inline(own: Layer, base: &Path, time: TimeControl) -> Result<Entrant, String> {
    if own.run.is_none() {
        return Err("found neither `bot` nor `run`, expected one of them".to_owned());
    }
    if own.build.is_some() {
        return Err("`build` goes with a folder; name it by `bot`".to_owned());
    }
    let name = own.name.clone();
    let name = name.ok_or("a bot with `run` and no `bot` needs a `name`")?;
    own.finish(&absolute(base)?, &name, time)
}

fn from_path(own: Layer, path: &Path, time: TimeControl) -> Result<Entrant, String> {
    let shown = path.display();
    let path = path.canonicalize().map_err(|e| match e.kind() {
        io::ErrorKind::NotFound => format!(
            "{shown} doesn't exist; expected house:NAME, the folder of a bot or an executable file"
        ),
        _ => format!("{shown}: {e}"),
    })?;
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let name = one_word(&name);
    if path.is_dir() {
        return Layer::of_folder(own, &path)?.finish(&path, &name, time);
    }
    if own.run.is_some() || own.build.is_some() {
        return Err(format!(
            "{shown} is a file; `run` and `build` go with a folder"
        ));
    }
    check_executable(&path)?;
    let run = Command {
        program: path.to_string_lossy().into_owned(),
        args: Vec::new(),
    };
    let folder = path.parent().unwrap_or(Path::new("/")).to_owned();
    let own = Layer {
        run: Some(run),
        ..own
    };
    own.finish(&folder, &name, time)
}

/// What one file says about a bot; its paths are absolute.
#[derive(Default)]
struct Layer {
    name: Option<String>,
    run: Option<Command>,
    build: Option<Command>,
    args: Vec<String>,
    env: BTreeMap<String, String>,
    read: Vec<PathBuf>,
    games: Option<Vec<String>>,
}

impl Layer {
    fn of_spec(spec: BotSpec, base: &Path) -> Layer {
        Layer {
            name: spec.name,
            run: spec.run,
            build: spec.build,
            args: spec.args,
            env: spec.env,
            read: joined(base, spec.read),
            games: spec.games,
        }
    }

    fn of_file(file: BotFile, folder: &Path) -> Layer {
        Layer {
            name: file.name,
            run: file.run,
            build: file.build,
            args: file.args,
            env: file.env,
            read: joined(folder, file.read),
            games: file.games,
        }
    }

    fn of_recipe(recipe: Recipe, base: &Path) -> Layer {
        Layer {
            run: recipe.run,
            build: recipe.build,
            args: recipe.args,
            env: recipe.env,
            read: joined(base, recipe.read),
            ..Layer::default()
        }
    }

    /// What the folder's `bot.toml` says, changed and completed by what is said elsewhere.
    fn of_folder(own: Layer, folder: &Path) -> Result<Layer, String> {
        let path = folder.join("bot.toml");
        let shown = path.display();
        let file = match fs::read_to_string(&path) {
            Ok(text) => parse_bot(&text).map_err(|why| format!("{shown}: {why}"))?,
            Err(e) if e.kind() == io::ErrorKind::NotFound => BotFile::default(),
            Err(e) => return Err(format!("{shown}: {e}")),
        };
        let mut below = Layer::of_file(file, folder);
        below.args.extend(own.args);
        below.env.extend(own.env);
        below.read.extend(own.read);
        let merged = Layer {
            name: own.name.or(below.name),
            run: own.run.or(below.run),
            build: own.build.or(below.build),
            games: own.games.or(below.games),
            ..below
        };
        if merged.run.is_none() {
            return Err(format!(
                "{shown} doesn't say how the bot is run; write for instance run = \"python3 bot.py\""
            ));
        }
        Ok(merged)
    }

    /// A bot of the referee's own: the referee itself is started as one.
    fn house(self, house: &str, time: TimeControl) -> Result<Entrant, String> {
        let plain = self.run.is_none()
            && self.build.is_none()
            && self.args.is_empty()
            && self.env.is_empty()
            && self.read.is_empty();
        if !plain {
            return Err("a house bot takes no run, build, args, env and read".to_owned());
        }
        let referee = env::current_exe().map_err(|e| format!("the referee's own path: {e}"))?;
        let own = Layer {
            run: Some(Command {
                program: referee.to_string_lossy().into_owned(),
                args: vec!["house".to_owned(), house.to_owned()],
            }),
            ..self
        };
        own.finish(Path::new("/"), &one_word(house), time)
    }

    fn finish(self, folder: &Path, name: &str, time: TimeControl) -> Result<Entrant, String> {
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
        let executable = executable(&run.program, folder, self.build.is_some())?;
        let looked_up = !run.program.contains('/');
        let args = run.args.into_iter().chain(self.args);
        Ok(Entrant {
            name: name.clone(),
            program: Program {
                name,
                env: environment(&executable, looked_up, &self.env)?,
                executable,
                args: args.map(OsString::from).collect(),
                folder: folder.to_owned(),
                read: self.read,
                games: self.games,
            },
            build: self.build.map(Command::words),
            time,
        })
    }
}

fn joined(base: &Path, paths: Vec<PathBuf>) -> Vec<PathBuf> {
    let absolute = |path| {
        let joined = base.join(path);
        std::path::absolute(&joined).unwrap_or(joined)
    };
    paths.into_iter().map(absolute).collect()
}

/// The folder as an absolute path; the empty one is the current folder.
fn absolute(folder: &Path) -> Result<PathBuf, String> {
    let shown = folder.display();
    let folder = Path::new(".").join(folder);
    folder.canonicalize().map_err(|e| format!("{shown}: {e}"))
}

/// Refuses a name that would break a table or a message.
fn check_name(name: &str) -> Result<(), String> {
    let printable = name.chars().all(|c| !c.is_whitespace() && !c.is_control());
    if !printable || !(1..=NAME_MAX).contains(&name.chars().count()) {
        return Err(format!(
            "name {name:?}: expected one printable word of at most {NAME_MAX} characters"
        ));
    }
    Ok(())
}

/// A text made one printable word.
fn one_word(text: &str) -> String {
    let plain = |c: char| {
        if c.is_whitespace() || c.is_control() {
            '-'
        } else {
            c
        }
    };
    text.chars().map(plain).take(NAME_MAX).collect()
}
