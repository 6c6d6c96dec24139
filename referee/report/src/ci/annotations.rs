//! GitHub annotations: messages shown next to the files of a pull request.

use referee_output::Exit;
use referee_output::sanitize::github::{data, property};

use super::model::{CheckReport, CiFault};

/// Faults that are annotated: GitHub shows ten errors of a step, and one of them is the verdict.
const MOST: usize = 9;

/// Returns one workflow command for the verdict and one for each of the first faults, a line each.
pub fn annotations(verdict: &CheckReport) -> String {
    let CheckReport {
        command,
        name,
        summary,
        ..
    } = verdict;
    let order = match verdict.exit {
        Exit::Fine => "notice",
        Exit::Undecided | Exit::Interrupted => "warning",
        Exit::No | Exit::BadInput | Exit::Machine | Exit::Parked => "error",
    };
    let more = verdict.faults.len().saturating_sub(MOST) + verdict.more;
    let mut text = vec![format!("{name}: {summary}")];
    text.extend(verdict.sentences.iter().cloned());
    if more > 0 {
        text.push(format!("{more} more faults aren't shown here."));
    }
    let title = format!("referee {command}");
    let mut lines = format!(
        "::{order} title={}::{}\n",
        property(&title),
        data(&text.join("\n"))
    );
    let faults = verdict.faults.iter().take(MOST);
    lines.extend(faults.map(|ci_fault| fault(ci_fault, &title)));
    lines
}

fn fault(fault: &CiFault, title: &str) -> String {
    let title = property(&format!("{title}: {}", fault.title));
    let file = fault.file.as_ref().map_or(String::new(), |file| {
        format!(",file={}", property(&file.to_string_lossy()))
    });
    let text = format!("{}\n{}", fault.what, fault.why);
    format!("::error title={title}{file}::{}\n", data(text.trim_end()))
}
