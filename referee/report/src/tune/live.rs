//! Progress of a tuning: in one line, or as a table with the course of each parameter.

use referee_output::text_layout::WIDTH;
use referee_schedule::tune::{Parameter, TuningState};

use super::sparkline::spark;
use crate::columns::Columns;

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
    let mut columns = Columns::<(usize, &Parameter)>::default();
    columns.people("", |(at, _)| *at + 1);
    columns
        .people("parameter", |(_, parameter)| parameter.name.as_str())
        .left();
    columns.people("start", |(_, parameter)| {
        parameter.format_value(parameter.start)
    });
    columns.people("now", |(at, parameter)| {
        parameter.format_value(course.middle()[*at])
    });
    columns.people("change", |(at, parameter)| {
        let change = change(&values(course, *at));
        change.map_or("–".to_owned(), |by| signed(&parameter.format_value(by)))
    });
    columns.people("course", |(at, _)| spark(&values(course, *at), BARS));
    let table = columns
        .table(&tuning.parameters.iter().enumerate().collect::<Vec<_>>())
        .text(WIDTH);
    format!("iteration {} of {all}\n{table}", past.len())
}

/// Returns the values of a parameter, from its start on.
pub(super) fn values(course: &TuningState, parameter: usize) -> Vec<f64> {
    let start = course.tuning().parameters[parameter].start;
    let past = course
        .past()
        .iter()
        .map(|iteration| iteration.middle[parameter]);
    std::iter::once(start).chain(past).collect()
}

/// Returns the last change of the values; `None` if there are fewer than two.
pub(super) fn change(values: &[f64]) -> Option<f64> {
    match values {
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
