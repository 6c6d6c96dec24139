//! The `OpenMetrics` 1.0 text format, which metric collectors read.

use referee_output::sanitize::label;

use super::model::{CheckReport, Metric, MetricKind};

/// Returns the metrics that every command has, followed by its own.
pub(super) fn metrics(verdict: &CheckReport) -> String {
    let whose = |value: f64| (vec![("name", verdict.name.clone())], value);
    let common_metrics = [
        Metric {
            name: "exit_code",
            kind: MetricKind::Gauge,
            unit: "",
            help: "What the command ended with",
            samples: vec![whose(f64::from(verdict.exit as u8))],
        },
        Metric {
            name: "duration_seconds",
            kind: MetricKind::Gauge,
            unit: "seconds",
            help: "How long the command took",
            samples: vec![whose(verdict.took.as_secs_f64())],
        },
    ];
    let families = common_metrics.iter().chain(&verdict.metrics);
    text(verdict.command, families)
}

/// Returns metrics as text; their names begin with `referee_` and `prefix`.
pub fn open_metrics(prefix: &str, metrics: &[Metric]) -> String {
    text(prefix, metrics.iter())
}

fn text<'a>(prefix: &str, metrics: impl Iterator<Item = &'a Metric>) -> String {
    let families: String = metrics.map(|metric| family(prefix, metric)).collect();
    families + "# EOF\n"
}

fn family(command: &str, metric: &Metric) -> String {
    let Metric { kind, unit, .. } = metric;
    let name = format!("referee_{command}_{}", metric.name);
    let (type_name, ending) = match kind {
        MetricKind::Counter => ("counter", "_total"),
        MetricKind::Gauge => ("gauge", ""),
    };
    let mut text = format!("# TYPE {name} {type_name}\n");
    if !unit.is_empty() {
        text += &format!("# UNIT {name} {unit}\n");
    }
    text += &format!("# HELP {name} {}.\n", label(metric.help));
    for (labels, value) in &metric.samples {
        let labels = labels
            .iter()
            .map(|(key, value)| format!("{key}=\"{}\"", label(value)));
        let labels: Vec<String> = labels.collect();
        let labels = match labels.as_slice() {
            [] => String::new(),
            labels => format!("{{{}}}", labels.join(",")),
        };
        text += &format!("{name}{ending}{labels} {}\n", number(*value));
    }
    text
}

/// Formats a number as `OpenMetrics` requires it, with `NaN`, `+Inf` and `-Inf`.
fn number(value: f64) -> String {
    if value.is_nan() {
        "NaN".to_owned()
    } else if value.is_infinite() {
        if value > 0.0 { "+Inf" } else { "-Inf" }.to_owned()
    } else {
        value.to_string()
    }
}
