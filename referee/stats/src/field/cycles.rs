//! Finds cycles: A beats B, B beats C, C beats A.

/// Returns cycles of three players that beat each other, at most `most`.
///
/// `scores[a][b]` is the score per game of a against b, from 0 to 1, if they met; above ½ a beats b. A cycle
/// begins with its lowest number, and cycles are in ascending order.
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
