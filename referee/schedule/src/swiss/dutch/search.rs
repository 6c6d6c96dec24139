//! Finds the pairs of a bracket: among all that are best by the criteria, those that FIDE's procedure tries
//! first (articles 3 and 4).

use super::super::layers::{CostDigits, CostLayout, Digit};
use super::bracket::Bracket;
use super::criteria::Criteria;

/// Number of players whose partners are decided by one matching.
const AT_ONCE: usize = 40;

/// A search that has decided on some pairs.
pub(super) struct PairingSearch<'a> {
    bracket: &'a Bracket<'a>,
    /// The first place that isn't considered.
    end: usize,
    /// True if the only player that moves down has the bye.
    only_bye: bool,
    /// For each place of the bracket, whether it can be the better player of a pair.
    first: Vec<bool>,
    /// Players that aren't paired yet, in the bracket and below it.
    left: Vec<usize>,
    /// Partner of each place in the last matching, if it has one.
    mates: Vec<Option<usize>>,
    pairs: Vec<[usize; 2]>,
}

/// Returns the pairs of a bracket, the better player first; None if not all players can be paired.
///
/// All players below matter, as they must be able to be paired. But a search that considers fewer of them and
/// then turns out to leave a pairing for the others is as good, and much faster.
pub(super) fn pairs(bracket: &Bracket) -> Option<Vec<[usize; 2]>> {
    let (field, here) = (bracket.field, bracket.residents.end);
    let all = PairingSearch::new(bracket, field.end());
    if field.bye.is_some_and(|score| score >= bracket.score()) {
        return all.pairs();
    }
    let near = [here, bracket.next.end].map(|end| PairingSearch::new(bracket, end));
    let near = near.into_iter().find_map(PairingSearch::pairs);
    near.or_else(|| all.pairs())
}

impl<'a> PairingSearch<'a> {
    fn new(bracket: &'a Bracket<'a>, end: usize) -> Self {
        let below = bracket.residents.end..end;
        PairingSearch {
            bracket,
            end,
            only_bye: false,
            first: vec![true; bracket.residents.end],
            left: bracket.places().into_iter().chain(below).collect(),
            mates: Vec::new(),
            pairs: Vec::new(),
        }
    }

    /// Returns the pairs, the better player first. None if not all players can be paired, or if the places
    /// considered aren't enough to know that.
    fn pairs(mut self) -> Option<Vec<[usize; 2]>> {
        if self.end == self.bracket.residents.end && self.left.len() % 2 == 1 {
            return None;
        }
        let pairs = self.select()?;
        let moved = self.bracket.moved.iter().copied();
        let moved: Vec<usize> = moved.filter(|place| self.first[*place]).collect();
        self.choose(&moved)?;
        let upper = self.exchange(pairs - moved.len())?;
        self.choose(&upper)?;
        self.leaves_a_pairing().then_some(self.pairs)
    }

    /// Returns true if all players without a partner in the last matching can be paired with those that
    /// weren't considered.
    fn leaves_a_pairing(&self) -> bool {
        let field = self.bracket.field;
        let alone = self
            .left
            .iter()
            .copied()
            .filter(|place| self.mates[*place].is_none());
        let rest: Vec<usize> = alone.chain(self.end..field.end()).collect();
        rest.is_empty() || field.can_be_paired(&rest)
    }

    /// Decides which of the players that moved down are paired (4.4): the best. Returns the number of pairs.
    fn select(&mut self) -> Option<usize> {
        self.solve_selection()?;
        let places = self.bracket.places();
        let mut down = places.iter().filter(|place| self.mate(**place).is_none());
        if let (Some(place), None) = (down.next(), down.next()) {
            self.only_bye = self.mates[*place] == Some(self.bracket.field.nobody());
            if self.only_bye {
                self.solve_selection()?;
            }
        }
        for place in &self.bracket.moved {
            self.first[*place] = self.mate(*place).is_some();
        }
        let paired = places.iter().filter(|place| self.mate(**place).is_some());
        Some(paired.count() / 2)
    }

    fn solve_selection(&mut self) -> Option<()> {
        let bracket = self.bracket;
        let moved = &bracket.moved;
        self.solve(
            |layout| moved.iter().map(|_| layout.digit(1)).collect::<Vec<_>>(),
            |down, a, b, cost| {
                if let (Ok(i), None) = (moved.binary_search(&a), b) {
                    cost.push((down[i], 1));
                }
            },
        )
    }

