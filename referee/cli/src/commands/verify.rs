//! `referee verify`: checks the results of a run without trusting anything in them.

mod exam_log;

use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use crate::args::TrustArgs;
use referee_output::failure::bad_input;
use referee_output::sanitize::plain;
use referee_output::text_layout::count;
use referee_output::{Exit, remarks, stdout};
use referee_store::{Damage, ReadError, Run, WriteError, salvage, saveable};
use referee_tournament::{self as run, Findings, describe_error, results, verify, verify_book};

/// Check results: the rules, the dice, the schedule and the hash chain.
///
/// Draws starts and dice from the seeds again, plays every game again by the rules, and compares
/// moves, verdicts, places and the last state. Every game must be in the schedule, the tables are
/// counted again, and the hash chain must be intact. Prints the fingerprint of the run; publish it
/// to prove later that nothing was changed. A second hash is that of the games without their times:
/// runs of one tournament file in which all bots played alike have the same.
///
/// For a damaged database it prints how many games are intact, and --save-as writes these into a
/// new one, which can be verified and resumed; the damaged one isn't changed.
///
/// With --exam-log it checks a text with logs in the layout of the exam, from any program; `export
/// --format exam-log` writes such logs, too.
#[derive(clap::Args)]
#[command(
    after_help = "Exit code 0: complete and sound; 1: damaged or changed; 4: sound as far as it
goes, but games are missing, or the rules of a game can't be asked. With
--exam-log 0: every line is by the rules; 1: some aren't.

Examples:
  referee verify cup.db
  referee verify cup.db --fingerprint 5f0c…
  referee verify cup.db --save-as saved.db
  referee verify --exam-log old-exam.txt"
)]
pub struct VerifyArgs {
    /// The file of results, or the tournament file next to it.
    #[arg(required_unless_present = "exam_log")]
    run: Option<PathBuf>,
    /// Check the logs in this file instead, and print the first line of each game that differs.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["run", "fingerprint", "book", "save_as"])]
    exam_log: Option<PathBuf>,
    /// Check that the run still has this published fingerprint.
    #[arg(long, value_name = "HEX", value_parser = hex)]
    fingerprint: Option<String>,
    /// Check also that the starts are those that the seed draws from this book.
    #[arg(long, value_name = "FILE")]
    book: Option<PathBuf>,
    /// Save the intact part of a damaged database into this new one.
    #[arg(long, value_name = "NEW.db")]
    save_as: Option<PathBuf>,
    /// Print JSON instead of text.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    rules: TrustArgs,
}

/// Maximum number of faults that are listed.
const LISTED: usize = 20;

fn hex(text: &str) -> Result<String, String> {
    if text.len() == 64 && text.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return Ok(text.to_lowercase());
    }
    Err("expected the 64 hexadecimal digits that `referee verify` prints".to_owned())
}

impl VerifyArgs {
    /// Checks the results or the log.
    pub fn run(self) -> anyhow::Result<Exit> {
        match (&self.run, &self.exam_log) {
            (_, Some(file)) => exam_log::run(file, self.json),
            (Some(run), None) => self.results(run),
            (None, None) => Err(bad_input("expected a file of results, or --exam-log FILE")),
        }
    }

    fn results(&self, path: &Path) -> anyhow::Result<Exit> {
        let file = results::locate(path)?;
        let findings = match Run::open(&file) {
            Ok(run) => self.check(&run)?,
            // A header with a wrong hash is reported as a forgery, not as bad input.
            Err(
                error @ (ReadError::Broken { .. }
                | ReadError::Damaged {
                    why: Damage::Hash, ..
                }),
            ) => Findings {
                saveable: match error {
                    ReadError::Broken { .. } => Some(saveable(&file).unwrap_or(0)),
                    _ => None,
                },
                wrong: vec![describe_error(&error)],
                ..Findings::default()
            },
            Err(error) => return Err(results::unreadable(error)),
        };
        self.tell(path, &findings)?;
        if let Some(new) = &self.save_as {
            save(&file, &findings, new)?;
        }
        Ok(match findings {
            Findings { ref wrong, .. } if !wrong.is_empty() => Exit::No,
            Findings {
                missing: 0,
                torn: false,
                unasked: 0,
                ..
            } => Exit::Fine,
            _ => Exit::Undecided,
        })
    }

