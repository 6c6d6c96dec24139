//! Recorded games as lines of a list and as rows of a table.

use std::collections::BTreeSet;

use referee_engine::why;
use referee_output::numbers::{decimal, millis};
use referee_output::sanitize::plain;
use referee_output::text_layout::wrap;
use referee_record::{FaultKind, Outcome, Seated};
use referee_schedule::exam::BASICS;
use referee_stats::Worth;
use serde_json::{Value, json};

use crate::columns::Columns;
use crate::document::Table;

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

/// Returns the columns for a game, without those for its seats.
fn game_columns<'a>() -> Columns<'a, Outcome> {
    let mut columns = Columns::<Outcome>::default();
    columns.both("game", "game", |game| game.number);
    columns
        .people("reason", |game| {
            let why = game.verdict.void.as_ref();
            let why = why.map_or(String::new(), |why| format!(", {}: {why}", status(game)));
            format!("{}{why}", game.verdict.reason)
        })
        .left();
    columns.programs("attempt", |game| game.attempt);
    columns.programs("stage", |game| game.place.stage.clone());
    columns.programs("round", |game| game.place.round);
    columns.programs("deal", |game| game.place.deal);
    columns.programs("rotation", |game| game.place.rotation);
    columns.programs("status", status);
    columns.programs("reason", |game| game.verdict.reason.clone());
    columns.programs("void", |game| game.verdict.void.clone());
    columns.programs("steps", |game| game.steps);
    columns.programs("id", |game| game.id.to_string());
    columns.programs("worker", |game| game.worker.clone());
    columns
}

fn seated(game: &Outcome, seat: char) -> Option<&Seated> {
    game.seats.iter().find(|seated| seated.seat == seat)
}

/// Returns the columns for a seat of a game. `worth` says what a result is worth, if not its place.
fn seat_columns<'a>(seat: char, worth: Option<Worth>) -> Columns<'a, Outcome> {
    let spent = move |game: &Outcome| seated(game, seat).map(|seated| seated.spent);
    let mean_ms =
        move |game: &Outcome| spent(game).and_then(|spent| mean(spent.sum_ns, spent.moves));
    let asked = move |game: &Outcome| spent(game).filter(|spent| spent.moves > 0);
    let mut columns = Columns::<Outcome>::default();
    columns
        .both(seat, "bot", move |game| {
            seated(game, seat).map(|seated| seated.bot.clone())
        })
        .left();
    columns.programs("place", move |game| {
        game.verdict.seat(seat).map(|result| result.place)
    });
    columns.real(
        "points",
        "points",
        move |game| points(game, seat, worth),
        decimal,
    );
    columns.programs("score", move |game| {
        game.verdict.seat(seat).and_then(|result| result.score)
    });
    columns.programs("fault", move |game| {
        game.verdict
            .seat(seat)
            .and_then(|result| result.fault)
            .map(FaultKind::text)
    });
    columns.programs("moves", move |game| spent(game).map(|spent| spent.moves));
    columns.real("mean ms", "mean_ms", mean_ms, millis);
    columns.programs("max_ms", move |game| {
        asked(game).map(|spent| ms(spent.max_ns))
    });
    columns
}

/// Returns the columns for a game and for these seats, as a table has them: names for programs end in the seat's letter.
pub(super) fn columns<'a>(
    seats: impl IntoIterator<Item = char>,
    worth: Option<Worth>,
) -> Columns<'a, Outcome> {
    let mut columns = game_columns();
    for seat in seats {
        columns.extend(seat_columns(seat, worth), &format!("_{seat}"));
    }
    columns
}

/// Returns a game as JSON, without its moves. `worth` says what a result is worth, if not its place.
pub fn row(outcome: &Outcome, worth: Option<Worth>) -> Value {
    let seats = outcome.seats.iter().map(|seated| {
        let mut row = seat_columns(seated.seat, worth).json(outcome);
        row.insert("seat".to_owned(), json!(seated.seat));
        row
    });
    let seats: Vec<_> = seats.collect();
    let mut row = game_columns().json(outcome);
    row.insert("annulled".to_owned(), json!(outcome.annulled));
    row.insert("seats".to_owned(), json!(seats));
    Value::Object(row)
}

/// Returns the games as a table for people. `worth` is as in [`row`].
pub(super) fn table(outcomes: &[Outcome], worth: Option<Worth>) -> Table {
    let seats = outcomes.iter().flat_map(|outcome| &outcome.seats);
    let seats: BTreeSet<char> = seats.map(|seated| seated.seat).collect();
    columns(seats, worth).table(outcomes)
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
