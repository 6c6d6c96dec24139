//! Which games run on which processors.

use std::collections::BTreeMap;
use std::fs;

#[cfg(target_os = "linux")]
use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};

/// The processors of a run: a set for each game that is played at the same time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cores {
    /// One entry a game; empty where the games aren't pinned.
    pub sets: Vec<Vec<usize>>,
    /// What the person who started the run ought to know.
    pub warning: Option<String>,
}

/// Games at once that each physical core may be asked for.
const MOST_PER_CORE: usize = 4;

impl Cores {
    /// Shares the processors out: `concurrency` games at once, by default as many as there are
    /// physical cores but one, each on `per_game` processors of its own.
    pub fn plan(concurrency: Option<usize>, per_game: usize, pin: bool) -> Cores {
        share(&available(), concurrency, per_game.max(1), pin)
    }

    /// The sets of so many games as a machine can be asked for, of however many there are.
    pub fn bearable(&self) -> &[Vec<usize>] {
        &self.sets[..self.sets.len().min(most(available().len()))]
    }

    /// Why so many games at once are more than this machine can be asked for, if they are.
    pub fn overload(games: usize) -> Option<String> {
        overload(available().len(), games)
    }
}

/// The processors that whoever doesn't play in a run may use beside it: those of physical cores on which no
/// game is pinned, and none where games roam. Without a run it is all but one core, if there are two.
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
    let taken = |core: &&Vec<usize>| run.sets.iter().flatten().any(|own| core.contains(own));
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

/// `cores` holds the processors of each physical core.
fn share(cores: &[Vec<usize>], concurrency: Option<usize>, per_game: usize, pin: bool) -> Cores {
    let physical = cores.len().max(1);
    let games = concurrency
        .unwrap_or((physical.saturating_sub(1) / per_game).max(1))
        .max(1);
    let warning = (games.saturating_mul(per_game) > physical).then(|| {
        format!(
            "{games} games at once on {per_game} of {physical} cores each: bots will wait for each \
             other, and their clocks run"
        )
    });
    // First one processor of every core, then the second ones.
    let deepest = cores.iter().map(Vec::len).max().unwrap_or(0);
    let order: Vec<usize> = (0..deepest)
        .flat_map(|i| cores.iter().filter_map(move |c| c.get(i).copied()))
        .collect();
    let width = per_game.min(order.len());
    let set = |game: usize| {
        (0..width)
            .map(|i| order[(game * width + i) % order.len()])
            .collect::<Vec<_>>()
    };
    let sets = if pin && !order.is_empty() {
        (0..games).map(set).collect()
    } else {
        vec![Vec::new(); games]
    };
    Cores { sets, warning }
}

/// Keeps this thread, and every process that it starts, on these processors; on all, if there are
/// none. Tells whether the machine did so.
#[cfg(target_os = "linux")]
pub fn stay_on(processors: &[usize]) -> bool {
    let mut set = CpuSet::new();
    for processor in processors {
        set.set(*processor);
    }
    !processors.is_empty() && sched_setaffinity(None, &set).is_ok()
}

#[cfg(not(target_os = "linux"))]
pub fn stay_on(_: &[usize]) -> bool {
    false
}

/// The processors that this process may use, by physical core.
#[cfg(target_os = "linux")]
fn available() -> Vec<Vec<usize>> {
    let Ok(set) = sched_getaffinity(None) else {
        return by_count();
    };
    let mut cores: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for processor in (0..CpuSet::MAX_CPU).filter(|p| set.is_set(*p)) {
        let path = format!("/sys/devices/system/cpu/cpu{processor}/topology/thread_siblings_list");
        let siblings = fs::read_to_string(path).unwrap_or_else(|_| processor.to_string());
        cores.entry(siblings).or_default().push(processor);
    }
    let mut cores: Vec<_> = cores.into_values().collect();
    cores.sort();
    cores
}

#[cfg(not(target_os = "linux"))]
fn available() -> Vec<Vec<usize>> {
    by_count()
}

fn by_count() -> Vec<Vec<usize>> {
    let count = std::thread::available_parallelism().map_or(1, usize::from);
    (0..count).map(|p| vec![p]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two physical cores with two processors each.
    fn four() -> Vec<Vec<usize>> {
        vec![vec![0, 2], vec![1, 3]]
    }

    #[test]
    fn one_core_is_left_to_the_machine() {
        let cores = share(&four(), None, 1, true);
        assert_eq!((cores.sets, cores.warning), (vec![vec![0]], None));
    }

    #[test]
    fn physical_cores_come_first_and_too_many_games_are_said() {
        let cores = share(&four(), Some(3), 1, true);
        assert_eq!(cores.sets, [[0], [1], [2]]);
        assert!(cores.warning.is_some());
        assert_eq!(share(&four(), Some(2), 1, true).warning, None);
    }

    #[test]
    fn a_game_may_have_several() {
        assert_eq!(share(&four(), Some(1), 2, true).sets, [[0, 1]]);
        assert_eq!(
            share(&four(), Some(2), 1, false).sets,
            [[], []] as [[usize; 0]; 2]
        );
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
    fn a_game_has_each_processor_once() {
        let cores = share(&four(), Some(1), usize::MAX, true);
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
