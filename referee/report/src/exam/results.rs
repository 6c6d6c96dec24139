//! Computes the results of an exam from its run: ranks, marks and eligibility.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::Path;

use referee_build::jail;
use referee_config::{Marking, Person, Roster, read_roster};
use referee_output::failure::bad_input;
use referee_schedule::exam::{BASICS, MAIN, QUALIFICATION};
use referee_stats::{Points, Results, Scale, StagePoints};
use referee_tournament::marking;

use super::exam_data::ExamData;
use super::rank::{ExamScore, rank};
use super::row::{ExamRow, StageStatus, count, row};
use crate::lists::each_once;
use crate::worker_notes::WorkerNotes;
use crate::worker_results::WorkerResults;

/// The results of an exam.
pub struct ExamResults {
    /// The run.
    pub course: ExamData,
    /// The scale that turns results of games into marks.
    pub scale: Scale,
    /// Most points of the stages before the main one.
    pub stages: StagePoints,
    /// A row for each student: the ranked ones first, then all others.
    pub rows: Vec<ExamRow>,
    /// Aliases by the name in the run; the examiner's bots keep their own names.
    aliases: BTreeMap<String, String>,
    /// Remarks on the table that everyone may read, a sentence each.
    pub remarks: Vec<String>,
    /// Ids that took part but aren't in the roster.
    pub strangers: Vec<String>,
}

impl ExamResults {
    /// Reads a run and its roster; `roster` replaces the file that the tournament names, which is otherwise
    /// looked up next to the run. Returns an error if a file can't be read or the run isn't an exam.
    pub fn read(path: &Path, roster: Option<&Path>) -> anyhow::Result<ExamResults> {
        let course = ExamData::read(path)?;
        let marking = marking(&course.header, path)?;
        let folder = Path::new(&course.path).parent().unwrap_or(Path::new(""));
        let named = marking.roster.as_ref().map(|file| folder.join(file));
        let roster = roster.or(named.as_deref()).map(read_roster).transpose();
        let roster = roster.map_err(|why| {
            bad_input(format!(
                "{why}; `--roster FILE` names one that lies elsewhere"
            ))
        })?;
        Ok(ExamResults::new(course, marking, roster.as_ref()))
    }

    /// Reads a run without a roster: each student is called by the name in the run.
    pub fn by_id(path: &Path) -> anyhow::Result<ExamResults> {
        let course = ExamData::read(path)?;
        let marking = marking(&course.header, path)?;
        Ok(ExamResults::new(course, marking, None))
    }

    fn new(course: ExamData, marking: Marking, roster: Option<&Roster>) -> ExamResults {
        let Marking { scale, stages, .. } = marking;
        let questions = course.exam.questions();
        let mut people = Students::new(roster);
        let mut rows = Vec::new();
        for bot in course.plan.everybody() {
            if !course.exam.is_staff(&bot.name) {
                rows.push(row(&course, &scale, stages, people.person(&bot.name)));
            }
        }
        for refused in &course.header.revision.left_out {
            // A refused bot may have been admitted later.
            if people.seen.contains(&refused.name) {
                continue;
            }
            // In an error about a file, the first line holds the place and the last one the cause.
            let lines: Vec<&str> = refused.why.lines().collect();
            let why = match lines[..] {
                [one] => one.to_owned(),
                [first, .., last] => format!("{first}: {last}"),
                [] => "it can't be played".to_owned(),
            };
            let standing = StageStatus::Refused {
                why,
                log: refused.log.clone().unwrap_or_default(),
            };
            rows.push(ExamRow::absent(
                people.person(&refused.name),
                standing,
                questions,
            ));
        }
        for person in people.rest() {
            rows.push(ExamRow::absent(person, StageStatus::Missing, questions));
        }
        let mut results = ExamResults {
            aliases: aliases(&rows),
            remarks: Vec::new(),
            strangers: people.strangers.into_iter().collect(),
            course,
            scale,
            stages,
            rows,
        };
        results.order();
        results.remarks = results.remark();
        results
    }

    /// Returns the name under which others see a bot.
    pub fn alias<'a>(&'a self, bot: &'a str) -> &'a str {
        self.aliases.get(bot).map_or(bot, String::as_str)
    }

    /// Returns the number of questions.
    pub fn questions(&self) -> u64 {
        self.course.exam.questions()
    }

    /// Returns the most points of each stage.
    pub fn most(&self) -> Points {
        Points {
            basics: self.stages.basics,
            qualification: self.stages.qualification,
            games: self.scale.best(),
        }
    }

    /// Returns the most errors with which a bot is eligible, if there is a qualification.
    pub fn allowed(&self) -> Option<u32> {
        let stage = self.course.exam.qualification.as_ref();
        stage.map(|stage| stage.errors)
    }

    /// Ranks the rows of the main stage, and puts all others after them.
    fn order(&mut self) {
        let (main, rest): (Vec<ExamRow>, Vec<ExamRow>) = std::mem::take(&mut self.rows)
            .into_iter()
            .partition(|row| row.standing == StageStatus::Eligible);
        let score = |row: &ExamRow| ExamScore {
            points: row.grade.score,
            games: row.results.games(),
        };
        let scores: Vec<ExamScore> = main.iter().map(score).collect();
        let ranked = rank(&scores, &self.direct(&main));
        let mut main: Vec<Option<ExamRow>> = main.into_iter().map(Some).collect();
        for (place, rank) in ranked {
            self.rows.extend(main[place].take().map(|row| ExamRow {
                rank: Some(rank),
                ..row
            }));
        }
        self.rows.extend(rest);
    }

