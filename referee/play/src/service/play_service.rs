//! The service that keeps the games with people: a limited number at once, each on its own thread, all in one
//! file.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread::{Builder, JoinHandle};
use std::time::Duration;

use referee_engine::Cores;
use referee_games::GameKind;
use referee_store::{HumanGameStore, PeopleError};
use tokio::sync::{oneshot, watch};

use super::bots::OfferedBots;
use super::context::{PlayContext, failed, lock};
use super::game::HumanGame;
use super::open::{choosable, has_seats, open};
use super::saved_game::SavedSeat;
use super::thread::{GameRequest, Thread};
use crate::model::{
    self as play, Action, ActionReply, NewGame, NewGameRequest, Offer, PlayApi, PlayRefusal,
    PlayView, SeatKey,
};

/// Maximum time to wait until other games have made room.
const PATIENCE: Duration = Duration::from_millis(300);

/// The games with people.
pub struct PlayService {
    ground: Arc<PlayContext>,
    most: usize,
    games: Mutex<BTreeMap<String, Handle>>,
}

/// A game that is running, or a saved one.
struct Handle {
    seen: watch::Receiver<Arc<PlayView>>,
    /// Its seats when it was started; the keys to them stay the same.
    seats: BTreeMap<char, SavedSeat>,
    /// The channel to its thread, and the thread.
    thread: Option<(Sender<GameRequest>, JoinHandle<()>)>,
}

impl Handle {
    /// Returns a saved game that isn't running.
    fn asleep(game: &HumanGame) -> Handle {
        let mut table = game.table();
        table.rests = table.over.is_none();
        Handle {
            seen: watch::channel(Arc::new(table)).1,
            seats: game.seats.clone(),
            thread: None,
        }
    }

    fn awake(&self) -> bool {
        self.thread
            .as_ref()
            .is_some_and(|(_, thread)| !thread.is_finished())
    }
}

impl PlayService {
    /// Opens the games in a file. People play against these bots, at most `most` games run at once, and `run`
    /// names the cores that a run uses at the same time. Returns an error if the file can't be opened.
    pub fn open(
        path: &Path,
        bots: OfferedBots,
        most: usize,
        run: Option<&Cores>,
    ) -> Result<PlayService, PeopleError> {
        Ok(PlayService {
            ground: Arc::new(PlayContext::new(HumanGameStore::open(path)?, bots, run)),
            most,
            games: Mutex::default(),
        })
    }

    /// Frees the cores of the run, which is over.
    pub fn run_is_over(&self) {
        self.ground.run_is_over();
    }

    /// Applies `wanted` to a game: to the running one; or to a saved one, which is resumed unless it is over
    /// or the asker may not resume it.
    fn find<T>(
        &self,
        id: &str,
        who: &Asker,
        wanted: impl FnOnce(&mut Handle) -> T,
    ) -> Result<T, PlayRefusal> {
        if id.len() != 32
            || !id
                .bytes()
                .all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
        {
            return Err(PlayRefusal::Unknown);
        }
        for made_room in [false, true] {
            let mut games = lock(&self.games);
            games.retain(|game_id, handle| handle.awake() || game_id == id);
            if let Some(handle) = games.get_mut(id).filter(|handle| handle.awake()) {
                who.fits(&handle.seats)?;
                return Ok(wanted(handle));
            }
            let game = self.ground.find(id)?;
            who.fits(&game.seats)?;
            let over = game.session.is_over();
            if over || !who.may_wake(&game) {
                return Ok(wanted(&mut Handle::asleep(&game)));
            }
            let room = self.has_room(&games);
            if !made_room && who.is_known() && room.is_err() {
                drop(games);
                self.make_room();
                continue;
            }
            room?;
            let mut handle = self.wake(id, game)?;
            let outcome = wanted(&mut handle);
            games.insert(id.to_owned(), handle);
            return Ok(outcome);
        }
        Err(PlayRefusal::Machine("The game doesn't go on.".to_owned()))
    }

    /// Returns an error if no other game can run.
    fn has_room(&self, games: &BTreeMap<String, Handle>) -> Result<(), PlayRefusal> {
        let awake = games.values().filter(|handle| handle.awake()).count();
        if awake < self.most {
            return Ok(());
        }
        let why = format!(
            "{awake} games with people are being played, and no more at once: wait until one has ended."
        );
        Err(PlayRefusal::Busy(why))
    }

    /// Resumes a game on a new thread.
    fn wake(&self, id: &str, game: HumanGame) -> Result<Handle, PlayRefusal> {
        let (outbox, inbox) = channel();
        let (sender, seen) = watch::channel(Arc::new(game.table()));
        let seats = game.seats.clone();
        let ground = Arc::clone(&self.ground);
        let thread = Thread::new(id.to_owned(), game, ground, inbox, sender);
        let thread = Builder::new()
            .name("game".to_owned())
            .spawn(|| thread.play());
        let thread = thread.map_err(|error| failed("The game doesn't begin.", &error))?;
        Ok(Handle {
            seen,
            seats,
            thread: Some((outbox, thread)),
        })
    }

