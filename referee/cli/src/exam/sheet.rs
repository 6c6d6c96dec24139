//! Everything that follows from an exam: ranks, marks, who was eligible.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::Path;

use referee_schedule::exam::{BASICS, MAIN, QUALIFICATION};
use referee_stats::{Grade, Results, Scale};

use super::course::{Course, End, Game};
use super::faults::Faults;
use super::rank::{Score, rank};
use super::roster::{Person, Roster, read};
use crate::config;
use crate::exit::bad_input;
use crate::jail;
use crate::layout::count as count_of;

/// The results of an exam.
pub struct Sheet {
    /// The run.
    pub course: Course,
    /// How results became marks.
    pub scale: Scale,
    /// A row for everybody: the ranked first, then all others.
    pub rows: Vec<Row>,
    /// Everybody's alias by the name in the run; the examiner's bots have their own names.
    aliases: BTreeMap<String, String>,
    /// What everybody may know about the table, a sentence each.
    pub remarks: Vec<String>,
    /// The ids that took part, but aren't in the roster.
    pub strangers: Vec<String>,
}

/// Somebody who took the exam, or should have.
pub struct Row {
    /// Id, name and alias; the id is the name in the run.
    pub person: Person,
    /// From 1, equal ones share the better rank; none for those who aren't in the main stage.
    pub rank: Option<usize>,
    /// Whether they were in the main stage, and why not.
    pub standing: Standing,
    /// Games of the main stage that count.
    pub results: Results,
    /// Score and mark; 0 for those who aren't in the main stage.
    pub grade: Grade,
    /// Right answers.
    pub basics: u64,
    /// Errors in the qualification, those annulled left out.
    pub errors: u64,
    /// Games of the qualification that stand void.
    pub void: u64,
    /// Faults of all stages.
    pub faults: Faults,
}

/// Whether somebody was in the main stage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Standing {
    /// They were.
    Eligible,
    /// Too many errors in the qualification.
    NotEligible,
    /// They left.
    Withdrawn,
    /// The submission could not play.
    Refused {
        /// Why, in a line.
        why: String,
        /// What its build wrote.
        log: String,
    },
    /// There is no submission.
    Missing,
}

impl Sheet {
    /// Reads a run; `roster` takes the place of the file that the tournament names, which lies beside
    /// the run otherwise.
    pub fn read(path: &Path, roster: Option<&Path>) -> anyhow::Result<Sheet> {
        let course = Course::read(path)?;
        let (scale, named) = config::marking(&course.header.edition.config)
            .map_err(|why| bad_input(format!("{}: {why}", path.display())))?;
        let folder = Path::new(&course.path).parent().unwrap_or(Path::new(""));
        let named = named.map(|file| folder.join(file));
        let roster = roster.or(named.as_deref()).map(read).transpose();
        let roster = roster.map_err(|why| {
            bad_input(format!(
                "{why}; `--roster FILE` names one that lies elsewhere"
            ))
        })?;
        Ok(Sheet::new(course, scale, roster.as_ref()))
    }

    fn new(course: Course, scale: Scale, roster: Option<&Roster>) -> Sheet {
        let mut people = People::new(roster);
        let mut rows = Vec::new();
        for bot in course.plan.everybody() {
            if !course.exam.is_staff(&bot.name) {
                rows.push(row(&course, &scale, people.person(&bot.name)));
            }
        }
        for refused in &course.header.edition.left_out {
            // Somebody may have been let in later.
            if people.seen.contains(&refused.name) {
                continue;
            }
            // Of an error in a file the first line says where, the last one what.
            let lines: Vec<&str> = refused.why.lines().collect();
            let why = match lines[..] {
                [one] => one.to_owned(),
                [first, .., last] => format!("{first}: {last}"),
                [] => "it can't be played".to_owned(),
            };
            let standing = Standing::Refused {
                why,
                log: refused.log.clone().unwrap_or_default(),
            };
            rows.push(Row::absent(people.person(&refused.name), standing));
        }
        for person in people.rest() {
            rows.push(Row::absent(person, Standing::Missing));
        }
        let mut sheet = Sheet {
            aliases: aliases(&rows),
            remarks: Vec::new(),
            strangers: people.strangers.into_iter().collect(),
            course,
            scale,
            rows,
        };
        sheet.order();
        sheet.remarks = sheet.remark();
        sheet
    }

    /// What others see of a bot.
    pub fn alias<'a>(&'a self, bot: &'a str) -> &'a str {
        self.aliases.get(bot).map_or(bot, String::as_str)
    }

    /// How many questions there are.
    pub fn questions(&self) -> usize {
        let basics = self.course.exam.basics.as_ref();
        basics.map_or(0, |stage| stage.questions.len())
    }

    /// The most errors with which one is eligible, if there is a qualification.
    pub fn allowed(&self) -> Option<u32> {
        let stage = self.course.exam.qualification.as_ref();
        stage.map(|stage| stage.errors)
    }

    /// Ranks those of the main stage, and puts all others behind them.
    fn order(&mut self) {
        let (main, rest): (Vec<Row>, Vec<Row>) = std::mem::take(&mut self.rows)
            .into_iter()
            .partition(|row| row.standing == Standing::Eligible);
        let score = |row: &Row| Score {
            points: row.grade.score,
            games: row.results.games(),
        };
        let scores: Vec<Score> = main.iter().map(score).collect();
        let ranked = rank(&scores, &self.direct(&main));
        let mut main: Vec<Option<Row>> = main.into_iter().map(Some).collect();
        for (place, rank) in ranked {
            self.rows.extend(main[place].take().map(|row| Row {
                rank: Some(rank),
                ..row
            }));
        }
        self.rows.extend(rest);
    }

