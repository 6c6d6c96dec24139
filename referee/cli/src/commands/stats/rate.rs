//! `referee stats rate`: calculates ratings from a table of scores.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use referee_output::text_layout::count;
use referee_stats::field::{ErrorSource, FieldGame, FitOptions, MOST_PLAYERS, Unit, fit};

use super::Answer;
use super::field::Figures;
use super::table::{InputRow, Wrong, read, rows};

/// Rate bots by their scores against each other.
///
/// Bradley-Terry by maximum likelihood, a draw being half a win. The file is CSV with the header
/// first,second,wins,draws,losses and a row for each ordered pair: what the player in the first
/// seat won, drew and lost against the one in the second. Definitions are in docs/ratings.md.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  referee stats rate scores.csv
  referee stats rate scores.csv --first-seat-term --json

Keys of the JSON object: ratings (a list of objects with name, rating, error),
first_seat, prior. What isn't known is null.")]
pub struct StatsRateArgs {
    /// The file of scores.
    file: PathBuf,
    /// Also estimate the advantage of the first seat.
    #[arg(long)]
    first_seat_term: bool,
}

const HEADER: [&str; 5] = ["first", "second", "wins", "draws", "losses"];
/// Maximum count of games; a larger number is rejected.
const MOST_GAMES: u64 = 1_000_000_000_000;

/// Wins, draws and losses by first and second player.
type Scores = BTreeMap<(String, String), [u64; 3]>;

impl StatsRateArgs {
    pub(super) fn answer(self) -> anyhow::Result<Answer> {
        let scores = read(&self.file, parse)?;
        let (names, units) = units(&scores);
        let options = FitOptions {
            first_seat: self.first_seat_term,
            errors: ErrorSource::Information,
        };
        let fit = fit(names.len(), &units, options);
        let figures = Figures::new(names, &fit);
        Answer::new(figures.text(&fit), &figures)
    }
}

/// Returns the players by name, and the units of the fit, so that the result doesn't depend on the order of
/// the rows.
fn units(scores: &Scores) -> (Vec<String>, Vec<Unit>) {
    let names: BTreeSet<&String> = scores.keys().flat_map(|(a, b)| [a, b]).collect();
    let names: Vec<String> = names.into_iter().cloned().collect();
    let player = |name: &String| names.partition_point(|other| other < name);
    let unit = |((first, second), counts): (&(String, String), &[u64; 3])| {
        let seats = vec![player(first), player(second)];
        let unit = move |(places, &count): ([u8; 2], &u64)| Unit {
            games: vec![FieldGame {
                seats: seats.clone(),
                places: places.to_vec(),
            }],
            count,
            distinct: count,
        };
        [[1, 2], [1, 1], [2, 1]]
            .into_iter()
            .zip(counts)
            .map(unit)
            .collect::<Vec<_>>()
    };
    let units = scores.iter().flat_map(unit).collect();
    (names, units)
}

fn parse(text: &str) -> Result<Scores, Wrong> {
    let rows = rows(text)?;
    let Some((header, rows)) = rows.split_first() else {
        return Err(Wrong {
            line: 1,
            column: 1,
            message: format!(
                "there is nothing in it; expected the header {}",
                HEADER.join(",")
            ),
        });
    };
    columns(header, |column, actual| actual == HEADER[column])?;
    let mut scores = Scores::new();
    let mut lines = BTreeMap::new();
    let mut names = BTreeSet::new();
    for row in rows {
        columns(row, |_, _| true)?;
        let fields = row.fields();
        let pair = (
            row.name(0, fields[0])?.to_owned(),
            row.name(1, fields[1])?.to_owned(),
        );
        if pair.0 == pair.1 {
            return row.wrong(1, format!("{:?} plays against itself", pair.1));
        }
        names.extend([pair.0.clone(), pair.1.clone()]);
        if names.len() > MOST_PLAYERS {
            return row.wrong(0, format!("there are more than {MOST_PLAYERS} players"));
        }
        let mut counts = [0; 3];
        for (i, number) in counts.iter_mut().enumerate() {
            *number = whole(row, i + 2, fields[i + 2])?;
        }
        if let Some(line) = lines.insert(pair.clone(), row.line) {
            return row.wrong(
                0,
                format!(
                    "{:?} in the first seat against {:?} stands in line {line} already; add the two \
                     rows up",
                    pair.0, pair.1
                ),
            );
        }
        scores.insert(pair, counts);
    }
    if scores.is_empty() {
        return header.wrong(0, "there are no rows behind the header");
    }
    Ok(scores)
}

