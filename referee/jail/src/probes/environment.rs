//! Attacks on the guarantee of a clean environment.

use std::env;

use super::{ProbeResult, Targets};

pub fn variables(targets: &Targets) -> ProbeResult {
    let names = env::vars_os().map(|(name, _)| name.to_string_lossy().into_owned());
    let given = |name: &String| targets.variables.contains(name);
    ProbeResult::of(names.filter(|name| !given(name)).map(Some))
}