    fn direct(&self, rows: &[ExamRow]) -> HashMap<(usize, usize), ExamScore> {
        let place: HashMap<&str, usize> = rows
            .iter()
            .enumerate()
            .map(|(i, row)| (row.person.id.as_str(), i))
            .collect();
        let mut direct: HashMap<(usize, usize), ExamScore> = HashMap::new();
        for row in rows {
            let bot = &row.person.id;
            for game in self.course.games_of(bot, MAIN) {
                let pair = (place.get(bot.as_str()), place.get(game.opponent(bot)));
                if let (Some(one), Some(other)) = pair {
                    let mut results = Results::default();
                    count(&mut results, game.end(bot));
                    let sum = direct.entry((*one, *other)).or_default();
                    sum.points += self.scale.worth().score(results);
                    sum.games += results.games();
                }
            }
        }
        direct
    }

    fn remark(&self) -> Vec<String> {
        let mut remarks: Vec<String> = self.course.not_verified.iter().cloned().collect();
        let of = |wanted: fn(&StageStatus) -> bool| {
            self.rows.iter().filter(|row| wanted(&row.standing)).count()
        };
        let eligible = of(|standing| *standing == StageStatus::Eligible);
        let missing = of(|standing| *standing == StageStatus::Missing);
        let submitted = self.rows.len() - missing;
        remarks.push(format!(
            "{} on the list, {submitted} submitted, {eligible} eligible.",
            self.rows.len()
        ));
        if !self.course.complete {
            remarks.push("The run isn't finished: games are missing, and marks may change.".into());
        }
        let games = || {
            self.course
                .games
                .values()
                .filter(|game| !game.outcome.counts())
        };
        for game in games().filter(|game| game.outcome.annulled) {
            let why = game.outcome.verdict.void.as_deref().unwrap_or_default();
            let why = why.trim_end_matches('.');
            let number = game.outcome.number;
            let again = self.course.replacement(number);
            let again = again.map_or_else(String::new, |again| {
                format!("; played again as game {}", again.outcome.number)
            });
            remarks.push(format!("Game {number}: {why}{again}."));
        }
        for ruling in &self.course.rulings {
            let game = self.course.games.get(&ruling.number);
            if game.is_some_and(|game| game.outcome.attempt > ruling.attempt) {
                let (number, why) = (ruling.number, ruling.because.trim_end_matches('.'));
                remarks.push(format!("Game {number}: annulled and played again: {why}."));
            }
        }
        for stage in [BASICS, QUALIFICATION, MAIN] {
            let void = games().filter(|game| game.outcome.place.stage == stage);
            let void = void.filter(|game| !game.outcome.annulled);
            let void: Vec<String> = void.map(|game| game.outcome.number.to_string()).collect();
            if !void.is_empty() {
                remarks.push(format!(
                    "Void in {stage}, held against nobody: game {}.",
                    void.join(", ")
                ));
            }
        }
        let jails = jail::jails_of(&self.course.header);
        remarks.extend(jail::remarks(&jails));
        let sessions = self.course.header.sessions.iter();
        remarks.extend(each_once(
            sessions.filter_map(|session| session.crowded.clone()),
        ));
        // Which bots end otherwise on a worker isn't for everybody to read.
        let workers = WorkerNotes::of(&self.course.header, &WorkerResults::default());
        remarks.extend(workers.left_out);
        remarks
    }
}

/// Maps ids to people: from the roster, or made up when an id is first seen.
struct Students<'a> {
    roster: Option<&'a Roster>,
    seen: BTreeSet<String>,
    strangers: BTreeSet<String>,
    made_up: BTreeSet<String>,
}

impl<'a> Students<'a> {
    fn new(roster: Option<&'a Roster>) -> Students<'a> {
        Students {
            roster,
            seen: BTreeSet::new(),
            strangers: BTreeSet::new(),
            made_up: BTreeSet::new(),
        }
    }

    /// Returns the person of an id. Without a roster, the alias is the name in the run; an id that is missing
    /// from a roster gets an alias that reveals nothing.
    fn person(&mut self, id: &str) -> Person {
        self.seen.insert(id.to_owned());
        let known = self.roster.and_then(|roster| roster.get(id));
        if let Some(person) = known {
            return person.clone();
        }
        let alias = match self.roster {
            None => id.to_owned(),
            Some(roster) => {
                self.strangers.insert(id.to_owned());
                let roster_aliases = roster.values().map(|one| one.alias.as_str());
                let taken: BTreeSet<&str> = roster_aliases
                    .chain(self.made_up.iter().map(String::as_str))
                    .collect();
                let mut guests = (1..).map(|number| format!("guest-{number}"));
                let alias = guests.find(|alias| !taken.contains(alias.as_str()));
                let alias = alias.unwrap_or_default();
                self.made_up.insert(alias.clone());
                alias
            }
        };
        Person {
            id: id.to_owned(),
            listed: id.to_owned(),
            name: id.to_owned(),
            alias,
        }
    }

    /// Returns the people of the roster whose id was not seen.
    fn rest(&self) -> Vec<Person> {
        let all = self.roster.into_iter().flat_map(|roster| roster.values());
        all.filter(|person| !self.seen.contains(&person.id))
            .cloned()
            .collect()
    }
}

fn aliases(rows: &[ExamRow]) -> BTreeMap<String, String> {
    let id_and_alias = |row: &ExamRow| (row.person.id.clone(), row.person.alias.clone());
    rows.iter().map(id_and_alias).collect()
}
