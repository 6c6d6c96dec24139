//! The object-safe interface of a game: the only one that the referee uses.
//!
//! A [`GameKind`] is an entry in the list of games, [`Rules`] are a game with its options chosen, and a
//! [`Position`] is a state that can be queried and changed. Moves and states are text here. All three are
//! implemented for every [`Game`] by the blanket implementations below.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::marker::PhantomData;

use rand::Rng;
use serde_json::Value;

use crate::game::{Game, Turn};
use crate::move_parts::MoveParts;
use crate::options::{ChosenOptions, OptionError, OptionSpec};
use crate::purpose::GamePurpose;
use crate::scene::Scene;
use crate::seat::Seat;
use crate::text::{StateError, legal_list, near};

/// An entry in the list of games.
pub trait GameKind: Send + Sync {
    /// Returns the name of the game, used everywhere.
    fn name(&self) -> &str;
    /// Returns a description in one sentence.
    fn title(&self) -> &str;
    /// Returns the hash of the program that holds the rules, in hexadecimal digits; `None` if they are built in.
    fn hash(&self) -> Option<&str> {
        None
    }
    /// Returns the game's options.
    fn options(&self) -> Vec<OptionSpec>;
    /// Returns the seats of the default start.
    fn seats(&self) -> Vec<Seat> {
        let rules = self.rules(&BTreeMap::new());
        rules.map_or_else(|_| Vec::new(), |rules| rules.start().seats())
    }
    /// Returns the options that differ from the defaults for a purpose, see [`Game::PURPOSES`].
    fn options_for(&self, purpose: GamePurpose) -> BTreeMap<String, String>;
    /// Ends what is asked at present, as nobody waits for it any more; the rules can be asked again.
    fn stop(&self) {}
    /// Returns the game with these options; the others have their defaults. Returns an error for unknown
    /// options and for values that aren't allowed.
    fn rules(&self, given: &BTreeMap<String, String>) -> Result<Box<dyn Rules>, OptionError>;
}

/// A game with its options chosen.
pub trait Rules: Send + Sync {
    /// Returns the name of the game, used everywhere.
    fn name(&self) -> &str;
    /// Returns all options with their values.
    fn options(&self) -> &ChosenOptions;
    /// Returns all reasons for which a game ends by its own rules, one word each.
    fn reasons(&self) -> Vec<&str>;
    /// Returns the default start.
    fn start(&self) -> Box<dyn Position>;
    /// Draws a start at random.
    fn deal(&self, rng: &mut dyn Rng) -> Box<dyn Position>;
    /// Draws a start from the stream of random numbers that these bytes seed, where the rules have a generator of their
    /// own; otherwise the caller makes the stream for [`Rules::deal`].
    fn deal_from(&self, seed: [u8; 32]) -> Option<Box<dyn Position>> {
        let _ = seed;
        None
    }
    /// Reads a state line, see [`Game::read`].
    fn read(&self, line: &str) -> Result<Box<dyn Position>, StateError>;
}

/// A position of a game.
pub trait Position: Send + Sync {
    /// Returns how the notation of a move is split into parts.
    fn move_parts(&self) -> MoveParts;
    /// Returns a copy.
    fn boxed(&self) -> Box<dyn Position>;
    /// Returns the seats that take part, in order.
    fn seats(&self) -> Vec<Seat>;
    /// Appends the state line.
    fn write(&self, line: &mut String);
    /// Returns the next action in the position.
    fn turn(&self) -> Turn<String>;
    /// Returns the legal moves in their fixed order, see [`Game::moves`].
    fn legal(&self) -> Vec<String>;
    /// Returns the same moves, separated by blanks.
    fn legal_line(&self) -> String;
    /// Plays a move and returns its canonical notation; returns `None`, and changes nothing, if it is
    /// illegal. Rules that fail at a legal move leave a position of [`Turn::Failed`].
    fn play(&mut self, notation: &str) -> Option<String>;
    /// Plays the named outcome of a chance node; in any other case returns false and changes nothing.
    fn cast(&mut self, outcome: &str) -> bool;
    /// Takes a seat out of a game that goes on without it, see [`Game::withdraw`].
    fn withdraw(&mut self, seat: Seat) -> bool;
    /// Explains why a word can't be played here, and lists similar legal moves; `None` if it can be played.
    fn explain(&self, notation: &str) -> Option<String>;
    /// Returns the legal moves that are most similar to a word that can't be played, as [`Position::explain`]
    /// lists them.
    fn nearest(&self, notation: &str) -> Vec<String>;
    /// Tells if a legal move settles something for good, see [`Game::settles`].
    fn settles(&self, notation: &str) -> bool {
        let _ = notation;
        false
    }
    /// Returns the squares over which a legal move's pieces go, see [`Game::paths`].
    fn paths(&self, notation: &str) -> Vec<Vec<String>> {
        self.move_parts().paths(notation)
    }
    /// Says what a legal move brings about, see [`Game::effects`].
    fn effects(&self, notation: &str) -> Option<String> {
        let _ = notation;
        None
    }
    /// Describes a legal move for spectators, one string for each line.
    fn narrate(&self, notation: &str) -> Vec<String>;
    /// Returns the lines of the game's own log for an illegal word, see [`Game::narrate_refused`].
    fn narrate_refused(&self, notation: &str) -> Vec<String>;
    /// Returns the last line of the game's own log, see [`Game::farewell`].
    fn farewell(&self, winner: Option<Seat>, fault: Option<&str>) -> Option<String>;
    /// Draws the position as a scene.
    fn scene(&self) -> Scene;
    /// Returns the position as JSON.
    fn view(&self) -> Value;
    /// Returns the state lines of the positions that are equivalent by a symmetry.
    fn symmetries(&self) -> Vec<String>;
    /// Returns the state line of the position with the seats exchanged, see [`Game::exchanged`].
    fn exchanged(&self) -> Option<String>;
    /// Returns an upper bound for the number of moves that can follow.
    fn max_plies(&self) -> u64;
    /// Returns the number of sequences of `depth` moves; every outcome of chance counts as a branch, but not
    /// as a move.
    fn perft(&self, depth: u32) -> u64;

