//! Reads the time control of an engine.

use referee_config::parse_time_control;
use referee_record::{TimeBudget, TimeControl};

use super::engine_keys::EnginePairs;
use crate::args::number::whole;

impl EnginePairs {
    /// Returns the time control; `None` if nothing is said of it.
    pub(super) fn time(&self) -> Result<Option<TimeControl>, String> {
        let tc = self.last("tc").map(tidied);
        let st = self
            .last("st")
            .map(|seconds| format!("st={}", tidied(seconds)));
        let nodes = self.last("nodes").map(|nodes| format!("nodes={nodes}"));
        let depth = self
            .all(&["depth", "plies"])
            .last()
            .map(|plies| format!("depth={plies}"));
        let parts: Vec<String> = [tc, st, nodes, depth].into_iter().flatten().collect();
        let margin = self
            .last("timemargin")
            .map(whole::<u64, 0, 86_400_000>)
            .transpose();
        let margin_ms = margin
            .map_err(|why| format!("timemargin: {why}"))?
            .unwrap_or(0);
        if parts.is_empty() && margin_ms == 0 {
            return Ok(None);
        }
        let time = if parts.is_empty() {
            TimeControl::default()
        } else {
            parse_time_control(&parts.join(","))?
        };
        Ok(Some(TimeControl { margin_ms, ..time }))
    }
}

/// Returns the number by which the times of one time control are multiplied to give another.
pub fn factor(time: &TimeControl, other: &TimeControl) -> Option<f64> {
    let main = |time: &TimeControl| match time.budget {
        TimeBudget::Move { ms } | TimeBudget::Clock { ms, .. } => {
            u32::try_from(ms).ok().map(f64::from)
        }
        TimeBudget::Untimed { .. } => None,
    };
    let factor = main(other)? / main(time)?;
    (time.scaled(factor) == *other).then_some(factor)
}

/// Writes a time in the forms that the referee reads: seconds with at most three decimals and no unit.
fn tidied(tc: &str) -> String {
    let endless = ["inf/", "infinite/", "0/"]
        .iter()
        .find_map(|moves| tc.strip_prefix(moves));
    let tc = endless.unwrap_or(tc);
    if tc == "infinite" {
        return "inf".to_owned();
    }
    let mut text = String::new();
    for part in tc.split_inclusive(['/', ':', '+']) {
        let number = part.trim_end_matches(['/', ':', '+']);
        let seconds = number.strip_suffix('s').unwrap_or(number);
        let is_long = seconds
            .split_once('.')
            .is_some_and(|(_, decimals)| decimals.len() > 3);
        match seconds.parse::<f64>() {
            Ok(exact) if is_long => {
                let rounded = format!("{exact:.3}");
                text += rounded.trim_end_matches('0').trim_end_matches('.');
            }
            _ => text += seconds,
        }
        text += &part[number.len()..];
    }
    text
}
