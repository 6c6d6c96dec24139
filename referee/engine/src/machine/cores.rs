//! Decides which games run on which processors.

use std::collections::BTreeMap;
use std::fs;

use crate::machine::core_claims::Claim;

#[cfg(target_os = "linux")]
use rustix::thread::{CpuSet, sched_getaffinity};

/// The processors of a run: a set for each game that is played at the same time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cores {
    /// One entry per game; empty where the games aren't pinned.
    pub sets: Vec<Vec<usize>>,
    /// A warning for the person who started the run.
    pub warning: Option<String>,
}

/// Most games at the same time per physical core.
const MOST_PER_CORE: usize = 4;

impl Cores {
    /// Most games at the same time on any machine, whatever is asked for.
    pub const MOST_GAMES: usize = 4096;

    /// Plans the processors as if no other run played on this machine: `concurrency` games at the same time,
    /// each on `per_game` processors of its own. By default one physical core is left free, so the number of
    /// games is (physical cores − 1) / `per_game`, rounded down, but at least 1.
    pub fn plan(concurrency: Option<usize>, per_game: usize, pin: bool) -> Cores {
        let cores = available();
        CoreRequest::new(concurrency, per_game, pin).share(cores.len(), &cores, &[])
    }

    /// Plans the processors of a run that begins: on cores on which no other run of this machine plays, as
    /// far as there are any. Other runs see these cores as taken as long as the claim is held.
    pub fn claim(concurrency: Option<usize>, per_game: usize, pin: bool) -> (Cores, Claim) {
        if Claim::is_off() {
            return (Cores::plan(concurrency, per_game, pin), Claim::default());
        }
        Cores::claim_anyway(concurrency, per_game, pin)
    }

    /// Claims cores as [`Cores::claim`] does, even if the environment says that cores are shared.
    pub fn claim_anyway(concurrency: Option<usize>, per_game: usize, pin: bool) -> (Cores, Claim) {
        let (request, cores) = (CoreRequest::new(concurrency, per_game, pin), available());
        let physical = cores.len();
        let needed = request.games(physical).saturating_mul(request.per_game);
        let named = cores.into_iter().map(|core| (siblings(core[0]), core));
        let (claim, claimed, mut taken) = Claim::of(named, needed);
        // Where no core is free, runs should not all crowd the same one.
        if !taken.is_empty() {
            let some = std::process::id() as usize % taken.len();
            taken.rotate_left(some);
        }
        (request.share(physical, &claimed, &taken), claim)
    }

    /// Returns the sets of as many games as this machine can bear, at most those that there are.
    pub fn bearable(&self) -> &[Vec<usize>] {
        &self.sets[..self.sets.len().min(most(available().len()))]
    }

    /// Returns why so many games at the same time are too much for this machine, or `None` if they aren't.
    pub fn overload(games: usize) -> Option<String> {
        overload(available().len(), games)
    }
}

/// Returns the processors for work other than games: those of physical cores on which no game of the run is
/// pinned, and none where games aren't pinned. Without a run these are all cores but one, if there are two.
pub fn beside(run: Option<&Cores>) -> Vec<usize> {
    left(&available(), run)
}

fn left(cores: &[Vec<usize>], run: Option<&Cores>) -> Vec<usize> {
    let Some(run) = run else {
        let few = usize::from(cores.len() > 1);
        return cores[few.min(cores.len())..].concat();
    };
    if run.sets.iter().any(Vec::is_empty) {
        return Vec::new();
    }
    let taken = |core: &&Vec<usize>| {
        run.sets
            .iter()
            .flatten()
            .any(|processor| core.contains(processor))
    };
    cores
        .iter()
        .filter(|core| !taken(core))
        .flatten()
        .copied()
        .collect()
}

fn most(cores: usize) -> usize {
    MOST_PER_CORE * cores.max(1)
}

fn overload(cores: usize, games: usize) -> Option<String> {
    let most = most(cores);
    let plural = if cores > 1 { "s" } else { "" };
    (games > most).then(|| {
        format!(
            "{games} games at once are too many here: with {cores} core{plural} expected {most} at \
             most, {MOST_PER_CORE} for each"
        )
    })
}

/// The wanted number of games at the same time, and the processors of each.
#[derive(Clone, Copy)]
struct CoreRequest {
    games: Option<usize>,
    per_game: usize,
    pin: bool,
}

impl CoreRequest {
    fn new(games: Option<usize>, per_game: usize, pin: bool) -> CoreRequest {
        CoreRequest {
            games,
            per_game: per_game.max(1),
            pin,
        }
    }

