//! `referee worker`: plays games for runs of other machines.

use std::num::NonZeroU32;

use referee_output::Exit;

use crate::args::JailArgs;
use crate::args::number::positive;

/// Play games for runs of other machines.
///
/// Waits at a NATS server for runs that were started with `--fleet`, takes their bots from there, builds
/// them, and plays until it is interrupted. Ctrl-C ends it when the games that it has are played; once
/// more ends it at once, and others play them. Bots run in the jail of this machine: docs/fleet.md.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  referee worker nats://10.0.0.1:4222
  referee worker nats://10.0.0.1:4222 --concurrency 7 --name lab-3
  referee worker nats://10.0.0.1:4222 --jail strict
  referee worker worker-1/worker.toml")]
pub struct WorkerArgs {
    /// The address of an open NATS server, or the worker's file that `referee fleet init` wrote.
    #[arg(value_name = "ADDRESS|FILE")]
    place: String,
    /// Name of the worker, unique in the fleet: letters, digits, `-` and `_` [default: that of its
    /// file, or of this machine and a number].
    #[arg(long)]
    name: Option<String>,
    /// Number of concurrent games [default: one fewer than the physical cores].
    #[arg(long, value_name = "N", value_parser = positive)]
    concurrency: Option<NonZeroU32>,
    /// Allow bots to run their `fetch` command, which has network access, before the build.
    #[arg(long)]
    allow_fetch: bool,
    /// A word by which runs choose their workers (`--fleet-tag`); may be given several times.
    #[arg(long = "tag", value_name = "TAG")]
    tags: Vec<String>,
    #[command(flatten)]
    jail: JailArgs,
}

#[cfg(feature = "fleet")]
impl WorkerArgs {
    /// Plays until it is interrupted.
    pub fn run(self) -> anyhow::Result<Exit> {
        let options = referee_fleet::WorkerOptions {
            place: self.place,
            name: self.name,
            own_name: own_name(),
            games: self.concurrency.map(|games| games.get() as usize),
            jail: self.jail.wanted(),
            fetch: self.allow_fetch,
            tags: self.tags,
        };
        referee_tournament::runtime()?.block_on(referee_fleet::serve(options))?;
        Ok(Exit::Fine)
    }
}

#[cfg(not(feature = "fleet"))]
impl WorkerArgs {
    /// Returns an error: this program can't.
    pub fn run(self) -> anyhow::Result<Exit> {
        let Self {
            place: _,
            name: _,
            concurrency: _,
            allow_fetch: _,
            tags: _,
            jail: _,
        } = self;
        Err(crate::args::no_fleet())
    }
}

/// Returns the name of the machine, as far as it is made of plain characters, with the id of this process.
#[cfg(feature = "fleet")]
fn own_name() -> String {
    let system = rustix::system::uname();
    let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '-' };
    let machine: String = system
        .nodename()
        .to_string_lossy()
        .chars()
        .map(plain)
        .take(20)
        .collect();
    format!("{machine}-{}", std::process::id())
}
