//! `referee new`: copies a bot kit or an example tournament into a new folder.

mod examples;

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Component, Path, PathBuf};

use referee_bots::kits::{self, Kit};
use referee_config::match_files::quoted;
use referee_config::{check_name, closest, deals, find_game};
use referee_games::{DEFAULT_GAME, GameKind, GamePurpose, Turn};
use referee_output::failure::{bad_input, machine};
use referee_output::{Exit, stdout};

use super::docs::PROTOCOL;

/// The file that describes the bot of a folder.
const DESCRIPTION: &str = "bot.toml";

/// Create a bot from the kit of a language, or an example tournament.
///
/// The folder of a bot has a bot that plays, the library that it uses, a README that says which
/// part to change, and the protocol; a tournament file is written next to the folder. Existing
/// files are never overwritten.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  referee new python mybot
  referee new java mybot --game onitama
  referee new exam
  referee new --list")]
pub struct NewArgs {
    /// The language of a bot, or an example: see --list.
    #[arg(required_unless_present = "list")]
    what: Option<String>,
    /// The folder to create [default: LANGUAGE-bot, or the name of the example].
    folder: Option<PathBuf>,
    /// The game: uses the kit's bot for this game, if there is one [default: a bot for all games].
    #[arg(long)]
    game: Option<String>,
    /// List the languages and the examples.
    #[arg(long, conflicts_with_all = ["what", "folder"])]
    list: bool,
}

impl NewArgs {
    /// Writes the kit or the example.
    pub fn run(self) -> anyhow::Result<Exit> {
        let Some(what) = self.what else {
            stdout::text(&list())?;
            return Ok(Exit::Fine);
        };
        let chosen = self.game.as_deref();
        if let Some(example) = examples::find(&what) {
            if chosen.is_some() {
                return Err(bad_input(format!(
                    "--game goes with a language; {what} has its own game"
                )));
            }
            let folder = self.folder.unwrap_or_else(|| PathBuf::from(example.name));
            write(&example.plan(&folder)).map_err(bad_input)?;
            stdout::text(&example.farewell(&folder))?;
            return Ok(Exit::Fine);
        }
        if let Some(game) = chosen {
            find_game(game).map_err(bad_input)?;
        }
        let kit = find_kit(&what)?;
        let folder = self.folder;
        let folder = folder.unwrap_or_else(|| PathBuf::from(format!("{}-bot", kit.name)));
        let planned = plan(kit, &folder, chosen).map_err(bad_input)?;
        write(&planned).map_err(bad_input)?;
        let game = chosen.unwrap_or(DEFAULT_GAME);
        stdout::text(&farewell(kit, &folder, game, &planned))?;
        Ok(Exit::Fine)
    }
}

/// Writes the files of a kit into a folder.
pub fn write_kit(language: &str, folder: &Path) -> anyhow::Result<()> {
    let kit = find_kit(language)?;
    for (file, text) in kit.files {
        write_file(&folder.join(file), text).map_err(machine)?;
    }
    Ok(())
}

fn list() -> String {
    let mut text = String::new();
    for kit in kits::KITS {
        text += &format!("{:12} {:18} {}\n", kit.name, kit.title, kit.needs);
    }
    text += "\nExamples of tournaments:\n";
    for example in &examples::EXAMPLES {
        text += &format!("{:12} {}\n", example.name, example.title);
    }
    text
}

fn find_kit(language: &str) -> anyhow::Result<&'static Kit> {
    kits::find(language).ok_or_else(|| {
        let kits = kits::KITS.iter().map(|kit| kit.name);
        let examples = examples::EXAMPLES.iter().map(|example| example.name);
        let names: Vec<&str> = kits.chain(examples).collect();
        let meant = closest(language, &names);
        let meant = meant.map_or(String::new(), |meant| format!("did you mean {meant}? "));
        bad_input(format!(
            "there is no kit for {language:?}; {meant}`referee new --list` lists them. Any other \
             language is as good: `referee docs protocol` shows what a bot must say"
        ))
    })
}

/// Paths and texts of the files to write; the last one is the tournament file.
type Planned = Vec<(PathBuf, String)>;

