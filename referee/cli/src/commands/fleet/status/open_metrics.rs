//! The `OpenMetrics` 1.0 text format, which metric collectors read.

use referee_output::sanitize::label;

/// A quantity that can rise and fall: its samples, which differ in their labels.
pub(super) struct Gauge {
    /// Its name without `referee_fleet_`; it ends in the unit, if there is one.
    pub name: &'static str,
    /// The unit, such as `seconds`; empty without one.
    pub unit: &'static str,
    /// A description: a sentence without its full stop.
    pub help: &'static str,
    /// The samples, each with the names and values of its labels.
    pub samples: Vec<(Vec<(&'static str, String)>, f64)>,
}

/// Writes gauges as text.
pub(super) fn write(gauges: &[Gauge]) -> String {
    let families: String = gauges.iter().map(family).collect();
    families + "# EOF\n"
}

fn family(gauge: &Gauge) -> String {
    let Gauge { unit, .. } = gauge;
    let name = format!("referee_fleet_{}", gauge.name);
    let mut text = format!("# TYPE {name} gauge\n");
    if !unit.is_empty() {
        text += &format!("# UNIT {name} {unit}\n");
    }
    text += &format!("# HELP {name} {}.\n", label(gauge.help));
    for (labels, value) in &gauge.samples {
        let labels = labels
            .iter()
            .map(|(key, value)| format!("{key}=\"{}\"", label(value)));
        let labels: Vec<String> = labels.collect();
        let labels = match labels.as_slice() {
            [] => String::new(),
            labels => format!("{{{}}}", labels.join(",")),
        };
        text += &format!("{name}{labels} {}\n", number(*value));
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
