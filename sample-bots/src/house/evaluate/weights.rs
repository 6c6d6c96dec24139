//! Evaluation weights that options can set; the house bots play with the defaults.

use referee_games::{ChosenOptions, OptionKind, OptionSpec};

/// Evaluation weights for Cublino Pur; no other game uses them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::house) struct EvaluationWeights {
    /// Value of each row that a die has moved forward.
    pub(super) row: i32,
    /// Value of each point on top of a die on the end row, which the final score counts.
    pub(super) point: i32,
    /// Value of each point on top of a die that is not on the end row yet.
    pub(super) way: i32,
}

impl Default for EvaluationWeights {
    fn default() -> EvaluationWeights {
        EvaluationWeights {
            row: 12,
            point: 10,
            way: 0,
        }
    }
}

/// The options that set the weights.
pub(in crate::house) const ROW: OptionSpec =
    weight("row", "12", "Cublino Pur: what each row forward is worth.");
pub(in crate::house) const POINT: OptionSpec = weight(
    "point",
    "10",
    "Cublino Pur: what each point on top is worth on the end row.",
);
pub(in crate::house) const WAY: OptionSpec = weight(
    "way",
    "0",
    "Cublino Pur: what each point on top is worth on the way there.",
);

const fn weight(name: &'static str, default: &'static str, help: &'static str) -> OptionSpec {
    OptionSpec::new(name, OptionKind::Int { min: 0, max: 1000 }, default, help)
}

impl EvaluationWeights {
    /// Reads the weights from the chosen options.
    pub(in crate::house) fn of(options: &ChosenOptions) -> EvaluationWeights {
        let weight = |option: &OptionSpec| options.int(&option.name).cast_signed();
        EvaluationWeights {
            row: weight(&ROW),
            point: weight(&POINT),
            way: weight(&WAY),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_options_they_are_the_usual_ones() {
        let options = ChosenOptions::choose("minimax", &[ROW, POINT, WAY], &[].into());
        assert_eq!(
            EvaluationWeights::of(&options.expect("defaults")),
            EvaluationWeights::default()
        );
    }
}