    /// Decides the partners of players (4.2): each gets the best available, the first player before the
    /// others.
    fn choose(&mut self, players: &[usize]) -> Option<()> {
        let residents = self.bracket.residents.clone();
        for players in players.chunks(AT_ONCE) {
            let digit = |layout: &mut CostLayout| layout.digit(residents.len());
            self.solve(
                |layout| players.iter().map(|_| digit(layout)).collect::<Vec<_>>(),
                |partner, a, b, cost| {
                    if let (Ok(i), Some(b)) = (players.binary_search(&a), b) {
                        cost.push((partner[i], b - residents.start));
                    }
                },
            )?;
            for player in players {
                let pair = [*player, self.mate(*player)?];
                self.left.retain(|place| !pair.contains(place));
                self.pairs.push(pair);
            }
        }
        Some(())
    }

    /// Decides which of the remaining residents form the upper half, S1 (4.3): `pairs` players, whose
    /// partners rank below them.
    fn exchange(&mut self, pairs: usize) -> Option<Vec<usize>> {
        let residents = self.bracket.residents.clone();
        let rest = self.left.iter().copied();
        let rest: Vec<usize> = rest.filter(|place| residents.contains(place)).collect();
        self.solve(
            |layout| Exchange::new(layout, rest.len(), pairs),
            |exchange, a, b, cost| {
                if let Ok(i) = rest.binary_search(&a) {
                    exchange.add(cost, i, b.and_then(|b| rest.binary_search(&b).ok()));
                }
            },
        )?;
        for place in &rest {
            self.first[*place] = self.mate(*place).is_some_and(|mate| mate > *place);
        }
        let upper = rest.iter().copied().filter(|place| self.first[*place]);
        Some(upper.collect())
    }

    /// Returns a player's partner within the bracket in the last matching.
    fn mate(&self, place: usize) -> Option<usize> {
        self.mates[place].filter(|mate| *mate < self.bracket.residents.end)
    }

    /// Finds the minimum-cost matching of all players that are left, by the criteria and then by further
    /// digits, which are added for a player with a partner in the bracket or without one.
    fn solve<Digits>(
        &mut self,
        digits: impl FnOnce(&mut CostLayout) -> Digits,
        add: impl Fn(&Digits, usize, Option<usize>, &mut CostDigits),
    ) -> Option<()> {
        let (bracket, left) = (self.bracket, &self.left);
        let (all, here) = (bracket.field.end(), bracket.residents.end);
        let mut layout = CostLayout::default();
        let criteria = Criteria::new(bracket, self.only_bye, &mut layout);
        let digits = digits(&mut layout);
        let alone = |i: usize| {
            let mut cost = criteria.alone(bracket, left[i]);
            add(&digits, left[i], None, &mut cost);
            (self.end < all).then_some(cost)
        };
        let pairing = layout.cheapest(left.len(), alone, |i, j| {
            let (a, b) = (left[i], left[j]);
            if b < here && !self.first[a] {
                return None;
            }
            let mut cost = criteria.cost(bracket, a, b)?;
            add(&digits, a, (b < here).then_some(b), &mut cost);
            Some(cost)
        });
        let mut mates = vec![None; all];
        for (place, mate) in left.iter().zip(pairing) {
            mates[*place] = mate.map(|mate| left[mate]);
        }
        // A player left alone can meet somebody further down, if the whole next score group was considered.
        let whole = self.end == all || self.end == here;
        let complete = !whole || left.iter().all(|place| mates[*place].is_some());
        self.mates = mates;
        complete.then_some(())
    }
}

/// The order in which exchanges between the halves S1 and S2 are tried (4.3).
struct Exchange {
    /// Number of players in S1.
    half: usize,
    /// Number of exchanged players.
    number: Digit,
    /// Sum of the places in S1.
    sum: Digit,
    /// Players that stay in S1, the last one first: it is the best to leave.
    stays: Vec<Digit>,
    /// Players that stay in S2, the best first: it is the best to come.
    below: Vec<Digit>,
}

impl Exchange {
    fn new(layout: &mut CostLayout, players: usize, half: usize) -> Exchange {
        let number = layout.digit(half);
        let sum = layout.digit(half * players);
        let mut stays: Vec<Digit> = (0..half).map(|_| layout.digit(1)).collect();
        stays.reverse();
        Exchange {
            half,
            number,
            sum,
            stays,
            below: (half..players).map(|_| layout.digit(1)).collect(),
        }
    }

    /// Adds the cost of a player and its partner, which ranks below it; None if the player moves down.
    fn add(&self, cost: &mut CostDigits, player: usize, partner: Option<usize>) {
        let below = if partner.is_some() {
            cost.push((self.sum, player));
            match player.checked_sub(self.half) {
                Some(_) => cost.push((self.number, 1)),
                None => cost.push((self.stays[player], 1)),
            }
            partner
        } else {
            Some(player)
        };
        let below = below.and_then(|below| below.checked_sub(self.half));
        cost.extend(below.map(|below| (self.below[below], 1)));
    }
}
