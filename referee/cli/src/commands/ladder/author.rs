//! `referee ladder FOLDER author`: who may send bots.

use anyhow::Result;
use referee_ladder::{Authors, LadderFolder};
use referee_output::sanitize::plain;
use referee_output::{Exit, stdout};
use serde_json::json;

/// Add, list or lock out authors.
#[derive(clap::Args)]
pub struct AuthorArgs {
    #[command(subcommand)]
    action: AuthorAction,
}

/// What becomes of an author.
#[derive(clap::Subcommand)]
enum AuthorAction {
    /// Add an author, and print the token that sends bots in this name. It is shown once.
    Add {
        /// The author's name.
        name: String,
    },
    /// Print a new token for an author; the old one opens nothing any more.
    Renew {
        /// The author's name.
        name: String,
    },
    /// Let an author send nothing more. The author's bots stay.
    Revoke {
        /// The author's name.
        name: String,
    },
    /// List the authors.
    List {
        /// Print JSON.
        #[arg(long)]
        json: bool,
    },
}

impl AuthorArgs {
    /// Changes or lists the authors.
    pub fn run(self, folder: &LadderFolder) -> Result<Exit> {
        let authors = Authors::of(folder);
        match self.action {
            AuthorAction::Add { name } => stdout::text(&format!("{}\n", authors.add(&name)?))?,
            AuthorAction::Renew { name } => stdout::text(&format!("{}\n", authors.renew(&name)?))?,
            AuthorAction::Revoke { name } => authors.revoke(&name)?,
            AuthorAction::List { json: true } => {
                let list = authors.list()?;
                let list = list
                    .iter()
                    .map(|author| json!({ "name": author.name, "active": author.active }));
                stdout::json(&list.collect::<Vec<_>>())?;
            }
            AuthorAction::List { json: false } => {
                let list = authors.list()?;
                let lines = list.iter().map(|author| {
                    let word = if author.active { "" } else { "  locked out" };
                    format!("{}{word}\n", plain(&author.name))
                });
                stdout::text(&lines.collect::<String>())?;
            }
        }
        Ok(Exit::Fine)
    }
}
