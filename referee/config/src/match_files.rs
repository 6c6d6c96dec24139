//! Common parts of the tournament files that commands write for matches.

/// Games in a row that a bot may lose by its own fault before the match ends.
pub const PARK_AFTER: u32 = 10;
/// Option by which some games take fewer seats, with the value for two bots: seats that face each other.
pub const SEATS: (&str, &str) = ("seats", "AC");

/// Makes names unique: a name that occurs twice is cut and gets its ending.
pub fn apart(names: &[String], endings: &[String]) -> Vec<String> {
    let twice = |name: &String| names.iter().filter(|other| *other == name).count() > 1;
    let ended = |(name, ending): (&String, &String)| {
        if twice(name) {
            let kept: String = name.chars().take(30).collect();
            format!("{kept}-{ending}")
        } else {
            name.clone()
        }
    };
    names.iter().zip(endings).map(ended).collect()
}

/// Quotes a string for TOML.
pub fn quoted(text: &str) -> String {
    toml::Value::from(text).to_string()
}
