//! Results of an exam: the table, a report for each student, and files for other systems.
//!
//! A run is read once, into an `ExamData`; an [`ExamResults`] holds everything that follows from it: ranks,
//! marks and eligibility. All output is made from an `ExamResults`. Output for anyone but the instructor
//! takes every name except the reader's own from [`ExamResults::alias`].

mod exam_data;
mod fault;
mod folder;
mod gradescope;
mod moodle;
mod points;
mod rank;
mod report;
mod results;
mod row;
mod table;

pub use folder::Folder;
pub use gradescope::write as write_gradescope;
pub use moodle::csv as moodle;
pub use points::{legend as points_legend, page as points};
pub use report::write as write_reports;
pub use results::ExamResults;
pub use table::{Audience, csv, json, markdown, text};
