//! Options for files and annotations that programs and pull requests read.

use std::path::PathBuf;

use referee_report::ci::Outputs;

/// Files and annotations for machines and pull requests.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct OutputArgs {
    #[arg(
        long,
        value_name = "FILE",
        help = "Write JUnit XML into this file, too"
    )]
    junit: Option<PathBuf>,
    /// Write the verdict as a page of Markdown into this file, too.
    #[arg(long, value_name = "FILE")]
    markdown: Option<PathBuf>,
    #[arg(
        long,
        value_name = "FILE",
        help = "Write the counts as OpenMetrics text into this file, too"
    )]
    metrics: Option<PathBuf>,
    /// Print annotations of GitHub, and write the job's summary; so it is on its runners in any case.
    #[arg(long)]
    annotations: bool,
}

impl OutputArgs {
    /// Returns the outputs that the command line asks for.
    pub fn wanted(&self) -> Outputs {
        Outputs {
            junit: self.junit.clone(),
            markdown: self.markdown.clone(),
            metrics: self.metrics.clone(),
            annotations: self.annotations,
        }
    }
}
