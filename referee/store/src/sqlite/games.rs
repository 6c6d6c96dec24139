//! Writes outcomes to columns, and reads them back.

use referee_record::{FaultKind, JobId, Outcome, Place, SeatResult, Seated, Seed, Spent, Verdict};
use rusqlite::{Connection, Row, params};

use super::shape;
use super::word_table::{Numbers, WordTable};

/// Writes an outcome, as it was before any ruling; returns false if this attempt is already there.
pub(super) fn insert(
    connection: &Connection,
    numbers: &mut Numbers,
    outcome: &Outcome,
) -> rusqlite::Result<bool> {
    let place = &outcome.place;
    let block = serde_json::to_string(&place.block).map_err(shape)?;
    let worker = outcome.worker.as_ref();
    let worker = worker.map(|name| numbers.of(connection, name));
    let worker = worker.transpose()?;
    let new = connection
        .prepare_cached(
            "INSERT OR IGNORE INTO games (number, attempt, id, stage, round, block, deal, rotation, \
             rotations, reason, void, again, steps, print, revision, worker) \
             VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        )?
        .execute(params![
            outcome.number,
            outcome.attempt,
            outcome.id.0.0,
            numbers.of(connection, &place.stage)?,
            place.round,
            numbers.of(connection, &block)?,
            place.deal,
            place.rotation,
            place.rotations,
            numbers.of(connection, &outcome.verdict.reason)?,
            outcome.verdict.void,
            outcome.again,
            outcome.steps,
            outcome.print.cast_signed(),
            outcome.revision,
            worker,
        ])?;
    if new == 0 {
        return Ok(false);
    }
    let seats = outcome
        .seats
        .iter()
        .map(|seated| (seated.seat, Some(seated)));
    let vacant = outcome
        .verdict
        .seats
        .iter()
        .map(|result| (result.seat, None));
    let vacant =
        vacant.filter(|(seat, _)| !outcome.seats.iter().any(|seated| seated.seat == *seat));
    for (at, (seat, own)) in seats.chain(vacant).enumerate() {
        insert_seat(connection, numbers, outcome, (at, seat, own))?;
    }
    Ok(true)
}

fn insert_seat(
    connection: &Connection,
    numbers: &mut Numbers,
    outcome: &Outcome,
    (at, seat, own): (usize, char, Option<&Seated>),
) -> rusqlite::Result<()> {
    let result = outcome.verdict.seat(seat);
    let fault = result.and_then(|result| Some(result.fault?.to_string()));
    let spent = own.map(|seated| seated.spent).unwrap_or_default();
    let mut number = |text: Option<&String>| {
        let number = text.map(|text| numbers.of(connection, text));
        number.transpose()
    };
    connection
        .prepare_cached(
            "INSERT INTO seats (number, attempt, at, seat, bot, place, score, fault, moves, sum_ns, \
             max_ns, allowed_ns, chatter) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        )?
        .execute(params![
            outcome.number,
            outcome.attempt,
            at,
            seat.to_string(),
            number(own.map(|seated| &seated.bot))?,
            result.map(|result| result.place),
            result.and_then(|result| result.score),
            number(fault.as_ref())?,
            spent.moves.cast_signed(),
            spent.sum_ns.cast_signed(),
            spent.max_ns.cast_signed(),
            spent.allowed_ns.cast_signed(),
            own.map_or(0, |seated| seated.chatter).cast_signed(),
        ])?;
    Ok(())
}

/// Columns of a game and one of its seats, in the order in which [`outcome`] and [`seat`] read them.
pub(super) const COLUMNS: &str = "g.number, g.attempt, g.id, g.stage, g.round, g.block, g.deal, \
     g.rotation, g.rotations, g.reason, g.void, g.again, g.steps, g.print, \
     s.seat, s.bot, s.place, s.score, s.fault, s.moves, s.sum_ns, s.max_ns, s.allowed_ns, s.chatter, \
     g.revision, g.worker";

/// Reads an outcome without its seats from a row.
pub(super) fn outcome(
    connection: &Connection,
    words: &WordTable,
    row: &Row<'_>,
) -> rusqlite::Result<Outcome> {
    let read_word = |column| words.of(connection, row.get(column)?);
    Ok(Outcome {
        number: row.get(0)?,
        attempt: row.get(1)?,
        id: JobId(Seed(row.get(2)?)),
        place: Place {
            stage: read_word(3)?,
            round: row.get(4)?,
            block: serde_json::from_str(&read_word(5)?).map_err(shape)?,
            deal: row.get(6)?,
            rotation: row.get(7)?,
            rotations: row.get(8)?,
        },
        verdict: Verdict {
            reason: read_word(9)?,
            void: row.get(10)?,
            seats: Vec::new(),
        },
        again: row.get(11)?,
        annulled: false,
        revision: row.get(24)?,
        worker: interned(connection, words, row.get(25)?)?,
        steps: row.get(12)?,
        print: row.get::<_, i64>(13)?.cast_unsigned(),
        seats: Vec::new(),
    })
}

/// Returns the word with a number, if there is one.
fn interned(
    connection: &Connection,
    words: &WordTable,
    number: Option<i64>,
) -> rusqlite::Result<Option<String>> {
    let word = number.map(|number| words.of(connection, number));
    word.transpose()
}

/// Adds the seat in a row to its outcome.
pub(super) fn seat(
    connection: &Connection,
    words: &WordTable,
    row: &Row<'_>,
    outcome: &mut Outcome,
) -> rusqlite::Result<()> {
    let Some(letter) = row.get_ref(14)?.as_str_or_null()? else {
        return Ok(());
    };
    let seat = letter.parse().map_err(shape)?;
    let read_word = |column| interned(connection, words, row.get(column)?);
    let unsigned = |column| row.get(column).map(i64::cast_unsigned);
    if let Some(bot) = read_word(15)? {
        outcome.seats.push(Seated {
            seat,
            bot,
            spent: Spent {
                moves: unsigned(19)?,
                sum_ns: unsigned(20)?,
                max_ns: unsigned(21)?,
                allowed_ns: unsigned(22)?,
            },
            chatter: unsigned(23)?,
        });
    }
    if let Some(place) = row.get(16)? {
        let fault = read_word(18)?.map(|word| FaultKind::find(&word).ok_or(word));
        let unknown = |word| shape(format!("{word:?} is no fault of a seat"));
        outcome.verdict.seats.push(SeatResult {
            seat,
            place,
            score: row.get(17)?,
            fault: fault.transpose().map_err(unknown)?,
        });
    }
    Ok(())
}
