//! A position of a program's game: a value that the program told once.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use referee_games::scene::Scene;
use referee_games::text::{legal_list, near, quote};
use referee_games::{MoveParts, Position, Seat, Turn};
use serde_json::{Value, json};

use crate::GameDescription;
use crate::answer::PositionAnswer;
use crate::drawing;
use crate::session::{ProgramSession, RulesAnswer};

/// Most bytes of a view: a bot is sent no longer line.
const MAX_VIEW: usize = 15 << 10;
/// Most casts of chance without a move between them.
const MAX_CASTS: u32 = 64;

/// Locks a session even after a panic: its process stands where it says.
pub(crate) fn lock(session: &Mutex<ProgramSession>) -> MutexGuard<'_, ProgramSession> {
    session.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A position and the session that knows what follows from it.
#[derive(Clone)]
pub(crate) struct ProgramPosition {
    session: Arc<Mutex<ProgramSession>>,
    move_parts: MoveParts,
    told: Arc<PositionAnswer>,
    /// Moves that may still follow.
    left: u64,
    /// Casts of chance since the last move.
    casts: u32,
}

impl ProgramPosition {
    /// Returns the position that a program told, or the one that fails for a reason.
    pub(crate) fn begin(
        game: &GameDescription,
        session: &Arc<Mutex<ProgramSession>>,
        told: Result<PositionAnswer, String>,
    ) -> ProgramPosition {
        let told = told.unwrap_or_else(|why| PositionAnswer {
            line: String::new(),
            seats: game.seats.clone(),
            turn: Turn::Failed(why),
            legal: Vec::new(),
        });
        ProgramPosition {
            session: Arc::clone(session),
            move_parts: game.move_parts,
            told: Arc::new(told),
            left: game.max_plies,
            casts: 0,
        }
    }

    /// Goes to the position behind a command that the program said can be done.
    fn go(&mut self, command: &str) {
        let said = lock(&self.session).position(Some(&self.told.line), command);
        match said {
            Ok(RulesAnswer::Position(position)) if position.seats != self.told.seats => {
                self.fail(format!(
                    "behind {} other seats take part, and none has left",
                    quote(command)
                ));
            }
            Ok(RulesAnswer::Position(position)) => {
                let ended = matches!(position.turn, Turn::Over(_));
                let before = std::mem::replace(&mut self.told, Arc::new(position));
                if let Some(why) = ended.then(|| self.misread()).flatten() {
                    self.told = before;
                    self.fail(why);
                }
            }
            Ok(RulesAnswer::Refused(why)) => {
                let command = quote(command);
                self.fail(format!(
                    "the program refuses {command}, which it listed: {why}"
                ));
            }
            Err(why) => self.fail(why),
        }
    }

    /// Returns in words how the position is read from its line, if that is otherwise.
    fn misread(&self) -> Option<String> {
        let line = &self.told.line;
        let read = lock(&self.session).position(None, &format!("state {line}"));
        match read {
            Ok(RulesAnswer::Position(read)) if read == *self.told => None,
            Ok(RulesAnswer::Position(read)) if read.line == *line => Some(format!(
                "what follows from {} is another thing when it is read back",
                quote(line)
            )),
            Ok(RulesAnswer::Position(read)) => Some(format!(
                "its own state {} is read back as {}",
                quote(line),
                quote(&read.line)
            )),
            Ok(RulesAnswer::Refused(why)) => {
                Some(format!("its own state {} is refused: {why}", quote(line)))
            }
            Err(why) => Some(why),
        }
    }

    /// Tells if these are the seats that take part without this one.
    fn lacks_only(&self, seat: Seat, left: &[Seat]) -> bool {
        let rest = self.told.seats.iter().filter(|other| **other != seat);
        rest.eq(left)
    }

    /// Leaves the position as it is, but failed.
    fn fail(&mut self, why: String) {
        self.told = Arc::new(PositionAnswer {
            turn: Turn::Failed(why),
            legal: Vec::new(),
            ..(*self.told).clone()
        });
    }

