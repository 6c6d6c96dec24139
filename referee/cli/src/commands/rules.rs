//! `referee rules`: a program that answers questions about the rules, one line each.

use std::io::{self, BufWriter, Write};

use super::game::GameOptions;
use crate::exit::Exit;
use crate::out;
use crate::session::{Line, Lines, Reply, Session};

/// Answer questions about the rules: one line in, one line out.
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
An answer begins with the command's word, or is `ok`. What can't be done is answered by
`error WHY`, and changes nothing. docs/rules.md describes the answers.

Examples:
  printf 'legal\\nplay 2e5d5s\\nstate\\n' | referee rules onitama
  printf 'new seed=7\\nshow\\n' | referee rules koolaamee")]
pub struct Args {
    /// The game, see `referee games`.
    game: String,
    #[command(flatten)]
    options: GameOptions,
}

impl Args {
    /// Answers until `quit` or the end of input.
    pub fn run(self) -> anyhow::Result<Exit> {
        let (kind, given) = self.options.choose(&self.game)?;
        let mut session = Session::new(kind, given).map_err(crate::exit::bad_input)?;
        let mut lines = Lines::new(io::stdin().lock());
        let mut out = BufWriter::new(out::stdout());
        while let Some(line) = lines.next()? {
            let reply = match line {
                Line::Text(text) => session.answer(&text),
                Line::Refused(why) => Reply::error(why),
            };
            let Some(text) = reply.text() else { break };
            writeln!(out, "{text}")?;
            out.flush()?;
        }
        Ok(Exit::Fine)
    }
}
