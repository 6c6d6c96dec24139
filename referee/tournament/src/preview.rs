//! Tells before the first game what will make bots late that isn't theirs: programs outside the run, or a CPU quota.

use std::time::Duration;

use referee_config::Tournament;
use referee_engine::{Cores, LoadWatch, cpu_quota};
use referee_record::{TimeBudget, TimeControl};

/// Bots that have so long for a move hardly notice other programs.
const LONG: Duration = Duration::from_secs(10);

/// Watches the cores of a run while its bots are made ready.
pub struct Preview {
    watch: Option<LoadWatch>,
    /// Number of cores that games are played on at the same time.
    cores: u32,
}

impl Preview {
    /// Begins to watch these cores; none where games are played elsewhere.
    pub fn begin(cores: Option<&Cores>) -> Preview {
        let sets = cores.map_or(&[][..], |cores| &cores.sets);
        let each = sets.iter().map(|set| set.len().max(1));
        Preview {
            watch: cores.and_then(LoadWatch::begin),
            cores: u32::try_from(each.sum::<usize>()).unwrap_or(u32::MAX),
        }
    }

    /// Returns a sentence about what was seen meanwhile, if it matters for the times of the tournament.
    pub fn end(mut self, tournament: &Tournament) -> Option<String> {
        let watch = self.watch.as_mut()?;
        let by_the_wall = tournament
            .bots
            .iter()
            .map(|bot| &bot.time)
            .filter(|time| time.cpu_cap_ms.is_none());
        let time = by_the_wall.map(time_of_a_move).min()?;
        if let Some(said) = cpu_quota().and_then(|quota| of_quota(quota, self.cores, time)) {
            return Some(said);
        }
        let load = watch.look();
        let matters = time < LONG && !load.is_quiet();
        matters.then(|| {
            format!("{load}: games in which that makes a bot late are void, and played again later")
        })
    }
}

/// Returns what a quota means for bots that have so long for a move, on so many cores; `None` if it hardly matters.
fn of_quota((quota, period): (Duration, Duration), cores: u32, time: Duration) -> Option<String> {
    let pause = period.saturating_sub(quota / cores.max(1));
    (pause > time / 100).then(|| {
        format!(
            "a CPU quota gives this run {} ms of CPU time in each {} ms: its bots may stand still for {} ms at a \
             time, and games in which that makes one late are void; raise the quota (docker --cpus, CPUQuota=), or \
             charge = \"cpu\"",
            quota.as_millis(),
            period.as_millis(),
            pause.as_millis()
        )
    })
}

/// Returns about how long a bot has for a move.
fn time_of_a_move(time: &TimeControl) -> Duration {
    /// Moves that a clock without a period has to last for.
    const MOVES: u64 = 40;
    Duration::from_millis(match time.budget {
        TimeBudget::Move { ms } => ms,
        TimeBudget::Untimed { cap } => cap,
        TimeBudget::Clock {
            ms,
            inc,
            delay,
            moves,
        } => ms / moves.map_or(MOVES, u64::from).max(1) + inc + delay,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quota_matters_where_a_pause_is_noticed() {
        let ms = Duration::from_millis;
        let said = of_quota((ms(50), ms(200)), 1, ms(200)).expect("it matters");
        assert!(said.contains("50 ms of CPU time in each 200 ms"), "{said}");
        assert!(said.contains("stand still for 150 ms"), "{said}");
        // Two cores share it.
        let said = of_quota((ms(150), ms(100)), 2, ms(200)).expect("it matters");
        assert!(said.contains("stand still for 25 ms"), "{said}");
        assert_eq!(of_quota((ms(150), ms(100)), 1, ms(200)), None);
        assert_eq!(of_quota((ms(50), ms(100)), 1, ms(6000)), None);
    }

    #[test]
    fn clocks_have_moves_too() {
        let clock = TimeControl::new(TimeBudget::Clock {
            ms: 8000,
            inc: 80,
            delay: 0,
            moves: None,
        });
        assert_eq!(time_of_a_move(&clock), Duration::from_millis(280));
    }
}
