//! Recorded games as lines of a list and as rows of a table.

use std::collections::BTreeSet;

use referee_engine::why;
use referee_output::numbers::{decimal, millis};
use referee_output::sanitize::plain;
use referee_output::text_layout::wrap;
use referee_record::Outcome;
use referee_schedule::exam::BASICS;
use referee_stats::Worth;
use serde_json::{Value, json};

use crate::text_table::TextTable;

/// Returns the line of a game in a list: number, seats with their places, reason; the commands that explain
/// its faults follow on lines of their own. `run` is the results file, quoted for a command.
pub fn line(outcome: &Outcome, run: &str) -> String {
    let faulty = outcome
        .verdict
        .seats
        .iter()
        .filter(|seat_result| seat_result.failure().is_some());
    let why = faulty.map(|seat_result| why(run, outcome.number, outcome.attempt, seat_result.seat));
    let line = format!("{:>5}  {}", outcome.number, ended(outcome));
    why.fold(wrap(&line, 7), |lines, why| {
        format!("{lines}\n{:7}{why}", "")
    })
}

/// Returns the heading of a game.
pub fn title(outcome: &Outcome) -> String {
    wrap(&format!("Game {}: {}", outcome.number, ended(outcome)), 2)
}

/// Describes the seats of a game and its result.
fn ended(outcome: &Outcome) -> String {
    let seats: Vec<String> = outcome
        .seats
        .iter()
        .map(|seated| {
            let result = outcome.verdict.seat(seated.seat);
            let place = result.map_or(0, |result| result.place);
            format!("{} {} ({place})", seated.seat, plain(&seated.bot))
        })
        .collect();
    let verdict = &outcome.verdict;
    let attempt = match outcome.attempt {
        1 => String::new(),
        n => format!("attempt {n}  "),
    };
    let void = verdict.void.as_ref();
    let void = void.map_or(String::new(), |why| {
        format!(", {}: {}", status(outcome), plain(why))
    });
    let seats = seats.join("  ");
    format!("{seats}  {attempt}{}{void}", plain(&verdict.reason))
}

/// Returns the status of a game: `counts`, `void`, or `again` if another attempt follows.
fn status(outcome: &Outcome) -> &'static str {
    match (outcome.counts(), outcome.again) {
        (true, _) => "counts",
        (false, false) => "void",
        (false, true) => "again",
    }
}

/// Returns the points of a seat, or `None` if the game gives none: it doesn't count, or it is a question of an
/// exam, whose points depend on the answer.
fn points(outcome: &Outcome, seat: char, worth: Option<Worth>) -> Option<f64> {
    let seated = outcome.seats.iter().any(|seated| seated.seat == seat);
    let asked = worth.is_some() && outcome.place.stage == BASICS;
    let given = seated && outcome.counts() && !asked;
    let points = given.then(|| outcome.points(seat))?;
    Some(worth.map_or(points, |worth| worth.game(points).into()))
}

/// Returns a game as JSON, without its moves. `worth` says what a result is worth, if not its place.
pub fn row(outcome: &Outcome, worth: Option<Worth>) -> Value {
    let seats: Vec<Value> = outcome
        .seats
        .iter()
        .map(|seated| {
            let result = outcome.verdict.seat(seated.seat);
            json!({
                "seat": seated.seat,
                "bot": seated.bot,
                "place": result.map(|result| result.place),
                "points": points(outcome, seated.seat, worth),
                "score": result.and_then(|result| result.score),
                "fault": result.and_then(|result| result.fault),
                "moves": seated.spent.moves,
                "mean_ms": mean(seated.spent.sum_ns, seated.spent.moves),
                "max_ms": (seated.spent.moves > 0).then(|| ms(seated.spent.max_ns)),
            })
        })
        .collect();
    json!({
        "game": outcome.number,
        "attempt": outcome.attempt,
        "id": outcome.id,
        "stage": outcome.place.stage,
        "round": outcome.place.round,
        "deal": outcome.place.deal,
        "rotation": outcome.place.rotation,
        "status": status(outcome),
        "annulled": outcome.annulled,
        "seats": seats,
        "verdict": outcome.verdict,
        "steps": outcome.steps,
        "worker": outcome.worker,
    })
}

