//! The audience of a page, which decides whose names, remarks and evidence it shows.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::Result;
use referee_output::failure::bad_input;
use referee_report::exam;
use referee_schedule::{Format, Plan};
use referee_store::Run;
use sha2::{Digest, Sha256};

/// The audience of a page.
#[derive(Clone, Copy)]
pub enum Viewer<'a> {
    /// Holders of the run: they see everything.
    Holder,
    /// The author of a bot: sees the bot's own games, and aliases and results of others.
    Author(&'a str, &'a Aliases),
    /// The public: sees results, under aliases where there are some.
    Anybody(Option<&'a Aliases>),
}

/// Aliases by which authors know each other's bots.
pub struct Aliases {
    names: BTreeMap<String, String>,
    staff: Vec<String>,
}

impl Viewer<'_> {
    /// Returns the name under which the audience knows a bot.
    pub fn name(&self, bot: &str) -> String {
        match self {
            Viewer::Author(own, aliases) if *own != bot => aliases.of(bot).to_owned(),
            Viewer::Anybody(Some(aliases)) => aliases.of(bot).to_owned(),
            _ => bot.to_owned(),
        }
    }

    /// Returns whether the audience may see what a bot wrote.
    pub fn sees(&self, bot: &str) -> bool {
        match self {
            Viewer::Holder => true,
            Viewer::Author(own, _) => *own == bot,
            Viewer::Anybody(_) => false,
        }
    }

    /// Returns whether the audience may see the times of a bot.
    pub fn clocks(&self, bot: &str) -> bool {
        matches!(self, Viewer::Anybody(_)) || self.sees(bot)
    }

    /// Returns whether the audience may see why a game doesn't count: a ruling may name somebody.
    pub fn sees_rulings(&self) -> bool {
        matches!(self, Viewer::Holder | Viewer::Anybody(None))
    }
}

impl Aliases {
    /// Returns the aliases of a run: those of an exam's roster, or made-up ones in an order that reveals
    /// nothing. Returns an error if a roster is given for a run that isn't an exam, or if a file can't be
    /// read.
    pub fn of_run(run: &Run, plan: &Plan, roster: Option<&Path>) -> Result<Aliases> {
        let everybody = || plan.everybody().map(|bot| bot.name.clone());
        let (results, staff) = match &plan.format {
            Format::Exam(exam) => (
                Some(exam::ExamResults::read(run.path(), roster)?),
                everybody().filter(|bot| exam.is_staff(bot)).collect(),
            ),
            _ if roster.is_some() => {
                return Err(bad_input(
                    "--roster: only an exam has one; without it opponents are rival-1, rival-2, …",
                ));
            }
            _ => (None, Vec::new()),
        };
        let alias = |bot: &String| {
            let alias = results
                .as_ref()
                .map(|results| results.alias(bot).to_owned());
            alias.filter(|alias| alias != bot)
        };
        let mut names = BTreeMap::new();
        let mut nameless = Vec::new();
        for bot in everybody().filter(|bot| !staff.contains(bot)) {
            match alias(&bot) {
                Some(alias) => drop(names.insert(bot, alias)),
                None => nameless.push(bot),
            }
        }
        let secret = secret(run)?;
        nameless.sort_by_key(|bot| Sha256::digest(format!("{secret} {bot}")).to_vec());
        let numbered = (1..).zip(nameless);
        names.extend(numbered.map(|(number, bot): (u32, _)| (bot, format!("rival-{number}"))));
        Ok(Aliases { names, staff })
    }

    /// Returns the alias of a bot; the examiner's bots keep their names.
    pub fn of<'a>(&'a self, bot: &'a str) -> &'a str {
        self.names.get(bot).map_or_else(
            || {
                if self.staff.iter().any(|staff_bot| staff_bot == bot) {
                    bot
                } else {
                    "a rival"
                }
            },
            String::as_str,
        )
    }

    /// Returns the bots whose authors get their own page.
    pub fn authors(&self) -> impl Iterator<Item = &str> {
        self.names.keys().map(String::as_str)
    }
}

/// Returns a secret that only holders of the run know: it includes the clock of its first session, to the
/// nanosecond. From less, such as the seed, somebody could compute which bot is behind an alias.
fn secret(run: &Run) -> Result<String> {
    let header = run.header();
    let first = header.sessions.first();
    Ok(serde_json::to_string(&(
        header.began_ms,
        header.master.to_string(),
        first,
    ))?)
}
