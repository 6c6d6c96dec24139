//! For whom a page is: whose names, remarks and evidence stand in it.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::Result;
use referee_output::failure::bad_input;
use referee_report::exam;
use referee_schedule::{Format, Plan};
use referee_store::Run;
use sha2::{Digest, Sha256};

/// For whom a page is.
#[derive(Clone, Copy)]
pub enum Viewer<'a> {
    /// Those who hold the run: they see everything.
    Holder,
    /// The author of a bot: they see their own games, and of others aliases and results.
    Author(&'a str, &'a Aliases),
    /// Whoever comes along: they see results, and aliases where there are some.
    Anybody(Option<&'a Aliases>),
}

/// What authors call each other's bots.
pub struct Aliases {
    names: BTreeMap<String, String>,
    staff: Vec<String>,
}

impl Viewer<'_> {
    /// What a bot is called.
    pub fn name(&self, bot: &str) -> String {
        match self {
            Viewer::Author(own, aliases) if *own != bot => aliases.of(bot).to_owned(),
            Viewer::Anybody(Some(aliases)) => aliases.of(bot).to_owned(),
            _ => bot.to_owned(),
        }
    }

    /// Whether what a bot wrote is shown.
    pub fn sees(&self, bot: &str) -> bool {
        match self {
            Viewer::Holder => true,
            Viewer::Author(own, _) => *own == bot,
            Viewer::Anybody(_) => false,
        }
    }

    /// Whether it is told how long a bot takes.
    pub fn clocks(&self, bot: &str) -> bool {
        matches!(self, Viewer::Anybody(_)) || self.sees(bot)
    }

    /// Whether it may be told why a game doesn't count: a ruling may name somebody.
    pub fn sees_rulings(&self) -> bool {
        matches!(self, Viewer::Holder | Viewer::Anybody(None))
    }
}

impl Aliases {
    /// The aliases of a run: those of an exam's roster, or made up. Their order tells nothing.
    pub fn of_run(run: &Run, plan: &Plan, roster: Option<&Path>) -> Result<Aliases> {
        let everybody = || plan.everybody().map(|bot| bot.name.clone());
        let (sheet, staff) = match &plan.format {
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
            let alias = sheet.as_ref().map(|sheet| sheet.alias(bot).to_owned());
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

    /// The alias of a bot; those who set an exam have none.
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

    /// Who gets a page of their own.
    pub fn authors(&self) -> impl Iterator<Item = &str> {
        self.names.keys().map(String::as_str)
    }
}

/// What only those know who hold the run: the clock of its first sitting among it, to the nanosecond. From
/// anything less, such as the seed, somebody could tell who is behind an alias.
fn secret(run: &Run) -> Result<String> {
    let header = run.header();
    let first = header.sittings.first();
    Ok(serde_json::to_string(&(
        header.began_ms,
        header.master.to_string(),
        first,
    ))?)
}
