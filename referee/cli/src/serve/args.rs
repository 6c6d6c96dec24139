//! Where pages are served, and what they show to whom.

use std::net::{IpAddr, SocketAddr};
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::Result;
use rand::TryRng;
use rand::rngs::SysRng;
use referee_schedule::Format;
use referee_web::server::AccessToken;

use super::PublicRun;
use crate::commands::number::whole;
use crate::exit::machine;
use crate::html::Aliases;
use crate::results::{open, plan};

/// The port where nothing else is said.
const PORT: u16 = 7070;

/// Where pages are served, and what they show to whom.
#[derive(Clone, Debug, Default, PartialEq, Eq, clap::Args)]
#[command(next_help_heading = "Pages")]
pub struct ServeArgs {
    /// The address: a port of this machine, or IP:PORT for others too [default: 7070]. Others see results,
    /// and aliases where there are some; everything else needs the token that is printed then.
    #[arg(long, value_name = "PORT|IP:PORT", value_parser = address)]
    pub listen: Option<SocketAddr>,
    /// Show everything so many seconds later to those who don't have the token.
    #[arg(long, value_name = "SECONDS", value_parser = whole::<u32, 1, 900>)]
    pub delay: Option<u32>,
    /// Show no results until all games are played, except to those who have the token.
    #[arg(long)]
    pub hide_standings: bool,
    /// Ask for the token on this machine too.
    #[arg(long)]
    pub public: bool,
    /// The roster of an exam, whose aliases are shown, if it isn't where the tournament says.
    #[arg(long, value_name = "FILE")]
    pub roster: Option<PathBuf>,
    /// Where games of people are kept, instead of RUN.play.db beside the run.
    #[arg(long, value_name = "FILE")]
    pub people: Option<PathBuf>,
    /// Games of people at the same time [default: 4].
    #[arg(long, value_name = "N")]
    pub people_games: Option<usize>,
}

fn address(text: &str) -> Result<SocketAddr, String> {
    let here = IpAddr::from([127, 0, 0, 1]);
    let port = text.parse::<u16>().map(|port| SocketAddr::new(here, port));
    port.or_else(|_| text.parse()).map_err(|_| {
        "expected a port such as 7070, or an address such as 192.168.1.5:7070".to_owned()
    })
}

impl ServeArgs {
    /// Whether anything is said about pages.
    pub fn any(&self) -> bool {
        *self != ServeArgs::default()
    }

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
