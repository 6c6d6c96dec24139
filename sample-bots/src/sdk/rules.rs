//! The referee's own rules of the games, for bots that search ahead.

use std::collections::BTreeMap;

use referee_games::{ChosenOptions, Game, OptionError, OptionSpec, Position, StateError};
use thiserror::Error;

use crate::sdk::BotTurn;

/// Why a turn couldn't be understood.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum RulesError {
    /// The rules of this game aren't known here.
    #[error("no rules for the game {0}")]
    Game(String),
    /// The options on the `game` line don't fit the rules.
    #[error(transparent)]
    Options(#[from] OptionError),
    /// The state line doesn't fit the rules.
    #[error(transparent)]
    State(#[from] StateError),
}

impl BotTurn {
    /// Returns the position together with its rules.
    pub fn position(&self) -> Result<Box<dyn Position>, RulesError> {
        let kind = referee_games::find(&self.game.game)
            .ok_or_else(|| RulesError::Game(self.game.game.clone()))?;
        let rules = kind.rules(&self.options(&kind.options()))?;
        Ok(rules.read(&self.state)?)
    }

    /// Returns the game and the position in the types of a known game.
    pub fn typed<G: Game>(&self) -> Result<(G, G::State), RulesError> {
        if self.game.game != G::NAME {
            return Err(RulesError::Game(self.game.game.clone()));
        }
        let specs = G::options();
        let options = ChosenOptions::choose(G::NAME, &specs, &self.options(&specs))?;
        let game = G::new(&options).map_err(|why| OptionError::Rejected {
            game: G::NAME.to_owned(),
            why,
        })?;
        let state = game.read(&self.state)?;
        Ok((game, state))
    }

    /// Returns the legal moves: those that the referee sent, or else those of the rules.
    pub fn moves(&self) -> Result<Vec<String>, RulesError> {
        if self.legal.is_empty() {
            Ok(self.position()?.legal())
        } else {
            Ok(self.legal.clone())
        }
    }

    /// Returns the game's options from the `game` line; ignores its other keys.
    fn options(&self, specs: &[OptionSpec]) -> BTreeMap<String, String> {
        let seats = ("seats".to_owned(), self.game.seats.clone());
        let given_options = self.game.options.iter().cloned().chain([seats]);
        given_options
            .filter(|(key, value)| !value.is_empty() && specs.iter().any(|spec| spec.name == *key))
            .collect()
    }
}
