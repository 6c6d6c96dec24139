//! Translates the options for engines, for the machine and for chance.

use super::engine_keys::EnginePairs;
use super::foreign_match::{ForeignMatch, Setting};
use crate::args::number::{positive, whole};

/// What is said of a number of concurrent games that has no counterpart.
pub const CORES: &str =
    "the number of concurrent games is left out, which makes it one fewer than the physical cores";

/// Each function takes the values of the option that it is named after; their number is right.
impl ForeignMatch {
    pub(super) fn engine(&mut self, values: &[String]) -> Result<(), String> {
        self.engines.push(EnginePairs::read(values)?);
        Ok(())
    }

    pub(super) fn each(&mut self, values: &[String]) -> Result<(), String> {
        self.each.extend(&EnginePairs::read(values)?);
        Ok(())
    }

    pub(super) fn concurrency(&mut self, values: &[String]) -> Result<(), String> {
        let text = &values[0];
        if text.parse::<i32>().is_ok_and(|n| n <= 0) {
            self.tell(format!("-concurrency {text}: {CORES}"));
            return Ok(());
        }
        let n = positive(text)?.to_string();
        self.set(Setting::new(
            Some(&["--concurrency", &n]),
            ("", "concurrency"),
            &n,
        ));
        Ok(())
    }

    pub(super) fn force_concurrency(&mut self, _: &[String]) -> Result<(), String> {
        self.set(Setting::new(
            Some(&["--oversubscribe"]),
            ("", "oversubscribe"),
            true,
        ));
        Ok(())
    }

    pub(super) fn seed(&mut self, values: &[String]) -> Result<(), String> {
        let seed = whole::<u64, 0, { i64::MAX as u64 }>(&values[0])?.to_string();
        self.set(Setting::new(Some(&["--seed", &seed]), ("", "seed"), &seed));
        Ok(())
    }

    pub(super) fn variant(&mut self, values: &[String]) -> Result<(), String> {
        match &*values[0] {
            "standard" => Ok(()),
            "fischerandom" => {
                let words = ["--option", "variant=960"];
                self.set(Setting::new(
                    Some(&words),
                    ("", "options"),
                    "{ variant = \"960\" }",
                ));
                Ok(())
            }
            _ => Err(
                "expected standard or fischerandom; the referee has no other variant of chess"
                    .to_owned(),
            ),
        }
    }

    pub(super) fn start_time(&mut self, values: &[String]) -> Result<(), String> {
        let ms = whole::<u32, 1, 3_600_000>(&values[0])?;
        self.set(Setting::new(None, ("limits", "start_ms"), ms));
        Ok(())
    }
}
