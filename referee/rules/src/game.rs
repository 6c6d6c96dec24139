//! A game of a program, for the lists of games, and its rules.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex};

use rand::Rng;
use referee_engine::{ProcessScope, Program};
use referee_games::text::quote;
use referee_games::{
    ChosenOptions, GameKind, GamePurpose, OptionError, OptionSpec, Position, Rules, Seat,
    StateError,
};
use referee_record::Limits;

use crate::GameDescription;
use crate::answer::{PositionAnswer, is_line};
use crate::position::{ProgramPosition, lock};
use crate::session::{Failures, IdleProcesses, ProgramSession, RequestLimits, RulesAnswer};

/// A game whose rules are a program.
#[derive(Clone)]
pub struct ProgramGame {
    /// Hash of its sources, in hexadecimal digits.
    pub hash: String,
    /// What the game says of itself.
    pub description: GameDescription,
    /// The program, built.
    pub program: Program,
    /// The owner of its processes, and the jail that confines them.
    pub scope: ProcessScope,
    /// Limits of its processes.
    pub limits: Limits,
    /// Times that it has to answer.
    pub times: RequestLimits,
    /// Failures after which it isn't asked for a minute; `None` for any number.
    pub most_failures: Option<u32>,
    asked: Asked,
}

/// What the sessions of a program have in common.
#[derive(Clone, Default)]
struct Asked {
    idle: IdleProcesses,
    failures: Arc<Mutex<Failures>>,
    unable: Arc<Mutex<BTreeSet<String>>>,
}

impl ProgramGame {
    /// Returns the game of a program that is built, whose sources have this hash, in hexadecimal digits. Its processes
    /// are confined by the jail of the scope, and have these limits and times.
    pub fn new(
        (description, hash): (GameDescription, String),
        program: Program,
        scope: ProcessScope,
        (limits, times): (Limits, RequestLimits),
    ) -> ProgramGame {
        ProgramGame {
            hash,
            description,
            program,
            scope,
            limits,
            times,
            most_failures: None,
            asked: Asked::default(),
        }
    }
}

impl GameKind for ProgramGame {
    fn name(&self) -> &str {
        &self.description.name
    }

    fn title(&self) -> &str {
        &self.description.title
    }

    fn hash(&self) -> Option<&str> {
        Some(&self.hash)
    }

    fn options(&self) -> Vec<OptionSpec> {
        self.description.options.clone()
    }

    fn stop(&self) {
        self.scope.kill_living();
    }

    fn seats(&self) -> Vec<Seat> {
        self.description.seats.clone()
    }

    fn options_for(&self, _: GamePurpose) -> BTreeMap<String, String> {
        BTreeMap::new()
    }

    /// Returns rules with a session of their own; its process is started by the first request.
    fn rules(&self, given: &BTreeMap<String, String>) -> Result<Box<dyn Rules>, OptionError> {
        let description = &self.description;
        let options = ChosenOptions::choose(&description.name, &description.options, given)?;
        let session = ProgramSession {
            game: description.clone(),
            program: self.program.clone(),
            scope: self.scope.clone(),
            limits: self.limits,
            times: self.times,
            options: options.iter().fold(String::new(), |text, (key, value)| {
                format!("{text} {key}={value}")
            }),
            process: None,
            idle: self.asked.idle.clone(),
            failures: Arc::clone(&self.asked.failures),
            most_failures: self.most_failures,
            unable: Arc::clone(&self.asked.unable),
            broken: None,
        };
        Ok(Box::new(ProgramRules {
            description: description.clone(),
            options,
            session: Arc::new(Mutex::new(session)),
        }))
    }
}

/// The rules of a program's game, with its options chosen.
struct ProgramRules {
    description: GameDescription,
    options: ChosenOptions,
    session: Arc<Mutex<ProgramSession>>,
}

impl ProgramRules {
    /// Returns the start, `drawn` from a stream if that is given; a position that failed where the program doesn't give one.
    fn begin(&self, drawn: &str) -> Box<dyn Position> {
        let mut session = lock(&self.session);
        session.broken = None;
        let command = format!("new{drawn}{}", session.options);
        let said = match session.position(None, &command) {
            Ok(RulesAnswer::Position(position)) => Ok(position),
            Ok(RulesAnswer::Refused(why)) => Err(format!(
                "the program of {} gives no start: {why}",
                self.description.name
            )),
            Err(why) => Err(why),
        };
        drop(session);
        self.position(said)
    }

    /// Returns the position that the program told, or one that failed.
    fn position(&self, said: Result<PositionAnswer, String>) -> Box<dyn Position> {
        Box::new(ProgramPosition::begin(
            &self.description,
            &self.session,
            said,
        ))
    }
}

impl Rules for ProgramRules {
    fn name(&self) -> &str {
        &self.description.name
    }

    fn options(&self) -> &ChosenOptions {
        &self.options
    }

    fn reasons(&self) -> Vec<&str> {
        self.description
            .reasons
            .iter()
            .map(String::as_str)
            .collect()
    }

    fn start(&self) -> Box<dyn Position> {
        self.begin("")
    }

    fn deal(&self, rng: &mut dyn Rng) -> Box<dyn Position> {
        let mut seed = [0; 32];
        rng.fill_bytes(&mut seed);
        self.deal_from(seed).unwrap_or_else(|| self.start())
    }

    fn deal_from(&self, seed: [u8; 32]) -> Option<Box<dyn Position>> {
        let deals = lock(&self.session).is_able("deal");
        match deals {
            Ok(true) => {}
            Ok(false) => return None,
            Err(why) => return Some(self.position(Err(why))),
        }
        let digits = seed.iter().map(|byte| format!("{byte:02x}"));
        let digits: String = digits.collect();
        Some(self.begin(&format!(" deal={digits}")))
    }

    fn read(&self, line: &str) -> Result<Box<dyn Position>, StateError> {
        lock(&self.session).broken = None;
        // What isn't one line would be another request.
        if !is_line(line) {
            return Err(StateError::new("state", line, "one plain line"));
        }
        let asked = lock(&self.session).position(None, &format!("state {line}"));
        let said = match asked {
            Ok(RulesAnswer::Position(position)) => Ok(position),
            Ok(RulesAnswer::Refused(why)) => {
                return Err(StateError {
                    field: "state".to_owned(),
                    found: quote(line),
                    expected: format!("a position of {}: {why}", self.description.name),
                });
            }
            Err(why) => Err(why),
        };
        Ok(self.position(said))
    }
}
