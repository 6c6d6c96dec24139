//! Metrics of a match or gauntlet; an undefined value has no sample.

use referee_schedule::head_to_head::FaultCount;
use referee_stats::{Bound, Strength};

use crate::ci::{Metric, MetricKind};
use crate::head_to_head::model::MatchReport;

type Labels = Vec<(&'static str, String)>;

/// Label values for the points of a pair.
const POINTS: [&str; 5] = ["0", "0.5", "1", "1.5", "2"];

/// Returns the metrics of a match.
pub(super) fn of_match(report: &MatchReport, name: &str) -> Vec<Metric> {
    let with_name = |more: Labels| [vec![("name", name.to_owned())], more].concat();
    let one = |value: u64| vec![(with_name(vec![]), real(value))];
    let results = [
        ("win", report.wins),
        ("draw", report.draws),
        ("loss", report.losses),
    ];
    let mut all = vec![
        counter(
            "games",
            "Games that count, by the result of the first bot",
            labelled("result", &results, &with_name),
        ),
        counter(
            "pairs",
            "Pairs that count, by the points of the first bot",
            pairs(&report.pentanomial, &with_name),
        ),
        counter(
            "pairs_left_out",
            "Pairs that don't count",
            one(report.left_out.len() as u64),
        ),
        counter(
            "copies",
            "Games that are equal to an earlier one",
            one(report.identical),
        ),
        counter(
            "replayed",
            "Void attempts that were played again",
            one(report.replayed),
        ),
        faults(&report.faults, &with_name),
    ];
    let strength = report.strength.as_ref();
    all.extend(of_strength(
        &strength
            .map(|s| (with_name(vec![]), s))
            .into_iter()
            .collect::<Vec<_>>(),
    ));
    if let Some(test) = &report.test {
        all.push(gauge(
            "llr",
            "The log-likelihood ratio of H1 to H0",
            vec![(with_name(vec![]), test.llr)],
        ));
        let bound =
            |hypothesis: &str, value| (with_name(vec![("accepts", hypothesis.to_owned())]), value);
        all.push(gauge(
            "llr_bound",
            "Where the ratio decides the test",
            vec![bound("h0", test.lower), bound("h1", test.upper)],
        ));
    }
    if let Some(interval) = &report.anytime {
        let ends = ["lower", "upper"].into_iter().zip(interval.elo);
        let ends =
            ends.filter_map(|(end, elo)| Some((with_name(vec![("end", end.to_owned())]), elo?)));
        all.push(gauge(
            "anytime_elo",
            "The 95 % interval that holds at every moment",
            ends.collect(),
        ));
    }
    all.retain(|metric| !metric.samples.is_empty());
    all
}

/// Returns the metrics of several strengths, each with its labels; a label marks those that are only bounds.
pub(super) fn of_strength(strengths: &[(Labels, &Strength)]) -> Vec<Metric> {
    let each = |value: &dyn Fn(&Strength) -> Option<f64>| {
        let samples = strengths.iter();
        let samples = samples.filter_map(|(labels, s)| Some((labels.clone(), value(s)?)));
        samples.collect::<Vec<_>>()
    };
    let elo = strengths.iter().map(|(labels, s)| {
        let kind = match s.bound {
            None => "estimate",
            Some(Bound::Lower) => "at least",
            Some(Bound::Upper) => "at most",
        };
        let kind = vec![("is", kind.to_owned())];
        ([labels.clone(), kind].concat(), s.elo)
    });
    vec![
        gauge(
            "elo",
            "The difference of ratings, or a one-sided 95 % bound of it",
            elo.collect(),
        ),
        gauge(
            "elo_error",
            "Half of its 95 % interval",
            each(&|s| s.elo_error),
        ),
        gauge(
            "nelo",
            "The difference in normalized Elo",
            each(&|s| s.nelo),
        ),
        gauge(
            "nelo_error",
            "Half of its 95 % interval by the published formula, too small far from 0",
            each(&|s| s.nelo_error),
        ),
        gauge(
            "nelo_error_full",
            "Half of its 95 % interval at any strength",
            each(&|s| s.nelo_error_full),
        ),
        gauge(
            "los",
            "The likelihood that the first bot is stronger",
            each(&|s| s.nelo.map(|_| s.los)),
        ),
        gauge(
            "score",
            "Points of the first bot in a game",
            each(&|s| Some(s.score)),
        ),
    ]
}

/// Returns a sample for each number of points that a pair can have.
pub(super) fn pairs(
    counts: &[u64; 5],
    extend_labels: &impl Fn(Labels) -> Labels,
) -> Vec<(Labels, f64)> {
    let counts: Vec<(&str, u64)> = POINTS.into_iter().zip(*counts).collect();
    labelled("points", &counts, extend_labels)
}

/// Returns a metric of the faults by bot and kind of fault.
pub(super) fn faults(faults: &[FaultCount], extend_labels: &impl Fn(Labels) -> Labels) -> Metric {
    let samples = faults.iter().map(|fault| {
        let labels = vec![("bot", fault.bot.clone()), ("fault", fault.fault.clone())];
        (extend_labels(labels), real(fault.games))
    });
    counter("faults", "Games lost by a fault", samples.collect())
}

fn labelled(
    label: &'static str,
    counts: &[(&str, u64)],
    extend_labels: &impl Fn(Labels) -> Labels,
) -> Vec<(Labels, f64)> {
    let each = counts.iter();
    each.map(|(value, count)| {
        (
            extend_labels(vec![(label, (*value).to_owned())]),
            real(*count),
        )
    })
    .collect()
}

/// Returns a metric of a number that only grows.
pub(super) fn counter(
    name: &'static str,
    help: &'static str,
    samples: Vec<(Labels, f64)>,
) -> Metric {
    let kind = MetricKind::Counter;
    Metric {
        name,
        kind,
        unit: "",
        help,
        samples,
    }
}

fn gauge(name: &'static str, help: &'static str, samples: Vec<(Labels, f64)>) -> Metric {
    let kind = MetricKind::Gauge;
    Metric {
        name,
        kind,
        unit: "",
        help,
        samples,
    }
}

#[expect(clippy::cast_precision_loss, reason = "far fewer than 2^53")]
fn real(count: u64) -> f64 {
    count as f64
}
