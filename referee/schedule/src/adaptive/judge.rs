//! How sure the ranks are after the batches that are finished.

use std::collections::{BTreeMap, HashMap, HashSet};

use referee_record::Outcome;
use referee_stats::field::{Fit, FitOptions, Unit, fit};
use referee_stats::{DirectScores, Tally, UnitRow};

use super::neighbours::Neighbours;
use super::{AdaptiveSettings, Separation};
use crate::TieBreak;

/// What a probability is counted in, so that no last digit decides a pairing.
const PARTS: f64 = 1e9;

/// Games that are judged, and what they say of the field.
pub(super) struct FieldJudge {
    names: Vec<String>,
    index: HashMap<String, usize>,
    tally: Tally,
    withdrawn: HashSet<String>,
    /// Who left without being withdrawn: their games leave the ratings.
    parked: HashSet<String>,
    /// What is promised, and with which probability.
    separation: Separation,
    separated: f64,
    /// By bot, the errors of intervals that hold at any time.
    errors: Vec<f64>,
    fit: Option<Fit>,
    /// What the games between neighbours say, where the promise rests on them.
    neighbours: Option<Neighbours>,
    /// Who plays, the best first; who has no rating stands last.
    pub(super) order: Vec<usize>,
}

impl FieldJudge {
    /// `errors` are those of intervals that hold at any time, by bot.
    pub(super) fn new(
        names: Vec<String>,
        withdrawn: HashSet<String>,
        settings: &AdaptiveSettings,
        errors: Vec<f64>,
    ) -> FieldJudge {
        let index = names.iter().cloned().zip(0..).collect();
        FieldJudge {
            tally: Tally::new(&names),
            names,
            index,
            withdrawn,
            parked: HashSet::new(),
            separation: settings.separation,
            separated: settings.separated,
            errors,
            fit: None,
            neighbours: None,
            order: Vec::new(),
        }
    }

    /// Takes in a game; their order says nothing.
    pub(super) fn add(&mut self, outcome: &Outcome) {
        self.tally.add(outcome);
    }

    /// Takes in that bots have left.
    pub(super) fn leave(&mut self, gone: &[String]) {
        let parked = gone.iter().filter(|bot| !self.withdrawn.contains(*bot));
        self.parked.extend(parked.cloned());
    }

    /// Whether a bot has left without being withdrawn.
    pub(super) fn has_left(&self, bot: usize) -> bool {
        self.parked.contains(&self.names[bot])
    }

    /// Rates everybody, and ranks those who play.
    pub(super) fn rate(&mut self, here: &[usize]) {
        let rows = self.tally.units();
        let units: Vec<Unit> = rows.iter().filter_map(|row| self.unit(row)).collect();
        let options = FitOptions {
            copies_count: self.separation == Separation::Momentary,
            ..FitOptions::default()
        };
        let fit = fit(self.names.len(), &units, options);
        let rated = |bot: &usize| here.contains(bot);
        let mut order: Vec<usize> = fit.order().into_iter().filter(rated).collect();
        let ranked: HashSet<usize> = order.iter().copied().collect();
        order.extend(here.iter().filter(|bot| !ranked.contains(bot)));
        self.neighbours = (self.separation == Separation::AnyTime)
            .then(|| Neighbours::new(&order, &DirectScores::new(&units), &self.errors));
        self.order = order;
        self.fit = Some(fit);
    }

    /// A unit with numbers for names; nothing where somebody has left.
    fn unit(&self, row: &UnitRow) -> Option<Unit> {
        let block = &row.result.block;
        if block.iter().any(|bot| self.parked.contains(bot)) {
            return None;
        }
        row.numbered(&self.index)
    }

    /// How much there is to be told of the order of two bots, in billionths; 0 where that is settled.
    ///
    /// The probability that their order by rating is wrong, one half where nothing is known. Where games
    /// between the two decide, all neighbours that are open have the same, so that who met least is next.
    pub(super) fn doubt(&self, a: usize, b: usize) -> u64 {
        if let Some(neighbours) = &self.neighbours {
            return if neighbours.is_open(a, b) {
                parts(0.5)
            } else {
                0
            };
        }
        let sure = self.fit.as_ref().and_then(|fit| fit.superiority(a, b));
        let doubt = parts(sure.map_or(0.5, |sure| sure.min(1.0 - sure)));
        if doubt > parts(1.0 - self.separated) {
            doubt
        } else {
            0
        }
    }

