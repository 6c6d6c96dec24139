//! Translates options that stand for several others, or for a command of their own.

use super::foreign_match::{ForeignMatch, owned};
use super::key_values::value_of;
use super::running::CORES;
use super::shell;

/// What `-quick` stands for, apart from engines and book.
const QUICK: [&str; 5] = [
    "tc=10+0.1",
    "25000",
    "movenumber=30",
    "movecount=8",
    "score=8",
];

/// Each function takes the values of the option that it is named after; their number is right.
impl ForeignMatch {
    pub(super) fn quick(&mut self, values: &[String]) -> Result<(), String> {
        let [time, rounds, draw @ ..] = QUICK.map(str::to_owned);
        let engines: Vec<&String> = values
            .iter()
            .filter(|value| value.starts_with("cmd="))
            .collect();
        let ([_, _], Some(book)) = (&engines[..], value_of(values, "book")) else {
            return Err(
                "expected two engines and a book, as in cmd=./new cmd=./old book=book.epd"
                    .to_owned(),
            );
        };
        for engine in engines {
            self.engine(&[engine.clone(), time.clone()])?;
        }
        self.rounds(&[rounds])?;
        self.games = Some(2);
        self.openings(&[format!("file={book}"), "order=random".to_owned()])?;
        self.draw(&draw)?;
        self.tell(format!("-quick: {CORES}"));
        Ok(())
    }

    pub(super) fn compliance(&mut self, values: &[String]) -> Result<(), String> {
        let [engine, args @ ..] = values else {
            return Err("expected an engine, as in --compliance ./new".to_owned());
        };
        if !args.is_empty() {
            let args = shell::join(args);
            self.tell(format!("--compliance {args}: arguments of an engine are `args` in a bot.toml, which names its \
                               engine by `run`"));
        }
        self.instead = Some(owned(&["referee", "check", &format!("uci:{engine}")]));
        Ok(())
    }

    pub(super) fn version(&mut self, _: &[String]) -> Result<(), String> {
        self.instead = Some(owned(&["referee", "--version"]));
        Ok(())
    }

    pub(super) fn help(&mut self, _: &[String]) -> Result<(), String> {
        self.instead = Some(owned(&["referee", "--help"]));
        Ok(())
    }
}
