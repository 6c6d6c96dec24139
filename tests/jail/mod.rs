//! The jail as its users meet it: what is told, stored and refused, and what a bot sees from inside.

mod inside;
mod keys;
mod killed;
mod stopped;
mod stored;
mod table;

use serde_json::Value;

use crate::kit::referee;

/// All layers that can be left out.
const ALL: &str = "namespaces,landlock,seccomp,cgroups,uids";

/// What `referee jail --json` tells of this machine.
fn jail_report(arguments: &[&str]) -> Value {
    let run = referee(&[&["jail", "--json"], arguments].concat());
    assert!(matches!(run.code, Some(0 | 1)), "{}", run.stderr);
    serde_json::from_str(&run.stdout).expect("JSON")
}

/// Whether a layer is in force here; says so where it isn't.
fn has(test: &str, layer: &str) -> bool {
    let report = jail_report(&[]);
    let by = report["by"].as_str().expect("words");
    let is_used = by.contains(layer);
    if !is_used {
        crate::skip::skip(test, &format!("needs {layer}, found {by}"));
    }
    is_used
}
