//! A match as a section of a page: the answer first, then the figures that it rests on.

use super::model::MatchReport;
use super::rows::{figures, ground, outcome};
use crate::document::{Block, Facts, NoteGroup, Section};

/// Facts that stand elsewhere on a page.
const ELSEWHERE: [&str; 6] = ["verdict", "jail", "machine", "crowded", "worker", "results"];

/// Returns the section. The seed, from which starts to come follow, isn't for everybody.
pub fn section(report: &MatchReport, with_seed: bool) -> Section {
    let facts = [outcome(report), figures(report), ground(report)].concat();
    let facts = facts
        .into_iter()
        .filter(|(name, _)| !ELSEWHERE.contains(name) && (with_seed || *name != "game"));
    Section {
        id: "match",
        title: if report.test.is_some() {
            "Test"
        } else {
            "Match"
        }
        .to_owned(),
        blocks: vec![
            Block::Text(report.says.clone()),
            Block::Facts(Facts::new("", facts)),
            Block::Notes(NoteGroup::new(None, report.warnings.clone())),
        ],
    }
}
