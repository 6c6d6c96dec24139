//! Describes a format in the words of tournament files.

use referee_schedule::Format;
use serde_json::Value;

/// Characters after which a value is cut off.
const LONGEST: usize = 60;

/// Returns the name of a format.
pub(crate) fn format_name(format: &Format) -> String {
    let name = match serde_json::to_value(format) {
        Ok(Value::Object(variant)) => variant.keys().next().cloned().unwrap_or_default(),
        Ok(Value::String(name)) => name,
        _ => String::new(),
    };
    match format {
        Format::Knockout { double: true, .. } => format!("double-{name}"),
        _ => name,
    }
}

/// Returns the settings of a format, without its name.
pub(crate) fn keys(format: &Format) -> Value {
    let value = serde_json::to_value(format).unwrap_or_default();
    let mut inner = match value {
        Value::Object(variant) => variant.into_iter().next().map(|(_, inner)| inner),
        _ => None,
    };
    if let Some(Value::Object(keys)) = &mut inner {
        // The name already says it.
        keys.remove("double");
    }
    inner.unwrap_or_default()
}

/// Explains why a run of a format can't continue past its end, or returns `None` if it can.
pub(crate) fn ends(format: &Format) -> Option<&'static str> {
    match format {
        Format::Swiss { .. } => Some(
            "a Swiss tournament is paired for the rounds that it begins with, and ends with them",
        ),
        Format::Knockout { .. } => Some("a knockout ends with its bracket"),
        Format::Exam(_) => Some("an exam asks everybody the same, and ends with that"),
        _ => None,
    }
}

/// Shows a value on one line.
pub(crate) fn shown(value: &Value) -> String {
    let text = match value {
        Value::Null => "not given".to_owned(),
        Value::String(text) => text.clone(),
        Value::Array(values) => values.iter().map(shown).collect::<Vec<_>>().join(", "),
        other => other.to_string(),
    };
    if text.chars().count() > LONGEST {
        let begin: String = text.chars().take(LONGEST).collect();
        return format!("{begin}…");
    }
    text
}
