//! A Markdown page: the comment on a pull request and the summary of a job.

use referee_output::sanitize::markdown::{line, table, verbatim};

use super::model::{CheckReport, CiFault, CiTable};

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
    let tables = verdict.tables.iter();
    parts.extend(
        tables
            .filter(|ci_table| !ci_table.table.rows.is_empty())
            .map(titled),
    );
    if !verdict.course.is_empty() {
        parts.push(verbatim(&verdict.course));
    }
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

fn titled(ci_table: &CiTable) -> String {
    let CiTable { title, table: text } = ci_table;
    let drawn = table(&text.head, &text.rows, &text.left);
    let drawn = drawn.trim_end();
    if title.is_empty() {
        return drawn.to_owned();
    }
    format!("### {}\n\n{drawn}", line(title))
}

fn fault(fault: &CiFault) -> String {
    let summary = format!("**{}**: {}", line(&fault.title), line(&fault.what));
    if fault.why.is_empty() {
        return summary;
    }
    format!("{summary}\n\n{}", verbatim(&fault.why))
}
