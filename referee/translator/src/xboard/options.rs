//! The options of an engine in the words of xboard.

use super::features::Features;
use crate::options::{OfferedKind, OfferedOption, chosen};

/// Options that a feature offers: its name, and that of the line that sets it.
const OF_FEATURES: [(&str, &str); 2] = [("memory", "memory"), ("smp", "cores")];

/// Reads an option `NAME -TYPE …`; `None` for a type that xboard doesn't have.
pub(super) fn read(text: &str) -> Option<OfferedOption> {
    text.match_indices(" -").find_map(|(end, _)| {
        let rest = &text[end + 2..];
        let (kind, rest) = rest.split_once(' ').unwrap_or((rest, ""));
        let kind = match kind {
            "check" => OfferedKind::Check,
            "spin" | "slider" => {
                // The usual value, the least and the most.
                let mut numbers = rest.split_ascii_whitespace().skip(1);
                let mut number = |usual| {
                    let text = numbers.next();
                    text.and_then(|text| text.parse().ok()).unwrap_or(usual)
                };
                OfferedKind::Number {
                    least: number(i64::MIN),
                    most: number(i64::MAX),
                }
            }
            // The usual value has an asterisk.
            "combo" => {
                let values = rest
                    .split("///")
                    .map(|value| value.trim().trim_start_matches('*'));
                OfferedKind::Choice(values.map(str::to_owned).collect())
            }
            "button" | "save" | "reset" => OfferedKind::Button,
            "string" | "file" | "path" => OfferedKind::Text,
            _ => return None,
        };
        Some(OfferedOption {
            name: text[..end].trim().to_owned(),
            kind,
        })
    })
}

/// Returns the lines that set the options which were wished for. Returns an error in words if the engine doesn't have
/// one of them, or not with this value.
pub(super) fn set_all(features: &Features, wished: &[(String, String)]) -> Result<String, String> {
    let of_features = OF_FEATURES.iter().filter(|(name, _)| features.has(name));
    let of_features: Vec<&str> = of_features.map(|(_, word)| *word).collect();
    let offered = of_features.iter().map(|word| OfferedOption {
        name: (*word).to_owned(),
        kind: OfferedKind::Number {
            least: 1,
            most: i64::MAX,
        },
    });
    let offered: Vec<OfferedOption> = offered.chain(features.options.iter().cloned()).collect();
    let lines = chosen(&offered, wished)?.into_iter();
    let lines = lines.map(
        |(option, value)| match (option.name.as_str(), &option.kind) {
            (name, _) if of_features.contains(&name) => format!("{name} {value}\n"),
            (name, OfferedKind::Button) => format!("option {name}\n"),
            (name, OfferedKind::Check) => format!("option {name}={}\n", u8::from(value == "true")),
            (name, _) => format!("option {name}={value}\n"),
        },
    );
    Ok(lines.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(name: &str, value: &str) -> Result<String, String> {
        let mut features = Features::default();
        features.take("feature memory=1 option=\"Own Book -check 1\" option=\"Randomizer (0-50) -slider 0 -5 50\"");
        features.take("feature option=\"Style -combo *Solid /// Very Risky\" option=\"Clear Hash -button\" smp=0");
        features.take("feature option=\"Log -file debug.txt\" option=\"odd -sort 1\"");
        set_all(&features, &[(name.to_owned(), value.to_owned())])
    }

    #[test]
    fn options_are_set_by_their_own_names() {
        for (name, value, line) in [
            ("memory", "64", "memory 64"),
            ("own book", "true", "option Own Book=1"),
            ("Own Book", "false", "option Own Book=0"),
            ("Randomizer (0-50)", "-5", "option Randomizer (0-50)=-5"),
            ("Style", "Very Risky", "option Style=Very Risky"),
            ("Clear Hash", "", "option Clear Hash"),
            ("Log", "/a b", "option Log=/a b"),
        ] {
            assert_eq!(set(name, value), Ok(format!("{line}\n")));
        }
    }

    #[test]
    fn what_an_engine_doesnt_have_is_refused() {
        for (name, value, expected) in [
            (
                "cores",
                "2",
                "no option \"cores\"; it has memory, Own Book, Randomizer (0-50), Style, Clear Hash, Log",
            ),
            ("memory", "0", "expected a number from 1 to"),
            ("Randomizer (0-50)", "51", "expected a number from -5 to 50"),
            ("Own Book", "yes", "expected true or false"),
            ("Style", "Wild", "expected Solid or Very Risky"),
            ("Log", "a\nquit", "expected one line"),
        ] {
            let why = set(name, value).expect_err(value);
            assert!(why.contains(expected), "{why}");
        }
    }
}
