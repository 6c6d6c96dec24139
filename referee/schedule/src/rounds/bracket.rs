//! Brackets of a knockout: who meets whom, depending only on who won each meeting.

use super::EventPart;

/// Origin of one of the two bots in a meeting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MeetingSource {
    /// Index in the seeding, from 0; empty beyond the end of the field.
    Seed(usize),
    /// The winner of the meeting with this index.
    Winner(usize),
    /// The loser of the meeting with this index.
    Loser(usize),
}

/// A meeting in a bracket.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Node {
    pub(crate) sources: [MeetingSource; 2],
    /// Progress that a bot in this meeting has made, from 1; a bot that is out after this meeting came no
    /// farther.
    pub(crate) level: u32,
    /// Title for display.
    pub(crate) title: String,
    /// Its part of a double knockout.
    pub(crate) part: EventPart,
    /// True if it is only played when the second bot of the meeting before it won that.
    pub(crate) reset: bool,
}

/// Creates the bracket of a single knockout: a meeting comes after those that it depends on, the final last.
pub(crate) fn single(bots: usize) -> Vec<Node> {
    let mut nodes = Vec::new();
    let rounds = depth(bots);
    winners(&mut nodes, bots, |round| {
        let title = match rounds - round {
            0 => "final".to_owned(),
            1 => "semifinal".to_owned(),
            2 => "quarterfinal".to_owned(),
            _ => format!("round {round}"),
        };
        (round, title)
    });
    nodes
}

/// Creates the bracket of a double knockout, with a second final if `reset`. The losers of the winners'
/// bracket drop into the opposite side of the losers' bracket, so that two bots meet again as late as
/// possible.
pub(crate) fn double(bots: usize, reset: bool) -> Vec<Node> {
    let mut nodes = Vec::new();
    let rounds = depth(bots);
    let last = (2 * rounds).saturating_sub(1);
    let upper = winners(&mut nodes, bots, |round| {
        // The level that even the losers here have reached.
        let level = if rounds == 1 {
            last
        } else {
            (2 * round - 2).max(1)
        };
        (level, format!("winners' round {round}"))
    });
    let mut lower: Vec<MeetingSource> = Vec::new();
    let mut level = 0;
    for (round, meetings) in upper.iter().enumerate() {
        let fallen = meetings.iter().map(|node| MeetingSource::Loser(*node));
        if round == 0 {
            lower = fallen.collect();
        } else {
            let pairs = lower.iter().copied().zip(fallen.rev());
            let pairs: Vec<[MeetingSource; 2]> = pairs.map(|(a, b)| [a, b]).collect();
            level += 1;
            lower = losers(&mut nodes, &pairs, level);
        }
        if lower.len() > 1 {
            let pairs = lower.as_chunks().0.to_vec();
            level += 1;
            lower = losers(&mut nodes, &pairs, level);
        }
    }
    let champion = upper.last().and_then(|meetings| meetings.first());
    if let (Some(champion), &[challenger]) = (champion, &lower[..]) {
        push(
            &mut nodes,
            [MeetingSource::Winner(*champion), challenger],
            last,
            ("final", EventPart::Final),
        );
        if reset {
            let first = nodes.len() - 1;
            let again = [MeetingSource::Winner(first), MeetingSource::Loser(first)];
            let second = push(&mut nodes, again, last, ("second final", EventPart::Final));
            nodes[second].reset = true;
        }
    }
    nodes
}

/// Returns the number of rounds of a winners' bracket.
fn depth(bots: usize) -> u32 {
    bots.next_power_of_two().trailing_zeros()
}

/// Adds the rounds of a winners' bracket, from the first, and returns their meetings; `of_round` returns
/// level and title.
fn winners(
    nodes: &mut Vec<Node>,
    bots: usize,
    of_round: impl Fn(u32) -> (u32, String),
) -> Vec<Vec<usize>> {
    let mut sources: Vec<MeetingSource> = seeding(bots.next_power_of_two())
        .map(MeetingSource::Seed)
        .collect();
    let mut rounds = Vec::new();
    for round in 1..=depth(bots) {
        let (level, title) = of_round(round);
        let pairs = sources.as_chunks().0;
        let meetings: Vec<usize> = pairs
            .iter()
            .map(|pair| push(nodes, *pair, level, (&title, EventPart::Main)))
            .collect();
        sources = meetings
            .iter()
            .map(|node| MeetingSource::Winner(*node))
            .collect();
        rounds.push(meetings);
    }
    rounds
}

fn losers(nodes: &mut Vec<Node>, pairs: &[[MeetingSource; 2]], level: u32) -> Vec<MeetingSource> {
    let title = format!("losers' round {level}");
    let named = (title.as_str(), EventPart::Losers);
    let meetings = pairs.iter().map(|pair| push(nodes, *pair, level, named));
    meetings.map(MeetingSource::Winner).collect()
}

fn push(
    nodes: &mut Vec<Node>,
    sources: [MeetingSource; 2],
    level: u32,
    (title, part): (&str, EventPart),
) -> usize {
    nodes.push(Node {
        sources,
        level,
        title: title.to_owned(),
        part,
        reset: false,
    });
    nodes.len() - 1
}

/// Returns the seeds in the order of a bracket: the best two can only meet in the final, the best four only
/// in the semifinals, and so on; the first seed has the last for its first opponent.
fn seeding(size: usize) -> impl Iterator<Item = usize> {
    let mut order = vec![0];
    while order.len() < size {
        let last = 2 * order.len() - 1;
        order = order
            .into_iter()
            .flat_map(|seed| [seed, last - seed])
            .collect();
    }
    order.into_iter()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_meet_late() {
        assert_eq!(seeding(1).collect::<Vec<_>>(), [0]);
        assert_eq!(seeding(8).collect::<Vec<_>>(), [0, 7, 3, 4, 1, 6, 2, 5]);
    }

    #[test]
    fn a_meeting_stands_behind_those_it_depends_on() {
        for bots in 2_usize..40 {
            let size = bots.next_power_of_two();
            assert_eq!(single(bots).len(), size - 1);
            // All bots but the winner lose twice, the winner at most once.
            assert_eq!(double(bots, true).len(), 2 * size - 1);
            assert_eq!(double(bots, false).len(), 2 * size - 2);
            for nodes in [single(bots), double(bots, true)] {
                let mut used = std::collections::HashSet::new();
                for (i, node) in nodes.iter().enumerate() {
                    for source in node.sources {
                        assert!(used.insert(format!("{source:?}")), "{source:?} twice");
                        if let MeetingSource::Winner(before) | MeetingSource::Loser(before) = source
                        {
                            assert!(before < i);
                            assert!(nodes[before].level <= node.level);
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn losers_of_eight_fall_on_the_other_side() {
        use MeetingSource::{Loser, Winner};
        let nodes: Vec<_> = double(8, true)
            .into_iter()
            .map(|n| (n.sources, n.level))
            .collect();
        assert_eq!(
            nodes[4..],
            [
                ([Winner(0), Winner(1)], 2),
                ([Winner(2), Winner(3)], 2),
                ([Winner(4), Winner(5)], 4),
                ([Loser(0), Loser(1)], 1),
                ([Loser(2), Loser(3)], 1),
                ([Winner(7), Loser(5)], 2),
                ([Winner(8), Loser(4)], 2),
                ([Winner(9), Winner(10)], 3),
                ([Winner(11), Loser(6)], 4),
                ([Winner(6), Winner(12)], 5),
                ([Winner(13), Loser(13)], 5),
            ]
        );
    }
}
