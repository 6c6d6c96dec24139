//! The result of a game in a sentence.

use referee_games::Seat;
use referee_record::Verdict;

/// Returns the result in one line; `name` returns the name of a seat's player.
pub fn describe_result(verdict: &Verdict, name: &dyn Fn(Seat) -> String) -> String {
    if let Some(why) = &verdict.void {
        return format!("The game doesn't count: {why}");
    }
    let reason = &verdict.reason;
    let firsts: Vec<Seat> = verdict
        .seats
        .iter()
        .filter(|seat| seat.place == 1)
        .filter_map(|seat| Seat::from_letter(seat.seat))
        .collect();
    let result = match firsts[..] {
        [] => format!("Everybody loses ({reason})."),
        [winner] => format!("{winner} ({}) wins ({reason}).", name(winner)),
        _ => {
            let seats: Vec<String> = firsts.iter().map(Seat::to_string).collect();
            format!("{} share the first place ({reason}).", seats.join(" and "))
        }
    };
    let points: Vec<String> = verdict
        .seats
        .iter()
        .filter_map(|seat| Some(format!("{} {}", seat.seat, seat.score?)))
        .collect();
    match &points[..] {
        [] => result,
        points => format!("{result} Points: {}.", points.join(", ")),
    }
}