    /// Whether no neighbours in the order are open.
    pub(super) fn is_settled(&self) -> bool {
        match &self.neighbours {
            Some(neighbours) => neighbours.are_settled(),
            None => self.doubts().next().is_none(),
        }
    }

    /// Whether all neighbours in the order hold.
    pub(super) fn is_separated(&self) -> bool {
        match &self.neighbours {
            Some(neighbours) => neighbours.are_separated(),
            None => self.is_settled(),
        }
    }

    /// Neighbours that don't hold by ratings, with the probability that they do.
    fn doubts(&self) -> impl Iterator<Item = (usize, usize, f64)> {
        let pairs = self.order.windows(2).map(|pair| (pair[0], pair[1]));
        let doubts = pairs.map(|(a, b)| (a, b, self.doubt(a, b)));
        #[expect(clippy::cast_precision_loss, reason = "at most half a billion")]
        let sure = |(a, b, doubt)| (a, b, 1.0 - doubt as f64 / PARTS);
        doubts.filter(|(_, _, doubt)| *doubt > 0).map(sure)
    }

    /// What share of the points the ratings expect of a bot, if it met everybody else who has a rating
    /// equally often. Whoever is rated higher has more, so this ranks as ratings do.
    fn expected(&self, bot: usize) -> Option<f64> {
        let ratings = &self.fit.as_ref()?.ratings;
        let rating = (*ratings.get(bot)?)?;
        let others = (ratings.iter().enumerate()).filter(|(other, _)| *other != bot);
        let shares = others
            .filter_map(|(_, other)| Some(1.0 / (1.0 + 10_f64.powf(((*other)? - rating) / 400.0))));
        let (sum, count) =
            shares.fold((0.0, 0.0), |(sum, count), share| (sum + share, count + 1.0));
        (count > 0.0).then(|| sum / count)
    }

    /// By name, the expected score; empty before the first batch is finished.
    pub(super) fn merits(&self) -> BTreeMap<String, TieBreak> {
        if self.fit.is_none() {
            return BTreeMap::new();
        }
        let merit = |(bot, name): (usize, &String)| {
            let expected = self.expected(bot);
            let shown =
                expected.map_or_else(|| "–".to_owned(), |share| format!("{:.1} %", 100.0 * share));
            let key = expected.map_or(-1, |share| i64::try_from(parts(share)).unwrap_or(i64::MAX));
            let merit = TieBreak {
                keys: vec![key],
                shown: vec![("expected score", shown)],
            };
            (name.clone(), merit)
        };
        self.names.iter().enumerate().map(merit).collect()
    }

    /// Which ranks hold and which don't, in sentences.
    pub(super) fn notes(&self) -> Vec<String> {
        let pairs = self.order.len().saturating_sub(1);
        if self.fit.is_none() || pairs == 0 {
            return Vec::new();
        }
        // No digits that only the multiplication made.
        let percent = (100.0 * self.separated * PARTS).round() / PARTS;
        if let Some(neighbours) = &self.neighbours {
            return neighbours.notes(&self.names, percent);
        }
        let open: Vec<_> = self.doubts().collect();
        let holding = pairs - open.len();
        let mut notes = vec![format!(
            "{holding} of {pairs} neighbouring ranks hold with {percent} % at least, each by itself and \
             at a single look; over a run that looks after every batch, more of them are wrong"
        )];
        notes.extend(open.into_iter().map(|(upper, lower, sure)| {
            let (upper, lower) = (&self.names[upper], &self.names[lower]);
            format!(
                "not separated: {upper} above {lower} holds with {:.1} %",
                100.0 * sure
            )
        }));
        notes
    }
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "from 0 to a billion"
)]
fn parts(probability: f64) -> u64 {
    (probability.clamp(0.0, 1.0) * PARTS).round() as u64
}
