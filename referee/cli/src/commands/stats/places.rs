//! `referee stats places`: calculates ratings from the places in games.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use referee_stats::field::{
    ErrorSource, FieldGame, FitOptions, MOST_PLAYERS, MOST_TIED, Unit, fit, weng_lin,
};

use super::Answer;
use super::field::{Figures, SkillRow};
use super::table::{InputRow, Wrong, read, rows};

/// Rate bots by their places in games of any number of seats.
///
/// Plackett-Luce by maximum likelihood, which doesn't depend on the order of the games, and beside
/// it the ratings of Weng and Lin (mu and sigma), which are brought up to date game by game. The
/// file is CSV without a header, a row for each game: the names in finishing order, ties joined by
/// =, as in ann,bob=cleo,dan. Definitions are in docs/ratings.md.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  referee stats places games.csv
  referee stats places games.csv --json

Keys of the JSON object: ratings (a list of objects with name, rating, error,
mu, sigma), first_seat (null: the file doesn't tell seats), prior.")]
pub struct StatsPlacesArgs {
    /// The file of games.
    file: PathBuf,
}

/// The names in a game, the best first; those who share a place are together.
type Finish = Vec<Vec<String>>;

impl StatsPlacesArgs {
    pub(super) fn answer(self) -> anyhow::Result<Answer> {
        let finishes = read(&self.file, parse)?;
        let (names, games) = games(&finishes);
        let options = FitOptions {
            first_seat: false,
            errors: ErrorSource::Information,
        };
        let fit = fit(names.len(), &units(&games), options);
        let skills: Vec<SkillRow> = (weng_lin(names.len(), &games).into_iter())
            .map(|skill| SkillRow {
                mu: skill.mu,
                sigma: skill.sigma,
            })
            .collect();
        let figures = Figures::new(names, &fit, Some(&skills));
        Answer::new(figures.text(&fit), &figures)
    }
}

/// Returns the players by name, and the games in the order of the file, their seats by player.
fn games(finishes: &[Finish]) -> (Vec<String>, Vec<FieldGame>) {
    let names: BTreeSet<&String> = finishes.iter().flatten().flatten().collect();
    let names: Vec<String> = names.into_iter().cloned().collect();
    let game = |finish: &Finish| {
        let mut places: Vec<(usize, u8)> = (1..=u8::MAX)
            .zip(finish)
            .flat_map(|(place, tied)| tied.iter().map(move |name| (name, place)))
            .map(|(name, place)| (names.partition_point(|other| other < name), place))
            .collect();
        places.sort_unstable();
        let (seats, places) = places.into_iter().unzip();
        FieldGame { seats, places }
    };
    let games = finishes.iter().map(game).collect();
    (names, games)
}

/// Groups equal games in sorted order, so that the result doesn't depend on the order of the file.
fn units(games: &[FieldGame]) -> Vec<Unit> {
    let mut counts = BTreeMap::new();
    for game in games {
        *counts.entry(game.clone()).or_insert(0) += 1;
    }
    let unit = |(game, count)| Unit {
        games: vec![game],
        count,
        distinct: count,
    };
    counts.into_iter().map(unit).collect()
}

fn parse(text: &str) -> Result<Vec<Finish>, Wrong> {
    let mut names = BTreeSet::new();
    let mut finishes = Vec::new();
    for row in rows(text)? {
        let finish = finish(&row)?;
        names.extend(finish.iter().flatten().cloned());
        if names.len() > MOST_PLAYERS {
            return row.wrong(0, format!("there are more than {MOST_PLAYERS} players"));
        }
        finishes.push(finish);
    }
    if finishes.is_empty() {
        return Err(Wrong {
            line: 1,
            column: 1,
            message: "there is nothing in it; expected a game in each row, the names in finishing \
                      order, such as ann,bob=cleo,dan"
                .to_owned(),
        });
    }
    Ok(finishes)
}

fn finish(row: &InputRow) -> Result<Finish, Wrong> {
    let mut seen = BTreeSet::new();
    let mut finish = Finish::new();
    for (column, field) in row.fields().into_iter().enumerate() {
        let mut tied = Vec::new();
        for name in field.split('=').map(str::trim) {
            if !seen.insert(row.name(column, name)?.to_owned()) {
                return row.wrong(column, format!("{name:?} stands in this game twice"));
            }
            tied.push(name.to_owned());
        }
        if tied.len() > MOST_TIED {
            return row.wrong(column, format!("more than {MOST_TIED} share a place"));
        }
        if column >= usize::from(u8::MAX) {
            return row.wrong(column, format!("a game has more than {} places", u8::MAX));
        }
        finish.push(tied);
    }
    if seen.len() < 2 {
        return row.wrong(0, "found one name; expected two at least, such as ann,bob");
    }
    Ok(finish)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn games_are_read_in_finishing_order() {
        let finishes = parse("cleo, ann = bob ,dan\n\ndan,ann\n").unwrap();
        let (names, games) = games(&finishes);
        assert_eq!(names, ["ann", "bob", "cleo", "dan"]);
        assert_eq!(
            (&games[0].seats[..], &games[0].places[..]),
            (&[0, 1, 2, 3][..], &[2, 2, 1, 3][..])
        );
        assert_eq!(
            (&games[1].seats[..], &games[1].places[..]),
            (&[0, 3][..], &[2, 1][..])
        );
    }

    #[test]
    fn what_is_wrong_is_told_with_its_place() {
        let crowd: Vec<String> = (0..=MOST_TIED).map(|i| i.to_string()).collect();
        let long: Vec<String> = (0..300).map(|i| i.to_string()).collect();
        for (text, place) in [
            ("", (1, 1)),
            (" \n\n", (1, 1)),
            ("a,b\na", (2, 1)),
            ("a,b\n\na,b=c,a", (3, 3)),
            ("a=a,b", (1, 1)),
            ("a,,b", (1, 2)),
            ("a,b=", (1, 2)),
            ("a,b,", (1, 3)),
            ("a,b\n\"c,d\na,b", (2, 1)),
            (&crowd.join("="), (1, 1)),
            (&long.join(","), (1, 256)),
        ] {
            let wrong = parse(text).unwrap_err();
            assert_eq!((wrong.line, wrong.column), place, "{text}");
        }
    }

    fn game() -> impl Strategy<Value = Finish> {
        let names: Vec<String> = ["ann", "b \"b\"", "cléo", "d,d", "e'"]
            .map(String::from)
            .into();
        let cuts = prop::collection::vec(any::<bool>(), 5);
        (Just(names).prop_shuffle(), 2_usize..6, cuts).prop_map(|(names, count, cuts)| {
            let mut finish: Finish = Vec::new();
            for (name, cut) in names.into_iter().take(count).zip(cuts) {
                match finish.last_mut() {
                    Some(tied) if !cut => tied.push(name),
                    _ => finish.push(vec![name]),
                }
            }
            finish
        })
    }

    proptest! {
        #[test]
        fn what_was_written_is_read(finishes in prop::collection::vec(game(), 1..12)) {
            let mut writer = csv::WriterBuilder::new().flexible(true).from_writer(Vec::new());
            for finish in &finishes {
                writer.write_record(finish.iter().map(|tied| tied.join("="))).unwrap();
            }
            let text = String::from_utf8(writer.into_inner().unwrap()).unwrap();
            prop_assert_eq!(parse(&text), Ok(finishes));
        }

        /// The results are equal in every digit.
        #[test]
        fn the_order_of_games_is_nothing(
            (finishes, mixed) in prop::collection::vec(game(), 1..12)
                .prop_flat_map(|finishes| (Just(finishes.clone()), Just(finishes).prop_shuffle())),
        ) {
            prop_assert_eq!(units(&games(&finishes).1), units(&games(&mixed).1));
        }

        #[test]
        fn nothing_makes_it_stumble(text in "([ab\",=\n 0-9-]|\\PC){0,60}") {
            if let Err(wrong) = parse(&text) {
                let lines = text.lines().count().max(1) as u64;
                prop_assert!((1..=lines).contains(&wrong.line) && wrong.column >= 1, "{}", wrong);
            }
        }
    }
}
