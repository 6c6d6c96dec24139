//! An exam's results: the table, a report for each student, and what other systems import.
//!
//! A run is read once, into `ExamData`; [`ExamResults`] holds everything that follows from it: ranks, marks, who was
//! eligible. All outputs are made of it, and outputs for anybody but the instructor take every name but the
//! reader's own from [`ExamResults::alias`].

mod exam_data;
mod fault;
mod folder;
mod gradescope;
mod moodle;
mod page;
mod points;
mod rank;
mod report;
mod results;
mod row;
mod table;

pub use folder::Folder;
pub use gradescope::write as write_gradescope;
pub use moodle::csv as moodle;
pub use points::{cells as points, legend as points_legend};
pub use report::write as write_reports;
pub use results::ExamResults;
pub use table::{Columns, csv, json, markdown, text};
