//! Where games come from: those that are built in, and those that a run brings.

use std::fmt;
use std::sync::Arc;

use crate::view::GameKind;

/// The games of one run. Two runs may bring different games of one name.
#[derive(Clone, Default)]
pub struct GameSource {
    brought: Vec<Arc<dyn GameKind>>,
}

impl GameSource {
    /// Returns the games that are built in, and no others.
    pub fn built_in() -> GameSource {
        GameSource::default()
    }

    /// Adds a game; it stands before others of its name.
    #[must_use]
    pub fn with(mut self, game: Arc<dyn GameKind>) -> GameSource {
        self.brought.insert(0, game);
        self
    }

    /// Returns the game with this name; `None` if there is none.
    pub fn find(&self, name: &str) -> Option<&dyn GameKind> {
        let mut brought = self.brought.iter().map(|game| &**game);
        brought
            .find(|game| game.name() == name)
            .or_else(|| crate::find(name).map(|game| game as &dyn GameKind))
    }
}

impl fmt::Debug for GameSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = self.brought.iter().map(|game| game.name());
        f.debug_list().entries(names).finish()
    }
}