    /// Returns the number of games at the same time on a machine with so many physical cores.
    fn games(self, physical: usize) -> usize {
        let usual = physical.saturating_sub(1) / self.per_game;
        self.games.unwrap_or(usual).clamp(1, Cores::MOST_GAMES)
    }

    /// Shares out the cores. `claimed` holds the processors of each core that this run has, `taken` those of
    /// each core that other runs play on, as far as they were looked at; `physical` is the number of physical
    /// cores.
    fn share(self, physical: usize, claimed: &[Vec<usize>], taken: &[Vec<usize>]) -> Cores {
        let mut games = self.games(physical);
        if self.games.is_none() && !taken.is_empty() {
            games = games.min(claimed.len() / self.per_game).max(1);
        }
        // A game with too few cores shares them with other runs, rather than its bots with each other.
        let cores = if claimed.len() < self.per_game {
            [claimed, taken].concat()
        } else {
            claimed.to_vec()
        };
        let order = in_order(&cores);
        let width = self.per_game.min(order.len());
        let set = |game: usize| {
            (0..width)
                .map(|i| order[(game * width + i) % order.len()])
                .collect::<Vec<_>>()
        };
        let sets = if self.pin && !order.is_empty() {
            (0..games).map(set).collect()
        } else {
            vec![Vec::new(); games]
        };
        let warning = self.warning(games, physical, (claimed.len(), taken.len()));
        Cores { sets, warning }
    }

    fn warning(
        self,
        games: usize,
        physical: usize,
        (own, taken): (usize, usize),
    ) -> Option<String> {
        let (physical, per_game) = (physical.max(1), self.per_game);
        let needed = games.saturating_mul(per_game);
        let what = if taken > 0 && needed > own {
            format!("other runs play on {taken} of {physical} cores, and this one needs {needed}")
        } else if needed > physical {
            format!("{games} games at once on {per_game} of {physical} cores each")
        } else {
            return None;
        };
        Some(format!(
            "{what}: bots will wait for each other, and their clocks run"
        ))
    }
}

/// Orders the processors: first one of every core, then the second ones.
fn in_order(cores: &[Vec<usize>]) -> Vec<usize> {
    let deepest = cores.iter().map(Vec::len).max().unwrap_or(0);
    (0..deepest)
        .flat_map(|i| cores.iter().filter_map(move |core| core.get(i).copied()))
        .collect()
}

/// Pins this thread, and every process that it starts, to these processors. Returns true if the machine did
/// so; an empty list pins nothing and returns false.
#[cfg(target_os = "linux")]
pub fn stay_on(processors: &[usize]) -> bool {
    !processors.is_empty() && referee_jail::stay_on(processors).is_ok()
}

#[cfg(not(target_os = "linux"))]
pub fn stay_on(_: &[usize]) -> bool {
    false
}

/// Returns the processors that this process may use, by physical core.
#[cfg(target_os = "linux")]
pub(crate) fn available() -> Vec<Vec<usize>> {
    let Ok(set) = sched_getaffinity(None) else {
        return by_count();
    };
    let mut cores: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for processor in (0..CpuSet::MAX_CPU).filter(|p| set.is_set(*p)) {
        cores
            .entry(siblings(processor))
            .or_default()
            .push(processor);
    }
    let mut cores: Vec<_> = cores.into_values().collect();
    cores.sort();
    cores
}

#[cfg(not(target_os = "linux"))]
pub(crate) fn available() -> Vec<Vec<usize>> {
    by_count()
}

/// Returns the list of the processors that share the physical core of one processor, as the machine writes
/// it.
fn siblings(processor: usize) -> String {
    let path = format!("/sys/devices/system/cpu/cpu{processor}/topology/thread_siblings_list");
    let list = fs::read_to_string(path).unwrap_or_else(|_| processor.to_string());
    list.trim().to_owned()
}

fn by_count() -> Vec<Vec<usize>> {
    let count = std::thread::available_parallelism().map_or(1, usize::from);
    (0..count).map(|p| vec![p]).collect()
}

/// Gives a thread its processors back when it is dropped there.
#[must_use]
pub struct AffinityGuard {
    before: Vec<usize>,
}

/// Keeps this thread, until the guard is dropped, on processors beside the games of a run, if there are any. A
/// thread that games wake up would else run on one of their cores, as the system takes it to be close by.
pub fn stay_beside(run: &Cores) -> AffinityGuard {
    let before = available().concat();
    stay_on(&beside(Some(run)));
    AffinityGuard { before }
}