/// Returns an error if one of the five columns is missing or `right` rejects it.
fn columns(row: &InputRow, right: impl Fn(usize, &str) -> bool) -> Result<(), Wrong> {
    let fields = row.fields();
    let expected = HEADER.join(",");
    for (column, name) in HEADER.iter().enumerate() {
        match fields.get(column) {
            None => {
                let column_count = count(fields.len() as u64, "column");
                let message =
                    format!("{name} is missing: found {column_count}; expected {expected}");
                return row.wrong(column, message);
            }
            Some(found) if !right(column, found) => {
                let message = format!("found {found:?} in the header; expected {expected}");
                return row.wrong(column, message);
            }
            Some(_) => {}
        }
    }
    if fields.len() > HEADER.len() {
        let message = format!(
            "{:?} is too much; expected {expected}",
            fields[HEADER.len()]
        );
        return row.wrong(HEADER.len(), message);
    }
    Ok(())
}

fn whole(row: &InputRow, column: usize, field: &str) -> Result<u64, Wrong> {
    let number = field.parse().ok().filter(|&number| number <= MOST_GAMES);
    number.map_or_else(
        || {
            let name = HEADER[column];
            let expected = format!("expected a whole number from 0 to {MOST_GAMES}");
            row.wrong(column, format!("{name} is {field:?}; {expected}"))
        },
        Ok,
    )
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn refused(text: &str) -> (u64, usize) {
        let wrong = parse(text).unwrap_err();
        (wrong.line, wrong.column)
    }

    #[test]
    fn what_is_wrong_is_told_with_its_place() {
        let head = "first,second,wins,draws,losses\n";
        for (rows, place) in [
            ("a,b,1,2,3\nb,a,1,-2,3", (3, 4)),
            ("a,b,1,2,x", (2, 5)),
            ("a,b,1.5,2,3", (2, 3)),
            ("a,b,1e3,2,3", (2, 3)),
            ("a,b,nan,2,3", (2, 3)),
            ("a,b,1000000000001,2,3", (2, 3)),
            ("\n\na,a,1,2,3", (4, 2)),
            ("a,,1,2,3", (2, 2)),
            (",b,1,2,3", (2, 1)),
            ("a,b,1,2", (2, 5)),
            ("a", (2, 2)),
            ("a,b,1,2,3,4", (2, 6)),
            ("a,b,1,2,3\nb,a,1,2,3\n a , b ,0,0,0", (4, 1)),
            ("\"a,b,1,2,3\nb,a,1,2,3", (2, 2)),
            ("", (1, 1)),
        ] {
            assert_eq!(refused(&format!("{head}{rows}")), place, "{rows}");
        }
        for (text, place) in [
            ("", (1, 1)),
            ("\n \n", (1, 1)),
            ("first,second,wins,losses,draws\na,b,1,2,3", (1, 4)),
            ("a,b,1,2,3", (1, 1)),
            ("first,second,wins", (1, 4)),
        ] {
            assert_eq!(refused(text), place, "{text}");
        }
    }

    #[test]
    fn an_unclosed_quotation_mark_is_named() {
        let text = "first,second,wins,draws,losses\n\"a\nb\",c,1,2,3";
        let wrong = parse(text).unwrap_err();
        assert!(wrong.message.contains("quotation mark"), "{wrong}");
    }

    fn name() -> impl Strategy<Value = String> {
        "[a-zA-Z0-9_\"', é-]{1,8}".prop_map(|name| name.trim().to_owned())
    }

    proptest! {
        #[test]
        fn what_was_written_is_read(
            pairs in prop::collection::btree_map((name(), name()), any::<[u32; 3]>(), 1..20),
        ) {
            let right = |(a, b): &(String, String)| a != b && !a.is_empty() && !b.is_empty();
            let scores: Scores = pairs.into_iter().filter(|(pair, _)| right(pair))
                .map(|(pair, counts)| (pair, counts.map(u64::from))).collect();
            prop_assume!(!scores.is_empty());
            let mut writer = csv::Writer::from_writer(Vec::new());
            writer.write_record(HEADER).unwrap();
            for ((first, second), [wins, draws, losses]) in scores.iter().rev() {
                let counts = [wins, draws, losses].map(ToString::to_string);
                let [wins, draws, losses] = &counts;
                writer.write_record([first, second, wins, draws, losses]).unwrap();
            }
            let text = String::from_utf8(writer.into_inner().unwrap()).unwrap();
            prop_assert_eq!(parse(&text), Ok(scores));
        }

        #[test]
        fn nothing_makes_it_stumble(text in "(first,second,wins,draws,losses\n)?([ab\",\n 0-9-]|\\PC){0,60}") {
            if let Err(wrong) = parse(&text) {
                let lines = text.lines().count().max(1) as u64;
                prop_assert!((1..=lines).contains(&wrong.line) && wrong.column >= 1, "{}", wrong);
            }
        }
    }
}
