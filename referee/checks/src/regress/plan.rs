//! Reads a file of regression tests and checks it: all states and moves are legal, all names are unique.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::Result;
use referee_config::{find_game, from_toml};
use referee_engine::read_text;
use referee_games::text::refused;
use referee_games::{Position, Rules};
use referee_output::failure::bad_input;
use referee_record::TimeControl;

use super::model::{SCORE, TestKind};
use super::spec::{self, OneOrMany, RegressionSpec};

/// Plan of the tests.
pub struct RegressionPlan {
    /// Path of the file.
    pub file: PathBuf,
    /// Folder that the paths of the file are relative to.
    pub folder: PathBuf,
    /// Parsed file.
    pub spec: RegressionSpec,
    /// Rules of the game.
    pub rules: Box<dyn Rules>,
    /// Options of the game that were given.
    pub options: BTreeMap<String, String>,
    /// Suites of positions.
    pub suites: Vec<PositionSuite>,
    /// Path of the baseline.
    pub baseline: PathBuf,
}

/// A suite of positions.
pub struct PositionSuite {
    /// Its name.
    pub name: String,
    /// Time control of a move.
    pub time: TimeControl,
    /// Minimum number of positions that must be solved.
    pub least: Option<u64>,
    /// The questions.
    pub questions: Vec<PositionQuestion>,
}

/// A position and the expected moves, in the referee's own notation.
pub struct PositionQuestion {
    /// Its name.
    pub name: String,
    /// The state line.
    pub state: String,
    /// The move must be one of these.
    pub required: Option<Vec<String>>,
    /// The move must be none of these.
    pub forbidden: Option<Vec<String>>,
    /// The position is solved by one of these.
    pub best: Option<Vec<String>>,
}

impl RegressionPlan {
    /// Reads and checks a file. Returns an error that names the file.
    pub fn read(file: &Path) -> Result<RegressionPlan> {
        let refuse = |why: String| bad_input(format!("{}: {why}", file.display()));
        let text = read_text(file).map_err(|error| refuse(error.to_string()))?;
        let spec: RegressionSpec = from_toml(&text, &|_| None).map_err(refuse)?;
        let folder = file.parent().unwrap_or(Path::new("")).to_owned();
        let given = spec.options.iter();
        let options = given.map(|(key, value)| (key.clone(), value.0.clone()));
        let options: BTreeMap<String, String> = options.collect();
        let kind = find_game(&spec.game).map_err(refuse)?;
        let rules = kind
            .rules(&options)
            .map_err(|why| refuse(why.to_string()))?;
        check_names(&spec).map_err(refuse)?;
        let suites = spec.positions.iter().map(|suite_spec| {
            let suite = PositionSuite::of(suite_spec, &*rules);
            suite.map_err(|why| refuse(format!("positions {:?}: {why}", suite_spec.name)))
        });
        let suites = suites.collect::<Result<_>>()?;
        let baseline = match &spec.baseline {
            Some(path) => folder.join(path),
            None => file.with_extension("baseline.toml"),
        };
        Ok(RegressionPlan {
            file: file.to_owned(),
            folder,
            suites,
            rules,
            options,
            baseline,
            spec,
        })
    }
}

impl PositionSuite {
    fn of(suite_spec: &spec::SuiteSpec, rules: &dyn Rules) -> Result<PositionSuite, String> {
        let mut questions = Vec::new();
        for position in &suite_spec.positions {
            let result = PositionQuestion::all(position, rules);
            questions.extend(result.map_err(|why| format!("position {:?}: {why}", position.name))?);
        }
        let solvable = questions
            .iter()
            .filter(|position_question| position_question.best.is_some())
            .count() as u64;
        let mut names: Vec<&str> = questions
            .iter()
            .map(|position_question| &*position_question.name)
            .collect();
        names.extend(suite_spec.least.map(|_| SCORE));
        if let Some(name) = twice(names) {
            return Err(format!(
                "two cases would be called {name:?}: the states of a list get numbers behind their name, \
                 and what `least` asks is called {SCORE:?}; name a position otherwise"
            ));
        }
        if let Some(least) = suite_spec.least.filter(|least| *least > solvable) {
            return Err(format!(
                "least = {least}: only {solvable} of its positions have `best` moves"
            ));
        }
        Ok(PositionSuite {
            name: suite_spec.name.clone(),
            time: suite_spec.time,
            least: suite_spec.least,
            questions,
        })
    }
}

