//! `referee stats plan`: predicts the length of a sequential test, and what a number of games can show.

mod plot;
mod speed;

use std::time::Duration;

use referee_stats::sequential::{DetectableEffect, Formula, SequentialTest};
use serde::Serialize;

use super::Answer;
use crate::args::number::whole;
use crate::commands::sequential::{PlayArgs, TestArgs, number, steady};
use plot::{COLUMNS, plot};
use referee_output::failure::bad_input;
use referee_output::numbers::span;
use referee_output::terminal;
use referee_output::text_layout::{WIDTH, wrap};
use referee_report::columns::Columns;
use referee_report::standings::strength::percent;
use speed::SpeedArgs;

/// True strengths in the table's rows, as multiples of the distance between the hypotheses: 0 is the first
/// hypothesis, 1 the second.
const PLACES: [f64; 9] = [-1.0, -0.5, 0.0, 0.25, 0.5, 0.75, 1.0, 1.5, 2.0];

/// Estimate before playing how many games a test needs, and what a number of games can show.
///
/// A sequential test is short if one hypothesis is far from the truth, and longest if the truth is
/// between them. The table and the curve show how often it accepts elo1 and how many games it
/// needs, for several true strengths; short tests are simulated, longer ones calculated.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  referee stats plan
  referee stats plan --elo0 -5 --elo1 0 --games-per-second 12
  referee stats plan --elo1 20 --bots ./new ./base --game koolaamee --tc st=0.05
  referee stats plan --model logistic --budget 4000 --json

Keys of the JSON object: model, elo0, elo1, alpha, beta, games_per_second,
rows (strength, accepted, games, seconds), budget (games, error, matched,
sequential). What isn't known or can't be is null.")]
pub struct StatsPlanArgs {
    #[command(flatten)]
    test: TestArgs,
    #[command(flatten)]
    play: PlayArgs,
    /// Print what this number of games can show.
    #[arg(long, value_name = "GAMES", value_parser = whole::<u32, 2, 1_000_000_000>)]
    budget: Option<u32>,
    /// Number of games played in a second, in total.
    #[arg(long, value_name = "RATE", value_parser = number)]
    games_per_second: Option<f64>,
    #[command(flatten)]
    speed: SpeedArgs,
    /// Draw the curve with plain characters, as outside of a terminal.
    #[arg(long)]
    plain: bool,
}

/// The prediction for one true strength.
#[derive(Serialize)]
struct Row {
    strength: f64,
    accepted: f64,
    games: f64,
    seconds: Option<f64>,
}

/// The figures, by the keys of the JSON object.
#[derive(Serialize)]
struct Figures {
    model: referee_stats::SprtModel,
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
    games_per_second: Option<f64>,
    rows: Vec<Row>,
    budget: Option<PlanSummary>,
}

/// What a budget of games can show.
#[derive(Serialize)]
struct PlanSummary {
    games: u32,
    #[serde(flatten)]
    tells: DetectableEffect,
}

impl StatsPlanArgs {
    /// Calculates the plan.
    pub fn answer(self) -> anyhow::Result<Answer> {
        let test = self.test.test()?;
        if let Some(rate) = self.games_per_second.filter(|rate| *rate <= 0.0) {
            let message =
                format!("games-per-second is {rate}; expected a number above 0, such as 2.5");
            return Err(bad_input(message));
        }
        let play = self.play.play();
        let TestArgs {
            elo0,
            elo1,
            alpha,
            beta,
            ..
        } = self.test;
        let at = |place: f64| {
            let strength = steady(elo0 + place * (elo1 - elo0));
            play.truth(test.model(), strength)
                .map(|truth| (strength, truth))
                .map_err(bad_input)
        };
        let truths = PLACES
            .iter()
            .map(|&place| at(place))
            .collect::<Result<Vec<_>, _>>()?;
        let tells =
            |games: u32| DetectableEffect::new(test.model(), &play, [alpha, beta], games.into());
        let summarize = |games| {
            tells(games)
                .map(|tells| PlanSummary { games, tells })
                .map_err(bad_input)
        };
        let budget = self.budget.map(summarize).transpose()?;
        let rate = match self.games_per_second {
            Some(rate) => Some(rate),
            None => self.speed.measure()?,
        };
        let rows = truths.iter().map(|(strength, truth)| {
            let course = test.forecast(truth);
            Row {
                strength: *strength,
                accepted: course.second,
                games: course.games,
                seconds: rate.map(|rate| course.games / rate),
            }
        });
        let figures = Figures {
            model: test.model(),
            elo0,
            elo1,
            alpha,
            beta,
            games_per_second: rate,
            rows: rows.collect(),
            budget,
        };
        let about = format!(
            "A test of {}; {}.",
            self.test.describe(),
            self.play.describe()
        );
        let mut text = format!(
            "{}\n\n{}\n",
            wrap(&about, 0),
            rows_of(&figures, self.test.model.unit())
        );
        text += &format!("\nHow often {elo1} is accepted, by what is true:\n\n");
        text += &drawn(&test, &self.play, self.plain || !terminal::has_colours())?;
        if let Some(plan_summary) = &figures.budget {
            text += &format!(
                "\n{}",
                budget_of(plan_summary, &figures, self.test.model.unit())
            );
        }
        Answer::new(text, &figures)
    }
}

fn rows_of(figures: &Figures, unit: &str) -> String {
    let Figures {
        elo1,
        games_per_second,
        ..
    } = figures;
    let mut columns = Columns::<Row>::default();
    columns.people(format!("true {unit}"), |row| row.strength.to_string());
    columns.people(format!("{elo1} is accepted"), |row| percent(row.accepted));
    columns.people("games", |row| format!("{:.0}", row.games));
    if let Some(rate) = games_per_second {
        columns.people(format!("time at {rate:.1} games/s"), |row| {
            row.seconds.map(time)
        });
    }
    columns.table(&figures.rows).text(WIDTH)
}

/// Formats a time that may be too long for a `Duration`.
fn time(seconds: f64) -> String {
    Duration::try_from_secs_f64(seconds).map_or_else(|_| "for ever".to_owned(), span)
}

fn drawn(test: &SequentialTest, play: &PlayArgs, plain: bool) -> anyhow::Result<String> {
    let [elo0, elo1] = test.elos();
    let range = elo1 - elo0;
    let mut curve = [0.0; COLUMNS];
    let mut part = 0.0;
    for value in &mut curve {
        let strength = elo0 - range + 3.0 * range * part;
        let truth = play
            .play()
            .truth(test.model(), strength)
            .map_err(bad_input)?;
        *value = test.course(&truth, Formula::Corrected).second;
        part += 1.0 / 69.0;
    }
    let labels = [elo0 - range, elo0, elo1, elo1 + range].map(|elo| steady(elo).to_string());
    Ok(plot(&curve, &labels, plain))
}

fn budget_of(plan_summary: &PlanSummary, figures: &Figures, unit: &str) -> String {
    let PlanSummary { games, tells } = plan_summary;
    let elo = |elo: Option<f64>| elo.map_or("nothing".to_owned(), |elo| format!("{elo:.1} {unit}"));
    let seconds = figures
        .games_per_second
        .map(|rate| f64::from(*games) / rate);
    let takes = seconds
        .map(|s| format!(", {}", time(s)))
        .unwrap_or_default();
    format!(
        "With {games} games{takes}, between equals:\n  \
         a match of so many has an error of  ±{}\n  \
         and tells from 0, at the earliest,  {}\n  \
         a test that takes so many on the\n  \
         average tells from 0                {}\n",
        elo(tells.error),
        elo(tells.matched),
        elo(tells.sequential)
    )
}
