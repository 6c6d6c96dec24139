//! `referee jail --self-test`: runs the probes of the jail on this machine, and prints what held.

use anyhow::Result;
use referee_build::jail::{JailRequest, by, level};
use referee_engine::{jail_self_test, left_by_self_test};
use referee_jail::{Guarantee, ProbeResult, Waivers, broken_guarantees};
use referee_output::failure::machine;
use referee_output::sanitize::plain_lines;
use referee_output::text_layout::{count, paragraph, wrap};
use referee_output::{Exit, stdout};
use serde_json::{Value, json};

use super::in_force;

/// Widths of the columns of the guarantees, and of the probes.
const PROMISE: usize = 37;
const PROBE: usize = 17;

/// A probe and its result.
struct Row {
    promise: Guarantee,
    name: &'static str,
    tries: &'static str,
    /// True if the layers in force can keep the guarantee.
    promised: bool,
    answer: ProbeResult,
}

/// Runs the probes and prints what held.
pub fn run(wanted: &JailRequest, json: bool) -> Result<Exit> {
    let scope = wanted.scope()?;
    let means = scope.jail().means().clone();
    let lost: Vec<Guarantee> = broken_guarantees(&means, Waivers::default())
        .iter()
        .map(|entry| entry.promise)
        .collect();
    let mut rows = Vec::new();
    let mut add = |promise, name, tries, answer| {
        let promised = !lost.contains(&promise);
        rows.push(Row {
            promise,
            name,
            tries,
            promised,
            answer,
        });
    };
    jail_self_test(&scope, |probe, answer| {
        add(probe.promise, probe.name, probe.tries, answer);
    })
    .map_err(|error| machine(format!("the jail can't be tried here: {error}")))?;
    let (mark, folder) = (scope.mark().1.to_owned(), scope.folder().to_owned());
    drop(scope);
    let left = left_by_self_test(&mark, &folder, &means);
    add(
        Guarantee::Remains,
        "run",
        "what all of this left behind",
        left,
    );
    let place = |row: &Row| {
        Guarantee::ALL
            .iter()
            .position(|guarantee| *guarantee == row.promise)
    };
    rows.sort_by_key(place);
    let held = !rows.iter().any(Row::failed);
    if json {
        stdout::json(&json!({
            "level": level(wanted.level()),
            "by": by(&means),
            "left_out": wanted.without().to_string(),
            "held": held,
            "probes": rows.iter().map(Row::json).collect::<Vec<_>>(),
        }))?;
    } else {
        let text = format!("{}\n{}", in_force(wanted, &means), tell(&rows));
        stdout::text(&plain_lines(&text))?;
    }
    Ok(if held { Exit::Fine } else { Exit::No })
}

impl Row {
    /// Returns true if the probe got through although a kept guarantee forbids that.
    fn failed(&self) -> bool {
        self.promised && matches!(self.answer, ProbeResult::GotThrough(_))
    }

    fn json(&self) -> Value {
        let (outcome, what) = match &self.answer {
            ProbeResult::Held => ("held", None),
            ProbeResult::GotThrough(what) => ("got-through", Some(what)),
            ProbeResult::Untried(why) => ("not-tried", Some(why)),
        };
        json!({
            "promise": self.promise,
            "says": self.promise.says(),
            "promised": self.promised,
            "probe": self.name,
            "tries": self.tries,
            "outcome": outcome,
            "what": what,
        })
    }

    fn outcome(&self) -> &'static str {
        match (&self.answer, self.promised) {
            (ProbeResult::Held, true) => "held",
            (ProbeResult::GotThrough(_), true) => "GOT THROUGH",
            (ProbeResult::Untried(_), true) => "not tried",
            (ProbeResult::Held, false) => "not promised: held",
            (ProbeResult::GotThrough(_), false) => "not promised: got through",
            (ProbeResult::Untried(_), false) => "not promised: not tried",
        }
    }

    /// Returns a remark that explains the result; `None` if the probe was stopped.
    fn remark(&self) -> Option<String> {
        let Row { name, tries, .. } = self;
        let line = match &self.answer {
            ProbeResult::Held => return None,
            ProbeResult::GotThrough(what) => format!("  {name}: tried {tries}; reached {what}"),
            ProbeResult::Untried(why) => format!("  {name}: tries {tries}; not tried: {why}"),
        };
        Some(paragraph(&line, 4))
    }
}

fn tell(rows: &[Row]) -> String {
    let mut text = format!("{:PROMISE$}{:PROBE$}outcome\n", "promise", "probe");
    let mut last = None;
    for row in rows {
        let says = if last == Some(row.promise) {
            ""
        } else {
            row.promise.says()
        };
        last = Some(row.promise);
        text += &format!("{says:PROMISE$}{:PROBE$}{}\n", row.name, row.outcome());
    }
    for (title, promised) in [
        ("Of what is promised:", true),
        ("Not promised here:", false),
    ] {
        let remarks = rows.iter().filter(|row| row.promised == promised);
        let remarks: Vec<String> = remarks.filter_map(Row::remark).collect();
        if !remarks.is_empty() {
            text += &format!("\n{title}\n{}\n", remarks.join("\n"));
        }
    }
    text + "\n" + &wrap(&verdict(rows), 0)
}

fn verdict(rows: &[Row]) -> String {
    let failed = rows.iter().filter(|row| row.failed()).count();
    if failed > 0 {
        return format!(
            "{} of {} got through what is promised here. Please report it: SECURITY.md.",
            failed,
            count(rows.len() as u64, "probe")
        );
    }
    let promised = rows.iter().filter(|row| row.promised);
    let tried = promised
        .filter(|row| row.answer == ProbeResult::Held)
        .count();
    let held = count(tried as u64, "probe");
    format!("All that is promised here held: {held}. `referee jail` tells what is promised.")
}
