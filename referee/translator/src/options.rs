//! The options of an engine, and the values that were wished for.

/// An option that an engine offers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct OfferedOption {
    name: String,
    kind: OptionKind,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum OptionKind {
    Check,
    Number { least: i64, most: i64 },
    Choice(Vec<String>),
    Button,
    Text,
}

impl OfferedOption {
    /// Reads a line `option name NAME type TYPE …`; `None` for another line, and for a type that UCI doesn't have.
    pub(crate) fn read(line: &str) -> Option<OfferedOption> {
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
            "check" => OptionKind::Check,
            "spin" => OptionKind::Number {
                least: number("min", i64::MIN),
                most: number("max", i64::MAX),
            },
            // Values may hold blanks.
            "combo" => {
                let values = rest.split(" var ").skip(1);
                OptionKind::Choice(values.map(|value| value.trim().to_owned()).collect())
            }
            "button" => OptionKind::Button,
            "string" => OptionKind::Text,
            _ => return None,
        };
        Some(OfferedOption {
            name: name.trim().to_owned(),
            kind,
        })
    }

    /// Returns the line that sets the option. Returns an error in words if it can't have this value.
    fn set(&self, value: &str) -> Result<String, String> {
        let name = &self.name;
        let refused = |expected: String| {
            Err(format!(
                "the option {name} of the engine is {value:?}, expected {expected}"
            ))
        };
        if value.contains(['\n', '\r', '\0']) {
            return refused("one line".to_owned());
        }
        match &self.kind {
            OptionKind::Check if !matches!(value, "true" | "false") => {
                return refused("true or false".to_owned());
            }
            OptionKind::Number { least, most } => {
                let number = value.parse::<i64>().ok();
                if number.is_none_or(|number| !(*least..=*most).contains(&number)) {
                    return refused(format!("a number from {least} to {most}"));
                }
            }
            OptionKind::Choice(values) => {
                if !values.iter().any(|one| one.eq_ignore_ascii_case(value)) {
                    return refused(values.join(" or "));
                }
            }
            OptionKind::Button => return Ok(format!("setoption name {name}\n")),
            OptionKind::Check | OptionKind::Text => {}
        }
        Ok(format!("setoption name {name} value {value}\n"))
    }
}

/// Returns the lines that set the options which were wished for. Returns an error in words if the engine doesn't have
/// one of them, or not with this value.
pub(crate) fn set_all(
    offered: &[OfferedOption],
    wished: &[(String, String)],
) -> Result<String, String> {
    let lines = wished.iter().map(|(name, value)| {
        let option = offered
            .iter()
            .find(|one| one.name.eq_ignore_ascii_case(name));
        let option = option.ok_or_else(|| {
            let names: Vec<&str> = offered.iter().map(|one| one.name.as_str()).collect();
            format!(
                "the engine has no option {name:?}; it has {}",
                names.join(", ")
            )
        })?;
        option.set(value)
    });
    lines.collect()
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
        .map(|line| OfferedOption::read(line).expect(line))
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
            assert_eq!(OfferedOption::read(line), None, "{line}");
        }
    }
}
