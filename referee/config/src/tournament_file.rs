//! Reads a tournament in two steps: the file, which names its game, and then its bots and starts by the game's rules.
//!
//! A game whose rules are a program is made ready between the two. Errors are sentences that begin with the name of
//! the file.

use std::io;
use std::path::{Path, PathBuf};

use referee_engine::read_text;
use referee_games::GameSource;
use referee_jail::Level;
use referee_output::failure::bad_input;

use crate::place::Refusal;
use crate::spec::{self, TournamentSpec};
use crate::{
    Builds, ConfiguredGame, GameChoice, LadderSettings, ProgramLookup, Tournament, resolve,
};

/// A tournament file that is parsed, and whose game is found.
pub struct TournamentFile {
    /// What error messages call the file.
    shown: String,
    /// Its text, unchanged.
    text: String,
    /// The folder to which its paths are relative.
    folder: PathBuf,
    spec: TournamentSpec,
    places: ProgramLookup,
    builds: Builds,
    game: GameChoice,
}

impl TournamentFile {
    /// Reads a file, for a jail of this level, or of the file's own if `level` is `None`. Returns an error that names
    /// the file and what is wrong.
    pub fn read(path: &Path, level: Option<Level>) -> anyhow::Result<TournamentFile> {
        let shown = path.display().to_string();
        let text = read(path).map_err(|why| bad_input(format!("{shown}: {why}")))?;
        let folder = path.parent().unwrap_or(Path::new(""));
        TournamentFile::of_text(&text, &shown, folder, level)
    }

    /// Reads a text, as [`TournamentFile::read`] does; its paths are relative to `folder`, and errors begin with
    /// `shown`.
    pub fn of_text(
        text: &str,
        shown: &str,
        folder: &Path,
        level: Option<Level>,
    ) -> anyhow::Result<TournamentFile> {
        let refuse = |why: String| bad_input(format!("{shown}: {why}"));
        let spec = spec::parse(text).map_err(refuse)?;
        let level = level.or(spec.jail.map(Level::from)).unwrap_or_default();
        let places = ProgramLookup::at(level);
        if let Some(ladder) = &spec.ladder {
            let checked = ladder.check();
            checked.map_err(|why| refuse(Refusal::value("ladder", why).shown(text)))?;
        }
        let limits = spec.build_limits;
        let checked = limits.check();
        checked.map_err(|why| refuse(Refusal::value("build_limits", why).shown(text)))?;
        let builds = Builds {
            jailed: places.jailed && spec.build_jail,
            limits,
        };
        let game = GameChoice::find(&spec.game, folder, places);
        let game = game.map_err(|why| refuse(Refusal::value("game", why).shown(text)))?;
        let options = resolve::check_options(&spec.options, game.name(), &game.options());
        options.map_err(|refusal| refuse(refusal.shown(text)))?;
        Ok(TournamentFile {
            shown: shown.to_owned(),
            text: text.to_owned(),
            folder: folder.to_owned(),
            spec,
            places,
            builds,
            game,
        })
    }

    /// Returns the level of the jail that the file sets.
    pub fn jail(&self) -> Option<Level> {
        self.spec.jail.map(Level::from)
    }

    /// Returns the settings of a ladder, with the defaults for what isn't given.
    pub fn ladder(&self) -> LadderSettings {
        LadderSettings {
            snapshot_limits: self.spec.snapshot_limits,
            ..self.spec.ladder.clone().unwrap_or_default()
        }
    }

    /// Returns the settings for building its bots, and the program of its game.
    pub fn builds(&self) -> Builds {
        self.builds
    }

    /// Returns the game to be made ready; `None` if it is built in.
    pub fn program(&self) -> Option<&ConfiguredGame> {
        self.game.program()
    }

    /// Finds the bots and starts, by the game among these. Returns an error also if too few bots can play.
    pub fn resolve(self, games: GameSource) -> anyhow::Result<Tournament> {
        let shown = self.shown.clone();
        let tournament = self.resolve_any(games)?;
        tournament.check_bots().map_err(|why| {
            let left_out = tournament.refused.iter().map(ToString::to_string);
            let lines: Vec<String> = std::iter::once(why).chain(left_out).collect();
            bad_input(format!("{shown}: {}", lines.join("\n")))
        })?;
        Ok(tournament)
    }

    /// Finds the bots and starts as [`TournamentFile::resolve`] does, also if too few bots can play
    /// ([`Tournament::check_bots`]).
    pub fn resolve_any(self, games: GameSource) -> anyhow::Result<Tournament> {
        let name = self.game.name().to_owned();
        let resolved = resolve::resolve(
            self.spec,
            (&name, games),
            &self.text,
            &self.folder,
            (self.places, self.builds),
        );
        let (shown, text) = (&self.shown, &self.text);
        let refused = |refusal: Refusal| bad_input(format!("{shown}: {}", refusal.shown(text)));
        Ok(Tournament {
            program: self.game.program().cloned(),
            ..resolved.map_err(refused)?
        })
    }
}

/// Reads the text of a file; the error says what was expected.
fn read(path: &Path) -> Result<String, String> {
    let expected = "expected a tournament file such as tournaments/quickstart.toml";
    read_text(path).map_err(|e| match e.kind() {
        io::ErrorKind::IsADirectory => format!("this is a folder; {expected}"),
        io::ErrorKind::InvalidData => e.to_string(),
        _ => format!("{e}; {expected}"),
    })
}
