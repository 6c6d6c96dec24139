//! Several sweeps as a table, as lines, and as a list of failures.

use std::fmt;

use super::judge::Fate;
use super::mode::Mode;
use super::sweep::Swept;

/// Sweeps in several modes.
#[derive(Default)]
pub struct Table(Vec<(Mode, Swept)>);

impl Table {
    pub fn add(&mut self, mode: Mode, swept: Swept) {
        self.0.push((mode, swept));
    }

    pub fn held(&self) -> bool {
        self.count_failed() == 0
    }

    pub fn count_failed(&self) -> usize {
        self.0
            .iter()
            .map(|(_, swept)| swept.counts().1 + swept.outside.len())
            .sum()
    }

    /// All that went wrong, a line each.
    pub fn failures(&self) -> String {
        let mut text = String::new();
        for (mode, swept) in &self.0 {
            for (name, fate) in &swept.fates {
                if let Fate::Failed(reasons) = fate {
                    text += &format!("{mode}: {name}: {}\n", reasons.join(" / "));
                }
            }
            for what in &swept.outside {
                text += &format!("{mode}: {what}\n");
            }
        }
        text
    }

    /// A line for each bot.
    pub fn lines(&self) -> String {
        let mut text = String::new();
        for (_, swept) in &self.0 {
            for (name, fate) in &swept.fates {
                text += &match fate {
                    Fate::Held => format!("{name:<24} held\n"),
                    Fate::Failed(reasons) => {
                        format!("{name:<24} FAILED   {}\n", reasons.join(" / "))
                    }
                    Fate::Skipped(reason) => format!("{name:<24} skipped  {reason}\n"),
                };
            }
            for what in &swept.outside {
                text += &format!("{what}\n");
            }
        }
        text
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{:<32} {:>5} {:>7} {:>8} {:>8} {:>6}",
            "mode", "held", "failed", "skipped", "outside", "time"
        )?;
        for (mode, swept) in &self.0 {
            let (held, failed, skipped) = swept.counts();
            let seconds = swept.took.as_secs();
            write!(
                f,
                "{:<32} {held:>5} {failed:>7} {skipped:>8} {:>8} {seconds:>4} s",
                mode.to_string(),
                swept.outside.len()
            )?;
            match &swept.refused {
                Some(why) => writeln!(f, "\n  refused, as it can't be kept here: {why}")?,
                None => writeln!(f)?,
            }
        }
        Ok(())
    }
}
