//! Tests Swiss pairing: worked examples, and laws over simulated events.

use std::collections::HashSet;

use referee_record::derive;
use referee_schedule::swiss::{
    Pairing, Seats, SwissEvent, SwissNext, SwissPairing, SwissRound, standings,
};

fn event(players: usize, rounds: usize, seats: Seats) -> SwissEvent {
    SwissEvent {
        active: vec![true; players],
        rounds: Vec::new(),
        total_rounds: rounds,
        games: if seats == Seats::Mirrored { 2 } else { 1 },
        seats,
    }
}

const SINGLE: Seats = Seats::Single;

/// Returns the next round with players counted from 1.
fn shown(event: &SwissEvent) -> String {
    let SwissNext::Round(round) = event.next() else {
        return format!("{:?}", event.next());
    };
    let pair = |[a, b]: &[usize; 2]| format!("{}-{}", a + 1, b + 1);
    let bye = round.bye.map(|bye| format!("{}-bye", bye + 1));
    let words: Vec<_> = round.pairs.iter().map(pair).chain(bye).collect();
    words.join(" ")
}

/// Plays the next round; in each meeting the better ranked player wins all games, unless it is in `upsets`.
fn play(event: &mut SwissEvent, upsets: &[usize]) {
    let SwissNext::Round(round) = event.next() else {
        panic!("{:?}", event.next());
    };
    let all = 2 * event.games;
    let meeting = |players: &[usize; 2]| {
        let [a, b] = *players;
        let first = (a < b) != upsets.contains(&(a.min(b) + 1));
        SwissPairing {
            players: *players,
            halves: Some(if first { [all, 0] } else { [0, all] }),
        }
    };
    event.rounds.push(SwissRound {
        meetings: round.pairs.iter().map(meeting).collect(),
        byes: round.bye.into_iter().collect(),
    });
}

#[test]
fn the_first_round_is_folded() {
    let first = |players, seats| shown(&event(players, 3, seats));
    assert_eq!(first(8, Seats::Mirrored), "1-5 2-6 3-7 4-8");
    assert_eq!(first(7, Seats::Mirrored), "1-4 2-5 3-6 7-bye");
    assert_eq!(first(8, SINGLE), "1-5 6-2 3-7 8-4");
    assert_eq!(first(1, SINGLE), "Exhausted");
    assert_eq!(first(0, SINGLE), "Exhausted");
}

/// Computed by hand from FIDE's Dutch system: in the second round 1 and 3 both had the first seat, so 4 is
/// moved up to meet 1; both had it in the same round, so 1 as the better player gets the seat it is due.
#[test]
fn seats_that_are_due_change_who_meets_whom() {
    let mut event = event(8, 3, SINGLE);
    play(&mut event, &[]);
    assert_eq!(shown(&event), "4-1 2-3 5-8 7-6");
    play(&mut event, &[]);
    assert_eq!(shown(&event), "1-2 3-5 6-4 8-7");
}

#[test]
fn mirrored_meetings_fold_by_rank_alone() {
    let mut event = event(8, 3, Seats::Mirrored);
    play(&mut event, &[]);
    assert_eq!(shown(&event), "1-3 2-4 5-7 6-8");
    play(&mut event, &[2]);
    assert_eq!(shown(&event), "1-4 2-5 3-6 7-8");
}

#[test]
fn byes_count_as_won_and_go_to_the_lowest_once() {
    let mut event = event(3, 3, Seats::Mirrored);
    assert_eq!(shown(&event), "1-2 3-bye");
    play(&mut event, &[]);
    assert_eq!(shown(&event), "1-3 2-bye");
    play(&mut event, &[]);
    assert_eq!(shown(&event), "2-3 1-bye");
    play(&mut event, &[]);
    assert_eq!(event.next(), SwissNext::Over);
    event.total_rounds = 4;
    assert_eq!(event.next(), SwissNext::Exhausted);
    let scores: Vec<_> = standings(&event)
        .iter()
        .map(|s| (s.score, s.games))
        .collect();
    assert_eq!(scores, [(6, 12), (4, 8), (2, 4)]);
}

