//! Cycles: A beats B, B beats C, C beats A.

/// Threes of players who beat each other in a circle, `most` at most.
///
/// `scores[a][b]` is what a scored per game against b, from 0 to 1, if they met; more than ½ beats. A
/// cycle begins with its lowest number, and cycles are in ascending order.
pub fn cycles(scores: &[Vec<Option<f64>>], most: usize) -> Vec<[usize; 3]> {
    let beats = |a: usize, b: usize| {
        let score = scores[a].get(b).copied().flatten();
        score.is_some_and(|score| score > 0.5)
    };
    let players = 0..scores.len();
    let from = |a: usize| {
        let seconds = players.clone().filter(move |&b| b > a && beats(a, b));
        let then = players.clone();
        seconds.flat_map(move |b| {
            let thirds = then
                .clone()
                .filter(move |&c| c > a && beats(b, c) && beats(c, a));
            thirds.map(move |c| [a, b, c])
        })
    };
    players.clone().flat_map(from).take(most).collect()
}