impl Drop for AffinityGuard {
    fn drop(&mut self) {
        stay_on(&self.before);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns two physical cores with two processors each.
    fn four() -> Vec<Vec<usize>> {
        vec![vec![0, 2], vec![1, 3]]
    }

    /// Shares out two cores that are all free.
    fn share(concurrency: Option<usize>, per_game: usize, pin: bool) -> Cores {
        CoreRequest::new(concurrency, per_game, pin).share(2, &four(), &[])
    }

    #[test]
    fn one_core_is_left_to_the_machine() {
        let cores = share(None, 1, true);
        assert_eq!((cores.sets, cores.warning), (vec![vec![0]], None));
    }

    #[test]
    fn physical_cores_come_first_and_too_many_games_are_said() {
        let cores = share(Some(3), 1, true);
        assert_eq!(cores.sets, [[0], [1], [2]]);
        assert!(cores.warning.is_some());
        assert_eq!(share(Some(2), 1, true).warning, None);
    }

    #[test]
    fn a_game_may_have_several() {
        assert_eq!(share(Some(1), 2, true).sets, [[0, 1]]);
        assert_eq!(share(Some(2), 1, false).sets, [[], []] as [[usize; 0]; 2]);
    }

    #[test]
    fn a_run_plays_where_no_other_does() {
        let (first, second) = ([vec![0, 2]], [vec![1, 3]]);
        let request = |games, per_game| CoreRequest::new(games, per_game, true);
        // The other core is free.
        let cores = request(Some(1), 1).share(2, &second, &first);
        assert_eq!((cores.sets, cores.warning), (vec![vec![1]], None));
        // Five of eight cores are free, so by default there are five games.
        let free: Vec<Vec<usize>> = (3..8).map(|core| vec![core]).collect();
        let taken: Vec<Vec<usize>> = (0..3).map(|core| vec![core]).collect();
        let cores = request(None, 1).share(8, &free, &taken);
        assert_eq!((cores.sets, cores.warning), (free, None));
    }

    #[test]
    fn a_run_without_cores_of_its_own_says_so() {
        let request = |games, per_game| CoreRequest::new(games, per_game, true);
        let cores = request(None, 1).share(2, &[], &four());
        assert_eq!(cores.sets, [[0]]);
        let warning = cores.warning.expect("none is free");
        assert!(warning.contains("2 of 2 cores"), "{warning}");
        // More games than free cores don't disturb the other run.
        let cores = request(Some(2), 1).share(2, &[vec![1]], &[vec![0]]);
        assert_eq!(cores.sets, [[1], [1]]);
        assert!(cores.warning.is_some());
        // Bots that think at the same time need two cores, even cores of other runs.
        let cores = request(Some(1), 2).share(2, &[vec![1]], &[vec![0]]);
        assert_eq!(cores.sets, [[1, 0]]);
        assert!(cores.warning.is_some());
    }

    #[test]
    fn a_core_is_asked_for_four_games_at_most() {
        assert_eq!(overload(2, 8), None);
        let why = overload(2, 9).expect("too many");
        assert!(
            why.contains("9 games") && why.contains("expected 8"),
            "{why}"
        );
        assert!(overload(1, 5).is_some() && overload(0, 4).is_none());
    }

    #[test]
    fn no_number_of_games_fills_the_memory() {
        assert_eq!(
            share(Some(usize::MAX), 1, true).sets.len(),
            Cores::MOST_GAMES
        );
    }

    #[test]
    fn a_game_has_each_processor_once() {
        let cores = share(Some(1), usize::MAX, true);
        assert_eq!(cores.sets, [[0, 1, 2, 3]]);
        assert!(cores.warning.is_some());
    }

    #[test]
    fn what_a_run_leaves() {
        let cores = |sets: &[&[usize]]| Cores {
            sets: sets.iter().map(|set| set.to_vec()).collect(),
            warning: None,
        };
        assert_eq!(left(&four(), None), [1, 3]);
        assert_eq!(left(&[vec![0]], None), [0]);
        assert_eq!(left(&four(), Some(&cores(&[&[0]]))), [1, 3]);
        assert!(left(&four(), Some(&cores(&[&[0], &[3]]))).is_empty());
        assert!(left(&four(), Some(&cores(&[&[]]))).is_empty());
    }

    #[test]
    fn this_machine_has_cores() {
        assert!(!available().is_empty());
    }
}
