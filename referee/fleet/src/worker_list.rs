//! The workers of a run, by their own words: which are there, how much they want, and which are left out.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use referee_record::RunSession;

use crate::messages::WorkerHello;
use crate::subjects::GONE;

/// A worker that takes longer for the same work than the coordinator's machine by more than this factor is left out:
/// the bots would have less from the same time.
const SLOWEST: f64 = 3.0;
/// Games that a worker may have for each of its cores.
const FOR_A_CORE: usize = 4;
/// Most cores that a machine is believed to have.
const CORES: usize = 256;
/// Silence after which another process of the same name takes a worker's place, and the time for which it waits for
/// that silence before it is told that the name is taken.
const SILENT: Duration = Duration::from_millis(2500);
const TAKEN: Duration = Duration::from_secs(6);
/// Games in a row that a worker may not be able to play, and the pause after the first of them; it doubles each time.
const FAILURES: u32 = 5;
const PAUSE: Duration = Duration::from_secs(1);
/// Processes of a worker of which the results tell, and sentences about it.
const TOLD: usize = 16;
const SAID: usize = 100;
/// Names of workers that are known, where anybody can be one.
const NAMES: usize = 10_000;

/// The workers that were heard of lately.
pub(crate) struct WorkerList {
    known: BTreeMap<String, KnownWorker>,
    /// Workers whose games aren't taken, and why.
    left_out: BTreeMap<String, String>,
    /// How many processes of each worker the results tell of, and sentences about it.
    told: BTreeMap<String, (usize, usize)>,
    /// Time that this machine takes for the fixed piece of work, in microseconds.
    own_work_us: u64,
}

struct KnownWorker {
    process: u64,
    heard: Instant,
    hello: WorkerHello,
    /// Whether the results tell of this process.
    told: bool,
    /// Another process of the same name, since when it is heard, and when it was heard last.
    other: Option<(u64, Instant, Instant)>,
    /// Games in a row that it couldn't play, and until when it gets none.
    failures: u32,
    paused: Option<Instant>,
}

/// What is new of a worker.
#[derive(Debug, PartialEq)]
pub(crate) enum WorkerNews {
    /// A sentence about it.
    Said(String),
    /// It plays from now on.
    Plays(Box<RunSession>),
    /// It doesn't play, so it has no games.
    Rests,
    /// It is left out, or another process has its name; this process has to be told.
    Refused {
        /// The reason.
        why: String,
    },
    /// It has to be left out.
    Slow(String),
}

/// What follows when a worker couldn't play a game.
#[derive(Debug, PartialEq)]
pub(crate) enum AfterFailure {
    /// It gets none for this time.
    Pause(Duration),
    /// That were too many in a row.
    LeaveOut,
}

impl WorkerList {
    /// No workers yet, on a machine that takes this time for the fixed piece of work, in microseconds.
    pub(crate) fn new(own_work_us: u64) -> WorkerList {
        WorkerList {
            known: BTreeMap::new(),
            left_out: BTreeMap::new(),
            told: BTreeMap::new(),
            own_work_us,
        }
    }

    /// Notes what a process of a worker says of itself; returns what is new. A worker that plays for another run isn't
    /// one of these.
    pub(crate) fn hear(
        &mut self,
        name: &str,
        process: u64,
        hello: WorkerHello,
        run: &str,
    ) -> Vec<WorkerNews> {
        let own = self.known.get(name).is_some_and(|it| it.process == process);
        if hello.run.as_deref() != Some(run) {
            if !own {
                return Vec::new();
            }
            // One that waits is about to hear of this run.
            self.known.remove(name);
            let told = self.told.entry(name.to_owned()).or_default();
            told.1 += 1;
            let says = hello.leaving && told.1 <= SAID;
            let left = says.then(|| format!("worker {name} has left"));
            let left = left.map(WorkerNews::Said);
            return left.into_iter().chain([WorkerNews::Rests]).collect();
        }
        if let Some(why) = self.left_out.get(name) {
            return vec![WorkerNews::Refused { why: why.clone() }];
        }
        if !self.told.contains_key(name) && self.told.len() >= NAMES {
            return Vec::new();
        }
        let told = self.told.entry(name.to_owned()).or_default();
        let mut news = Vec::new();
        if let Some(known) = self.known.get_mut(name).filter(|_| !own) {
            if known.heard.elapsed() < SILENT {
                return known.hear_other(process);
            }
            news.push(WorkerNews::Rests);
            self.known.remove(name);
        }
        let before = self.known.get(name).map(|known| &known.hello.refuses);
        if before != Some(&hello.refuses) && told.1 < SAID {
            told.1 += 1;
            news.push(WorkerNews::Said(match &hello.refuses {
                Some(why) => format!("worker {name} can't play: {why}"),
                None => format!("worker {name} is there"),
            }));
        }
        if hello.refuses.is_some() || hello.session.is_none() {
            news.push(WorkerNews::Rests);
        }
        let heard = Instant::now();
        let known = self.known.entry(name.to_owned()).or_insert(KnownWorker {
            process,
            heard,
            hello: WorkerHello::default(),
            told: false,
            other: None,
            failures: 0,
            paused: None,
        });
        (known.heard, known.hello) = (heard, hello);
        if let (Some(session), false) = (&known.hello.session, known.told) {
            known.told = true;
            if let Some(why) = slowness(session.work_us, self.own_work_us) {
                news.push(WorkerNews::Slow(why));
                return news;
            }
            told.0 += 1;
            if told.0 <= TOLD {
                let mut session = session.clone();
                session.worker = Some(name.to_owned());
                session.left_out = None;
                news.push(WorkerNews::Plays(session));
            }
        }
        news
    }

