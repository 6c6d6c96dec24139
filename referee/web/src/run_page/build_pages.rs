//! Builds the pages of a run on disk; the records are read once, however many pages there are.

use std::path::Path;

use anyhow::Result;
use referee_games::GameSource;
use referee_output::text_layout::count;
use referee_report::exam::ExamResults;
use referee_report::game_view::{self, RecordedGame};
use referee_report::standings::RunReport;
use referee_schedule::{Format, Plan};
use referee_stats::{MAIN, Worth};
use referee_store::{Filter, Run};
use referee_tournament::results::{CHECKED_AT_ONCE, plan, quoted, run_title, unreadable};

use super::analysis::{met, sections};
use super::choice::GameSelection;
use super::format::found;
use super::game_summary::{frames, listed, story};
use super::marks::marks;
use super::rows::facts;
use super::viewer::Viewer;
use crate::analysis::Analysis;
use crate::board::ExpectedMoves;
use crate::model::RunSummary;
use crate::pages::report;
use crate::run_page::report as html;

/// Returns the pages of a run, one for each audience. Returns an error if the run can't be read.
///
/// `games` holds the games that the run was played by.
pub fn pages(
    run: &Run,
    games: &GameSource,
    choice: GameSelection,
    audiences: &[Viewer<'_>],
) -> Result<Vec<String>> {
    let results = RunReport::of(run, MAIN, CHECKED_AT_ONCE)?;
    let plan = plan(run)?;
    let facts = facts(run, &plan)?;
    let exam_results = match plan.format {
        Format::Exam(_) => Some(ExamResults::by_id(run.path())?),
        _ => None,
    };
    let worth = results.worth;
    let mut makers: Vec<Maker<'_>> = audiences
        .iter()
        .map(|viewer| Maker::new(*viewer, choice, worth))
        .collect();
    for outcome in run.outcomes(&Filter::default()).map_err(unreadable)? {
        let outcome = outcome.map_err(unreadable)?;
        let settled = makers.iter_mut().filter(|_| !outcome.again);
        for maker in settled.filter(|page_maker| {
            page_maker.wants(outcome.seats.iter().map(|seated| seated.bot.as_str()))
        }) {
            maker.of += 1;
        }
    }
    // The path of the file is not shown.
    let file = run.path().file_name().unwrap_or_default();
    let name = quoted(Path::new(file));
    game_view::each(run, &Filter::default(), |game| {
        makers
            .iter_mut()
            .try_for_each(|maker| maker.add(games, &game, &plan, &name))
    })?;
    let title = run_title(run, &plan);
    let finish = |maker: Maker<'_>| {
        let audience = maker.audience;
        let marks = exam_results
            .as_ref()
            .and_then(|results| marks(results, maker.audience));
        let mut summary = maker.finish(&title, &results, &facts);
        if let Some(marks) = marks {
            summary.sections.insert(0, marks);
        }
        if let Some(found) = found(run, &plan, audience)? {
            summary.sections.insert(0, found);
        }
        Ok(report(summary))
    };
    makers.into_iter().map(finish).collect()
}

/// A page under construction.
struct Maker<'a> {
    audience: Viewer<'a>,
    choice: GameSelection,
    /// In `of`, the number of games that the page could hold; in `seen`, the number looked at so far.
    of: u64,
    seen: u64,
    again: u64,
    unplayable: u64,
    /// Games whose rules can't be asked here.
    unasked: u64,
    analysis: Analysis,
    summary: RunSummary,
}

impl<'a> Maker<'a> {
    fn new(audience: Viewer<'a>, choice: GameSelection, worth: Option<Worth>) -> Maker<'a> {
        Maker {
            audience,
            choice,
            of: 0,
            seen: 0,
            again: 0,
            unplayable: 0,
            unasked: 0,
            analysis: Analysis::new(worth),
            summary: RunSummary::default(),
        }
    }

    /// Returns whether the audience may see a game of these bots.
    fn wants<'b>(&self, mut bots: impl Iterator<Item = &'b str>) -> bool {
        bots.any(|bot| self.audience.sees(bot))
    }

    fn add(
        &mut self,
        games: &GameSource,
        game: &RecordedGame,
        plan: &Plan,
        run: &str,
    ) -> Result<()> {
        let outcome = &game.outcome;
        if !self.wants(outcome.seats.iter().map(|seated| seated.bot.as_str())) {
            return Ok(());
        }
        if outcome.again {
            self.again += 1;
            return Ok(());
        }
        let place = self.seen;
        self.seen += 1;
        let audience = self.audience;
        if outcome.counts() {
            let shown = |bot: &str| audience.clocks(bot).then(|| audience.name(bot));
            self.analysis.add(&game.record, shown);
        }
        if !self.choice.takes(outcome, place, self.of) {
            return Ok(());
        }
        let Ok(rules) = game.rules(games) else {
            self.unasked += 1;
            self.summary.games.push(listed(outcome, plan, audience));
            return Ok(());
        };
        let mut story = story(&*rules, game, plan, audience, run)?;
        match frames(&*rules, game, audience, ExpectedMoves::Named) {
            Ok(frames) => {
                story.replay = true;
                self.summary.reels.add(story.number, &frames);
            }
            Err(_) => self.unplayable += 1,
        }
        self.summary.games.push(story);
        Ok(())
    }

    fn finish(self, title: &str, results: &RunReport, facts: &[(String, String)]) -> RunSummary {
        let mut summary = self.summary;
        let shown = summary.games.len() as u64;
        let bars = self.analysis.reasons();
        summary.facts = facts.to_vec();
        summary.curves = self.analysis.curves();
        match self.audience {
            Viewer::Holder | Viewer::Anybody(_) => {
                let bots = count(results.standings.len() as u64, "bot");
                title.clone_into(&mut summary.title);
                summary.lead = format!("{bots}, {}.", count(results.games, "game"));
                summary.sections = html::sections(results);
                let last = summary.sections.pop();
                if summary
                    .sections
                    .iter()
                    .all(|section| section.id != "crosstable")
                {
                    summary.sections.push(met(results));
                }
                summary.sections.extend(sections(&self.analysis, results));
                summary.sections.extend(last);
                summary.ratings = html::ratings(results);
                summary.bars = html::bars(results);
            }
            Viewer::Author(bot, aliases) => {
                // The seed reveals the dice of games to come.
                summary
                    .facts
                    .retain(|(name, _)| name != "seed" && name != "machine");
                summary.title = format!("{bot} in {title}");
                summary.lead = format!(
                    "{} of this bot. Opponents go by aliases; others know this one as {}.",
                    count(self.seen, "game"),
                    aliases.of(bot)
                );
                summary.sections =
                    html::own_sections(results, bot, |name| self.audience.name(name));
            }
        }
        summary.bars.push(bars);
        summary.without.extend(self.choice.remark(shown, self.of));
        if self.again > 0 {
            let attempts = count(self.again, "void attempt");
            summary.without.push(format!(
                "{attempts} at games that were played again left out."
            ));
        }
        if self.unasked > 0 {
            let games = count(self.unasked, "game");
            summary.without.push(format!(
                "{games} can't be shown move by move: the rules are a program, which can't be asked here."
            ));
        }
        if self.unplayable > 0 {
            let games = count(self.unplayable, "game");
            summary.without.push(format!(
                "{games} can't be replayed: the record doesn't follow the rules."
            ));
        }
        summary
    }
}