    fn ask(&self, question: &str) -> Option<String> {
        let word = question.split(' ').next().unwrap_or_default();
        let mut session = lock(&self.session);
        if !session.is_able(word).ok()? {
            return None;
        }
        let told = session.question(&self.told.line, question);
        told.unwrap_or_else(|_| {
            session.note_unable(word);
            None
        })
    }
}

impl Position for ProgramPosition {
    fn move_parts(&self) -> MoveParts {
        self.move_parts
    }

    fn broken_promises(&self) -> Vec<String> {
        let mut session = lock(&self.session);
        let line = &self.told.line;
        let word = self.told.legal.first().map_or("?", String::as_str);
        let mut broken = Vec::new();
        for question in ["scene", "view", &format!("explain {word}")] {
            let name = question.split(' ').next().unwrap_or_default();
            if session.is_able(name) != Ok(true) {
                continue;
            }
            let is_right = |told: &str| match name {
                "scene" => drawing::read(told).is_some(),
                "view" => serde_json::from_str(told).is_ok_and(|value: Value| value.is_object()),
                _ => true,
            };
            match session.question(line, question) {
                Ok(Some(told)) if is_right(&told) => {}
                Ok(Some(told)) => broken.push(format!("{name} {}, which isn't one", quote(&told))),
                Ok(None) => broken.push(format!("{question} is refused")),
                Err(why) => broken.push(why),
            }
        }
        broken
    }

    fn failure(&self) -> Option<String> {
        match &self.told.turn {
            Turn::Failed(why) => Some(why.clone()),
            _ => lock(&self.session).broken.clone(),
        }
    }

    fn boxed(&self) -> Box<dyn Position> {
        Box::new(self.clone())
    }

    fn seats(&self) -> Vec<Seat> {
        self.told.seats.clone()
    }

    fn write(&self, line: &mut String) {
        line.push_str(&self.told.line);
    }

    fn turn(&self) -> Turn<String> {
        self.told.turn.clone()
    }

    fn legal(&self) -> Vec<String> {
        self.told.legal.clone()
    }

    fn legal_line(&self) -> String {
        self.told.legal.join(" ")
    }

    fn is_legal(&self, notation: &str) -> bool {
        self.told.legal.iter().any(|word| word == notation)
    }

    fn play(&mut self, notation: &str) -> Option<String> {
        if !self.is_legal(notation) {
            return None;
        }
        if self.left == 0 {
            self.fail("the game has more moves than its max_plies says".to_owned());
        } else {
            self.left -= 1;
            self.casts = 0;
            self.go(&format!("play {notation}"));
        }
        Some(notation.to_owned())
    }

    fn cast(&mut self, outcome: &str) -> bool {
        let Turn::Chance(chance) = &self.told.turn else {
            return false;
        };
        if !chance.outcomes.iter().any(|(word, _)| word == outcome) {
            return false;
        }
        self.casts += 1;
        if self.casts > MAX_CASTS {
            self.fail(format!("more than {MAX_CASTS} casts of chance in a row"));
        } else {
            self.go(&format!("chance {outcome}"));
        }
        true
    }

    fn withdraw(&mut self, seat: Seat) -> bool {
        let mut session = lock(&self.session);
        let said = match session.is_able("withdraw") {
            Ok(true) => session.position(Some(&self.told.line), &format!("withdraw {seat}")),
            Ok(false) => return false,
            Err(why) => Err(why),
        };
        drop(session);
        match said {
            Ok(RulesAnswer::Position(position)) if !self.lacks_only(seat, &position.seats) => {
                self.fail(format!(
                    "{seat} has left, and other seats than the rest take part"
                ));
            }
            Ok(RulesAnswer::Position(position)) => self.told = Arc::new(position),
            Ok(RulesAnswer::Refused(_)) => return false,
            Err(why) => self.fail(why),
        }
        true
    }

