//! Options for the output format of results.

use referee_report::TableFormat;

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
    pub fn form(&self) -> TableFormat {
        match (self.json, self.csv, self.md) {
            (true, ..) => TableFormat::Json,
            (_, true, _) => TableFormat::Csv,
            (.., true) => TableFormat::Markdown,
            _ => TableFormat::Text,
        }
    }
}
