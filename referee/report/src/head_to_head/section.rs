//! A match as a section of a page: the answer first, then the figures that it rests on.

use super::model::MatchReport;
use super::rows::{figures, ground, outcome};
use crate::document::{Block, Facts, NoteGroup, Picture, Section};

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
            Block::Picture(course(report)),
            Block::Picture(pairs(report)),
            Block::Facts(Facts::new("", facts)),
            Block::Notes(NoteGroup::new(None, report.warnings.clone())),
        ],
    }
}

/// Returns the course of the test's ratio between its bounds; without points if the match isn't a test.
fn course(report: &MatchReport) -> Picture {
    let bounds = report
        .test
        .map_or([0.0; 2], |test| [test.lower, test.upper]);
    let points = report.course.iter().map(|point| (point.pairs, point.llr));
    Picture::Course {
        title: "LLR by pairs, between its bounds".to_owned(),
        bounds,
        points: points.collect(),
    }
}

/// Returns how many pairs brought how many points to the first bot.
fn pairs(report: &MatchReport) -> Picture {
    let points = ["0", "½", "1", "1½", "2"];
    Picture::Parts {
        title: format!("Pairs by the points of {}", report.bots[0]),
        parts: points.into_iter().zip(report.pentanomial).collect(),
    }
}