#[test]
fn standings_add_what_stands_in_their_definition() {
    let mut event = event(5, 3, Seats::Mirrored);
    let meet = |a, b, halves| SwissPairing {
        players: [a, b],
        halves,
    };
    event.rounds = vec![
        SwissRound {
            meetings: vec![meet(0, 2, Some([3, 1])), meet(1, 3, Some([2, 2]))],
            byes: vec![],
        },
        SwissRound {
            meetings: vec![meet(0, 1, None), meet(3, 4, Some([0, 4]))],
            byes: vec![2],
        },
    ];
    let of = |player: usize| {
        let standing = standings(&event)[player];
        (standing.score, standing.games, standing.buchholz)
    };
    // It beat 2 and had a void meeting, for which its own 3 points count.
    assert_eq!(of(0), (3, 3, 2 + 3));
    assert_eq!(of(1), (2, 2, 1 + 2));
    assert_eq!(of(2), (2, 5, 3 + 2));
    assert_eq!(of(3), (1, 2, 2 + 2));
    // It joined in the second round.
    assert_eq!(of(4), (2, 4, 1 + 2));
}

/// Pseudorandom numbers from a seed.
pub(crate) struct SeededNumbers(u64, u32);

impl SeededNumbers {
    pub(crate) fn new(seed: u64) -> SeededNumbers {
        SeededNumbers(seed, 0)
    }

    pub(crate) fn below(&mut self, sides: usize) -> usize {
        self.1 += 1;
        derive(self.0, "test", &[&self.1.to_string()]).small() as usize % sides
    }
}

/// Plays one random event and checks every round; returns how it ended.
fn simulate(seed: u64, fewest: usize, most: usize) -> SwissNext {
    let mut dice = SeededNumbers::new(seed);
    let players = fewest + dice.below(most + 1 - fewest);
    let most = if dice.below(4) == 0 { players } else { 7 };
    let rounds = 3 + dice.below(most);
    let seats = [Seats::Mirrored, SINGLE][dice.below(2)];
    let mut event = event(players, rounds, seats);
    let mut arrival: Vec<usize> = (0..players)
        .map(|_| {
            if dice.below(12) == 0 {
                dice.below(rounds)
            } else {
                0
            }
        })
        .collect();
    loop {
        let now = event.rounds.len();
        for (player, arrives) in arrival.iter_mut().enumerate() {
            if *arrives <= now && dice.below(50) == 0 {
                *arrives = usize::MAX;
            }
            event.active[player] = *arrives <= now;
        }
        let next = event.next();
        assert_eq!(next, event.clone().next(), "the same again");
        if players < 10 && next != SwissNext::Over {
            let round_quality = match &next {
                SwissNext::Round(round) => Some(quality(&event, round)),
                _ => None,
            };
            let best = by_force(&event);
            if event.seats == SINGLE {
                assert!(round_quality.is_some() || best.is_none(), "{event:?}");
            } else {
                assert_eq!(round_quality, best, "{event:?}");
            }
        }
        let SwissNext::Round(round) = next else {
            return next;
        };
        check(&event, &round);
        let all = 2 * event.games;
        let mut play = |pair: &[usize; 2]| {
            let [a, b] = *pair;
            let mut strength = |player| 2 * (players - player) + dice.below(players);
            let won = [a, b].map(&mut strength);
            let halves = match dice.below(40) {
                0 => None,
                1..12 => Some([all / 2; 2]),
                _ if won[0] >= won[1] => Some([all, 0]),
                _ => Some([0, all]),
            };
            SwissPairing {
                players: *pair,
                halves,
            }
        };
        let round = SwissRound {
            meetings: round.pairs.iter().map(&mut play).collect(),
            byes: round.bye.into_iter().collect(),
        };
        event.rounds.push(round);
    }
}

