//! Schedules an exam: all students answer questions and play a qualification; those who pass meet each other.
//!
//! A chapter is a group of students who came together: those of the beginning, then those of each change.
//! Each chapter plays its three stages after all earlier games: basics and qualification of its students,
//! then, once all its qualification games are settled, the pairs of eligible students of whom at least one is
//! new. A student whose errors were annulled is in a chapter again, and plays these games of the qualification
//! again.

mod qualified;

use std::collections::{BTreeMap, VecDeque};

use referee_record::{Job, Outcome, StartFrom};

use crate::Schedule;
use crate::blocks::Blocks;
use crate::plan::game_config::{Entrant, GameConfig, GameSlot, from_one};
use crate::plan::{Attendance, Plan, PlanError};

pub use crate::plan::exam::{
    Appeal, BASICS, Basics, Exam, ExamQuestion, MAIN, QUALIFICATION, Qualification,
};
pub use qualified::QualificationErrors;

/// Students who came together.
struct Chapter {
    students: Vec<Entrant>,
    /// Students of earlier chapters who are examined again.
    appeals: Vec<Appeal>,
    /// All bots that had been withdrawn by then.
    gone: Vec<String>,
}

/// A game before it has a number; its bots are indices among all bots.
#[derive(Clone, Copy)]
struct Sketch {
    stage: &'static str,
    /// How often this game was due so far, with this time.
    round: u32,
    pair: [usize; 2],
    /// Index of the deal within the stage, from 0.
    deal: usize,
    rotation: usize,
    rotations: usize,
}

/// The schedule of an exam.
pub struct ExamSchedule {
    setup: GameConfig,
    exam: Exam,
    /// All bots so far: the examiner's bots, then the students by chapter.
    bots: Vec<Entrant>,
    chapters: VecDeque<Chapter>,
    /// Games that can be numbered, in order.
    ready: VecDeque<Sketch>,
    /// Students of the chapter that is playing and the bots that had left, until its pairs are known.
    open: Option<(Vec<usize>, Vec<String>)>,
    /// Numbers of its qualification games.
    awaited: Vec<u64>,
    /// All qualification games so far, by number.
    examined: BTreeMap<u64, Sketch>,
    /// Eligible students, by index among all bots.
    eligible: Vec<usize>,
    errors: QualificationErrors,
    last: u64,
}

impl ExamSchedule {
    /// Checks the plan's settings for the exam and issues no game yet; returns an error if the exam can't be
    /// played with the plan.
    pub fn new(plan: &Plan, exam: &Exam) -> Result<ExamSchedule, PlanError> {
        exam.check(plan)?;
        let (staff, students) = plan
            .bots
            .iter()
            .cloned()
            .partition(|bot| exam.is_staff(&bot.name));
        let mut chapters = VecDeque::from([Chapter {
            students,
            appeals: Vec::new(),
            gone: Vec::new(),
        }]);
        let mut gone = Vec::new();
        for change in &plan.changes {
            gone.extend(change.withdrawn.iter().cloned());
            chapters.push_back(Chapter {
                students: change.joined.clone(),
                appeals: change.appeals.clone(),
                gone: gone.clone(),
            });
        }
        let mut schedule = ExamSchedule {
            setup: plan.setup.clone(),
            exam: exam.clone(),
            bots: staff,
            chapters,
            ready: VecDeque::new(),
            open: None,
            awaited: Vec::new(),
            examined: BTreeMap::new(),
            eligible: Vec::new(),
            errors: QualificationErrors::default(),
            last: 0,
        };
        schedule.go_on();
        Ok(schedule)
    }

    /// Opens chapters, and closes those whose qualification is settled, until there is a game to number or
    /// one to wait for.
    fn go_on(&mut self) {
        while self.ready.is_empty() {
            if let Some((students, gone)) = self.open.take() {
                if !self.errors.has(self.awaited.iter().copied()) {
                    self.open = Some((students, gone));
                    return;
                }
                self.awaited.clear();
                self.pair(&students, &gone);
            } else if let Some(chapter) = self.chapters.pop_front() {
                self.examine(chapter);
            } else {
                return;
            }
        }
    }

    /// Adds the games of a chapter's first two stages.
    fn examine(&mut self, chapter: Chapter) {
        let students = self.bots.len()..self.bots.len() + chapter.students.len();
        self.bots.extend(chapter.students);
        let place = |name: &str| self.bots.iter().position(|bot| bot.name == name);
        if let Some(stage) = &self.exam.basics
            && let Some(partner) = place(&stage.partner)
        {
            let seats = &self.setup.seats;
            for student in students.clone() {
                let asked = stage.questions.iter().enumerate();
                self.ready.extend(asked.map(|(deal, question)| Sketch {
                    stage: BASICS,
                    round: 1,
                    pair: [student, partner],
                    deal,
                    // The student, who is first in the pair, moves on to the seat asked.
                    rotation: usize::from(seats.first() != Some(&question.seat)),
                    rotations: 1,
                }));
            }
        }
        if let Some(stage) = &self.exam.qualification
            && let Some(examiner) = place(&stage.examiner)
        {
            for student in students.clone() {
                let games = mirrored(QUALIFICATION, [student, examiner], stage.deals.len());
                self.ready.extend(games);
            }
        }
        let mut students: Vec<usize> = students.collect();
        for appeal in &chapter.appeals {
            students.extend(self.examine_again(appeal));
        }
        students.sort_unstable();
        students.dedup();
        self.open = Some((students, chapter.gone));
    }

