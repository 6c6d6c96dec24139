//! Bots that can't play, where the tournament continues without them.

use std::fmt;

use referee_output::text_layout::count;
use referee_schedule::Format;
use serde::{Deserialize, Serialize};

use super::exam::without;
use super::{ConfiguredBot, Tournament};

/// A bot that doesn't play.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RejectedBot {
    /// Name of the bot; that of its folder if no other is known.
    pub name: String,
    /// Reason, as a sentence.
    pub why: String,
    /// Head and tail of the output of its build or its start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub log: Option<String>,
}

impl fmt::Display for RejectedBot {
    /// Writes one line, without the log.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The first line of an error in a file says where, the last one what.
        let mut lines = self.why.lines();
        let first = lines.next().unwrap_or_default();
        write!(f, "{} is left out: {first}", self.name)?;
        lines
            .next_back()
            .map_or(Ok(()), |last| write!(f, ": {last}"))
    }
}

impl Tournament {
    /// Returns an error if too few bots are left to play; those of an examiner take no part.
    pub fn check_bots(&self) -> Result<(), String> {
        let (bots, seats) = (self.bots.len(), self.seats.len());
        let entrants = bots - self.staff().count();
        if self.exam.is_some() && entrants == 0 {
            return Err("nobody takes the exam: expected a student's bot at least".to_owned());
        }
        if bots < seats {
            let found = count(entrants as u64, "bot");
            return Err(format!(
                "found {found}, expected at least {seats}: a seat each"
            ));
        }
        Ok(())
    }

    /// Returns the bots of an examiner.
    pub fn staff(&self) -> impl Iterator<Item = &ConfiguredBot> {
        self.bots.iter().filter(|bot| match &self.format {
            Format::Exam(exam) => exam.is_staff(&bot.name),
            _ => false,
        })
    }

    /// Continues without a bot.
    pub fn leave_out(&mut self, mut refused: RejectedBot) {
        let refused_bot = self.bots.iter().find(|bot| bot.name == refused.name);
        if let Some(bot) = refused_bot.filter(|_| self.exam.is_some()) {
            // In an exam the reason is shown to a student, who doesn't need the instructor's paths.
            let program = &bot.program;
            for folder in [&program.folder, &program.origin].into_iter().flatten() {
                refused.why = without(&refused.why, folder);
            }
        }
        self.bots.retain(|bot| bot.name != refused.name);
        self.add_refused(refused);
    }

    /// Adds one that is none of the bots.
    pub(crate) fn add_refused(&mut self, refused: RejectedBot) {
        if let Format::Gauntlet { newcomers, .. } = &mut self.format {
            newcomers.retain(|name| *name != refused.name);
        }
        self.refused.push(refused);
    }
}
