//! The reference of tournament files names the keys that the schema has, with its words.

use std::collections::BTreeMap;
use std::fs;

use serde_json::Value;

use crate::cli::{referee, top};

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
