//! Finds the students of an exam who weren't eligible by errors that were annulled since. With `--extend` these
//! games are played again, and whoever is eligible then plays the main stage.

use std::collections::BTreeSet;

use anyhow::Result;
use referee_output::text_layout::count;
use referee_schedule::exam::{Appeal, QUALIFICATION, QualificationErrors};
use referee_schedule::{Format, Plan, PlanChange};
use referee_stats::{Results, Scale, StandingsRow};
use referee_store::{Filter, Run};

use crate::differences;
use crate::marking::marking;
use crate::results::unreadable;

/// Who took an exam, by their errors in the qualification.
#[derive(Default)]
pub(crate) struct Appeals {
    /// Students who weren't eligible and would be without the annulled errors.
    list: Vec<Appeal>,
    /// Eligible students.
    eligible: Vec<String>,
    /// Games of each pair in the main stage.
    games: u64,
}

impl Appeals {
    /// Looks for appeals in a run that these bots leave; there are none but in an exam.
    pub(crate) fn find(run: &Run, plan: &Plan, leave: &[String]) -> Result<Appeals> {
        let Format::Exam(exam) = &plan.format else {
            return Ok(Appeals::default());
        };
        let Some(stage) = &exam.qualification else {
            return Ok(Appeals::default());
        };
        let mut errors = QualificationErrors::default();
        let mut annulled = BTreeSet::new();
        let filter = Filter {
            stage: Some(QUALIFICATION.to_owned()),
            ..Filter::default()
        };
        for outcome in run.outcomes(&filter).map_err(unreadable)? {
            let outcome = outcome.map_err(unreadable)?;
            if outcome.again {
                continue;
            }
            errors.add(stage, &outcome);
            if outcome.annulled {
                annulled.insert(outcome.number);
            }
        }
        errors.replace_all(plan);
        let mut gone = plan.withdrawn();
        gone.extend(leave.iter().map(String::as_str));
        let mut found = Appeals {
            games: 2 * exam.deals.len() as u64,
            ..Appeals::default()
        };
        let names = plan.everybody().map(|bot| bot.name.as_str());
        for bot in names.filter(|bot| !exam.is_staff(bot) && !gone.contains(bot)) {
            let (games, stand): (Vec<u64>, Vec<u64>) = errors
                .games_of(bot)
                .partition(|game| annulled.contains(game));
            let (all, most) = (games.len() + stand.len(), stage.errors as usize);
            if all <= most {
                found.eligible.push(bot.to_owned());
            } else if stand.len() <= most {
                let bot = bot.to_owned();
                found.list.push(Appeal { bot, games });
            }
        }
        Ok(found)
    }

    /// Adds the appeals to a change of the run; `after` is the highest number of a recorded game.
    pub(crate) fn add_to(&self, change: Option<PlanChange>, after: u64) -> Option<PlanChange> {
        if self.list.is_empty() {
            return change;
        }
        Some(PlanChange {
            appeals: self.list.clone(),
            ..change.unwrap_or(PlanChange {
                after,
                ..PlanChange::default()
            })
        })
    }

    /// Describes what is played again, and which marks of others can move by it, a sentence each.
    pub(crate) fn describe(&self, run: &Run) -> Result<Vec<String>> {
        if self.list.is_empty() {
            return Ok(Vec::new());
        }
        let mut lines: Vec<String> = self.list.iter().map(|appeal| self.again(appeal)).collect();
        let scale = marking(run.header(), run.path())?.scale;
        let tallies = run.tallies().map_err(unreadable)?;
        let rows = tallies.main().standings();
        let eligible = rows.iter().filter(|row| self.eligible.contains(&row.bot));
        let more = self.games * self.list.len() as u64;
        let moves: Vec<String> = eligible
            .filter_map(|row| range(&scale, row, more))
            .collect();
        lines.push(if moves.is_empty() {
            "No mark of anybody else can move by these games.".to_owned()
        } else {
            format!("Marks of others that can move by it: {}.", moves.join(", "))
        });
        Ok(lines)
    }

    fn again(&self, appeal: &Appeal) -> String {
        let Appeal { bot, games } = appeal;
        let numbers: Vec<String> = games.iter().map(u64::to_string).collect();
        let (games, again) = match games.len() {
            1 => ("game", "is played again under a new number"),
            _ => ("games", "are played again under new numbers"),
        };
        let (numbers, each) = (differences::list(&numbers), count(self.games, "game"));
        format!(
            "{bot} wasn't eligible by errors that were annulled since: {games} {numbers} {again}. With no \
             more errors than allowed it then plays {each} against each bot of the main stage."
        )
    }
}

/// Describes how the mark of a bot can move by so many more games; `None` if it can't.
fn range(scale: &Scale, row: &StandingsRow, more: u64) -> Option<String> {
    let mark = |wins: u64, losses: u64| {
        let results = Results {
            wins: row.wins + wins,
            draws: row.draws,
            losses: row.losses + losses,
        };
        scale.grade(results).mark
    };
    let (now, worst, best) = (mark(0, 0), mark(0, more), mark(more, 0));
    let (low, high) = (worst.min(best).min(now), worst.max(best).max(now));
    (low < high).then(|| format!("{} {now} ({low} to {high})", row.bot))
}

/// Describes what `--extend` plays again in an exam after its rulings, and which marks of others can move by
/// it, a sentence each.
pub fn appeals(run: &Run, plan: &Plan) -> Result<Vec<String>> {
    Appeals::find(run, plan, &[])?.describe(run)
}
