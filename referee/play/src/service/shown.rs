//! Builds the view of a game that everybody may see.

use referee_games::Seat;
use referee_output::sanitize::plain;
use referee_record::Step;

use super::bots::{is_of_run, short};
use super::game::HumanGame;
use super::move_paths::ways;
use super::saved_game::SavedSeat;
use crate::model::{GameLogEntry, PlaySeat, PlayView};
use crate::result::describe_result;

impl HumanGame {
    /// Returns the view of the game.
    pub(super) fn table(&self) -> PlayView {
        let position = self.session.position();
        let turn = self.turn();
        let person = turn.filter(|_| self.bot_on_turn().is_none());
        let game = self.session.rules.name();
        PlayView {
            version: self.version,
            game: game.to_owned(),
            seats: self
                .seats
                .iter()
                .map(|(seat, seated)| self.place(*seat, seated))
                .collect(),
            turn: turn.map(Seat::letter),
            ways: person.map_or_else(Vec::new, |seat| ways(position, seat)),
            scene: position.scene(),
            paths: self.session.paths().to_vec(),
            steps: self.session.steps().iter().filter_map(entry).collect(),
            told: self.told.clone(),
            trouble: self.trouble.clone(),
            over: self.session.is_over().then(|| {
                let name = |seat: Seat| self.name(seat);
                describe_result(&self.session.verdict(), &name)
            }),
            first: self.first(),
            rests: false,
            running: self.running,
        }
    }

    /// Returns the name of a seat's player, as everybody may know it.
    pub(super) fn name(&self, seat: Seat) -> String {
        let seated = self.seats.get(&seat.letter());
        seated.map_or(String::new(), |seated| self.shown(seated, &seated.name))
    }

    /// Returns a name as everybody may know it: those of the run's bots can be secret.
    fn shown(&self, seated: &SavedSeat, name: &str) -> String {
        if self.secret && is_of_run(&seated.bot) {
            "a bot of the run".to_owned()
        } else {
            plain(name)
        }
    }

    /// Returns the seats in first place; empty while the game goes on.
    fn first(&self) -> Vec<char> {
        if !self.session.is_over() {
            return Vec::new();
        }
        let verdict = self.session.verdict();
        if verdict.void.is_some() {
            return Vec::new();
        }
        let first = verdict.seats.iter().filter(|seat| seat.place == 1);
        first.map(|seat| seat.seat).collect()
    }

    fn place(&self, letter: char, seated: &SavedSeat) -> PlaySeat {
        let mut seats = self.session.position().seats().into_iter();
        let seat = seats.find(|seat| seat.letter() == letter);
        PlaySeat {
            seat: letter,
            name: self.shown(seated, &seated.name),
            bot: self.shown(seated, &short(&seated.bot)),
            auto: seated.auto,
            undo: seat.is_some_and(|seat| !seated.auto && self.may_undo(seat).is_ok()),
            plays: seat.is_some(),
            left_ms: self
                .clock
                .as_ref()
                .and_then(|clock| clock.left(letter))
                .map(|left| u64::try_from(left.as_millis()).unwrap_or(u64::MAX)),
        }
    }
}

fn entry(step: &Step) -> Option<GameLogEntry> {
    let (seat, action, notation) = match step {
        Step::Move { seat, word, .. } => (*seat, "move", &**word),
        Step::Chance { seat, chance } => (*seat, "roll", &**chance),
        Step::Out { out, reason } => (*out, "out", reason.text()),
        Step::Adjudicated { .. } => return None,
    };
    Some(GameLogEntry {
        seat,
        action,
        word: notation.to_owned(),
    })
}
