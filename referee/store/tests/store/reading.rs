//! Tests of reading damaged exports.

use std::sync::LazyLock;

use proptest::prelude::*;
use referee_store::{Damage, ReadError};

use crate::common::{chained, read, written};

/// Exports that many cases change.
static ONE: LazyLock<Vec<u8>> = LazyLock::new(|| written("one", 1));
static THREE: LazyLock<Vec<u8>> = LazyLock::new(|| written("three", 3));

fn lines(bytes: &[u8]) -> Vec<Vec<u8>> {
    bytes
        .split_inclusive(|b| *b == b'\n')
        .map(<[u8]>::to_vec)
        .collect()
}

/// Reads a changed file, and returns the damage that is reported for line `at`.
fn damaged(lines: &[Vec<u8>], at: u64) -> Damage {
    match read(&lines.concat()) {
        (sound, Some(ReadError::Damaged { line, why, .. })) => {
            assert_eq!((line, sound as u64), (at, at.saturating_sub(4)));
            why
        }
        other => panic!("not called damaged: {other:?}"),
    }
}

fn replace(line: &mut Vec<u8>, from: &str, to: &str) {
    let text = String::from_utf8(line.clone()).expect("UTF-8");
    assert!(text.contains(from), "{text}");
    *line = text.replacen(from, to, 1).into_bytes();
}

#[test]
fn a_changed_line_is_found() {
    let sound = lines(&written("changed", 4));
    for (at, from, to) in [
        (1, "1844", "1845"),
        (2, "ludo", "lude"),
        (3, "0.1.0", "0.2.0"),
        (4, "\"place\":1", "\"place\":2"),
        (5, "\"end\":\"end\"", "\"end\":\"and\""),
        (7, "\"p4\"", "\"q4\""),
        (7, "\"score\":-3", "\"score\": -3"),
    ] {
        let mut changed = sound.clone();
        replace(&mut changed[at - 1], from, to);
        assert!(matches!(damaged(&changed, at as u64), Damage::Hash));
    }
}

#[test]
fn missing_added_and_moved_lines_are_found() {
    let sound = lines(&written("moved", 4));
    let mut changed = sound.clone();
    changed.remove(4);
    assert!(matches!(damaged(&changed, 5), Damage::Hash));
    let mut changed = sound.clone();
    changed.insert(4, sound[3].clone());
    assert!(matches!(damaged(&changed, 5), Damage::Hash));
    let mut changed = sound.clone();
    changed.swap(5, 6);
    assert!(matches!(damaged(&changed, 6), Damage::Hash));
}

#[test]
fn broken_lines_are_damage_inside_and_torn_at_the_end() {
    let sound = lines(&written("broken", 3));
    for (at, line) in [(4, &b"{\"record\":\n"[..]), (5, b"\n")] {
        let mut changed = sound.clone();
        changed[at - 1] = line.to_vec();
        assert!(matches!(damaged(&changed, at as u64), Damage::Form(_)));
    }
    for line in ["{\"record\":{\"attempt\":1,\"pla\n", "hello\n", "\n"] {
        let mut changed = sound.clone();
        changed.push(line.into());
        assert!(matches!(damaged(&changed, 7), Damage::Form(_)));
    }
    let mut changed = sound.clone();
    changed.push(b"{\"record\":{\"attempt\":1,\"pla".to_vec());
    assert!(matches!(
        read(&changed.concat()),
        (3, Some(ReadError::Torn { line: 7, .. }))
    ));
    assert!(matches!(read(&sound.concat()), (3, None)));
}

#[test]
fn a_file_without_header_has_nothing() {
    assert!(matches!(read(b""), (0, Some(ReadError::Empty { .. }))));
    let whole = written("headless", 0);
    let header = &lines(&whole)[0];
    let torn = read(&header[..header.len() - 1]);
    assert!(matches!(torn, (0, Some(ReadError::Empty { .. }))));
}

#[test]
fn a_foreign_file_is_called_so() {
    let records = lines(&written("records", 2))[3..].concat();
    let foreign: [&[u8]; 5] = [&records, b"not JSON\nat all\n", b"hello", b"\n", &[0; 1000]];
    for bytes in foreign {
        assert!(matches!(read(bytes), (0, Some(ReadError::Foreign { .. }))));
    }
}

#[test]
fn a_header_of_another_format_is_told_by_its_number() {
    let mut sound = lines(&written("format", 1));
    sound[0] = chained("header", r#"{"format":1,"other":"shape"}"#);
    assert!(matches!(damaged(&sound, 1), Damage::Format(1)));
    sound[0] = chained("header", r#"{"format":"two"}"#);
    assert!(matches!(damaged(&sound, 1), Damage::Content(_)));
}

#[test]
fn endless_lines_are_refused() {
    let mut file = written("endless", 1);
    file.resize(file.len() + (64 << 20) + 1, b'x');
    assert!(matches!(
        read(&file),
        (
            1,
            Some(ReadError::Damaged {
                line: 5,
                why: Damage::Length,
                ..
            })
        )
    ));
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes_are_survived(bytes in prop::collection::vec(any::<u8>(), 0..600)) {
        prop_assert!(read(&bytes).1.is_some());
    }

    #[test]
    fn any_bytes_after_a_header_are_survived(
        head in r#"|\{"record":|\{"record":\{\}"#,
        bytes in prop::collection::vec(any::<u8>(), 1..300),
        tail in r#"|\n|","hash":"[0-9a-f]{64}"\}\n"#,
    ) {
        let mut file = ONE.clone();
        file.extend([head.as_bytes(), &bytes, tail.as_bytes()].concat());
        let (sound, error) = read(&file);
        prop_assert_eq!(sound, 1);
        prop_assert!(error.is_some());
    }

    /// Cuts the file anywhere: everything before the cut is read, and only a cut between lines goes
    /// unnoticed.
    #[test]
    fn any_cut_is_survived(cut in any::<prop::sample::Index>()) {
        let whole = &*THREE;
        let at = cut.index(whole.len() + 1);
        let lines = whole[..at].split(|b| *b == b'\n').count() - 1;
        let (sound, error) = read(&whole[..at]);
        prop_assert_eq!(sound, lines.saturating_sub(3));
        let between = at > 0 && whole[at - 1] == b'\n';
        prop_assert_eq!(error.is_none(), between);
        let damaged = matches!(error, Some(ReadError::Damaged { .. }));
        prop_assert!(!damaged);
    }

    #[test]
    fn any_changed_byte_is_found(at in any::<prop::sample::Index>(), byte in any::<u8>()) {
        let mut file = THREE.clone();
        let at = at.index(file.len());
        prop_assume!(file[at] != byte);
        file[at] = byte;
        prop_assert!(read(&file).1.is_some());
    }
}
