//! `referee rules`: answers questions about the rules, one on each line, or runs a file of test cases.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};

use referee_checks::{
    Cases, CasesOutcome, InputLine, InputLines, RulesSession, SessionReply, Unreadable,
};
use referee_games::GameKind;
use referee_output::failure::bad_input;
use referee_output::sanitize::plain;
use referee_output::text_layout::count;
use referee_output::{Exit, stdout};
use serde::Serialize;

use super::game::GameOptions;

/// Answer commands about the rules of a game: one line in, one line out. With --cases, run unit
/// tests of the rules.
#[derive(clap::Args)]
#[command(after_help = "Commands:
  state [LINE]               read a state line; without one, print it
  new [seed=N] [KEY=VALUE]   the default start, or the deal of a seed
  legal                      list the legal moves
  play MOVE                  play a move
  chance OUTCOME             play an outcome of chance, such as a die
  turn                       print who must do something
  result                     print the result, or none
  perft N                    count the move sequences of length N (0 to 12)
  explain MOVE               say why a move is legal or not
  view                       print the position as JSON
  show                       draw the position: `show N`, then N lines
  quit                       end; end of input ends too
An answer begins with the command's word, or is `ok`. What can't be done is
answered by `error WHY`, and changes nothing. docs/rules.md describes the
answers, and the files of --cases.

Exit code with --cases: 0: all cases hold; 1: some don't; 2: the file can't be
used.

Examples:
  printf 'legal\\nplay 2e5d5s\\nstate\\n' | referee rules onitama
  printf 'new seed=7\\nshow\\n' | referee rules koolaamee
  referee rules ludo --cases tournaments/cases/ludo.txt")]
pub struct RulesArgs {
    /// The game, see `referee games`.
    game: String,
    #[command(flatten)]
    options: GameOptions,
    /// Check the cases of a file instead: states, moves and expected results.
    #[arg(long, value_name = "FILE")]
    cases: Option<PathBuf>,
    /// Print the results of the cases as JSON.
    #[arg(long, requires = "cases")]
    json: bool,
}

#[derive(Serialize)]
struct Tried<'a> {
    game: &'a str,
    file: String,
    #[serde(flatten)]
    outcome: &'a CasesOutcome,
}

impl RulesArgs {
    /// Answers until `quit` or the end of input, or runs the cases.
    pub fn run(self) -> anyhow::Result<Exit> {
        let (kind, given) = self.options.choose(&self.game)?;
        match &self.cases {
            Some(file) => try_cases(file, kind, &given, self.json),
            None => answer(kind, given),
        }
    }
}

fn answer(kind: &'static dyn GameKind, given: BTreeMap<String, String>) -> anyhow::Result<Exit> {
    let mut session = RulesSession::new(kind, given).map_err(bad_input)?;
    let mut lines = InputLines::new(io::stdin().lock());
    let mut out = BufWriter::new(stdout::stdout());
    while let Some(line) = lines.next_line()? {
        let reply = match line {
            InputLine::Text(text) => session.answer(&text),
            InputLine::Refused(why) => SessionReply::error(why),
        };
        let Some(text) = reply.text() else { break };
        writeln!(out, "{text}")?;
        out.flush()?;
    }
    Ok(Exit::Fine)
}

fn try_cases(
    file: &Path,
    kind: &'static dyn GameKind,
    given: &BTreeMap<String, String>,
    json: bool,
) -> anyhow::Result<Exit> {
    let input = File::open(file).map_err(Unreadable::Io);
    let cases = input.and_then(|input| Cases::read(BufReader::new(input)));
    let cases = cases.map_err(|why| bad_input(refusal(file, &why)))?;
    let outcome = cases.run(kind, given).map_err(bad_input)?;
    if json {
        stdout::json(&Tried {
            game: kind.name(),
            file: file.display().to_string(),
            outcome: &outcome,
        })?;
    } else {
        stdout::text(&describe(file, &outcome))?;
    }
    Ok(if outcome.failed.is_empty() {
        Exit::Fine
    } else {
        Exit::No
    })
}

fn refusal(file: &Path, why: &Unreadable) -> String {
    let file = file.display();
    match why {
        Unreadable::Io(error) => format!("--cases {file}: {error}; expected a file of cases"),
        Unreadable::Line(line, why) => format!("{file}:{line}: {why}"),
        Unreadable::Empty => {
            format!("{file}: it holds no case; docs/rules.md describes what one is made of")
        }
    }
}

fn describe(file: &Path, outcome: &CasesOutcome) -> String {
    let file = plain(&file.display().to_string());
    let mut text = String::new();
    for failed in &outcome.failed {
        let name = failed.case.as_deref().map(plain);
        let name = name.map_or(String::new(), |name| format!(" {name}"));
        text += &format!("{file}:{}:{name}\n", failed.line);
        text += &format!("  expected  {}\n", plain(&failed.expected));
        text += &format!("  got       {}\n", plain(&failed.got));
    }
    let (cases, broken) = (outcome.cases as u64, outcome.cases - outcome.held);
    let held = match broken {
        0 => "all hold".to_owned(),
        broken => format!("{} hold, {broken} don't", outcome.held),
    };
    text + &format!("{file}: {}, {held}\n", count(cases, "case"))
}
