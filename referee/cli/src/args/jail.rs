//! Options for the level of the jail.

use referee_build::jail::{JailRequest, level};
use referee_jail::{JailLayer, Level};

/// The level of the jail, and what bots may read in it.
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "Jail")]
pub struct JailArgs {
    #[command(flatten)]
    level: LevelArgs,
    /// Allow bots to read the paths that their own `bot.toml` names outside their folder and the
    /// system; paths in the tournament file are always allowed.
    #[arg(long)]
    allow_read: bool,
}

/// The level of the jail.
#[derive(Clone, Debug, clap::Args)]
pub struct LevelArgs {
    /// The level of the jail: `strict` (all guarantees, or nothing is played), `auto` (all
    /// guarantees that the machine can give) or `off`; see `referee jail`.
    #[arg(long, value_name = "LEVEL", value_parser = level_of)]
    jail: Option<Level>,
    /// Layers to do without, to see what the others do.
    #[arg(long, value_name = "LAYERS", value_delimiter = ',', hide = true, value_parser = layer_of)]
    jail_without: Vec<JailLayer>,
}

impl JailArgs {
    /// Returns the jail that the command line asks for.
    pub fn wanted(&self) -> JailRequest {
        self.level.request(self.allow_read)
    }
}

impl LevelArgs {
    /// Returns the jail that the command line asks for; bots may not read what their own `bot.toml` asks for.
    pub fn wanted(&self) -> JailRequest {
        self.request(false)
    }

    fn request(&self, reads: bool) -> JailRequest {
        JailRequest::new(
            self.jail,
            self.jail_without.iter().copied().collect(),
            reads,
        )
    }
}

fn level_of(level_name: &str) -> Result<Level, String> {
    let all = [Level::Strict, Level::Auto, Level::Off];
    let matching_level = all.into_iter().find(|known| level(*known) == level_name);
    matching_level.ok_or_else(|| "expected strict, auto or off".to_owned())
}

fn layer_of(layer_name: &str) -> Result<JailLayer, String> {
    JailLayer::of(layer_name).ok_or_else(|| {
        let known = JailLayer::ALL.map(JailLayer::label).join(", ");
        format!("expected some of {known}")
    })
}
