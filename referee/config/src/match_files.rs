//! What the tournament files of matches have in common that commands write.

/// A bot that loses so many games in a row by its own fault ends a match.
pub const PARK_AFTER: u32 = 10;
/// The option by which some games take fewer seats, and what two bots get of them: those that face
/// each other.
pub const SEATS: (&str, &str) = ("seats", "AC");

/// Names of which none comes twice.
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

/// A string as TOML has it.
pub fn quoted(text: &str) -> String {
    toml::Value::from(text).to_string()
}