    /// Takes no more games from a worker; returns its session, or nothing if it is left out already.
    pub(crate) fn leave_out(&mut self, name: &str, why: &str) -> Option<RunSession> {
        if self.left_out.contains_key(name) {
            return None;
        }
        self.left_out.insert(name.to_owned(), why.to_owned());
        let session = self.known.remove(name).and_then(|it| it.hello.session);
        let session = session.map_or_else(RunSession::default, |session| *session);
        Some(RunSession {
            worker: Some(name.to_owned()),
            left_out: Some(why.to_owned()),
            ..session
        })
    }

    /// Returns the process that plays under this name.
    pub(crate) fn process(&self, name: &str) -> Option<u64> {
        self.known.get(name).map(|known| known.process)
    }

    /// Returns how many games a worker should have now.
    pub(crate) fn wants(&self, name: &str) -> usize {
        let Some(known) = self.known.get(name) else {
            return 0;
        };
        let paused = known.paused.is_some_and(|until| Instant::now() < until);
        match &known.hello.session {
            Some(session) if known.hello.refuses.is_none() && !paused => {
                let cores = session.machine.cores.clamp(1, CORES);
                known.hello.wanted.min(FOR_A_CORE * cores)
            }
            _ => 0,
        }
    }

    /// Notes that a worker brought a game that it has played.
    pub(crate) fn note_game(&mut self, name: &str) {
        if let Some(known) = self.known.get_mut(name) {
            (known.failures, known.paused) = (0, None);
        }
    }

    /// Notes that a worker couldn't play a game; returns what follows, if that isn't known already.
    pub(crate) fn note_failure(&mut self, name: &str) -> Option<AfterFailure> {
        let known = self.known.get_mut(name)?;
        let now = Instant::now();
        // What was out together fails together.
        if known.paused.is_some_and(|until| until > now) {
            return None;
        }
        known.failures += 1;
        if known.failures >= FAILURES {
            return Some(AfterFailure::LeaveOut);
        }
        let pause = PAUSE * 2_u32.pow(known.failures - 1);
        known.paused = Some(now + pause);
        Some(AfterFailure::Pause(pause))
    }

    /// Forgets workers that weren't heard of for a while; returns their names.
    pub(crate) fn forget_gone(&mut self) -> Vec<String> {
        let gone = |known: &KnownWorker| known.heard.elapsed() > GONE;
        let gone = self.known.extract_if(.., |_, known| gone(known));
        gone.map(|(name, _)| name).collect()
    }

    /// Waits anew for each of them, after nobody could be heard.
    pub(crate) fn listen_anew(&mut self) {
        let now = Instant::now();
        self.known.values_mut().for_each(|known| known.heard = now);
    }

    /// Returns the names of the workers that are there.
    pub(crate) fn names(&self) -> Vec<String> {
        self.known.keys().cloned().collect()
    }

    /// Returns how many workers can play.
    pub(crate) fn able(&self) -> usize {
        let able = |known: &&KnownWorker| known.hello.refuses.is_none();
        self.known.values().filter(able).count()
    }

    /// Returns how many games should be out for those that can play; `None` if there are none.
    pub(crate) fn wanted(&self) -> Option<usize> {
        let wanted = self.known.keys().map(|name| self.wants(name)).sum();
        (self.able() > 0).then_some(wanted)
    }
}

impl KnownWorker {
    /// Hears another process of the same name, while this one is there.
    fn hear_other(&mut self, process: u64) -> Vec<WorkerNews> {
        let now = Instant::now();
        let since = match self.other {
            Some((other, since, last)) if other == process && now - last < GONE => since,
            _ => now,
        };
        self.other = Some((process, since, now));
        if now - since < TAKEN {
            return Vec::new();
        }
        let why = "another worker plays under this name; expected another one for each";
        vec![WorkerNews::Refused {
            why: why.to_owned(),
        }]
    }
}

/// Says if a worker is too slow to be compared with others.
fn slowness(work_us: Option<u64>, own_work_us: u64) -> Option<String> {
    #[expect(clippy::cast_precision_loss, reason = "a ratio for people")]
    let factor = work_us? as f64 / own_work_us.max(1) as f64;
    (factor > SLOWEST).then(|| {
        format!(
            "its machine takes {factor:.1} times as long for the same work as the coordinator's; expected at most \
             {SLOWEST} times"
        )
    })
}

#[cfg(test)]
mod tests;
