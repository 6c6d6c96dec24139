//! Translates the options for which engines meet how often, and for what is measured.

use referee_config::match_files::quoted;

use super::foreign_match::{ForeignMatch, Setting};
use super::key_values::value_of;
use crate::args::number::{positive, whole};

/// The largest number of Elo in a test.
const MOST: f64 = 10_000.0;

/// Each function takes the values of the option that it is named after; their number is right.
impl ForeignMatch {
    pub(super) fn rounds(&mut self, values: &[String]) -> Result<(), String> {
        self.rounds = Some(positive(&values[0])?.get());
        Ok(())
    }

    pub(super) fn games(&mut self, values: &[String]) -> Result<(), String> {
        self.games = Some(positive(&values[0])?.get());
        Ok(())
    }

    pub(super) fn repeat(&mut self, values: &[String]) -> Result<(), String> {
        let times = values
            .first()
            .map_or(Ok(2), |n| Ok::<_, String>(positive(n)?.get()))?;
        if times != 2 {
            self.tell(format!(
                "-repeat {times}: each start is played twice, once from each side"
            ));
        }
        // In cutechess-cli it changes the starts alone, not the number of games.
        if !self.cutechess {
            self.games = Some(times);
        }
        Ok(())
    }

    pub(super) fn tournament(&mut self, values: &[String]) -> Result<(), String> {
        self.format = Some(match &*values[0] {
            "roundrobin" | "round-robin" => "round-robin",
            "gauntlet" => "gauntlet",
            "knockout" => "knockout",
            "pyramid" => {
                self.tell(
                    "-tournament pyramid: a round robin has the same pairs, in another order"
                        .to_owned(),
                );
                "round-robin"
            }
            _ => {
                return Err(
                    "expected roundrobin, round-robin, gauntlet, knockout or pyramid".to_owned(),
                );
            }
        });
        Ok(())
    }

    pub(super) fn seeds(&mut self, values: &[String]) -> Result<(), String> {
        self.seeds = Some(whole::<u32, 0, { u32::MAX as u64 }>(&values[0])?);
        Ok(())
    }

    pub(super) fn sprt(&mut self, values: &[String]) -> Result<(), String> {
        self.is_test = true;
        for (key, option) in [
            ("elo0", "--elo0"),
            ("elo1", "--elo1"),
            ("alpha", "--alpha"),
            ("beta", "--beta"),
        ] {
            let Some(text) = value_of(values, key) else {
                continue;
            };
            let number = text
                .parse()
                .ok()
                .filter(|number: &f64| number.abs() <= MOST);
            let number = number.ok_or_else(|| {
                format!("{key}: expected a number, such as 2 or -0.5, at most {MOST}")
            })?;
            self.set(Setting::new(
                Some(&[option, &number.to_string()]),
                ("sprt", key),
                number,
            ));
        }
        let model = match value_of(values, "model") {
            None if self.cutechess => "logistic",
            None => return Ok(()),
            Some("bayesian") => {
                self.tell("-sprt model=bayesian: BayesElo has no counterpart; logistic Elo takes its place, in which \
                           the bounds mean something else".to_owned());
                "logistic"
            }
            Some("logistic") => "logistic",
            Some("normalized") => "normalized",
            Some(_) => return Err("model: expected normalized, logistic or bayesian".to_owned()),
        };
        self.set(Setting::new(
            Some(&["--model", model]),
            ("sprt", "model"),
            quoted(model),
        ));
        Ok(())
    }
}
