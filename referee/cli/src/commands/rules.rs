//! `referee rules`: lists the games, prints their rules, answers questions about positions.

mod cases;
mod listing;
mod perft;
mod script;
mod session;
mod show;
mod text;

use std::io::{IsTerminal, stdin};
use std::path::PathBuf;

use clap::Subcommand;
use referee_output::Exit;
use referee_output::failure::bad_input;

use super::game::GameOptions;
use crate::args::JailArgs;

/// List the games, print the rules of a game, or answer questions about its positions.
///
/// Without a game: all games and their options. With a game on a terminal: its rules. With a game and
/// input from a file or another program: a session, one command a line.
#[derive(clap::Args)]
#[command(
    disable_help_subcommand = true,
    subcommand_value_name = "QUESTION",
    subcommand_help_heading = "Questions",
    after_help = "Commands of a session:
  hello rules 1              say what this program can answer
  new [seed=N] [KEY=VALUE]   go to the default start, or to the deal of a seed
  state LINE                 go to a position
  play MOVE                  play a move
  chance OUTCOME             play an outcome of chance, such as a die
  withdraw SEAT              take a seat out of a game that goes on without it
  state, turn, legal         print this line of the position
  result                     print the result, or none
  perft N                    count the move sequences of length N (0 to 12)
  explain MOVE               say why a move is legal or not
  symmetries                 list the equivalent positions: N, then N lines
  view, scene                print the position, or its drawing, as JSON
  show                       draw the position: `show N`, then N lines
  quit                       end; end of input ends too
Whatever changes the position is answered by the new one: `state`, `turn`, and
`legal` where a seat chooses. What can't be done is answered by `error WHY`, and
changes nothing. docs/rules.md defines it all, and the files of --cases.

Exit code with --cases: 0: all cases hold; 1: some don't; 2: the file can't be
used.

Examples:
  referee rules
  referee rules onitama | less
  referee rules cublino-pur show
  referee rules onitama perft 3
  printf 'legal\\nplay 2e5d5s\\n' | referee rules onitama
  referee rules ludo --cases tournaments/cases/ludo.txt"
)]
pub struct RulesArgs {
    /// The game.
    game: Option<String>,
    #[command(subcommand)]
    question: Option<Question>,
    #[command(flatten)]
    options: GameOptions,
    #[command(flatten)]
    jail: JailArgs,
    /// Check the cases of a file: states, moves and expected results.
    #[arg(long, value_name = "FILE", requires = "game")]
    cases: Option<PathBuf>,
    /// Print JSON.
    #[arg(long, global = true)]
    json: bool,
}

/// A question about a game.
#[derive(Subcommand)]
enum Question {
    /// Draw a position.
    Show(show::ShowArgs),
    /// Count the move sequences of a length, to check an implementation of the rules.
    Perft(perft::PerftArgs),
    /// Play rolls of Ludo by the priority rules, and print the final squares.
    Script(script::ScriptArgs),
}

impl RulesArgs {
    /// Answers the question.
    pub fn run(self) -> anyhow::Result<Exit> {
        let Some(game) = self.game else {
            return match self.question {
                None => listing::print(self.json),
                Some(_) => Err(bad_input(
                    "name the game first, as in `referee rules onitama show`; `referee rules` lists the games",
                )),
            };
        };
        if let Some(question) = self.question {
            if self.cases.is_some() {
                return Err(bad_input(
                    "--cases asks for itself; leave out what stands behind the game",
                ));
            }
            let (game, given) = self.options.choose(&game, &self.jail.wanted())?;
            let rules = game.kind()?.rules(&given).map_err(bad_input)?;
            return match question {
                Question::Show(args) => args.run(&*rules, self.json),
                Question::Perft(args) => args.run(&*rules, self.json),
                Question::Script(args) => args.run(&*rules, self.json),
            };
        }
        let (game, given) = self.options.choose(&game, &self.jail.wanted())?;
        let kind = game.kind()?;
        match &self.cases {
            Some(file) => cases::run(file, kind, &given, self.json),
            None if self.json => listing::print_game(kind),
            None if stdin().is_terminal() => text::print(kind),
            None => session::answer(kind, given),
        }
    }
}
