//! Sanitizes JSON, which may be shown on a terminal or in the log of a GitHub runner.

use std::borrow::Cow;

use serde::Serialize;

use super::is_unfit;

/// Returns JSON with the same values, in which characters special to a terminal or a runner are written as
/// `\u…`. Such characters occur only in strings; newlines between the values stay.
pub fn json(document: &str) -> Cow<'_, str> {
    if is_plain(document) {
        return Cow::Borrowed(document);
    }
    let mut shown = String::new();
    escape(document, &mut shown);
    Cow::Owned(shown)
}

/// Returns the same as [`json`], in memory that the caller keeps if the document has to change.
pub fn json_in<'a>(document: &'a str, room: &'a mut String) -> &'a str {
    if is_plain(document) {
        return document;
    }
    room.clear();
    escape(document, room);
    room
}

fn is_plain(document: &str) -> bool {
    let is_plain = |byte: &u8| matches!(byte, b' '..=b'~' | b'\n');
    document.as_bytes().iter().all(is_plain) && !document.contains("##[")
}

/// Appends a document, with the special characters written as `\u…`.
fn escape(document: &str, shown: &mut String) {
    shown.reserve(document.len());
    for c in document.chars() {
        match c {
            '\n' => shown.push(c),
            // A GitHub runner looks for `##[` anywhere in a line.
            '[' if shown.ends_with("##") => *shown += "\\u005b",
            c if is_unfit(c) => *shown += &format!("\\u{:04x}", u32::from(c)),
            c => shown.push(c),
        }
    }
}

/// Returns a value as a JSON document of several lines. Returns an error if it can't be serialized.
pub fn document(value: &impl Serialize) -> serde_json::Result<String> {
    let text = serde_json::to_string_pretty(value)?;
    Ok(json(&text).into_owned())
}

#[cfg(test)]
mod tests {
    use super::super::hostile::{each, texts};
    use super::*;

    fn law(text: &str) {
        let value = serde_json::json!({ "text": text, text: [text] });
        let document = serde_json::to_string_pretty(&value).expect("JSON");
        let shown = json(&document);
        let read: serde_json::Value = serde_json::from_str(&shown).expect("JSON");
        assert_eq!(read, value);
        let mut room = "left from before".to_owned();
        assert_eq!(json_in(&document, &mut room), shown);
        assert!(!shown.contains(|c| is_unfit(c) && c != '\n'), "{shown:?}");
        let is_command = |line: &str| line.trim_start().starts_with("::") || line.contains("##[");
        assert!(!shown.lines().any(is_command), "{shown}");
    }

    #[test]
    fn it_says_the_same() {
        each(law);
    }

    proptest::proptest! {
        #[test]
        fn whatever_is_written(text in texts()) {
            law(&text);
        }
    }
}