    /// Adds the games of an appeal; returns the index of its student, if there is one.
    fn examine_again(&mut self, appeal: &Appeal) -> Option<usize> {
        let student = self.bots.iter().position(|bot| bot.name == appeal.bot)?;
        self.errors.replace(appeal);
        let games = appeal
            .games
            .iter()
            .filter_map(|number| self.examined.get(number));
        let own = games.filter(|game| game.pair[0] == student);
        self.ready.extend(own.map(|game| Sketch {
            round: game.round + 1,
            ..*game
        }));
        Some(student)
    }

    /// Adds the games of a chapter's main stage.
    fn pair(&mut self, students: &[usize], gone: &[String]) {
        let here = |place: &usize| !gone.contains(&self.bots[*place].name);
        let allowed = self.exam.qualification.as_ref();
        let passes = |place: &usize| {
            // Games of later chapters may be known already.
            let games = self.errors.games_of(&self.bots[*place].name);
            let errors = games.filter(|number| *number <= self.last).count();
            allowed.is_none_or(|stage| errors <= stage.errors as usize)
        };
        self.eligible.retain(here);
        let waits = |place: &usize| here(place) && passes(place) && !self.eligible.contains(place);
        let new = students.iter().filter(|place| waits(place));
        let arrival = Attendance {
            new: new.copied().collect(),
            here: self.eligible.clone(),
        };
        if let Some(blocks) = Blocks::new(&arrival, 2) {
            for pair in blocks.iter() {
                if let [one, other] = pair[..] {
                    let games = mirrored(MAIN, [one, other], self.exam.deals.len());
                    self.ready.extend(games);
                }
            }
        }
        self.eligible.extend(arrival.new);
    }

    fn job(&self, sketch: Sketch) -> Job {
        let (qualification, main) = self.exam.first_deals();
        let basics = self.exam.basics.as_ref().map(|stage| &stage.questions);
        let deals = self.exam.qualification.as_ref().map(|stage| &stage.deals);
        let (first, line) = match sketch.stage {
            BASICS => (1, basics.map(|all| &all[sketch.deal].state)),
            QUALIFICATION => (qualification, deals.map(|all| &all[sketch.deal])),
            _ => (main, self.exam.deals.get(sketch.deal)),
        };
        let spot = GameSlot {
            stage: sketch.stage,
            round: sketch.round,
            deal: from_one(first + sketch.deal - 1),
            rotation: sketch.rotation,
            rotations: sketch.rotations,
        };
        let block = sketch.pair.map(|place| &self.bots[place]);
        let from = StartFrom::State(line.cloned().unwrap_or_default());
        let mut job = self.setup.job_from(self.last, &block, spot, from);
        for seated in &mut job.seats {
            seated.examiner = self.exam.is_staff(&seated.bot);
        }
        job.identify()
    }
}

/// Returns each deal of a pair twice, once with each seating.
fn mirrored(stage: &'static str, pair: [usize; 2], deals: usize) -> impl Iterator<Item = Sketch> {
    (0..2 * deals).map(move |game| Sketch {
        stage,
        round: 1,
        pair,
        deal: game / 2,
        rotation: game % 2,
        rotations: 2,
    })
}

impl Schedule for ExamSchedule {
    fn next(&mut self) -> Option<Job> {
        self.go_on();
        let sketch = self.ready.pop_front()?;
        self.last += 1;
        if sketch.stage == QUALIFICATION {
            self.awaited.push(self.last);
            self.examined.insert(self.last, sketch);
        }
        Some(self.job(sketch))
    }

    fn record(&mut self, outcome: &Outcome) {
        if let Some(stage) = &self.exam.qualification {
            self.errors.add(stage, outcome);
        }
        self.go_on();
    }

    fn skip(&mut self, job: &Job, _gone: &[String], _parked: &[String]) {
        if job.place.stage == QUALIFICATION {
            self.errors.settle(job.number);
        }
        self.go_on();
    }

    fn finished(&self) -> bool {
        self.ready.is_empty() && self.open.is_none() && self.chapters.is_empty()
    }

    fn size(&self) -> Option<u64> {
        let known = self.open.is_none() && self.chapters.is_empty();
        known.then(|| self.last + self.ready.len() as u64)
    }

    /// Assumes that all students are eligible.
    fn most(&self) -> Option<u64> {
        let mut games = self.last + self.ready.len() as u64;
        let mut here = self.eligible.len() as u64;
        let open = self.open.iter().map(|(students, _)| students.len() as u64);
        let later = self
            .chapters
            .iter()
            .map(|chapter| (chapter.students.len() + chapter.appeals.len()) as u64);
        for chapter in &self.chapters {
            let again: usize = chapter
                .appeals
                .iter()
                .map(|appeal| appeal.games.len())
                .sum();
            let first = self.exam.first_games(chapter.students.len() as u64);
            games = games.saturating_add(first).saturating_add(again as u64);
        }
        for new in open.chain(later) {
            games = games.saturating_add(self.exam.main_games(new, here));
            here += new;
        }
        Some(games)
    }

    fn notes(&self) -> Vec<String> {
        if self.exam.qualification.is_none() || self.open.is_some() {
            return Vec::new();
        }
        let students = self
            .bots
            .iter()
            .filter(|bot| !self.exam.is_staff(&bot.name));
        let (eligible, all) = (self.eligible.len(), students.count());
        vec![format!(
            "Of {all} who took the exam {eligible} are eligible for its main stage."
        )]
    }
}
