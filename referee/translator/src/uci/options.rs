//! The options of an engine in the words of UCI.

use crate::options::{OfferedKind, OfferedOption, chosen};

/// Reads a line `option name NAME type TYPE …`; `None` for another line, and for a type that UCI doesn't have.
pub(super) fn read(line: &str) -> Option<OfferedOption> {
    let rest = line.strip_prefix("option name ")?;
    let (name, rest) = rest.split_once(" type ")?;
    let mut words = rest.split_ascii_whitespace();
    let kind = words.next()?;
    let after = |key: &str| {
        let mut words = rest.split_ascii_whitespace();
        words.find(|word| *word == key).and_then(|_| words.next())
    };
    let number = |key, usual| {
        after(key)
            .and_then(|text| text.parse().ok())
            .unwrap_or(usual)
    };
    let kind = match kind {
        "check" => OfferedKind::Check,
        "spin" => OfferedKind::Number {
            least: number("min", i64::MIN),
            most: number("max", i64::MAX),
        },
        // Values may hold blanks.
        "combo" => {
            let values = rest.split(" var ").skip(1);
            OfferedKind::Choice(values.map(|value| value.trim().to_owned()).collect())
        }
        "button" => OfferedKind::Button,
        "string" => OfferedKind::Text,
        _ => return None,
    };
    Some(OfferedOption {
        name: name.trim().to_owned(),
        kind,
    })
}

/// Returns the lines that set the options which were wished for. Returns an error in words if the engine doesn't have
/// one of them, or not with this value.
pub(super) fn set_all(
    offered: &[OfferedOption],
    wished: &[(String, String)],
) -> Result<String, String> {
    let lines = chosen(offered, wished)?.into_iter();
    let lines = lines.map(|(option, value)| match (&option.name, &option.kind) {
        (name, OfferedKind::Button) => format!("setoption name {name}\n"),
        (name, _) => format!("setoption name {name} value {value}\n"),
    });
    Ok(lines.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn offered() -> Vec<OfferedOption> {
        [
            "option name Hash type spin default 16 min 1 max 1024",
            "option name Ponder type check default false",
            "option name Clear Hash type button",
            "option name Style type combo default Solid var Solid var Very Risky",
            "option name SyzygyPath type string default <empty>",
        ]
        .into_iter()
        .map(|line| read(line).expect(line))
        .collect()
    }

    fn set(name: &str, value: &str) -> Result<String, String> {
        set_all(&offered(), &[(name.to_owned(), value.to_owned())])
    }

    #[test]
    fn options_are_set_by_their_own_names() {
        assert_eq!(
            set("hash", "64").as_deref(),
            Ok("setoption name Hash value 64\n")
        );
        assert_eq!(
            set("Clear Hash", "").as_deref(),
            Ok("setoption name Clear Hash\n")
        );
        assert_eq!(
            set("Style", "Very Risky").as_deref(),
            Ok("setoption name Style value Very Risky\n")
        );
        assert_eq!(
            set("SyzygyPath", "/a b").as_deref(),
            Ok("setoption name SyzygyPath value /a b\n")
        );
    }

    #[test]
    fn what_an_engine_doesnt_have_is_refused() {
        for (name, value, expected) in [
            (
                "Hahs",
                "64",
                "no option \"Hahs\"; it has Hash, Ponder, Clear Hash",
            ),
            ("Hash", "0", "expected a number from 1 to 1024"),
            ("Hash", "many", "expected a number from 1 to 1024"),
            ("Ponder", "yes", "expected true or false"),
            ("Style", "Wild", "expected Solid or Very Risky"),
            ("SyzygyPath", "a\nquit", "expected one line"),
        ] {
            let why = set(name, value).expect_err(value);
            assert!(why.contains(expected), "{why}");
        }
    }

    #[test]
    fn other_lines_are_no_options() {
        for line in ["id name x", "option", "option name x type y", "uciok"] {
            assert_eq!(read(line), None, "{line}");
        }
    }
}
