//! Finds files by patterns such as `subs/*/bot`, whatever bytes their names have.
//!
//! A name that isn't UTF-8 matches as if `�` stood for each part of it that can't be read.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::{fs, io};

use glob::{MatchOptions, Pattern, PatternError};

/// Patterns match no hidden files, unless they name them; `*` doesn't match `/`.
const SHOWN: MatchOptions = MatchOptions {
    case_sensitive: true,
    require_literal_separator: true,
    require_literal_leading_dot: true,
};

/// Parses a pattern, to be [matched](fits) with paths.
pub(crate) fn parse(pattern: &str) -> Result<Pattern, PatternError> {
    Pattern::new(pattern.trim_start_matches("./"))
}

/// Returns whether a pattern matches a path.
pub(crate) fn fits(pattern: &Pattern, path: &Path) -> bool {
    pattern.matches_with(&path.to_string_lossy(), SHOWN)
}

/// Splits a pattern into the folder that it names, before the first wildcard, and the rest.
pub(crate) fn split(pattern: &str) -> (PathBuf, Vec<&str>) {
    let parts = Path::new(pattern).iter().filter_map(|part| part.to_str());
    let mut rest: Vec<&str> = parts.collect();
    let is_wild = |part: &&str| has_wildcard(part);
    let plain = rest.iter().position(is_wild).unwrap_or(rest.len());
    let folder = rest.drain(..plain).collect();
    (folder, rest)
}

/// Lists the paths that match a pattern relative to a folder, sorted by name. Links to folders are listed, but
/// `**` doesn't follow them.
pub(crate) fn matching(pattern: &str, folder: &Path) -> Result<Vec<PathBuf>, String> {
    let (plain, rest) = split(pattern);
    let parts = rest.into_iter().map(Pattern::new);
    let parts = parts.collect::<Result<Vec<_>, _>>();
    let parts = parts.map_err(|e| e.to_string())?;
    let mut found = Vec::new();
    find(folder.join(plain), &parts, &mut found)?;
    if pattern.ends_with('/') {
        found.retain(|path| path.is_dir());
    }
    found.sort();
    found.dedup();
    Ok(found)
}

fn has_wildcard(part: &str) -> bool {
    part.contains(['*', '?', '['])
}

fn find(path: PathBuf, parts: &[Pattern], found: &mut Vec<PathBuf>) -> Result<(), String> {
    let Some((part, rest)) = parts.split_first() else {
        let exists = path.symlink_metadata().is_ok();
        found.extend(exists.then_some(path));
        return Ok(());
    };
    if !has_wildcard(part.as_str()) {
        return find(path.join(part.as_str()), rest, found);
    }
    let everywhere = part.as_str() == "**";
    if everywhere {
        find(path.clone(), rest, found)?;
    }
    for name in names(&path)? {
        let inside = path.join(&name);
        if everywhere {
            let is_shown = !name.as_encoded_bytes().starts_with(b".");
            if is_shown && inside.is_dir() && !inside.is_symlink() {
                find(inside, parts, found)?;
            }
        } else if fits(part, Path::new(&name)) {
            find(inside, rest, found)?;
        }
    }
    Ok(())
}

/// Returns the names in a folder; there are none in a file, or in what doesn't exist.
fn names(folder: &Path) -> Result<Vec<OsString>, String> {
    use io::ErrorKind::{NotADirectory, NotFound};
    let here = if folder.as_os_str().is_empty() {
        Path::new(".")
    } else {
        folder
    };
    let refuse = |e: io::Error| format!("{}: {e}", here.display());
    match fs::read_dir(here) {
        Ok(entries) => {
            let names = entries.map(|entry| entry.map(|entry| entry.file_name()));
            names.collect::<io::Result<_>>().map_err(refuse)
        }
        Err(e) if [NotADirectory, NotFound].contains(&e.kind()) => Ok(Vec::new()),
        Err(e) => Err(refuse(e)),
    }
}

#[cfg(test)]
mod tests {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    use std::os::unix::fs::symlink;

    use super::*;

    #[test]
    fn names_of_any_bytes_are_matched() {
        let dir = tempfile::tempdir().expect("a folder");
        let top = dir.path().join(OsStr::from_bytes(b"[b\xe9]*"));
        let latin = top.join("subs").join(OsStr::from_bytes(b"M\xfcller"));
        for path in [
            &latin,
            &top.join("subs/s1"),
            &top.join("subs/.hidden"),
            &top.join("x/y"),
        ] {
            fs::create_dir_all(path).expect("a folder");
        }
        fs::write(latin.join("bot"), "").expect("a file");
        fs::write(top.join("subs/s1/bot"), "").expect("a file");
        symlink("s1", top.join("subs/s2")).expect("a link");
        symlink("../subs", top.join("x/loop")).expect("a link");
        for (pattern, expected) in [
            ("subs/s*", &[&b"subs/s1"[..], b"subs/s2"][..]),
            ("./subs/M?ller", &[b"subs/M\xfcller"]),
            ("subs/*", &[b"subs/M\xfcller", b"subs/s1", b"subs/s2"]),
            ("subs/.h*", &[b"subs/.hidden"]),
            ("subs/[M]*/bot", &[b"subs/M\xfcller/bot"]),
            ("subs/*/bot/", &[]),
            ("subs/s1", &[b"subs/s1"]),
            ("subs/s1/bot/*", &[]),
            ("none/*", &[]),
            ("**/bot", &[b"subs/M\xfcller/bot", b"subs/s1/bot"]),
            ("*/y", &[b"x/y"]),
            ("x/y*/../y", &[b"x/y/../y"]),
        ] {
            let found = matching(pattern, &top).expect(pattern);
            let inside = found
                .iter()
                .map(|path| path.strip_prefix(&top).expect("it is there"));
            let inside: Vec<&[u8]> = inside.map(|path| path.as_os_str().as_bytes()).collect();
            assert_eq!(inside, expected, "{pattern}");
        }
        let error = matching("subs/[", &top).expect_err("a range that isn't closed");
        assert!(error.contains("Pattern syntax error"), "{error}");
    }

    #[test]
    fn a_pattern_is_split_before_its_first_wildcard() {
        assert_eq!(split("/a/b/*/c"), (PathBuf::from("/a/b"), vec!["*", "c"]));
        assert_eq!(split("../s?"), (PathBuf::from(".."), vec!["s?"]));
        assert_eq!(split("a/b"), (PathBuf::from("a/b"), vec![]));
    }
}
