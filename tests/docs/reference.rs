//! The reference of tournament files names the keys that the schema has, with its words.

use std::collections::BTreeMap;
use std::fs;

use serde_json::Value;

use crate::kit::{referee, top};

/// Keys with their descriptions, by the path of the table and the key: `exam.marks`, `win`.
type Keys = BTreeMap<(String, String), String>;

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Adds the keys of all tables in a part of the schema, found through references and lists.
fn collect(schema: &Value, part: &Value, path: &str, keys: &mut Keys) {
    if let Some(name) = part["$ref"].as_str() {
        let pointer = name.strip_prefix('#').expect("inside the schema");
        collect(schema, schema.pointer(pointer).expect(name), path, keys);
    }
    for choice in ["anyOf", "allOf"] {
        for part in part[choice].as_array().into_iter().flatten() {
            collect(schema, part, path, keys);
        }
    }
    if part["items"].is_object() {
        collect(schema, &part["items"], path, keys);
    }
    for (key, value) in part["properties"].as_object().into_iter().flatten() {
        let description = value["description"].as_str().expect("a description");
        keys.insert((path.to_owned(), key.clone()), one_line(description));
        let inside = format!("{path}.{key}");
        collect(schema, value, inside.trim_start_matches('.'), keys);
    }
}

/// The tables that a heading names in brackets; the tournament itself if it names none.
fn tables(heading: &str) -> Vec<String> {
    let quoted = heading.split('`').skip(1).step_by(2);
    let names: Vec<String> = quoted
        .map(|name| name.trim_matches(['[', ']']).to_owned())
        .collect();
    if names.is_empty() {
        vec![String::new()]
    } else {
        names
    }
}

/// The rows of the page's tables of keys, each as the words of the schema.
fn documented(page: &str) -> Keys {
    let (mut keys, mut paths, mut in_table) = (Keys::new(), Vec::new(), false);
    for line in page.lines() {
        if line.starts_with('#') {
            paths = tables(line);
        }
        in_table = line.starts_with("| key |") || (in_table && line.starts_with('|'));
        let Some((key, rest)) = line.strip_prefix("| `").and_then(|l| l.split_once("` | ")) else {
            continue;
        };
        if !in_table {
            continue;
        }
        let cells: Vec<&str> = rest.trim_end_matches(" |").splitn(4, " | ").collect();
        let [_, default, _, meaning] = cells[..] else {
            panic!("a row has five cells: {line}");
        };
        let words = match default {
            "required" | "none" => meaning.to_owned(),
            _ => format!("{meaning} Default: {default}."),
        };
        for path in &paths {
            let before = keys.insert((path.clone(), key.to_owned()), words.clone());
            assert!(before.is_none(), "{path} {key}: twice");
        }
    }
    keys
}

/// Writes a number as the pages do: 1 048 576, but 8192.
fn figure(n: u64) -> String {
    let digits = n.to_string();
    if digits.len() < 5 {
        return digits;
    }
    let first = (digits.len() - 1) % 3 + 1;
    let (mut text, rest) = (digits[..first].to_owned(), &digits[first..]);
    for at in (0..rest.len()).step_by(3) {
        text += &format!(" {}", &rest[at..at + 3]);
    }
    text
}

#[test]
fn the_limits_of_the_pages_are_the_defaults() {
    let file = top().join("tournaments/quickstart.toml");
    let dry = referee(&["run", &file.to_string_lossy(), "--dry-run", "--json"]).fine();
    let dry: Value = serde_json::from_str(&dry).expect("JSON");
    let limit = |key: &str| {
        let limit = dry["tournament"]["limits"][key].as_u64();
        limit.unwrap_or_else(|| panic!("{key}: {dry}"))
    };
    let schema: Value = serde_json::from_str(&referee(&["schema"]).fine()).expect("JSON");
    let described = &schema["definitions"]["Limits"]["properties"];
    for (key, schema) in described.as_object().expect("limits") {
        let end = format!(" Default: {}.", figure(limit(key)));
        let words = one_line(schema["description"].as_str().expect("a description"));
        assert!(words.ends_with(&end), "{key}: {words}");
    }
    let (mib, kib) = (
        |key| format!("{} MiB", limit(key)),
        |key| format!("{} KiB", limit(key) >> 10),
    );
    let memory = mib("memory_mib");
    let places = [
        (
            "protocol.md",
            format!("until `ready` | {} s |", limit("start_ms") / 1000),
        ),
        (
            "protocol.md",
            format!("then the process is killed | {} ms |", limit("grace_ms")),
        ),
        (
            "protocol.md",
            format!(
                "chatter in one turn | {} lines or {} MiB,",
                limit("chatter_lines"),
                limit("chatter_bytes") >> 20
            ),
        ),
        (
            "protocol.md",
            format!("the first and the last {} |", kib("stderr_bytes")),
        ),
        (
            "protocol.md",
            format!("memory of all its processes | {memory} |"),
        ),
        (
            "protocol.md",
            format!("processes and threads | {} |", limit("processes")),
        ),
        (
            "protocol.md",
            format!("open files of each process | {} |", limit("files")),
        ),
        (
            "protocol.md",
            format!("scratch folder | {}, ", mib("scratch_mib")),
        ),
        (
            "protocol.md",
            format!("tries of a void game | {} |", dry["tournament"]["tries"]),
        ),
        ("README.md", format!("of {memory}")),
        (
            "docs/check.md",
            format!("until `ready`, {} by default", figure(limit("start_ms"))),
        ),
        ("docs/coming-from.md", format!("with {memory} of memory")),
        ("docs/exam.md", format!("the system's, {memory} of memory")),
        (
            "docs/jail.md",
            format!("`/tmp`, {} and", mib("scratch_mib")),
        ),
        ("docs/writing-a-bot.md", format!("of {memory} by default")),
        (
            "sample-bots/java/README.md",
            format!("the bot has {memory} as a rule"),
        ),
        (
            "sample-bots/kotlin/README.md",
            format!("the bot has {memory} as a rule"),
        ),
    ];
    for (page, words) in places {
        let text = fs::read_to_string(top().join(page)).expect(page);
        assert!(
            one_line(&text).contains(&words),
            "{page}: expected {words:?}"
        );
    }
}

#[test]
fn the_reference_has_the_keys_of_the_schema() {
    let schema: Value = serde_json::from_str(&referee(&["schema"]).fine()).expect("JSON");
    let page = fs::read_to_string(top().join("docs/tournaments.md")).expect("the page");
    let mut expected = Keys::new();
    collect(&schema, &schema, "", &mut expected);
    let found = documented(&page);
    for ((path, key), words) in &found {
        let described = expected.get(&(path.clone(), key.clone()));
        let described =
            described.unwrap_or_else(|| panic!("[{path}] {key}: the schema has no such key"));
        // The defaults of a single bot's limits are the tournament's.
        let told = words.starts_with(described.as_str()) && path.ends_with(".limits");
        assert!(
            told || words == described
                || words.replace(" Default: `round-robin`.", "") == *described,
            "[{path}] {key}: the page says\n{words}\nand the schema\n{described}"
        );
    }
    for (path, key) in expected.keys() {
        let there = found.contains_key(&(path.clone(), key.clone()));
        assert!(there, "[{path}] {key}: the page doesn't name it");
    }
}
