//! `referee export`: writes the games of a run for other programs and for comparisons.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use crate::args::{FilterArgs, TrustArgs};
use anyhow::{Context, Result};
use clap::ValueEnum;
use referee_output::failure::{bad_input, machine};
use referee_output::text_layout::count;
use referee_output::{Exit, remarks, stdout};
use referee_report::document::OutputFormat;
use referee_report::exam;
use referee_report::game_view::{self, RecordedGame, log, pgn, title};
use referee_store::{Filter, Run, export_jsonl};
use referee_tournament::results;

/// Export the games of a run for other programs.
///
/// jsonl: the whole run with every move and time, which all commands can read instead of the
/// database; for selected games, only their records, one on each line. csv, md, json: a row for
/// each game, without the moves, as `referee rules` prints them. pgn: games of chess that count, with
/// scores and times as comments. exam-log: board with cards, move and outcome, in the layout of the
/// game's own log; with -o, a folder with a file for each game. docs/results.md describes columns and
/// layout.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  referee export cup.db -o cup.jsonl
  referee export cup.db --format csv --bot ann > ann.csv
  referee export cup.db -o cup.pgn
  referee export cup.db --format exam-log -o logs/
  referee export exam.db --marks csv -o marks.csv")]
pub struct ExportArgs {
    /// The file of results, or the tournament file next to it.
    run: PathBuf,
    /// The format of the output [default: the ending of the file that -o names].
    #[arg(long, value_enum, required_unless_present_any = ["marks", "out"])]
    format: Option<Format>,
    /// Write the marks of an exam instead, as `referee marks` does.
    #[arg(long, value_enum, conflicts_with_all = ["format", "bot", "opponent", "result", "reason", "seat", "stage"])]
    marks: Option<Marks>,
    /// The roster of the exam [default: the file that the exam names, next to the run].
    #[arg(long, value_name = "FILE", requires = "marks")]
    roster: Option<PathBuf>,
    /// The output: a new file, or for exam-log and gradescope a new folder [default: stdout].
    #[arg(short, long, value_name = "FILE|FOLDER")]
    out: Option<PathBuf>,
    #[command(flatten)]
    filter: FilterArgs,
    #[command(flatten)]
    rules: TrustArgs,
}

/// The format of the output.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// The whole run, or the records of some games.
    Jsonl,
    /// A row for each game.
    Csv,
    /// A table of games.
    Md,
    /// One object for each game, each on a line, without the moves.
    Json,
    /// Games of chess, for other programs.
    Pgn,
    /// The game's own log.
    ExamLog,
}

impl Format {
    /// Returns the format whose name is the ending of this file.
    fn by_ending(file: &Path) -> Result<Format> {
        let ending = file.extension().and_then(|ending| ending.to_str());
        let format = ending.and_then(|ending| Format::from_str(ending, true).ok());
        format.ok_or_else(|| {
            let all = Format::value_variants().iter();
            let names =
                all.filter_map(|format| Some(format.to_possible_value()?.get_name().to_owned()));
            bad_input(format!(
                "-o {}: the ending isn't the name of a format; give --format with one of {}",
                file.display(),
                names.collect::<Vec<_>>().join(", ")
            ))
        })
    }
}

/// For whom the marks of an exam are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Marks {
    /// Rows of id, mark, basics, qualification and total, for Moodle.
    Csv,
    /// A folder with ID/results.json, in the format of Gradescope's autograders.
    Gradescope,
}

impl ExportArgs {
    /// Writes the games or the marks.
    pub fn run(self) -> Result<Exit> {
        if let Some(marks) = self.marks {
            return self.marks(marks);
        }
        let format = match (self.format, &self.out) {
            (Some(format), _) => format,
            (None, Some(file)) => Format::by_ending(file)?,
            (None, None) => return Err(bad_input("--format says what is written")),
        };
        let run = results::open(&self.run)?;
        let whole = self.filter.is_empty();
        let filter = self.filter.choose(&run, &self.rules)?;
        match &self.out {
            Some(folder) if format == Format::ExamLog => {
                logs((&run, &self.rules), &filter, folder)?;
            }
            Some(file) => {
                let mut out = BufWriter::new(create(file)?);
                let written = write(
                    (&run, &self.rules),
                    (!whole).then_some(&filter),
                    format,
                    &mut out,
                )
                .and_then(|()| Ok(out.flush()?));
                kept_whole(file, written)?;
            }
            None => {
                let mut out = BufWriter::new(stdout::stdout());
                write(
                    (&run, &self.rules),
                    (!whole).then_some(&filter),
                    format,
                    &mut out,
                )?;
                out.flush()?;
            }
        }
        Ok(Exit::Fine)
    }

    /// Writes the marks of an exam.
    fn marks(self, marks: Marks) -> Result<Exit> {
        let results = exam::ExamResults::read(&self.run, self.roster.as_deref())?;
        match (marks, &self.out) {
            (Marks::Gradescope, Some(folder)) => {
                exam::write_gradescope(&results, &mut exam::Folder::create(folder)?)?;
            }
            (Marks::Gradescope, None) => {
                return Err(bad_input(
                    "--marks gradescope is a folder for each student; say where with -o FOLDER",
                ));
            }
            (Marks::Csv, Some(file)) => {
                let rows = exam::moodle(&results)?;
                let written = create(file)?.write_all(rows.as_bytes());
                kept_whole(file, written)?;
            }
            (Marks::Csv, None) => stdout::stdout().write_all(exam::moodle(&results)?.as_bytes())?,
        }
        Ok(Exit::Fine)
    }
}

