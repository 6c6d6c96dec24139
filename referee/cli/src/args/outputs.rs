//! Options for files and annotations that programs and pull requests read.

use std::path::PathBuf;

use referee_report::ci::Outputs;

/// Files and annotations for machines and pull requests.
#[derive(Clone, Debug, Default, clap::Args)]
#[command(next_help_heading = "Files for programs and pull requests")]
pub struct OutputArgs {
    #[arg(long, value_name = "FILE", help = "Also write JUnit XML to this file")]
    junit: Option<PathBuf>,
    /// Also write the verdict as Markdown to this file.
    #[arg(long, value_name = "FILE")]
    markdown: Option<PathBuf>,
    /// Print GitHub annotations, and write the job summary; GitHub's runners always get both.
    #[arg(long)]
    annotations: bool,
}

impl OutputArgs {
    /// Returns the outputs that the command line asks for.
    pub fn wanted(&self) -> Outputs {
        Outputs {
            junit: self.junit.clone(),
            markdown: self.markdown.clone(),
            annotations: self.annotations,
        }
    }
}