    fn explain(&self, notation: &str) -> Option<String> {
        let why = match &self.told.turn {
            _ if self.is_legal(notation) => return None,
            Turn::Over(_) => "the game is over".to_owned(),
            Turn::Chance(chance) => format!("{}'s die is to be cast first", chance.seat),
            Turn::Failed(why) => why.clone(),
            Turn::Forced(seat, word) => format!("{seat} has no choice but {word}"),
            Turn::Seat(_) => {
                let why = self.ask(&format!("explain {}", one_word(notation)));
                let why = why.map_or_else(|| "it isn't a legal move".to_owned(), |why| quote(&why));
                format!("{}: {why}", quote(notation)) + &legal_list(&self.nearest(notation))
            }
        };
        Some(why)
    }

    fn nearest(&self, notation: &str) -> Vec<String> {
        match self.told.turn {
            Turn::Seat(_) if !self.is_legal(notation) => near(notation, &self.told.legal),
            _ => Vec::new(),
        }
    }

    fn narrate(&self, notation: &str) -> Vec<String> {
        match &self.told.turn {
            Turn::Seat(seat) | Turn::Forced(seat, _) => vec![format!("{seat} plays {notation}")],
            _ => Vec::new(),
        }
    }

    fn narrate_refused(&self, _: &str) -> Vec<String> {
        Vec::new()
    }

    fn farewell(&self, _: Option<Seat>, _: Option<&str>) -> Option<String> {
        None
    }

    fn scene(&self) -> Scene {
        let drawn = self.ask("scene");
        drawn
            .and_then(|json| drawing::read(&json))
            .unwrap_or_else(|| {
                let mut scene = Scene::default();
                scene.text(0, 0, &self.told.line, None);
                scene
            })
    }

    /// Returns what the program tells. Bots are sent it: if it fails at that, the game can't count.
    fn view(&self) -> Value {
        let plain = json!({ "state": self.told.line });
        let mut session = lock(&self.session);
        let told = match session.is_able("view") {
            Ok(false) => return plain,
            Ok(true) => session.question(&self.told.line, "view"),
            Err(why) => Err(why),
        };
        let read = told.and_then(|text| {
            let text = text.unwrap_or_default();
            let value: Option<Value> = serde_json::from_str(&text).ok();
            let fits = value.filter(|value| value.is_object() && text.len() <= MAX_VIEW);
            fits.ok_or_else(|| {
                format!(
                    "view {}; expected a JSON object of at most {MAX_VIEW} bytes",
                    quote(&text)
                )
            })
        });
        read.unwrap_or_else(|why| {
            session.broken = Some(why);
            plain
        })
    }

    fn symmetries(&self) -> Vec<String> {
        let mut session = lock(&self.session);
        match session.is_able("symmetries") {
            Ok(true) => session
                .listed(&self.told.line, "symmetries")
                .unwrap_or_default(),
            _ => Vec::new(),
        }
    }

    fn exchanged(&self) -> Option<String> {
        None
    }

    fn max_plies(&self) -> u64 {
        self.left
    }

    fn perft(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let behind = |act: &dyn Fn(&mut ProgramPosition), depth| {
            let mut next = self.clone();
            act(&mut next);
            next.perft(depth)
        };
        match &self.told.turn {
            Turn::Chance(chance) => {
                let outcomes = chance.outcomes.iter();
                outcomes
                    .map(|(word, _)| {
                        behind(
                            &|next| {
                                next.cast(word);
                            },
                            depth,
                        )
                    })
                    .fold(0, u64::saturating_add)
            }
            _ if depth == 1 => self.told.legal.len() as u64,
            _ => {
                let words = self.told.legal.iter();
                words
                    .map(|word| behind(&|next| drop(next.play(word)), depth - 1))
                    .fold(0, u64::saturating_add)
            }
        }
    }
}

/// Returns what a bot said as one word of a request: it is a stranger's text.
fn one_word(notation: &str) -> String {
    let plain = notation.chars().filter(char::is_ascii_graphic);
    let word: String = plain.take(100).collect();
    if word.is_empty() {
        "?".to_owned()
    } else {
        word
    }
}
