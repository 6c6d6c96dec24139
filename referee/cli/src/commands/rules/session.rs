//! A session about the rules of a game: one line in, its answer out.

use std::collections::BTreeMap;
use std::io::{self, BufWriter, Write};

use referee_checks::{InputLine, InputLines, RulesSession, SessionReply};
use referee_games::GameKind;
use referee_output::failure::bad_input;
use referee_output::{Exit, stdout};

/// Answers until `quit` or the end of input.
pub fn answer(kind: &dyn GameKind, given: BTreeMap<String, String>) -> anyhow::Result<Exit> {
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
