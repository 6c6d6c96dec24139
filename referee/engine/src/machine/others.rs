//! What ran on a thread's cores beside the run: the kernel's threads, and programs outside the run.

#[cfg(target_os = "linux")]
mod readings;

#[cfg(target_os = "linux")]
pub(crate) use readings::{OthersReading, note, ran};

/// What ran beside the run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct OthersRan {
    /// CPU time of the kernel's threads, in nanoseconds. A thread that may run on any core counts where it ran last.
    pub(crate) kernel: u64,
    /// CPU time of programs outside the run that may use these cores, on whichever they ran, in nanoseconds.
    pub(crate) programs: u64,
    /// The names of those that ran longest, which are theirs to choose.
    pub(crate) names: Vec<String>,
    /// Time in which they ran that, in nanoseconds, and the CPU time that the machine's cores had in it.
    pub(crate) passed: u64,
    pub(crate) room: u64,
}

impl OthersRan {
    /// Returns the CPU time of the programs in a turn of so many nanoseconds, as if they had run evenly.
    pub(crate) fn part_of(&self, turn: u64) -> u64 {
        let ran = u128::from(self.programs.min(self.room));
        let part = ran * u128::from(turn.min(self.passed)) / u128::from(self.passed.max(1));
        u64::try_from(part).unwrap_or(u64::MAX)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_turn_gets_its_part() {
        let ran = |programs| OthersRan {
            programs,
            passed: 600,
            room: 1200,
            ..OthersRan::default()
        };
        assert_eq!(ran(300).part_of(200), 100);
        assert_eq!(ran(300).part_of(900), 300, "the turn was longer");
        assert_eq!(ran(9000).part_of(600), 1200, "no core runs longer");
        assert_eq!(OthersRan::default().part_of(200), 0);
    }
}

#[cfg(not(target_os = "linux"))]
pub(crate) fn note() {}

#[cfg(not(target_os = "linux"))]
pub(crate) fn ran(_: bool) -> OthersRan {
    OthersRan::default()
}
