//! An exam's results: the table, a report for each student, and what other systems import.
//!
//! A run is read once, into a [`Course`](course::Course); a [`ExamResults`] is everything that follows from
//! it: ranks, marks, who was eligible. All that is printed is made of a sheet, and what is shown to
//! somebody else than the instructor asks [`ExamResults::alias`] for every name but the reader's own.

mod exam_data;
mod fault;
mod faults;
mod folder;
mod gradescope;
mod moodle;
mod page;
mod points;
mod rank;
mod report;
mod results;
mod roster;
mod row;
mod table;

pub use exam_data::answer;
pub use faults::Faults;
pub use folder::Folder;
pub use gradescope::write as write_gradescope;
pub use moodle::csv as moodle;
pub use points::{cells as points, legend as points_legend};
pub use report::write as write_reports;
pub use results::ExamResults;
#[cfg(fuzzing)]
pub use roster::parse as parse_roster;
pub use roster::read as read_roster;
pub use table::{Columns, HEAD, csv, json, markdown, text};
