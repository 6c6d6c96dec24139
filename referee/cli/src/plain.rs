//! Text that strangers wrote, made fit for a terminal.

/// The text without control characters, which could move the cursor or change colours.
pub fn plain(text: &str) -> String {
    text.chars()
        .map(|c| {
            if c.is_control() && c != '\t' {
                '\u{fffd}'
            } else {
                c
            }
        })
        .collect()
}