    /// If there is no room for another game, suspends those that nobody watches.
    fn make_room(&self) {
        let full = || self.has_room(&lock(&self.games)).is_err();
        if !full() {
            return;
        }
        for (outbox, _) in lock(&self.games)
            .values()
            .filter_map(|handle| handle.thread.as_ref())
        {
            let _ = outbox.send(GameRequest::Rest);
        }
        let until = std::time::Instant::now() + PATIENCE;
        while full() && std::time::Instant::now() < until {
            std::thread::sleep(PATIENCE / 30);
        }
    }
}

/// A person who asks for a game.
struct Asker<'a> {
    /// True if processes may be started for them.
    holds: bool,
    /// Their seat and key, if they have one.
    hand: Option<&'a SeatKey>,
}

impl Asker<'_> {
    /// Returns an error if they come with a key that isn't the seat's.
    fn fits(&self, seats: &BTreeMap<char, SavedSeat>) -> Result<(), PlayRefusal> {
        let opens = |hand: &SeatKey| {
            let seated = seats.get(&hand.seat);
            seated.is_some_and(|seated| seated.opens(&hand.key))
        };
        match self.hand {
            Some(hand) if !opens(hand) => Err(PlayRefusal::Key),
            _ => Ok(()),
        }
    }

    /// Returns true if other games without a watcher may be suspended for them; asked after the key was
    /// checked.
    fn is_known(&self) -> bool {
        self.holds || self.hand.is_some()
    }

    /// Returns true if they may resume the game: no bots are started for strangers.
    fn may_wake(&self, game: &HumanGame) -> bool {
        self.is_known() || game.seats.values().all(|seated| !seated.auto)
    }
}

impl PlayApi for PlayService {
    fn offer(&self) -> Offer {
        let game = |kind: &dyn GameKind| {
            let seats: String = if has_seats(kind) {
                "ABCD".to_owned()
            } else {
                kind.seats().iter().map(|seat| seat.letter()).collect()
            };
            play::PlayableGame {
                name: kind.name().to_owned(),
                title: kind.title().to_owned(),
                least: if has_seats(kind) { 2 } else { seats.len() },
                seats,
                options: choosable(kind),
            }
        };
        Offer {
            games: self.ground.bots().games().all().map(game).collect(),
            bots: self.ground.bots().offer(),
            busy: self
                .ground
                .cores()
                .is_none()
                .then(|| PlayContext::full().to_string()),
        }
    }

    fn open(&self, request: &NewGameRequest) -> Result<NewGame, PlayRefusal> {
        let (game, opened) = open(request, self.ground.bots())?;
        if game.seats.values().any(|seated| seated.auto) && self.ground.cores().is_none() {
            return Err(PlayContext::full());
        }
        self.make_room();
        let mut games = lock(&self.games);
        games.retain(|_, handle| handle.awake());
        // The room is checked before the game is saved, and the game is saved before anything happens in it.
        self.has_room(&games)?;
        self.ground.keep(&opened.id, &game)?;
        let handle = self.wake(&opened.id, game)?;
        games.insert(opened.id.clone(), handle);
        Ok(opened)
    }

    fn look(&self, id: &str, holds: bool) -> Result<watch::Receiver<Arc<PlayView>>, PlayRefusal> {
        let who = Asker { holds, hand: None };
        self.find(id, &who, |handle| handle.seen.clone())
    }

    fn act(
        &self,
        id: &str,
        hand: &SeatKey,
        action: Action,
        holds: bool,
    ) -> Result<ActionReply, PlayRefusal> {
        if matches!(action, Action::Hint | Action::Auto(true)) && !holds {
            return Err(PlayRefusal::Token);
        }
        let who = Asker {
            holds,
            hand: Some(hand),
        };
        let ask_hint = |handle: &mut Handle| {
            let over = handle.seen.borrow().over.is_some();
            let thread = handle.thread.as_ref().filter(|_| !over);
            let (outbox, _) =
                thread.ok_or_else(|| PlayRefusal::Wrong("The game is over.".to_owned()))?;
            let (reply, answer) = oneshot::channel();
            match outbox.send(GameRequest::Act(hand.clone(), action.clone(), reply)) {
                Ok(()) => Ok(Ok(answer)),
                // The thread receives no more messages: the game is saved, and only its bots still have to
                // leave.
                Err(_) => Ok(Err(handle.thread.take())),
            }
        };
        for _ in 0..2 {
            match self.find(id, &who, ask_hint)?? {
                Ok(answer) => return Ok(answer),
                Err(ending) => drop(ending.map(|(_, thread)| thread.join())),
            }
        }
        Err(PlayRefusal::Machine("The game doesn't go on.".to_owned()))
    }
}

impl Drop for PlayService {
    /// Suspends the games and waits for their bots, before the process scope in which they live is removed.
    fn drop(&mut self) {
        let games = std::mem::take(&mut *lock(&self.games));
        let threads: Vec<_> = games
            .into_values()
            .filter_map(|handle| handle.thread)
            .collect();
        for (outbox, _) in &threads {
            let _ = outbox.send(GameRequest::End);
        }
        for (_, thread) in threads {
            let _ = thread.join();
        }
    }
}
