//! Describes a jail in words.

use std::collections::BTreeMap;

use referee_jail::{
    DisabledLayers, GuaranteeStatus, HostFeatures, Jail, Level, Namespaces, Remedy, Requirement,
    broken_guarantees,
};
use referee_record::JailRecord as Stored;

use super::JailRequest;

/// The description if no layer is in force.
const NOTHING: &str = "nothing";

/// Returns the name of a level.
pub fn level(level: Level) -> &'static str {
    match level {
        Level::Strict => "strict",
        Level::Auto => "auto",
        Level::Off => "off",
    }
}

/// Describes the layers that are in force.
pub fn by(means: &HostFeatures) -> String {
    let layers = [
        (means.namespaces != Namespaces::None, "namespaces"),
        (means.landlock > 0, "landlock"),
        (means.seccomp, "seccomp"),
        (means.uids.is_some(), "own users"),
    ];
    let layers = layers.into_iter().filter(|(is, _)| *is);
    let layers: Vec<&str> = layers.map(|(_, layer_name)| layer_name).collect();
    let memory = if means.cgroups.memory.is_some() {
        "memory by control group"
    } else {
        "memory by RLIMIT_DATA and samples"
    };
    match layers[..] {
        _ if *means == HostFeatures::default() => NOTHING.to_owned(),
        [] => memory.to_owned(),
        _ => format!("{}; {memory}", layers.join(", ")),
    }
}

/// Makes the line about the jail that is printed at the start.
pub(super) fn line(jail: &Jail, wanted: &JailRequest) -> String {
    let without = &wanted.without;
    let rights = "bots have your rights, so play only those that you trust";
    let left_out = if without.is_empty() {
        String::new()
    } else {
        format!("; left out: {without}")
    };
    let lost = broken_guarantees(jail.means(), wanted.waivers);
    let lost: Vec<&str> = lost.iter().map(|entry| entry.promise.label()).collect();
    let kept = match (jail.level(), &lost[..]) {
        (Level::Strict, []) => "; every promise is kept".to_owned(),
        (_, []) => String::new(),
        (_, lost) => format!("; not kept: {}; `referee jail` tells more", lost.join(", ")),
    };
    match by(jail.means()).as_str() {
        _ if jail.level() == Level::Off => format!("jail: off: {rights}"),
        NOTHING => format!("jail: none here: {rights}{left_out}; `referee jail` tells more"),
        by => format!("jail: {by}{left_out}{kept}"),
    }
}

/// Explains why no game is played.
pub(super) fn refusal(lost: &[GuaranteeStatus], without: &DisabledLayers) -> String {
    let mut text =
        "jail = \"strict\": nothing is played, since this can't be kept here:".to_owned();
    for entry in lost {
        text += &format!("\n  {}: needs {}", entry.says, needs(entry));
    }
    if !without.is_empty() {
        text += &format!("\nleft out on the command line: {without}");
    }
    for (need, how) in helps(lost) {
        text += &format!("\n{need}: {how}");
    }
    text + "\n`--jail auto` plays with what there is, and says what isn't kept"
}

/// Lists the requirements that would each, or together, be enough for a guarantee.
pub fn needs(entry: &GuaranteeStatus) -> String {
    let needs: Vec<String> = entry.get.iter().map(|get| get.what.to_string()).collect();
    needs.join(if entry.together { " and " } else { ", or " })
}

/// Returns how to get the missing requirements, each of them once.
pub fn helps(lost: &[GuaranteeStatus]) -> BTreeMap<Requirement, &'static str> {
    let all = lost.iter().flat_map(|entry| &entry.get);
    all.map(|Remedy { what, how }| (*what, *how)).collect()
}

/// Describes the jails under which a run was played; warns in capitals if guarantees were not kept, or if
/// the jails differ.
pub fn remarks(jails: &[Stored]) -> Vec<String> {
    let mut lines: Vec<String> = jails.iter().map(remark).collect();
    if jails.len() > 1 {
        let n = jails.len();
        lines.insert(
            0,
            format!("SESSIONS DIFFER: parts of this run were played under {n} different jails:"),
        );
    }
    lines
}

fn remark(jail: &Stored) -> String {
    let Stored { level, by, broken } = jail;
    if by == NOTHING {
        return format!(
            "NO JAIL ({level}): the bots had the rights of whoever started the referee."
        );
    }
    if broken.is_empty() {
        return format!("Jail ({level}): every promise kept, by {by}.");
    }
    format!(
        "JAIL WITH HOLES ({level}): not kept: {}; in force: {by}.",
        broken.join(", ")
    )
}

#[cfg(test)]
mod tests {
    use referee_jail::Waivers;

    use super::*;

    fn stored(level: &str, by: &str, broken: &[&str]) -> Stored {
        Stored {
            level: level.to_owned(),
            by: by.to_owned(),
            broken: broken.iter().map(|promise| (*promise).to_owned()).collect(),
        }
    }

    #[test]
    fn what_was_not_kept_is_loud() {
        let whole = stored("strict", "seccomp", &[]);
        let holed = stored("auto", "seccomp", &["memory", "sharing"]);
        let off = stored("off", NOTHING, &["memory"]);
        assert_eq!(remarks(&[]), [""; 0]);
        assert_eq!(
            remarks(std::slice::from_ref(&whole)),
            ["Jail (strict): every promise kept, by seccomp."]
        );
        assert_eq!(
            remarks(std::slice::from_ref(&holed)),
            ["JAIL WITH HOLES (auto): not kept: memory, sharing; in force: seccomp."]
        );
        let several = remarks(&[whole, off]);
        assert_eq!(several.len(), 3);
        assert!(several[0].starts_with("SESSIONS DIFFER"), "{several:?}");
        assert!(several[2].starts_with("NO JAIL (off)"), "{several:?}");
    }

    #[test]
    fn a_refusal_names_each_promise_and_how_to_get_it() {
        let lost = broken_guarantees(&HostFeatures::default(), Waivers::default());
        let text = refusal(&lost, &DisabledLayers::default());
        for entry in &lost {
            assert!(text.contains(entry.says), "{text}");
        }
        assert!(text.contains("user.max_user_namespaces"), "{text}");
        assert!(text.contains("seccomp=unconfined"), "{text}");
    }
}
