//! Text that strangers wrote, made fit for a terminal.

/// The text without control characters, which could move the cursor or change colours, and
/// without those that turn the direction of writing.
pub fn plain(text: &str) -> String {
    text.chars()
        .map(|c| {
            let turns = matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
            if turns || c.is_control() && c != '\t' {
                '\u{fffd}'
            } else {
                c
            }
        })
        .collect()
}

/// The same for a text of several lines.
pub fn plain_lines(text: &str) -> String {
    let lines: Vec<String> = text.split('\n').map(plain).collect();
    lines.join("\n")
}
