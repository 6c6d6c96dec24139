//! Weights of an evaluation that can be set from outside; as they are, the house bots play with them.

use referee_games::{OptionKind, OptionSpec, Options};

/// What things are worth in Cublino Contra; no other game looks at these.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::house) struct Weights {
    /// A die.
    pub(super) die: i32,
    /// Each point on top, with which it battles.
    pub(super) top: i32,
    /// Each row that it has come forward.
    pub(super) row: i32,
    /// Each row of the foremost die, squared, as the race is won by a single one.
    pub(super) foremost: i32,
}

impl Default for Weights {
    fn default() -> Weights {
        Weights {
            die: 100,
            top: 2,
            row: 1,
            foremost: 5,
        }
    }
}

pub(in crate::house) const DIE: OptionSpec =
    weight("die", "100", "Cublino Contra: what a die is worth.");
pub(in crate::house) const TOP: OptionSpec = weight(
    "top",
    "2",
    "Cublino Contra: what each point on its top is worth.",
);
pub(in crate::house) const ROW: OptionSpec = weight(
    "row",
    "1",
    "Cublino Contra: what each row forward is worth.",
);
pub(in crate::house) const FOREMOST: OptionSpec = weight(
    "foremost",
    "5",
    "Cublino Contra: what the rows of the foremost die, squared, are worth.",
);

const fn weight(name: &'static str, default: &'static str, help: &'static str) -> OptionSpec {
    OptionSpec {
        name,
        kind: OptionKind::Int { min: 0, max: 1000 },
        default,
        help,
    }
}

impl Weights {
    /// Those that options give.
    pub(in crate::house) fn of(options: &Options) -> Weights {
        let weight = |name: &str| options.int(name).cast_signed();
        Weights {
            die: weight("die"),
            top: weight("top"),
            row: weight("row"),
            foremost: weight("foremost"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_options_they_are_the_usual_ones() {
        let options = Options::choose("minimax", &[DIE, TOP, ROW, FOREMOST], &[].into());
        assert_eq!(Weights::of(&options.expect("defaults")), Weights::default());
    }
}