    /// Returns the seat that chooses a move; otherwise an error in words.
    fn chooser(&self) -> Result<Seat, String> {
        match self.turn() {
            Turn::Seat(seat) => Ok(seat),
            Turn::Failed(why) => Err(why),
            _ => Err("nobody is to choose a move in this position".to_owned()),
        }
    }

    /// Returns why the rules have failed, if what they said since the last move can't be trusted; built-in rules don't.
    fn failure(&self) -> Option<String> {
        None
    }

    /// Returns in words what the rules say that they can tell of a position, and don't of this one; nothing where they
    /// are built in.
    fn broken_promises(&self) -> Vec<String> {
        Vec::new()
    }

    /// Tells if a word can be played here, in any spelling that the game reads.
    fn is_legal(&self, notation: &str) -> bool {
        self.explain(notation).is_none()
    }

    /// Returns the state line.
    fn line(&self) -> String {
        let mut line = String::new();
        self.write(&mut line);
        line
    }
}

/// The [`GameKind`] of a game type; the registry consists of these.
pub struct GameEntry<G>(PhantomData<fn() -> G>);

impl<G> GameEntry<G> {
    /// Returns the entry of a game.
    pub const fn new() -> GameEntry<G> {
        GameEntry(PhantomData)
    }
}

impl<G> Default for GameEntry<G> {
    fn default() -> GameEntry<G> {
        GameEntry::new()
    }
}

impl<G: Game> GameKind for GameEntry<G> {
    fn name(&self) -> &str {
        G::NAME
    }

    fn title(&self) -> &str {
        G::TITLE
    }

    fn options(&self) -> Vec<OptionSpec> {
        G::options()
    }

    fn options_for(&self, purpose: GamePurpose) -> BTreeMap<String, String> {
        let serving = G::PURPOSES.iter().filter(|(of, ..)| *of == purpose);
        serving
            .map(|(_, name, value)| ((*name).to_owned(), (*value).to_owned()))
            .collect()
    }

    fn rules(&self, given: &BTreeMap<String, String>) -> Result<Box<dyn Rules>, OptionError> {
        let options = ChosenOptions::choose(G::NAME, &G::options(), given)?;
        let game = G::new(&options).map_err(|why| OptionError::Rejected {
            game: G::NAME.to_owned(),
            why,
        })?;
        Ok(Box::new(Chosen { game, options }))
    }
}

/// Bytes of a usual move with a blank, and moves of a usual position.
const WORD: usize = 8;
const MOVES: usize = 64;

struct Chosen<G> {
    game: G,
    options: ChosenOptions,
}

impl<G: Game> Chosen<G> {
    fn place(&self, state: G::State) -> Box<dyn Position> {
        Box::new(Placed {
            game: self.game.clone(),
            state,
        })
    }
}

impl<G: Game> Rules for Chosen<G> {
    fn name(&self) -> &str {
        G::NAME
    }

    fn options(&self) -> &ChosenOptions {
        &self.options
    }

    fn reasons(&self) -> Vec<&str> {
        G::REASONS.to_vec()
    }

    fn start(&self) -> Box<dyn Position> {
        self.place(self.game.start())
    }

    fn deal(&self, rng: &mut dyn Rng) -> Box<dyn Position> {
        self.place(self.game.deal(rng))
    }

    fn read(&self, line: &str) -> Result<Box<dyn Position>, StateError> {
        Ok(self.place(self.game.read(line)?))
    }
}

#[derive(Clone)]
struct Placed<G: Game> {
    game: G,
    state: G::State,
}