fn check(event: &SwissEvent, next: &Pairing) {
    let mut playing: Vec<usize> = next
        .pairs
        .iter()
        .flatten()
        .chain(&next.bye)
        .copied()
        .collect();
    playing.sort_unstable();
    let active: Vec<usize> = (0..event.active.len())
        .filter(|p| event.active[*p])
        .collect();
    assert_eq!(playing, active, "everybody plays once");
    assert_eq!(next.bye.is_some(), active.len() % 2 == 1);
    let meetings = || event.rounds.iter().flat_map(|r| &r.meetings);
    let met: HashSet<[usize; 2]> = meetings()
        .flat_map(|m| [m.players, [m.players[1], m.players[0]]])
        .collect();
    assert!(
        next.pairs.iter().all(|pair| !met.contains(pair)),
        "a rematch"
    );
    let had: Vec<usize> = event.rounds.iter().flat_map(|r| &r.byes).copied().collect();
    assert!(
        next.bye.is_none_or(|bye| !had.contains(&bye)),
        "a second bye"
    );
    if event.seats != Seats::Mirrored {
        for player in active {
            let sat = |seat| {
                let before = meetings().filter(|m| m.halves.is_some() && m.players[seat] == player);
                before.count() + next.pairs.iter().filter(|p| p[seat] == player).count()
            };
            let last = event.rounds.len() + 1 == event.total_rounds;
            let most = if last { 3 } else { 2 };
            assert!(sat(0).abs_diff(sat(1)) <= most, "seats of {player}");
        }
    }
}

#[test]
fn two_hundred_events_obey_the_laws() {
    let ends: Vec<SwissNext> = (0..200).map(|seed| simulate(seed, 5, 64)).collect();
    assert!(ends.contains(&SwissNext::Over) && ends.contains(&SwissNext::Exhausted));
}

/// Compares with brute force, in fields small enough to try every pairing.
#[test]
fn small_events_are_paired_as_well_as_can_be() {
    for seed in 0..300 {
        simulate(seed, 2, 9);
    }
}

/// How low the bye is, and the sum of squared differences of match points.
type Quality = (u32, u32);

fn quality(event: &SwissEvent, next: &Pairing) -> Quality {
    let score: Vec<u32> = standings(event).iter().map(|s| s.score).collect();
    let squares = next
        .pairs
        .iter()
        .map(|[a, b]| score[*a].abs_diff(score[*b]).pow(2));
    (next.bye.map_or(0, |bye| score[bye]), squares.sum())
}

/// Returns the best quality of all pairings, by trying them all; None if there is none.
fn by_force(event: &SwissEvent) -> Option<Quality> {
    let score: Vec<u32> = standings(event).iter().map(|s| s.score).collect();
    let meetings = || event.rounds.iter().flat_map(|r| &r.meetings);
    let sat = |player: usize, seat: usize| {
        let counted = meetings().filter(|m| m.halves.is_some() && event.seats != Seats::Mirrored);
        counted.filter(|m| m.players[seat] == player).count()
    };
    let overfull = |player: usize, seat: usize| sat(player, seat) >= sat(player, 1 - seat) + 2;
    let can_meet = |a: usize, b: usize| {
        let both = |m: &SwissPairing| m.players.contains(&a) && m.players.contains(&b);
        !meetings().any(both) && !(0..2).any(|seat| overfull(a, seat) && overfull(b, seat))
    };
    let had_bye = |player: usize| event.rounds.iter().any(|r| r.byes.contains(&player));
    let active = (0..score.len()).filter(|p| event.active[*p]);
    let everybody = active.fold(0usize, |set, p| set | 1 << p);
    // For each set of players; in a set of odd size one player has the bye.
    let mut best: Vec<Option<Quality>> = vec![None; 1 << score.len()];
    best[0] = Some((0, 0));
    for set in 1..=everybody {
        let first = set.trailing_zeros() as usize;
        let rest = set & !(1 << first);
        let with = (0..score.len())
            .filter(|other| rest >> other & 1 == 1 && can_meet(first, *other))
            .filter_map(|other| {
                let (bye, squares) = best[rest & !(1 << other)]?;
                Some((bye, squares + score[first].abs_diff(score[other]).pow(2)))
            });
        let odd = set.count_ones() % 2 == 1;
        let alone = best[rest].filter(|_| odd && !had_bye(first));
        best[set] = with
            .chain(alone.map(|(_, squares)| (score[first], squares)))
            .min();
    }
    best[everybody].filter(|_| everybody.count_ones() > 1)
}