impl PositionQuestion {
    fn all(
        position_spec: &spec::PositionSpec,
        rules: &dyn Rules,
    ) -> Result<Vec<PositionQuestion>, String> {
        let lines = match &position_spec.state {
            OneOrMany::One(line) => std::slice::from_ref(line),
            OneOrMany::Several(lines) => lines,
        };
        let several = lines.len() > 1;
        let questions = (1..).zip(lines).map(|(number, line)| {
            let position = rules.read(line).map_err(|why| format!("state: {why}"))?;
            position.chooser()?;
            let words = |key: &str, words: &Option<Vec<String>>| {
                let words = words
                    .as_ref()
                    .map(|words| canonical(key, words, &*position));
                words.transpose()
            };
            Ok(PositionQuestion {
                name: if several {
                    format!("{} {number}", position_spec.name)
                } else {
                    position_spec.name.clone()
                },
                state: position.line(),
                required: words("required", &position_spec.required)?,
                forbidden: words("forbidden", &position_spec.forbidden)?,
                best: words("best", &position_spec.best)?,
            })
        });
        questions.collect()
    }
}

/// Converts moves to the referee's own notation; refuses illegal ones.
fn canonical(key: &str, words: &[String], position: &dyn Position) -> Result<Vec<String>, String> {
    if words.is_empty() {
        return Err(format!("{key}: expected a move at least, or leave it out"));
    }
    let spelled = words.iter().map(|move_text| {
        position.boxed().play(move_text).ok_or_else(|| {
            let why = position.explain(move_text).unwrap_or_default();
            format!("{key}: {}", refused(move_text, &why))
        })
    });
    spelled.collect()
}

/// Refuses empty and repeated names, since a baseline finds tests and positions by name.
fn check_names(spec: &RegressionSpec) -> Result<(), String> {
    let names = |kind: TestKind| -> Vec<&str> {
        match kind {
            TestKind::Positions => spec
                .positions
                .iter()
                .map(|suite_spec| &*suite_spec.name)
                .collect(),
            TestKind::Matches => spec
                .matches
                .iter()
                .map(|match_spec| &*match_spec.name)
                .collect(),
            TestKind::Conformance => spec
                .conformance
                .iter()
                .map(|conformance_spec| &*conformance_spec.name)
                .collect(),
        }
    };
    let all = TestKind::ALL.map(|kind| (kind.keyword().to_owned(), names(kind)));
    if all.iter().all(|(_, names)| names.is_empty()) {
        return Err(
            "it tests nothing; expected [[positions]], [[matches]] or [[conformance]]".to_owned(),
        );
    }
    let suites = spec.positions.iter().map(|suite| {
        let names = suite
            .positions
            .iter()
            .map(|position_spec| &*position_spec.name)
            .collect();
        (format!("positions {:?}", suite.name), names)
    });
    for (place, names) in all.into_iter().chain(suites) {
        if names.contains(&"") {
            return Err(format!("{place}: a name is empty; expected a name"));
        }
        if let Some(name) = twice(names) {
            return Err(format!("{place}: the name {name:?} is given twice"));
        }
    }
    Ok(())
}

/// Returns a name that occurs more than once.
fn twice(mut names: Vec<&str>) -> Option<&str> {
    names.sort_unstable();
    let mut pairs = names.windows(2);
    pairs.find(|pair| pair[0] == pair[1]).map(|pair| pair[0])
}
