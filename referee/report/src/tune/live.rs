//! Progress of a tuning: in one line, or as a table with the course of each parameter.

use referee_output::text_layout::table;
use referee_schedule::tune::TuningState;

use super::sparkline::spark;

/// Bars of a course.
const BARS: usize = 24;

/// Returns the progress in one line, for output that isn't a terminal.
pub fn line(course: &TuningState) -> String {
    let tuning = course.tuning();
    let (past, all) = (course.past().len(), tuning.iterations);
    let now = tuning.parameters.iter().zip(course.middle());
    let now: Vec<String> = now
        .map(|(parameter, x)| format!("{} {}", parameter.name, parameter.format_value(*x)))
        .collect();
    format!("iteration {past} of {all}: {}", now.join(", "))
}

/// Returns the progress as a table, to be shown above the progress bar.
pub fn lines(course: &TuningState) -> String {
    let tuning = course.tuning();
    let (past, all) = (course.past(), tuning.iterations);
    let head = ["", "parameter", "start", "now", "change", "course"];
    let mut rows = vec![head.map(str::to_owned).to_vec()];
    for (i, parameter) in tuning.parameters.iter().enumerate() {
        let way = way(course, i);
        rows.push(vec![
            (i + 1).to_string(),
            parameter.name.clone(),
            parameter.format_value(parameter.start),
            parameter.format_value(course.middle()[i]),
            change(&way).map_or("–".to_owned(), |by| signed(&parameter.format_value(by))),
            spark(&way, BARS),
        ]);
    }
    format!("iteration {} of {all}\n{}", past.len(), table(&rows))
}

/// Returns the values of a parameter, from its start on.
pub(super) fn way(course: &TuningState, parameter: usize) -> Vec<f64> {
    let start = course.tuning().parameters[parameter].start;
    let past = course
        .past()
        .iter()
        .map(|iteration| iteration.middle[parameter]);
    std::iter::once(start).chain(past).collect()
}

/// Returns the last change of the values; `None` if there are fewer than two.
pub(super) fn change(way: &[f64]) -> Option<f64> {
    match way {
        [.., before, now] => Some(now - before),
        _ => None,
    }
}

/// Formats a number with its sign.
pub(super) fn signed(number: &str) -> String {
    if number.starts_with('-') {
        number.to_owned()
    } else {
        format!("+{number}")
    }
}