    fn direct(&self, rows: &[Row]) -> HashMap<(usize, usize), Score> {
        let place: HashMap<&str, usize> = rows
            .iter()
            .enumerate()
            .map(|(i, row)| (row.person.id.as_str(), i))
            .collect();
        let mut direct: HashMap<(usize, usize), Score> = HashMap::new();
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
        let mut remarks = Vec::new();
        let of = |wanted: fn(&Standing) -> bool| {
            self.rows.iter().filter(|row| wanted(&row.standing)).count()
        };
        let eligible = of(|standing| *standing == Standing::Eligible);
        let missing = of(|standing| *standing == Standing::Missing);
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
            remarks.push(format!("Game {}: {why}.", game.outcome.number));
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
        remarks
    }
}

impl Row {
    /// Why somebody isn't in the main stage, in a line; only for the instructor and themselves.
    pub fn why(&self, allowed: Option<u32>) -> Option<String> {
        let errors = count_of(self.errors, "error");
        match &self.standing {
            Standing::Eligible => None,
            Standing::NotEligible if allowed.is_some_and(|most| self.errors <= most.into()) => {
                Some(
                    "not eligible: errors that were annulled, but not played again before the \
                     main stage"
                        .into(),
                )
            }
            Standing::NotEligible => {
                let most = allowed.unwrap_or(0);
                Some(format!("not eligible: {errors}, at most {most} allowed"))
            }
            Standing::Withdrawn => Some("withdrawn".to_owned()),
            Standing::Refused { why, .. } => Some(why.clone()),
            Standing::Missing => Some("no submission".to_owned()),
        }
    }

    fn absent(person: Person, standing: Standing) -> Row {
        Row {
            person,
            rank: None,
            standing,
            results: Results::default(),
            grade: Row::nothing(),
            basics: 0,
            errors: 0,
            void: 0,
            faults: Faults::default(),
        }
    }

    /// What those get who aren't in the main stage.
    fn nothing() -> Grade {
        Grade {
            score: 0,
            normalized: None,
            mark: 0.0,
        }
    }
}

/// Who is who: from the roster, or made up as it comes.
struct People<'a> {
    roster: Option<&'a Roster>,
    seen: BTreeSet<String>,
    strangers: BTreeSet<String>,
    made_up: BTreeSet<String>,
}

impl<'a> People<'a> {
    fn new(roster: Option<&'a Roster>) -> People<'a> {
        People {
            roster,
            seen: BTreeSet::new(),
            strangers: BTreeSet::new(),
            made_up: BTreeSet::new(),
        }
    }

    /// Without a roster everybody goes by the name in the run; whoever is missing in a roster gets
    /// an alias that says nothing.
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
                let own = roster.values().map(|one| one.alias.as_str());
                let taken: BTreeSet<&str> =
                    own.chain(self.made_up.iter().map(String::as_str)).collect();
                let mut guests = (1..).map(|number| format!("guest-{number}"));
                let alias = guests.find(|alias| !taken.contains(alias.as_str()));
                let alias = alias.unwrap_or_default();
                self.made_up.insert(alias.clone());
                alias
            }
        };
        Person {
            id: id.to_owned(),
            name: id.to_owned(),
            alias,
        }
    }

    /// Those of the roster who didn't come up.
    fn rest(&self) -> Vec<Person> {
        let all = self.roster.into_iter().flat_map(|roster| roster.values());
        all.filter(|person| !self.seen.contains(&person.id))
            .cloned()
            .collect()
    }
}

fn aliases(rows: &[Row]) -> BTreeMap<String, String> {
    let own = |row: &Row| (row.person.id.clone(), row.person.alias.clone());
    rows.iter().map(own).collect()
}

fn row(course: &Course, scale: &Scale, person: Person) -> Row {
    let bot = person.id.clone();
    let mut row = Row::absent(person, Standing::Eligible);
    for game in course.games_of(&bot, MAIN) {
        count(&mut row.results, game.end(&bot));
    }
    let stage = course.exam.qualification.as_ref();
    if course.plan.withdrawn().contains(bot.as_str()) {
        row.standing = Standing::Withdrawn;
    } else if stage.is_some_and(|stage| course.errors.of(&bot) > stage.errors) {
        row.standing = Standing::NotEligible;
    } else {
        row.grade = scale.grade(row.results);
    }
    for game in course.games_of(&bot, QUALIFICATION) {
        let error = stage.is_some_and(|stage| stage.is_error(&game.outcome, &bot));
        match game.end(&bot) {
            End::Void => row.void += 1,
            _ => row.errors += u64::from(error),
        }
    }
    let answers = course
        .games_of(&bot, BASICS)
        .filter(|game| is_right(course, game));
    row.basics = answers.count() as u64;
    for game in course.games.values() {
        row.faults.add(&game.outcome, &bot);
    }
    row
}

/// Whether a question was answered rightly.
pub fn is_right(course: &Course, game: &Game) -> bool {
    let asked = course.exam.basics.as_ref().and_then(|stage| {
        let number = game.outcome.place.deal as usize;
        stage.questions.get(number.checked_sub(1)?)
    });
    let answer = game.answer.as_ref().filter(|_| game.outcome.counts());
    asked
        .zip(answer)
        .is_some_and(|(asked, word)| asked.is_right(word))
}

fn count(results: &mut Results, end: End) {
    match end {
        End::Win => results.wins += 1,
        End::Draw => results.draws += 1,
        End::Loss | End::Error => results.losses += 1,
        End::Void => {}
    }
}
