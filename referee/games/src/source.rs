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
        self.named(name).next()
    }

    /// Returns the game with this name whose rules are held by the program with this hash, or built in without one;
    /// `None` if there is none.
    pub fn find_exactly(&self, name: &str, hash: Option<&str>) -> Option<&dyn GameKind> {
        self.named(name).find(|game| game.hash() == hash)
    }

    /// Ends what the programs of games are asked at present.
    pub fn stop(&self) {
        self.brought.iter().for_each(|game| game.stop());
    }

    /// Returns all games; those that a run brings stand first.
    pub fn all(&self) -> impl Iterator<Item = &dyn GameKind> {
        let built_in = crate::games().iter().copied();
        let built_in = built_in.map(|game| game as &dyn GameKind);
        self.brought.iter().map(|game| &**game).chain(built_in)
    }

    fn named(&self, name: &str) -> impl Iterator<Item = &dyn GameKind> {
        let built_in = crate::find(name).map(|game| game as &dyn GameKind);
        let brought = self.brought.iter().map(|game| &**game);
        brought
            .filter(move |game| game.name() == name)
            .chain(built_in)
    }
}

impl fmt::Debug for GameSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = self.brought.iter().map(|game| game.name());
        f.debug_list().entries(names).finish()
    }
}
