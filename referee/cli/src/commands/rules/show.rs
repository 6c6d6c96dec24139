//! `referee rules GAME show`: draws a position as text.

use referee_games::{Rules, terminal};
use referee_output::{Exit, stdout};
use serde_json::json;

use crate::commands::game::position;

/// Draw a position.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  referee rules onitama show
  referee rules cublino-contra show 'CLb2If2Lg2Cc3pa4pd4Og4jc5ib6jd6ig6fg7 1'
  referee rules ludo show --option seats=ABCD
  referee rules koolaamee show --json")]
pub struct ShowArgs {
    /// A state line in quotes; without one, the default start.
    #[arg(allow_hyphen_values = true)]
    state: Option<String>,
}

impl ShowArgs {
    /// Draws the position.
    pub fn run(self, rules: &dyn Rules, json: bool) -> anyhow::Result<Exit> {
        let position = position(rules, self.state.as_deref())?;
        if json {
            let (state, scene, view) = (position.line(), position.scene(), position.view());
            let shown = json!({ "state": state, "scene": scene, "view": view });
            return stdout::json(&shown).map(|()| Exit::Fine);
        }
        stdout::text(&terminal::draw(&position.scene()).join("\n"))?;
        Ok(Exit::Fine)
    }
}
