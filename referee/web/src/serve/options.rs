//! Where pages are served, and what they show to whom.

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

/// The port where nothing else is said.
const PORT: u16 = 7070;

/// Where pages are served, and what they show to whom.
#[derive(Clone, Debug, Default)]
pub struct ServeOptions {
    /// The address; port 7070 of this machine if nothing is said.
    pub listen: Option<SocketAddr>,
    /// Everything is shown so many seconds later to those who don't have the token.
    pub delay: Option<u32>,
    /// Whether results are hidden until all games are played, except to those who have the token.
    pub hide_standings: bool,
    /// Whether the token is asked for on this machine too.
    pub public: bool,
    /// The roster of an exam, if it isn't where the tournament says.
    pub roster: Option<PathBuf>,
    /// Where games of people are kept, instead of RUN.play.db beside the run.
    pub people: Option<PathBuf>,
    /// Games of people at the same time; 4 if nothing is said.
    pub people_games: Option<usize>,
}

impl ServeOptions {
    /// Where to listen.
    pub fn address(&self) -> SocketAddr {
        self.listen
            .unwrap_or_else(|| SocketAddr::from(([127, 0, 0, 1], PORT)))
    }

    /// What those have to bring who may see everything, where not everybody may.
    pub fn token(&self, port: u16) -> Result<Option<AccessToken>> {
        if !self.is_guarded() {
            return Ok(None);
        }
        let random_half = || SysRng.try_next_u64().map(u128::from);
        let bits = random_half().and_then(|high| Ok(high << 64 | random_half()?));
        Ok(Some(AccessToken::of(bits.map_err(machine)?, port)))
    }

    /// What others see of a run, where they don't see everything.
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

    /// How much later others see things.
    pub fn delay(&self) -> Duration {
        Duration::from_secs(self.delay.unwrap_or(0).into())
    }

    fn is_guarded(&self) -> bool {
        let others = !self.address().ip().is_loopback();
        others || self.delay.is_some() || self.hide_standings || self.public
    }
}
