//! Options for the pages: their address, and what they show to whom.

use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;

use referee_web::serve::ServeOptions;

use super::number::whole;

/// The address of the pages, and what they show to whom.
#[derive(Clone, Debug, Default, PartialEq, Eq, clap::Args)]
#[command(next_help_heading = "Pages")]
pub struct PageArgs {
    /// The address: a port for this machine only, or IP:PORT for other machines, too [default:
    /// 7070]. Other machines see results, with aliases if there are any; everything else needs the
    /// token that is printed at the start.
    #[arg(long, value_name = "PORT|IP:PORT", value_parser = address)]
    listen: Option<SocketAddr>,
    /// Show everything this many seconds late to visitors without the token.
    #[arg(long, value_name = "SECONDS", value_parser = whole::<u32, 1, 900>)]
    delay: Option<u32>,
    /// Hide the results from visitors without the token until all games are played.
    #[arg(long)]
    hide_standings: bool,
    /// Require the token on this machine, too.
    #[arg(long)]
    public: bool,
    /// The roster of an exam with the aliases to show [default: the file that the tournament
    /// names].
    #[arg(long, value_name = "FILE")]
    roster: Option<PathBuf>,
    /// The database for games of people [default: RUN.play.db next to the run].
    #[arg(long, value_name = "FILE")]
    people: Option<PathBuf>,
    /// Maximum number of concurrent games of people [default: 4].
    #[arg(long, value_name = "N")]
    people_games: Option<usize>,
}

impl PageArgs {
    /// Returns true if any of these options is given.
    pub fn any(&self) -> bool {
        *self != PageArgs::default()
    }

    /// Returns the options as the web server takes them.
    pub fn wanted(self) -> ServeOptions {
        ServeOptions {
            listen: self.listen,
            delay: self.delay,
            hide_standings: self.hide_standings,
            public: self.public,
            roster: self.roster,
            people: self.people,
            people_games: self.people_games,
        }
    }
}

/// Reads an address to listen on: a port for this machine only, or IP:PORT.
pub fn address(text: &str) -> Result<SocketAddr, String> {
    let here = IpAddr::from([127, 0, 0, 1]);
    let port = text.parse::<u16>().map(|port| SocketAddr::new(here, port));
    port.or_else(|_| text.parse()).map_err(|_| {
        "expected a port such as 7070, or an address such as 192.168.1.5:7070".to_owned()
    })
}