/// Returns the column heads of a table of games with these seats.
pub(super) fn columns(seats: &[char]) -> Vec<String> {
    let common = [
        "game", "attempt", "stage", "round", "deal", "rotation", "status", "reason", "void",
        "steps", "id", "worker",
    ];
    let field_names = [
        "bot", "place", "points", "score", "fault", "moves", "mean_ms", "max_ms",
    ];
    let seat_columns = seats
        .iter()
        .flat_map(|seat| field_names.map(|name| format!("{name}_{seat}")));
    common
        .map(str::to_owned)
        .into_iter()
        .chain(seat_columns)
        .collect()
}

/// Returns a game as a row under the heads of [`columns`]; missing values are empty. `worth` is as in [`row`].
pub(super) fn cells(outcome: &Outcome, seats: &[char], worth: Option<Worth>) -> Vec<String> {
    let Outcome { place, verdict, .. } = outcome;
    let mut cells = vec![
        outcome.number.to_string(),
        outcome.attempt.to_string(),
        place.stage.clone(),
        place.round.to_string(),
        place.deal.to_string(),
        place.rotation.to_string(),
        status(outcome).to_owned(),
        verdict.reason.clone(),
        verdict.void.clone().unwrap_or_default(),
        outcome.steps.to_string(),
        outcome.id.to_string(),
        outcome.worker.clone().unwrap_or_default(),
    ];
    for seat in seats {
        let seated = outcome.seats.iter().find(|seated| seated.seat == *seat);
        let result = verdict.seat(*seat);
        let spent = seated.map(|seated| seated.spent).unwrap_or_default();
        let asked = (spent.moves > 0).then(|| ms(spent.max_ns));
        cells.extend([
            seated.map_or_else(String::new, |seated| seated.bot.clone()),
            text(result.map(|result| result.place)),
            text(points(outcome, *seat, worth)),
            text(result.and_then(|result| result.score)),
            text(result.and_then(|result| result.fault)),
            text(seated.map(|seated| seated.spent.moves)),
            text(mean(spent.sum_ns, spent.moves)),
            text(asked),
        ]);
    }
    cells
}

/// Returns the games as a table for people. `worth` is as in [`row`].
pub(super) fn table(outcomes: &[Outcome], worth: Option<Worth>) -> TextTable {
    let seats = outcomes.iter().flat_map(|outcome| &outcome.seats);
    let seats: BTreeSet<char> = seats.map(|seated| seated.seat).collect();
    let mut table = TextTable::new(&["game", "reason"]);
    table.rows = outcomes
        .iter()
        .map(|outcome| {
            let why = outcome.verdict.void.as_ref();
            let why = why.map_or(String::new(), |why| format!(", {}: {why}", status(outcome)));
            let reason = format!("{}{why}", outcome.verdict.reason);
            vec![outcome.number.to_string(), reason]
        })
        .collect();
    for seat in seats {
        let find_seat = |outcome: &Outcome| {
            outcome
                .seats
                .iter()
                .find(|seated| seated.seat == seat)
                .cloned()
        };
        table.left.push(table.head.len());
        let bots = outcomes
            .iter()
            .map(|outcome| find_seat(outcome).map_or_else(String::new, |seated| seated.bot));
        table.column(seat, bots);
        let points = outcomes
            .iter()
            .map(|outcome| points(outcome, seat, worth).map_or_else(String::new, decimal));
        table.column("points", points);
        let means = outcomes.iter().map(|outcome| {
            let spent = find_seat(outcome)
                .map(|seated| seated.spent)
                .unwrap_or_default();
            mean(spent.sum_ns, spent.moves).map_or_else(String::new, millis)
        });
        table.column("mean ms", means);
    }
    table
}

fn text(value: Option<impl ToString>) -> String {
    value.map_or_else(String::new, |value| value.to_string())
}

/// Returns the mean time per move in milliseconds; `None` without moves.
pub(super) fn mean(sum_ns: u64, moves: u64) -> Option<f64> {
    #[expect(clippy::cast_precision_loss, reason = "sixteen digits are plenty")]
    (moves > 0).then(|| ms(sum_ns) / moves as f64)
}

#[expect(clippy::cast_precision_loss, reason = "sixteen digits are plenty")]
pub(super) fn ms(ns: u64) -> f64 {
    ns as f64 / 1e6
}
