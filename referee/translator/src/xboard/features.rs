//! What an engine says of itself in lines `feature NAME=VALUE NAME="VALUE" …`.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::options;
use crate::options::OfferedOption;

/// Features whose values are followed. Of others only the value 0 is: then nothing is sent that they stand for.
const FOLLOWED: [&str; 13] = [
    "cores", "done", "memory", "myname", "nps", "option", "ping", "reuse", "setboard", "smp",
    "time", "usermove", "variants",
];
/// Features that an engine has unless it says that it hasn't.
const USUAL: [&str; 2] = ["reuse", "time"];

/// The features of an engine.
#[derive(Debug, Default)]
pub(super) struct Features {
    values: BTreeMap<String, String>,
    pub(super) options: Vec<OfferedOption>,
}

impl Features {
    /// Takes a line. Returns the lines that accept or reject what it names; `None` for another line.
    pub(super) fn take(&mut self, line: &str) -> Option<String> {
        let mut rest = line.strip_prefix("feature ")?;
        let mut replies = String::new();
        while let Some((name, behind)) = rest.split_once('=') {
            let (name, quoted) = (name.trim(), behind.strip_prefix('"'));
            let value = quoted.map_or_else(|| behind.split_once(' '), |text| text.split_once('"'));
            let (value, behind) = value.unwrap_or((quoted.unwrap_or(behind), ""));
            rest = behind;
            let is_followed = FOLLOWED.contains(&name) || value == "0";
            let reply = if is_followed { "accepted" } else { "rejected" };
            // Writing to a string can't fail.
            let _ = writeln!(replies, "{reply} {name}");
            if name == "option" {
                self.options.extend(options::read(value));
            } else {
                self.values.insert(name.to_owned(), value.to_owned());
            }
        }
        Some(replies)
    }

    /// Returns the value of a feature, if the engine named it.
    pub(super) fn value(&self, name: &str) -> Option<&str> {
        self.values.get(name).map(String::as_str)
    }

    /// Tells if the engine has a feature.
    pub(super) fn has(&self, name: &str) -> bool {
        self.value(name)
            .map_or(USUAL.contains(&name), |value| value == "1")
    }

    /// Tells if the engine asked for time to name its features.
    pub(super) fn takes_time(&self) -> bool {
        self.value("done") == Some("0")
    }

    /// Tells if the engine plays a variant.
    pub(super) fn plays(&self, variant: &str) -> bool {
        let mut variants = self.value("variants").unwrap_or("normal").split(',');
        variants.any(|one| one.trim() == variant)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_may_hold_blanks() {
        let mut features = Features::default();
        let replies = features.take("feature myname=\"Fool 1.0\" san=1 ping=1  colors=0 done=0");
        let expected =
            "accepted myname\nrejected san\naccepted ping\naccepted colors\naccepted done\n";
        assert_eq!(replies.as_deref(), Some(expected));
        assert_eq!(features.value("myname"), Some("Fool 1.0"));
        assert!(features.has("ping") && features.takes_time());
        features.take("feature time=0 variants=\"normal, fischerandom\" done=1");
        assert!(!features.has("time") && features.has("reuse") && !features.has("setboard"));
        assert!(features.has("done") && !features.takes_time());
        assert!(features.plays("fischerandom") && !features.plays("atomic"));
        assert_eq!(features.take("features ping=1"), None);
    }

    #[test]
    fn odd_lines_are_survived() {
        for line in [
            "feature ",
            "feature =",
            "feature a",
            "feature a=\"b",
            "feature a=b c",
        ] {
            assert!(Features::default().take(line).is_some(), "{line}");
        }
    }
}