/// Writes the games. Without a filter it writes the whole run, with everything that its export holds besides
/// games.
fn write(
    (run, rules): (&Run, &TrustArgs),
    chosen: Option<&Filter>,
    format: Format,
    out: &mut dyn Write,
) -> Result<()> {
    let all = Filter::default();
    let filter = chosen.unwrap_or(&all);
    match format {
        Format::Jsonl => match chosen {
            None => Ok(export_jsonl(run, out)?),
            Some(filter) => game_view::records(run, filter, out),
        },
        Format::Csv => game_view::games(run, filter, OutputFormat::Csv, out),
        Format::Md => game_view::games(run, filter, OutputFormat::Markdown, out),
        Format::Json => game_view::games(run, filter, OutputFormat::Json, out),
        Format::Pgn => pgns(run, filter, out),
        Format::ExamLog => {
            let mut logs = BTreeMap::new();
            each_log((run, rules), filter, |game, text| {
                logs.insert(game.outcome.number, (title(&game.outcome), text));
                Ok(())
            })?;
            let mut logs = logs.values();
            logs.try_for_each(|(title, text)| Ok(write!(out, "{title}\n\n{text}\n")?))
        }
    }
}

/// Writes games of chess in the order of the schedule; void ones are left out, and counted.
fn pgns(run: &Run, filter: &Filter, out: &mut dyn Write) -> Result<()> {
    let event = results::run_title(run, &results::plan(run)?);
    let mut games = BTreeMap::new();
    let mut void = 0;
    game_view::each(run, filter, |game| {
        let name = &game.record.played.job.game;
        if name != "chess" {
            return Err(bad_input(format!(
                "--format pgn: {name} is no chess; take jsonl"
            )));
        }
        if game.outcome.again {
            return Ok(());
        }
        match pgn(&game.record, &event)?.filter(|_| game.outcome.counts()) {
            Some(text) => drop(games.insert(game.outcome.number, text)),
            None => void += 1,
        }
        Ok(())
    })?;
    for text in games.values() {
        writeln!(out, "{text}")?;
    }
    if void > 0 {
        remarks::lines(&format!(
            "{} left out that don't count",
            count(void, "game")
        ));
    }
    Ok(())
}

/// Writes a file for each game, named by its number.
fn logs(of: (&Run, &TrustArgs), filter: &Filter, folder: &Path) -> Result<()> {
    let shown = folder.display();
    fs::create_dir_all(folder).map_err(|error| refuse(folder, &error))?;
    let mut entries = fs::read_dir(folder).map_err(|error| refuse(folder, &error))?;
    if entries.next().is_some() {
        return Err(bad_input(format!(
            "-o {shown}: the folder isn't empty; give a new one"
        )));
    }
    each_log(of, filter, |game, text| {
        let file = folder.join(format!("game-{:06}.log", game.outcome.number));
        fs::write(&file, &text).with_context(|| file.display().to_string())
    })
}

/// Calls `tell` with the log of every game in the order of the file; of a game with several attempts, only
/// with the log of the attempt that counts.
fn each_log(
    (run, rules): (&Run, &TrustArgs),
    filter: &Filter,
    mut tell: impl FnMut(&RecordedGame, String) -> Result<()>,
) -> Result<()> {
    let games = rules.games(run)?;
    game_view::each(run, filter, |game| {
        if game.outcome.again {
            return Ok(());
        }
        let name = &game.record.played.job.game;
        let text = log(&*game.rules(&games)?, &game.record)?.ok_or_else(|| {
            bad_input(format!(
                "--format exam-log: {name} has no log of its own; take jsonl"
            ))
        })?;
        tell(&game, text)
    })
}

/// Creates a file that must not exist yet: nothing is ever overwritten, least of all results.
fn create(file: &Path) -> Result<File> {
    File::create_new(file).map_err(|error| refuse(file, &error))
}

/// Removes a file that couldn't be written completely: it must not be mistaken for a complete one.
fn kept_whole<E>(file: &Path, written: Result<(), E>) -> Result<()>
where
    Result<(), E>: Context<(), E>,
{
    if written.is_err() {
        let _ = fs::remove_file(file);
    }
    written.with_context(|| format!("{}: it can't be written", file.display()))
}

fn refuse(path: &Path, error: &io::Error) -> anyhow::Error {
    let shown = path.display();
    match error.kind() {
        io::ErrorKind::AlreadyExists => bad_input(format!(
            "-o {shown}: it is there already; remove it, or give another name"
        )),
        io::ErrorKind::NotFound | io::ErrorKind::NotADirectory | io::ErrorKind::IsADirectory => {
            bad_input(format!(
                "-o {shown}: it can't be made: {error}; give another"
            ))
        }
        _ => machine(format!("{shown}: {error}")),
    }
}
