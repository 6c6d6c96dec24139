//! A Markdown page: the comment on a pull request and the summary of a job.

use referee_output::sanitize::markdown::{line, verbatim};

use super::model::{CheckReport, CiFault};
use crate::document::markdown::sections;

/// Returns the page: the verdict first, then the sentences, tables and faults that it rests on.
pub(super) fn markdown(verdict: &CheckReport) -> String {
    let mut parts = vec![
        format!("## referee {}: {}", verdict.command, line(&verdict.name)),
        format!(
            "**{}** (exit code {})",
            line(&verdict.summary),
            verdict.exit as u8
        ),
    ];
    let sentences: Vec<String> = verdict
        .sentences
        .iter()
        .map(|sentence| format!("- {}", line(sentence)))
        .collect();
    parts.push(sentences.join("\n"));
    parts.push(sections(&verdict.sections, 3).trim_end().to_owned());
    if !verdict.faults.is_empty() {
        parts.push("### Faults".to_owned());
        parts.extend(verdict.faults.iter().map(fault));
    }
    if verdict.more > 0 {
        parts.push(format!("… and {} more.", verdict.more));
    }
    parts.retain(|part| !part.is_empty());
    parts.join("\n\n") + "\n"
}

fn fault(fault: &CiFault) -> String {
    let summary = format!("**{}**: {}", line(&fault.title), line(&fault.what));
    if fault.why.is_empty() {
        return summary;
    }
    format!("{summary}\n\n{}", verbatim(&fault.why))
}
