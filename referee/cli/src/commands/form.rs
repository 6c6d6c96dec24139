//! Options for the output format of results.

use referee_report::document::OutputFormat;

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
    /// Returns the format that the options ask for.
    pub fn form(&self) -> OutputFormat {
        match (self.json, self.csv, self.md) {
            (true, ..) => OutputFormat::Json,
            (_, true, _) => OutputFormat::Csv,
            (.., true) => OutputFormat::Markdown,
            _ => OutputFormat::Text,
        }
    }
}
