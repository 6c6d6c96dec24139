//! Who keeps the games of people: at most so many at once, each on a thread of its own, all in one file.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread::{Builder, JoinHandle};
use std::time::Duration;

use referee_arena::Cores;
use referee_games::games;
use referee_store::{People, PeopleError};
use referee_web::play::{self, Deed, Hand, Lobby, Offer, Opened, Refused, Table, Wish};
use tokio::sync::watch;

use super::bots::Bots;
use super::game::Game;
use super::ground::{Ground, lock};
use super::open::{has_seats, open};
use super::thread::{Ask, Thread};

/// How long others are given to make room.
const PATIENCE: Duration = Duration::from_millis(300);

/// Who keeps the games.
pub struct Parlour {
    ground: Arc<Ground>,
    most: usize,
    games: Mutex<BTreeMap<String, Handle>>,
}

/// A game that is awake, or over.
struct Handle {
    seen: watch::Receiver<Arc<Table>>,
    /// Its thread, and how it is told something.
    thread: Option<(Sender<Ask>, JoinHandle<()>)>,
}

impl Handle {
    fn awake(&self) -> bool {
        self.thread
            .as_ref()
            .is_some_and(|(_, thread)| !thread.is_finished())
    }
}

impl Parlour {
    /// Games in a file, against these bots, so many at once, beside a run with these cores.
    pub fn open(
        path: &Path,
        bots: Bots,
        most: usize,
        run: Option<&Cores>,
    ) -> Result<Parlour, PeopleError> {
        Ok(Parlour {
            ground: Arc::new(Ground::new(People::open(path)?, bots, run)),
            most,
            games: Mutex::default(),
        })
    }

    /// The run is over, and its cores are free.
    pub fn run_is_over(&self) {
        self.ground.run_is_over();
    }

    /// A game that is awake or over, awoken where it has to be.
    fn find<T>(&self, id: &str, wanted: impl Fn(&Handle) -> T) -> Result<T, Refused> {
        if id.len() != 32
            || !id
                .bytes()
                .all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
        {
            return Err(Refused::Unknown);
        }
        self.make_room(Some(id));
        let mut games = lock(&self.games);
        games.retain(|own, handle| handle.awake() || own == id);
        if let Some(handle) = games.get(id).filter(|handle| handle.awake()) {
            return Ok(wanted(handle));
        }
        let game = self.ground.find(id)?;
        if game.sitting.is_over() {
            let (_, seen) = watch::channel(Arc::new(game.table()));
            return Ok(wanted(&Handle { seen, thread: None }));
        }
        let handle = self.wake(&games, id, game)?;
        let found = wanted(&handle);
        games.insert(id.to_owned(), handle);
        Ok(found)
    }

    /// Lets a game go on.
    fn wake(
        &self,
        games: &BTreeMap<String, Handle>,
        id: &str,
        game: Game,
    ) -> Result<Handle, Refused> {
        let awake = games.values().filter(|handle| handle.awake()).count();
        if awake >= self.most {
            let why = format!(
                "{awake} games with people are being played, and no more at once: wait until one has ended."
            );
            return Err(Refused::Busy(why));
        }
        let (outbox, inbox) = channel();
        let (sender, seen) = watch::channel(Arc::new(game.table()));
        let ground = Arc::clone(&self.ground);
        let thread = Thread::new(id.to_owned(), game, ground, inbox, sender);
        let thread = Builder::new()
            .name("game".to_owned())
            .spawn(|| thread.play());
        let thread = thread.map_err(|error| Refused::Machine(error.to_string()))?;
        Ok(Handle {
            seen,
            thread: Some((outbox, thread)),
        })
    }

    /// Where there is no room for another game, those at which nobody looks rest.
    fn make_room(&self, but: Option<&str>) {
        let full = || {
            let games = lock(&self.games);
            let awake = games.values().filter(|handle| handle.awake()).count();
            let own = but.is_some_and(|id| games.get(id).is_some_and(Handle::awake));
            awake >= self.most && !own
        };
        if !full() {
            return;
        }
        for (outbox, _) in lock(&self.games)
            .values()
            .filter_map(|handle| handle.thread.as_ref())
        {
            let _ = outbox.send(Ask::Rest);
        }
        let until = std::time::Instant::now() + PATIENCE;
        while full() && std::time::Instant::now() < until {
            std::thread::sleep(PATIENCE / 30);
        }
    }
}

impl Lobby for Parlour {
    fn offer(&self) -> Offer {
        let game = |kind: &&'static dyn referee_games::Kind| play::Game {
            name: kind.name().to_owned(),
            title: kind.title().to_owned(),
            seats: if has_seats(*kind) { "ABCD" } else { "AB" }.to_owned(),
            least: 2,
        };
        Offer {
            games: games().iter().map(game).collect(),
            bots: self.ground.bots().offer(),
        }
    }

    fn open(&self, wish: &Wish) -> Result<Opened, Refused> {
        let (game, opened) = open(wish, self.ground.bots())?;
        if game.chairs.values().any(|chair| chair.auto) && self.ground.cores().is_none() {
            return Err(Ground::full());
        }
        self.make_room(None);
        let mut games = lock(&self.games);
        games.retain(|_, handle| handle.awake());
        // Nothing is kept of a game for which there is no room.
        let kept = serde_json::to_string(&game.kept());
        let handle = self.wake(&games, &opened.id, game)?;
        let kept = kept.map_err(|error| Refused::Machine(error.to_string()))?;
        self.ground.write(&opened.id, &kept)?;
        games.insert(opened.id.clone(), handle);
        Ok(opened)
    }

    fn look(&self, id: &str) -> Result<watch::Receiver<Arc<Table>>, Refused> {
        self.find(id, |handle| handle.seen.clone())
    }

    fn act(&self, id: &str, hand: &Hand, deed: Deed) -> Result<Option<String>, Refused> {
        let over = || Refused::Wrong("The game is over.".to_owned());
        let outbox = |handle: &Handle| {
            let running = handle.thread.as_ref().filter(|_| handle.seen.borrow().over.is_none());
            running.map(|(outbox, _)| outbox.clone())
        };
        // A game may lie down to rest just as it is told something; then it is awoken.
        for _ in 0..3 {
            let outbox = self.find(id, outbox)?.ok_or_else(over)?;
            let (reply, answer) = channel();
            if outbox
                .send(Ask::Act(hand.clone(), deed.clone(), reply))
                .is_err()
            {
                continue;
            }
            if let Ok(done) = answer.recv() {
                return done;
            }
        }
        Err(Refused::Machine("The game doesn't go on.".to_owned()))
    }
}

impl Drop for Parlour {
    /// Games rest, and their bots leave, before the place is gone where they live.
    fn drop(&mut self) {
        let games = std::mem::take(&mut *lock(&self.games));
        let threads: Vec<_> = games
            .into_values()
            .filter_map(|handle| handle.thread)
            .collect();
        for (outbox, _) in &threads {
            let _ = outbox.send(Ask::End);
        }
        for (_, thread) in threads {
            let _ = thread.join();
        }
    }
}
