//! The options of an engine, and the values that were wished for.

/// An option that an engine offers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct OfferedOption {
    pub(crate) name: String,
    pub(crate) kind: OfferedKind,
}

/// What an option can be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum OfferedKind {
    /// `true` or `false`.
    Check,
    /// A number in a range.
    Number { least: i64, most: i64 },
    /// One of these.
    Choice(Vec<String>),
    /// Something that the engine does; without a value.
    Button,
    /// Any line.
    Text,
}

impl OfferedOption {
    /// Returns an error in words if the option can't have this value.
    fn check(&self, value: &str) -> Result<(), String> {
        let expected = match &self.kind {
            _ if value.contains(['\n', '\r', '\0']) => "one line".to_owned(),
            OfferedKind::Check if !matches!(value, "true" | "false") => "true or false".to_owned(),
            OfferedKind::Number { least, most }
                if !value
                    .parse::<i64>()
                    .is_ok_and(|number| (*least..=*most).contains(&number)) =>
            {
                format!("a number from {least} to {most}")
            }
            OfferedKind::Choice(values)
                if !values.iter().any(|one| one.eq_ignore_ascii_case(value)) =>
            {
                values.join(" or ")
            }
            _ => return Ok(()),
        };
        let name = &self.name;
        Err(format!(
            "the option {name} of the engine is {value:?}, expected {expected}"
        ))
    }
}

/// Returns the options that were wished for, each with its value. Returns an error in words if the engine doesn't have
/// one of them, or not with this value.
pub(crate) fn chosen<'a>(
    offered: &'a [OfferedOption],
    wished: &'a [(String, String)],
) -> Result<Vec<(&'a OfferedOption, &'a str)>, String> {
    let chosen = wished.iter().map(|(name, value)| {
        let option = offered
            .iter()
            .find(|one| one.name.eq_ignore_ascii_case(name));
        let option = option.ok_or_else(|| {
            let names: Vec<&str> = offered.iter().map(|one| one.name.as_str()).collect();
            let names = if names.is_empty() {
                "none".to_owned()
            } else {
                names.join(", ")
            };
            format!("the engine has no option {name:?}; it has {names}")
        })?;
        option.check(value)?;
        Ok((option, value.as_str()))
    });
    chosen.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_engine_without_options_has_none() {
        let wished = [("Hash".to_owned(), "64".to_owned())];
        let why = chosen(&[], &wished).expect_err("there is none");
        assert_eq!(why, "the engine has no option \"Hash\"; it has none");
    }
}
