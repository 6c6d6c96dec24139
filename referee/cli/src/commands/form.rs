//! The form in which results are printed, as several commands take it.

use crate::report::Form;

/// The form of the output; text for a terminal if nothing is said.
#[derive(clap::Args)]
#[group(multiple = false)]
pub struct FormArgs {
    /// Print JSON, of unrounded numbers.
    #[arg(long)]
    json: bool,
    /// Print CSV, of unrounded numbers.
    #[arg(long)]
    csv: bool,
    /// Print Markdown.
    #[arg(long)]
    md: bool,
}

impl FormArgs {
    /// The one that was asked for.
    pub fn form(&self) -> Form {
        match (self.json, self.csv, self.md) {
            (true, ..) => Form::Json,
            (_, true, _) => Form::Csv,
            (.., true) => Form::Markdown,
            _ => Form::Text,
        }
    }
}
