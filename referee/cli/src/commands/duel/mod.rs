//! The commands that measure one bot against others: `match`, `sprt` and `gauntlet`.

pub mod fixed;
pub mod gauntlet;
pub mod sprt;

/// A number of Elo or a probability.
fn number(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number: &f64| number.is_finite());
    number.ok_or_else(|| "expected a number, such as 2 or -0.5".to_owned())
}

/// A line of a table, if its value is given.
fn key<T: std::fmt::Display>(name: &str, value: Option<T>) -> String {
    value.map_or_else(String::new, |value| format!("{name} = {value}\n"))
}
