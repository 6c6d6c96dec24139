//! `referee show`: draws a position as text.

use referee_games::terminal;
use referee_output::{Exit, stdout};
use serde_json::json;

use super::game::{GameOptions, position};

/// Draw a position.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  referee show onitama
  referee show cublino-contra 'CLb2If2Lg2Cc3pa4pd4Og4jc5ib6jd6ig6fg7 1'
  referee show ludo --option seats=ABCD
  referee show koolaamee --json")]
pub struct ShowArgs {
    /// The game, see `referee games`.
    game: String,
    /// A state line in quotes; without one, the default start.
    #[arg(allow_hyphen_values = true)]
    state: Option<String>,
    #[command(flatten)]
    options: GameOptions,
    /// Print state, drawing and position as JSON instead.
    #[arg(long)]
    json: bool,
}

impl ShowArgs {
    /// Draws the position.
    pub fn run(self) -> anyhow::Result<Exit> {
        let rules = self.options.rules(&self.game)?;
        let position = position(rules.as_ref(), self.state.as_deref())?;
        if self.json {
            let (state, scene, view) = (position.line(), position.scene(), position.view());
            let shown = json!({ "state": state, "scene": scene, "view": view });
            return stdout::json(&shown).map(|()| Exit::Fine);
        }
        stdout::text(&terminal::draw(&position.scene()).join("\n"))?;
        Ok(Exit::Fine)
    }
}
