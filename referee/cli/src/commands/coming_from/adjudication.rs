//! Translates the options that end games early.

use super::foreign_match::{ForeignMatch, Setting};
use super::key_values::{count_of, value_of};
use crate::args::number::positive;

/// The table of the tournament file.
const TABLE: &str = "adjudicate";

/// Each function takes the values of the option that it is named after; their number is right.
impl ForeignMatch {
    pub(super) fn draw(&mut self, values: &[String]) -> Result<(), String> {
        let from = count_of::<0>(values, "movenumber")?.unwrap_or(0);
        let moves = count_of::<1>(values, "movecount")?.unwrap_or(1);
        let score = count_of::<0>(values, "score")?.unwrap_or(0);
        let words = ["--draw", &format!("{from},{moves},{score}")];
        let value = format!("{{ from = {from}, moves = {moves}, score = {score} }}");
        self.set(Setting::new(Some(&words), (TABLE, "draw"), value));
        Ok(())
    }

    pub(super) fn resign(&mut self, values: &[String]) -> Result<(), String> {
        let moves = count_of::<1>(values, "movecount")?.unwrap_or(1);
        let score = count_of::<1>(values, "score")?;
        let score =
            score.ok_or("expected score=SCORE, in hundredths of a pawn, such as score=600")?;
        let (ending, both) = match value_of(values, "twosided") {
            None | Some("false") => ("", ""),
            Some("true") => (",both", ", both = true"),
            Some(_) => return Err("twosided: expected true or false".to_owned()),
        };
        let words = ["--resign", &format!("{moves},{score}{ending}")];
        let value = format!("{{ moves = {moves}, score = {score}{both} }}");
        self.set(Setting::new(Some(&words), (TABLE, "resign"), value));
        Ok(())
    }

    pub(super) fn max_moves(&mut self, values: &[String]) -> Result<(), String> {
        if values[0] == "0" {
            return Ok(());
        }
        let plies = u64::from(positive(&values[0])?.get()) * 2;
        let words = ["--max-plies", &plies.to_string()];
        self.set(Setting::new(Some(&words), (TABLE, "plies"), plies));
        Ok(())
    }
}
