//! Options of the server: its address, and what it shows to whom.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::Result;
use rand::TryRng;
use rand::rngs::SysRng;
use referee_output::failure::machine;
use referee_schedule::Format;
use referee_tournament::results::{open, plan};

use super::PublicRun;
use crate::run_page::Aliases;
use crate::server::AccessToken;

/// The default port.
const PORT: u16 = 7070;

/// Options of the server: its address, and what it shows to whom.
#[derive(Clone, Debug, Default)]
pub struct ServeOptions {
    /// The address to listen on; by default port 7070 of this machine only.
    pub listen: Option<SocketAddr>,
    /// Delay of everything, in seconds, for readers without the token.
    pub delay: Option<u32>,
    /// Hides results until all games are played, except from readers with the token.
    pub hide_standings: bool,
    /// Requires the token on this machine too.
    pub public: bool,
    /// The roster of an exam, if it isn't at the path that the tournament names.
    pub roster: Option<PathBuf>,
    /// The file for games of people, instead of `RUN.play.db` next to the run.
    pub people: Option<PathBuf>,
    /// Most games of people at the same time; 4 by default.
    pub people_games: Option<usize>,
}

impl ServeOptions {
    /// Returns the address to listen on.
    pub fn address(&self) -> SocketAddr {
        self.listen
            .unwrap_or_else(|| SocketAddr::from(([127, 0, 0, 1], PORT)))
    }

    /// Returns a new token for the server at `port`; `None` if everyone may see everything. Returns an error
    /// if the system has no random numbers.
    pub fn token(&self, port: u16) -> Result<Option<AccessToken>> {
        if !self.is_guarded() {
            return Ok(None);
        }
        let random_half = || SysRng.try_next_u64().map(u128::from);
        let bits = random_half().and_then(|high| Ok(high << 64 | random_half()?));
        Ok(Some(AccessToken::of(bits.map_err(machine)?, port)))
    }

    /// Returns the restricted view of a run; `None` if everyone may see everything. Returns an error if the
    /// run can't be read.
    pub fn guest(&self, path: &Path) -> Result<Option<PublicRun>> {
        if !self.is_guarded() {
            return Ok(None);
        }
        let run = open(path)?;
        let plan = plan(&run)?;
        let exam = matches!(plan.format, Format::Exam(_));
        let aliases = exam.then(|| Aliases::of_run(&run, &plan, self.roster.as_deref()));
        Ok(Some(PublicRun {
            aliases: aliases.transpose()?,
            delay: self.delay(),
            hide_standings: self.hide_standings,
        }))
    }

    /// Returns the delay for readers without the token.
    pub fn delay(&self) -> Duration {
        Duration::from_secs(self.delay.unwrap_or(0).into())
    }

    fn is_guarded(&self) -> bool {
        let others = !self.address().ip().is_loopback();
        others || self.delay.is_some() || self.hide_standings || self.public
    }
}