fn plan(kit: &Kit, folder: &Path, game: Option<&str>) -> Result<Planned, String> {
    let name = name_of(folder)?;
    let game_description = game.and_then(|game| kit.text(&format!("{game}.toml")));
    let description = game_description
        .or(kit.text(DESCRIPTION))
        .unwrap_or_default();
    let mut files: Planned = kit
        .files
        .iter()
        .map(|(file, text)| {
            let text = if *file == DESCRIPTION {
                renamed(description, &name)
            } else {
                (*text).to_owned()
            };
            (folder.join(file), text)
        })
        .collect();
    files.push((folder.join("protocol.md"), PROTOCOL.to_owned()));
    files.push((
        beside(folder, &format!("{name}-tournament.toml")),
        tournament_of(&name, game.unwrap_or(DEFAULT_GAME))?,
    ));
    Ok(files)
}

/// Returns the path of this name next to a folder.
pub fn beside(folder: &Path, name: &str) -> PathBuf {
    if folder.components().next_back() == Some(Component::CurDir) {
        Path::new("..").join(name)
    } else {
        folder.with_file_name(name)
    }
}

/// Returns the folder's name, which becomes the bot's name. Returns an error if it can't be one.
pub fn name_of(folder: &Path) -> Result<String, String> {
    let shown = folder.display();
    let absolute = std::path::absolute(folder).map_err(|e| format!("{shown}: {e}"))?;
    let name = absolute.file_name().unwrap_or_default().to_string_lossy();
    check_name(&name).map_err(|why| format!("the folder gives the bot its name; {why}"))?;
    Ok(name.into_owned())
}

/// Returns the description with the bot's name in it.
fn renamed(description: &str, name: &str) -> String {
    let line = |line: &str| {
        if line.starts_with("name =") {
            format!("name = {name:?}\n")
        } else {
            format!("{line}\n")
        }
    };
    description.lines().map(line).collect()
}

fn tournament_of(name: &str, game: &str) -> Result<String, String> {
    let starts = starts_of(find_game(game)?)?;
    Ok(format!(
        "# {name} against two of the house, each pair from both sides.\n\
         game = \"{game}\"\n\
         format = \"round-robin\"\n\
         games_per_pair = 10\n\
         {starts}\
         time = {{ move_ms = 1000 }}\n\
         \n\
         [[bots]]\n\
         bot = {name:?}\n\
         \n\
         [[bots]]\n\
         bot = \"house:random\"\n\
         \n\
         [[bots]]\n\
         bot = \"house:greedy\"\n"
    ))
}

/// Returns the TOML keys that make starts differ, so that no game is played twice.
fn starts_of(kind: &dyn GameKind) -> Result<String, String> {
    let options = kind.options_for(GamePurpose::Drawn);
    let rules = kind.rules(&options).map_err(|why| why.to_string())?;
    if deals(&*rules)? {
        let option = |(name, value): (&String, &String)| format!("{name} = {}", quoted(value));
        let options: Vec<String> = options.iter().map(option).collect();
        let options = match options.join(", ") {
            none if none.is_empty() => none,
            some => format!("options = {{ {some} }}\n"),
        };
        return Ok(format!("start = \"deal\"\n{options}"));
    }
    Ok(match rules.start().turn() {
        // No key is needed: the dice make games differ.
        Turn::Chance(_) => String::new(),
        _ => "openings = 4\n".to_owned(),
    })
}

/// Writes all files, or none if one of them exists already.
pub fn write(planned: &Planned) -> Result<(), String> {
    if let Some((there, _)) = planned
        .iter()
        .find(|(path, _)| path.symlink_metadata().is_ok())
    {
        let there = there.display();
        return Err(format!(
            "{there} is there already, and nothing is overwritten; name another folder"
        ));
    }
    for (path, text) in planned {
        write_file(path, text).map_err(|e| format!("{}: {e}", path.display()))?;
    }
    Ok(())
}

fn write_file(path: &Path, text: &str) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    // A file that another process created in the meantime isn't overwritten either.
    let mut file = OpenOptions::new().write(true).create_new(true).open(path)?;
    file.write_all(text.as_bytes())
}

fn farewell(kit: &Kit, folder: &Path, game: &str, planned: &Planned) -> String {
    let folder = folder.display();
    let tournament = planned.last().map(|(path, _)| path.display().to_string());
    let tournament = tournament.unwrap_or_default();
    format!(
        "{folder} holds a bot in {}, which plays as it is. It needs {}.\n\
         {folder}/README.md says which part is yours, {folder}/protocol.md what a bot reads and writes. Then:\n\
         \n  \
         referee check {folder}\n  \
         referee play --game {game} {folder} house:random\n  \
         referee run {tournament}\n",
        kit.title, kit.needs
    )
}