    fn check(&self, run: &Run) -> anyhow::Result<Findings> {
        let games = self.rules.games(run)?;
        let mut findings = verify(run, &games)?;
        if let (Some(book), true) = (&self.book, findings.wrong.is_empty()) {
            findings.wrong.extend(verify_book(run, &games, book)?);
        }
        // Where something is wrong, it isn't the run that was published in any case.
        if let (Some(published), true) = (&self.fingerprint, findings.wrong.is_empty()) {
            let now = run.fingerprint().map_err(results::unreadable)?;
            if *published != now {
                findings.wrong.push(format!(
                    "the fingerprint is {now}, not {published}: this isn't the run that it was published \
                     for, or not all of it, or it was changed"
                ));
            }
        }
        Ok(findings)
    }

    /// Prints the findings.
    fn tell(&self, path: &Path, findings: &Findings) -> anyhow::Result<()> {
        if self.json {
            return stdout::json(&findings);
        }
        let quoted = results::quoted(path);
        let path = path.display();
        let mut text = String::new();
        for why in findings.wrong.iter().take(LISTED) {
            text += &format!("{}\n", plain(why));
        }
        if findings.wrong.len() > LISTED {
            text += &format!("… and {} more\n", findings.wrong.len() - LISTED);
        }
        let games = count(findings.games, "game");
        let wrong = count(findings.wrong.len() as u64, "fault");
        text += &match (findings.wrong.len(), findings.missing, findings.torn) {
            (0, 0, false) if findings.unasked > 0 => {
                format!(
                    "{path}: complete, and sound as far as it can be checked here; sound: {games}\n"
                )
            }
            (0, 0, false) => format!("{path}: {games}, complete and sound\n"),
            (0, missing, torn) => {
                let torn = if torn { ", the last line is torn" } else { "" };
                format!("{path}: unfinished{torn}; sound: {games}, missing: {missing}\n")
            }
            _ => format!("{path}: DAMAGED, {wrong} found; sound: {games}\n"),
        };
        if let Some(why) = &findings.unanswered {
            let unasked = count(findings.unasked, "game");
            text += &format!(
                "not checked by the rules: {unasked}; the first: {}\n",
                plain(why)
            );
        }
        if !findings.wrong.is_empty() && findings.rules.is_some() {
            text += "the rules are a program: `referee check-rules FOLDER` tells if it answers the same twice\n";
        }
        if let Some((game, hash)) = &findings.rules {
            text += &format!(
                "rules       {hash}\n  of {}, a program in the results; `--rules FOLDER` asks your own copy\n",
                plain(game)
            );
        }
        if let Some(fingerprint) = &findings.fingerprint {
            text += &format!("fingerprint {fingerprint}\n");
        }
        if let Some(hash) = &findings.games_hash {
            text += &format!("games       {hash}\n");
        }
        for what in &findings.uncovered {
            text += &format!("not covered by it: {what}\n");
        }
        match findings.saveable {
            None => {}
            Some(_) if self.save_as.is_some() => {}
            Some(0) => text += "no game of it can be saved; go back to a copy of it\n",
            Some(last) => {
                text += &format!(
                    "games 1 to {last} hold, and can be saved: referee verify {quoted} --save-as NEW.db\n"
                );
            }
        }
        Ok(stdout::text(&text)?)
    }
}

/// Writes the games of a damaged run that are intact into a new file.
fn save(path: &Path, findings: &Findings, new: &Path) -> anyhow::Result<()> {
    let none = match findings.saveable {
        Some(0) => "no game of it can be saved; go back to a copy of it",
        Some(_) => return save_games(path, new),
        None if findings.wrong.is_empty() => {
            let shown = path.display();
            return Err(bad_input(format!(
                "--save-as: {shown}: it isn't damaged; copy it"
            )));
        }
        None => "what is wrong with it isn't of the kind that can be left out",
    };
    remarks::lines(&plain(&format!("--save-as: {}: {none}", path.display())));
    Ok(())
}

fn save_games(path: &Path, new: &Path) -> anyhow::Result<()> {
    let saved = salvage(path, new).map_err(|error| match error {
        WriteError::Create { source, .. } if source.kind() == ErrorKind::AlreadyExists => {
            let shown = new.display();
            bad_input(format!(
                "--save-as {shown}: it is there already; give another name"
            ))
        }
        error => run::failed(error),
    })?;
    let (last, quoted) = (saved.games, results::quoted(new));
    remarks::lines(&format!(
        "games 1 to {last} are saved; to go on: referee run TOURNAMENT.toml --out {quoted}"
    ));
    if saved.lost_sessions > 0 {
        let lost = count(saved.lost_sessions, "session");
        remarks::lines(&format!(
            "{lost} of the run, with machine, jail and clock, had to be left out"
        ));
    }
    if saved.lost_rulings > 0 {
        let lost = count(saved.lost_rulings, "ruling");
        remarks::lines(&format!(
            "{lost} behind them had to be left out: give what still holds again by `referee annul`"
        ));
    }
    Ok(())
}
