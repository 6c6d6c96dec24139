//! Ranks bots by points per game, then by the direct score among bots that are level; ties stay ties.

use std::cmp::Ordering;
use std::collections::HashMap;

/// Points and games; points per game are compared exactly, in integers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct ExamScore {
    /// The points.
    pub points: u64,
    /// The games.
    pub games: u64,
}

impl ExamScore {
    /// Compares points per game; a score without games is less than any other.
    fn compare(self, other: ExamScore) -> Ordering {
        let cross = |a: ExamScore, b: ExamScore| u128::from(a.points) * u128::from(b.games);
        (self.games > 0)
            .cmp(&(other.games > 0))
            .then_with(|| cross(self, other).cmp(&cross(other, self)))
    }
}

/// Returns the indices of all scores, the best first, each with its rank from 1. `direct` holds the score of
/// one bot against another, by their indices.
pub(super) fn rank(
    scores: &[ExamScore],
    direct: &HashMap<(usize, usize), ExamScore>,
) -> Vec<(usize, usize)> {
    let mut order: Vec<usize> = (0..scores.len()).collect();
    order.sort_by(|a, b| scores[*b].compare(scores[*a]));
    let mut among = vec![ExamScore::default(); scores.len()];
    for group in order.chunk_by(|a, b| scores[*a].compare(scores[*b]).is_eq()) {
        let sum = |one: &usize| {
            let met = group.iter().filter_map(|other| direct.get(&(*one, *other)));
            met.fold(ExamScore::default(), |sum, score| ExamScore {
                points: sum.points + score.points,
                games: sum.games + score.games,
            })
        };
        let sums: Vec<ExamScore> = group.iter().map(sum).collect();
        // The direct score decides only if each bot of the group has met another one of it.
        if sums.iter().all(|sum| sum.games > 0) {
            for (one, sum) in group.iter().zip(sums) {
                among[*one] = sum;
            }
        }
    }
    let compare = |a: &usize, b: &usize| {
        let score = scores[*b].compare(scores[*a]);
        score.then_with(|| among[*b].compare(among[*a]))
    };
    order.sort_by(compare);
    let mut ranked: Vec<(usize, usize)> = Vec::with_capacity(order.len());
    for (i, one) in order.iter().enumerate() {
        let level = ranked.last().filter(|(last, _)| compare(last, one).is_eq());
        let rank = level.map_or(i + 1, |(_, rank)| *rank);
        ranked.push((*one, rank));
    }
    ranked
}

#[cfg(test)]
mod tests {
    use super::*;

    fn score(points: u64, games: u64) -> ExamScore {
        ExamScore { points, games }
    }

    #[test]
    fn points_per_game_then_the_direct_score() {
        // 1 and 2 are level, 2 is ahead in their direct games; 0 has more points, but in more games.
        let scores = [score(5, 12), score(4, 6), score(4, 6), score(0, 0)];
        let direct = HashMap::from([((1, 2), score(0, 2)), ((2, 1), score(4, 2))]);
        assert_eq!(rank(&scores, &direct), [(2, 1), (1, 2), (0, 3), (3, 4)]);
        assert_eq!(
            rank(&scores, &HashMap::new()),
            [(1, 1), (2, 1), (0, 3), (3, 4)]
        );
    }
}
