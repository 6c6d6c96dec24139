//! The baseline: cases that passed when the user last accepted the results.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use anyhow::Result;
use referee_engine::read_text;
use referee_output::failure::{bad_input, unwritable};
use serde::{Deserialize, Serialize};

use super::model::{CaseEnd, RegressionReport, TestReport};

/// Comment at the top of the file.
const HEAD: &str =
    "# The baseline of regression tests; `referee regress --update` writes it anew.\n\n";

/// Tests by kind and name.
#[derive(Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Baseline(BTreeMap<String, BTreeMap<String, Entry>>);

/// Stored result of a test.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    /// Number of positions that were solved.
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<u64>,
    /// Names of the cases that passed.
    passed: BTreeSet<String>,
}

impl Baseline {
    /// Reads a baseline file; returns `None` if there is none.
    pub fn read(file: &Path) -> Result<Option<Baseline>> {
        let shown = file.display();
        let text = match read_text(file) {
            Ok(text) => text,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(bad_input(format!("{shown}: {error}"))),
        };
        let read = toml::from_str(&text).map_err(|error| {
            bad_input(format!(
                "{shown}: {error}\nexpected a baseline that `referee regress --update` wrote; repair it, \
                 or remove it and write it anew"
            ))
        });
        read.map(Some)
    }

    /// Builds the baseline of a report. A test that wasn't completed keeps its earlier entry.
    pub fn of(report: &RegressionReport, before: Option<&Baseline>) -> Baseline {
        let mut baseline = Baseline::default();
        for test in &report.tests {
            let known = before.and_then(|previous| previous.entry(test)).cloned();
            let open = |end: CaseEnd| {
                matches!(
                    end,
                    CaseEnd::Skipped | CaseEnd::Machine | CaseEnd::Undecided
                )
            };
            let is_open = test.cases.is_empty() || test.cases.iter().all(|case| open(case.end));
            let entry = match known {
                Some(known) if is_open => known,
                _ => Entry::of(test),
            };
            let kind = baseline
                .0
                .entry(test.kind.keyword().to_owned())
                .or_default();
            kind.insert(test.name.clone(), entry);
        }
        baseline
    }

    /// Writes the file.
    pub fn write(&self, file: &Path) -> Result<()> {
        let text = HEAD.to_owned() + &toml::to_string_pretty(self)?;
        let written = fs::write(file, text);
        written.map_err(|error| unwritable(&error, format!("{}: {error}", file.display())))
    }

    /// Marks as regressions the cases of a report that passed then and fail now.
    pub fn mark(&self, report: &mut RegressionReport) {
        for test in &mut report.tests {
            let Some(entry) = self.entry(test) else {
                continue;
            };
            for case in &mut test.cases {
                let worse = matches!(case.end, CaseEnd::Unsolved | CaseEnd::Failed);
                case.regression = worse && entry.passed.contains(&case.name);
            }
        }
    }

    /// Lists the differences to the baseline `now`, one sentence each.
    pub fn changes(&self, now: &Baseline) -> Vec<String> {
        let mut changes = Vec::new();
        let kinds: BTreeSet<&String> = self.0.keys().chain(now.0.keys()).collect();
        for kind in kinds {
            let (then, now) = (self.0.get(kind), now.0.get(kind));
            let names = then.into_iter().chain(now).flat_map(BTreeMap::keys);
            for name in names.collect::<BTreeSet<_>>() {
                let of = |all: Option<&BTreeMap<String, Entry>>| {
                    all.and_then(|games| games.get(name)).cloned()
                };
                let title = format!("{kind} {name}");
                changes.extend(Entry::changes(&title, of(then), of(now)));
            }
        }
        changes
    }

    fn entry(&self, test: &TestReport) -> Option<&Entry> {
        self.0.get(test.kind.keyword())?.get(&test.name)
    }
}

impl Entry {
    fn of(test: &TestReport) -> Entry {
        let passed = test.cases.iter().filter(|case| case.end == CaseEnd::Passed);
        Entry {
            score: test.score.map(|score| score.solved),
            passed: passed.map(|case| case.name.clone()).collect(),
        }
    }

    fn changes(title: &str, then: Option<Entry>, now: Option<Entry>) -> Vec<String> {
        let (then, now) = match (then, now) {
            (Some(then), Some(now)) => (then, now),
            (None, Some(_)) => return vec![format!("{title}: is new")],
            _ => return vec![format!("{title}: is gone")],
        };
        let mut changes = Vec::new();
        if then.score != now.score {
            let shown = |score: Option<u64>| score.map_or("none".to_owned(), |n| n.to_string());
            let (then, now) = (shown(then.score), shown(now.score));
            changes.push(format!("{title}: score {then} -> {now}"));
        }
        let lost = then.passed.difference(&now.passed);
        changes.extend(lost.map(|case| format!("{title}: no longer passes: {case}")));
        let won = now.passed.difference(&then.passed);
        changes.extend(won.map(|case| format!("{title}: now passes: {case}")));
        changes
    }
}
