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
/// `**` doesn't follow them. What can't be read is listed itself, unless the pattern names it.
pub(crate) fn matching(pattern: &str, folder: &Path) -> Result<Vec<PathBuf>, String> {
    let (plain, rest) = split(pattern);
    let parts = rest.into_iter().map(Pattern::new);
    let parts = parts.collect::<Result<Vec<_>, _>>();
    let parts = parts.map_err(|e| e.to_string())?;
    let mut found = Vec::new();
    let top = folder.join(plain);
    find(&top, top.clone(), &parts, &mut found)?;
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

fn find(
    top: &Path,
    path: PathBuf,
    parts: &[Pattern],
    found: &mut Vec<PathBuf>,
) -> Result<(), String> {
    let Some((part, rest)) = parts.split_first() else {
        let is_missing = path.symlink_metadata().is_err_and(|e| is_absent(&e));
        found.extend((!is_missing).then_some(path));
        return Ok(());
    };
    if !has_wildcard(part.as_str()) {
        return find(top, path.join(part.as_str()), rest, found);
    }
    let everywhere = part.as_str() == "**";
    if everywhere {
        find(top, path.clone(), rest, found)?;
    }
    let names = match names(&path) {
        Err(_) if path != top => {
            found.push(path);
            return Ok(());
        }
        names => names?,
    };
    for name in names {
        let inside = path.join(&name);
        if everywhere {
            let is_shown = !name.as_encoded_bytes().starts_with(b".");
            if is_shown && inside.is_dir() && !inside.is_symlink() {
                find(top, inside, parts, found)?;
            }
        } else if fits(part, Path::new(&name)) {
            find(top, inside, rest, found)?;
        }
    }
    Ok(())
}

/// Returns the names in a folder; there are none in a file, or in what doesn't exist.
fn names(folder: &Path) -> Result<Vec<OsString>, String> {
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
        Err(e) if is_absent(&e) => Ok(Vec::new()),
        Err(e) => Err(refuse(e)),
    }
}

/// Returns whether an error says that there is no such file or folder.
fn is_absent(error: &io::Error) -> bool {
    use io::ErrorKind::{NotADirectory, NotFound};
    [NotADirectory, NotFound].contains(&error.kind())
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
    fn what_cannot_be_read_hides_nothing_else() {
        let dir = tempfile::tempdir().expect("a folder");
        fs::create_dir_all(dir.path().join("subs/s1/bot")).expect("a folder");
        symlink("loop", dir.path().join("subs/loop")).expect("a link");
        for (pattern, expected) in [
            ("subs/*/*", &["subs/loop", "subs/s1/bot"][..]),
            ("subs/*/bot", &["subs/loop/bot", "subs/s1/bot"]),
            ("subs/**/bot", &["subs/s1/bot"]),
            ("subs/*/", &["subs/s1"]),
        ] {
            let found = matching(pattern, dir.path()).expect(pattern);
            let expected: Vec<PathBuf> =
                expected.iter().map(|path| dir.path().join(path)).collect();
            assert_eq!(found, expected, "{pattern}");
        }
        let error = matching("subs/loop/*", dir.path()).expect_err("the pattern names it");
        assert!(error.contains("subs/loop: "), "{error}");
    }

    /// Looks in a thread of a user who isn't root.
    #[cfg(target_os = "linux")]
    #[test]
    fn a_closed_folder_is_listed_itself() {
        use rustix::process::{Uid, getuid};
        use std::os::unix::fs::PermissionsExt;
        let dir = tempfile::tempdir().expect("a folder");
        let at = |name: &str| dir.path().join(name);
        fs::create_dir_all(at("subs/s1/bot")).expect("a folder");
        fs::create_dir_all(at("subs/s2/bot")).expect("a folder");
        let close = |path: PathBuf, mode| {
            fs::set_permissions(path, fs::Permissions::from_mode(mode)).expect("a mode");
        };
        close(at(""), 0o755);
        close(at("subs/s2"), 0);
        let look = || {
            if getuid().is_root() {
                rustix::thread::set_thread_uid(Uid::from_raw(12345)).expect("root may");
            }
            let [several, one] =
                ["subs/*/*", "subs/*/bot"].map(|pattern| matching(pattern, dir.path()));
            (several, one, matching("subs/s2/*", dir.path()))
        };
        let looked = std::thread::scope(|scope| scope.spawn(look).join());
        close(at("subs/s2"), 0o755);
        let (several, one, named) = looked.expect("it looks");
        assert_eq!(several, Ok(vec![at("subs/s1/bot"), at("subs/s2")]));
        assert_eq!(one, Ok(vec![at("subs/s1/bot"), at("subs/s2/bot")]));
        assert!(named.is_err_and(|why| why.contains("subs/s2: ")));
    }

    #[test]
    fn a_pattern_is_split_before_its_first_wildcard() {
        assert_eq!(split("/a/b/*/c"), (PathBuf::from("/a/b"), vec!["*", "c"]));
        assert_eq!(split("../s?"), (PathBuf::from(".."), vec!["s?"]));
        assert_eq!(split("a/b"), (PathBuf::from("a/b"), vec![]));
    }
}