impl<G: Game> Placed<G> {
    fn list(&self) -> Vec<G::Move> {
        let mut moves = Vec::with_capacity(MOVES);
        self.game.moves(&self.state, &mut moves);
        moves
    }

    fn line_of(&self, state: &G::State) -> String {
        let mut line = String::new();
        self.game.write(state, &mut line);
        line
    }
}

impl<G: Game> Position for Placed<G> {
    fn move_parts(&self) -> MoveParts {
        self.game.move_parts(&self.state)
    }

    fn boxed(&self) -> Box<dyn Position> {
        Box::new(self.clone())
    }

    fn seats(&self) -> Vec<Seat> {
        self.game.seats(&self.state)
    }

    fn write(&self, line: &mut String) {
        self.game.write(&self.state, line);
    }

    fn turn(&self) -> Turn<String> {
        match self.game.turn(&self.state) {
            Turn::Seat(seat) => Turn::Seat(seat),
            Turn::Chance(chance) => Turn::Chance(chance),
            Turn::Forced(seat, m) => Turn::Forced(seat, m.to_string()),
            Turn::Over(ending) => Turn::Over(ending),
            Turn::Failed(why) => Turn::Failed(why),
        }
    }

    fn legal(&self) -> Vec<String> {
        self.list().iter().map(ToString::to_string).collect()
    }

    fn legal_line(&self) -> String {
        let moves = self.list();
        let mut line = String::with_capacity(WORD * moves.len());
        for (i, m) in moves.iter().enumerate() {
            if i > 0 {
                line.push(' ');
            }
            G::write_move(m, &mut line);
        }
        line
    }

    fn play(&mut self, notation: &str) -> Option<String> {
        let m = self.game.parse(&self.state, notation)?;
        self.game.play(&mut self.state, &m);
        let mut text = String::with_capacity(16);
        write!(text, "{m}").ok()?;
        Some(text)
    }

    fn cast(&mut self, outcome: &str) -> bool {
        let Turn::Chance(chance) = self.game.turn(&self.state) else {
            return false;
        };
        let index = chance
            .outcomes
            .iter()
            .position(|(name, _)| *name == outcome);
        if let Some(i) = index {
            self.game.cast(&mut self.state, i);
        }
        index.is_some()
    }

    fn withdraw(&mut self, seat: Seat) -> bool {
        self.game.withdraw(&mut self.state, seat)
    }

    fn explain(&self, notation: &str) -> Option<String> {
        let why = match self.game.turn(&self.state) {
            Turn::Over(_) => "the game is over".to_owned(),
            Turn::Failed(why) => why,
            Turn::Chance(chance) => format!("{}'s die is to be cast first", chance.seat),
            _ if self.game.parse(&self.state, notation).is_some() => return None,
            Turn::Forced(seat, m) => format!("{seat} has no choice but {m}"),
            Turn::Seat(_) => {
                let why = self.game.explain(&self.state, notation);
                why + &legal_list(&near(notation, &self.list()))
            }
        };
        Some(why)
    }

    fn nearest(&self, notation: &str) -> Vec<String> {
        let refused = self.game.parse(&self.state, notation).is_none();
        match self.game.turn(&self.state) {
            Turn::Seat(_) if refused => near(notation, &self.list()),
            _ => Vec::new(),
        }
    }

    fn settles(&self, notation: &str) -> bool {
        let m = self.game.parse(&self.state, notation);
        m.is_some_and(|m| self.game.settles(&self.state, &m))
    }

    fn paths(&self, notation: &str) -> Vec<Vec<String>> {
        let m = self.game.parse(&self.state, notation);
        m.map_or_else(Vec::new, |m| self.game.paths(&self.state, &m))
    }

    fn effects(&self, notation: &str) -> Option<String> {
        let m = self.game.parse(&self.state, notation)?;
        self.game.effects(&self.state, &m)
    }

    fn narrate(&self, notation: &str) -> Vec<String> {
        self.game.narrate(&self.state, notation)
    }

    fn narrate_refused(&self, notation: &str) -> Vec<String> {
        self.game.narrate_refused(&self.state, notation)
    }

    fn farewell(&self, winner: Option<Seat>, fault: Option<&str>) -> Option<String> {
        self.game.farewell(winner, fault)
    }

    fn scene(&self) -> Scene {
        self.game.scene(&self.state)
    }

    fn view(&self) -> Value {
        self.game.view(&self.state)
    }

    fn symmetries(&self) -> Vec<String> {
        let states = self.game.symmetries(&self.state);
        states.iter().map(|state| self.line_of(state)).collect()
    }

    fn exchanged(&self) -> Option<String> {
        let state = self.game.exchanged(&self.state)?;
        Some(self.line_of(&state))
    }

    fn max_plies(&self) -> u64 {
        self.game.max_plies(&self.state)
    }

    fn perft(&self, depth: u32) -> u64 {
        crate::perft::perft(&self.game, &self.state, depth)
    }
}
