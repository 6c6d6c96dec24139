//! Archives of strangers come out whole, or not at all.

use std::io::Write;
use std::os::unix::fs::PermissionsExt;

use base64::prelude::{BASE64_STANDARD, Engine as _};
use flate2::write::{DeflateEncoder, GzEncoder};
use flate2::{Compression, Crc};
use proptest::prelude::*;
use tar::{Builder, EntryType, Header};

use super::*;

const BOUNDS: SourceLimits = SourceLimits { mib: 1, files: 10 };
/// What the script of a bot holds.
const SCRIPT: &str = "#!/bin/sh\nexit\n";
/// `fox-1a2b/bot.sh`, by Info-ZIP 3.0 and by Python's `zipfile` into a pipe: stored, and deflated with its sizes behind it.
const OTHERS: [&str; 2] = [
    "UEsDBAoAAAAAAPp6fV1vEVzfDwAAAA8AAAAPAAAAZm94LTFhMmIvYm90LnNoIyEvYmluL3NoCmV4aXQKUEsBAh4DCgAAAAAA+np9XW8R\
     XN8PAAAADwAAAA8AAAAAAAAAAQAAAO2BAAAAAGZveC0xYTJiL2JvdC5zaFBLBQYAAAAAAQABAD0AAAA8AAAAAAA=",
    "UEsDBBQACAAIAIMYIlwAAAAAAAAAAAAAAAAPAAAAZm94LTFhMmIvYm90LnNoU1bUT8rM0y/O4EqtyCzhAgBQSwcIbxFc3xEAAAAPAAAA\
     UEsBAhQDFAAIAAgAgxgiXG8RXN8RAAAADwAAAA8AAAAAAAAAAAAAAO2BAAAAAGZveC0xYTJiL2JvdC5zaFBLBQYAAAAAAQABAD0AAABO\
     AAAABgAxYTJiM2M=",
];

/// An entry of a ZIP file as it is written, right or wrong.
struct Zipped {
    name: &'static str,
    mode: u32,
    method: u8,
    packed: Vec<u8>,
    size: u32,
    crc: u32,
}

fn small(length: usize) -> u32 {
    u32::try_from(length).expect("it is small")
}

fn stored(name: &'static str, contents: &[u8]) -> Zipped {
    let mut crc = Crc::new();
    crc.update(contents);
    let is_folder = name.ends_with('/');
    Zipped {
        name,
        mode: if is_folder { 0o040_755 } else { 0o100_644 },
        method: 0,
        packed: contents.to_vec(),
        size: small(contents.len()),
        crc: crc.sum(),
    }
}

fn deflated(name: &'static str, contents: &[u8]) -> Zipped {
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(contents).expect("memory");
    Zipped {
        method: 8,
        packed: encoder.finish().expect("memory"),
        ..stored(name, contents)
    }
}

/// Writes a ZIP file, with no more than has to be in it.
fn zipped(entries: &[Zipped]) -> Vec<u8> {
    let (mut bytes, mut directory) = (Vec::new(), Vec::new());
    for entry in entries {
        let start = small(bytes.len());
        // What both headers have: version, flags, method, time, checksum, sizes, lengths of name and extra fields.
        let mut header = vec![20, 0, 0, 0, entry.method, 0, 0, 0, 0, 0];
        header.extend(entry.crc.to_le_bytes());
        header.extend(small(entry.packed.len()).to_le_bytes());
        header.extend(entry.size.to_le_bytes());
        header.extend(small(entry.name.len()).to_le_bytes());
        bytes.extend(b"PK\x03\x04");
        bytes.extend(&header);
        bytes.extend(entry.name.as_bytes());
        bytes.extend(&entry.packed);
        directory.extend(b"PK\x01\x02\x14\x03");
        directory.extend(&header);
        directory.extend([0_u8; 6]);
        directory.extend((entry.mode << 16).to_le_bytes());
        directory.extend(start.to_le_bytes());
        directory.extend(entry.name.as_bytes());
    }
    let start = small(bytes.len());
    let count = u16::try_from(entries.len()).expect("it is small");
    bytes.extend(&directory);
    bytes.extend(b"PK\x05\x06\0\0\0\0");
    bytes.extend(count.to_le_bytes());
    bytes.extend(count.to_le_bytes());
    bytes.extend(small(directory.len()).to_le_bytes());
    bytes.extend(start.to_le_bytes());
    bytes.extend([0_u8; 2]);
    bytes
}

fn tarred(files: &[(&str, &str)]) -> Vec<u8> {
    let mut builder = Builder::new(Vec::new());
    for (name, contents) in files {
        let mut header = Header::new_gnu();
        header.set_mode(0o755);
        header.set_size(contents.len() as u64);
        let added = builder.append_data(&mut header, name, contents.as_bytes());
        added.expect("an entry");
    }
    builder.into_inner().expect("an archive")
}

/// Returns an archive with one entry of a special kind.
fn special(kind: EntryType, size: u64) -> Vec<u8> {
    let mut header = Header::new_gnu();
    header.set_entry_type(kind);
    header.set_path("special").expect("a name");
    header.set_link_name("bot.sh").expect("a target");
    header.set_mode(0o644);
    header.set_size(size);
    header.set_cksum();
    let mut builder = Builder::new(Vec::new());
    let added = builder.append(&header, io::repeat(b'x').take(size));
    added.expect("an entry");
    builder.into_inner().expect("an archive")
}

fn gzipped(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes).expect("memory");
    encoder.finish().expect("memory")
}

fn patched(bytes: &[u8], at: usize, byte: u8) -> Vec<u8> {
    let mut patched = bytes.to_vec();
    patched[at] = byte;
    patched
}

/// Unpacks an archive; returns the paths of the files in its folder, relative to the folder above.
fn paths(archive: &[u8]) -> Vec<String> {
    let place = tempfile::tempdir().expect("a folder");
    let to = place.path().join("to");
    let mut open = vec![unpack_upload(archive, &to, BOUNDS).expect("it is sound")];
    let above = open[0].parent().expect("it is below").to_owned();
    let mut paths = Vec::new();
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                open.push(path);
                continue;
            }
            let path = path.strip_prefix(&above).expect("it is below");
            paths.push(path.to_str().expect("it is text").to_owned());
        }
    }
    paths.sort();
    paths
}

/// Returns why an archive is refused.
fn refusal(archive: &[u8]) -> String {
    let place = tempfile::tempdir().expect("a folder");
    let unpacked = unpack_upload(archive, &place.path().join("to"), BOUNDS);
    let error = unpacked.expect_err("it is hostile");
    assert_eq!(error.raw_os_error(), None, "not the machine: {error}");
    let beside = fs::read_dir(place.path()).expect("a folder").count();
    assert_eq!(beside, 1, "{error}");
    error.to_string()
}

#[track_caller]
fn assert_refused(archive: &[u8], why: &str) {
    let said = refusal(archive);
    assert!(said.contains(why), "{said}\nexpected: {why}");
}

#[test]
fn formats_are_told_apart_by_their_bytes() {
    let tar = tarred(&[("fox-1a2b/bot.sh", SCRIPT)]);
    let mut archives = vec![gzipped(&tar), tar];
    for other in OTHERS {
        archives.push(BASE64_STANDARD.decode(other).expect("base64"));
    }
    for archive in archives {
        let place = tempfile::tempdir().expect("a folder");
        let to = place.path().join("to");
        let folder = unpack_upload(&archive, &to, BOUNDS).expect("it is sound");
        assert_eq!(folder, to.join("fox-1a2b"));
        let script = folder.join("bot.sh");
        let text = fs::read_to_string(&script).expect("a file");
        let mode = script.metadata().expect("a file").permissions().mode();
        assert_eq!((text.as_str(), mode & 0o777), (SCRIPT, 0o755));
    }
    for unknown in [&b""[..], b"PNG", &[0; 1024]] {
        assert_refused(unknown, "expected .tar, .tar.gz or .zip");
    }
}

#[test]
fn only_a_folder_that_wraps_everything_is_left_out() {
    let both = [stored("a/x", b""), stored("b/y", b"")];
    assert_eq!(paths(&zipped(&both)), ["to/a/x", "to/b/y"]);
    assert_eq!(paths(&zipped(&[stored("x", b"")])), ["to/x"]);
    let with_a_file = tarred(&[("./a/x", ""), ("./y", "")]);
    assert_eq!(paths(&with_a_file), ["to/a/x", "to/y"]);
    let inner = [stored("a/", b""), stored("a/b/", b""), stored("a/b/x", b"")];
    assert_eq!(paths(&zipped(&inner)), ["a/b/x"]);
}

#[test]
fn what_macos_and_git_add_is_left_out() {
    let names = ["fox/x", "fox/._x", "__MACOSX/fox/._x", ".DS_Store"];
    let entries = names.map(|name| deflated(name, b"some text"));
    assert_eq!(paths(&zipped(&entries)), ["fox/x"]);
    let commit = special(EntryType::XGlobalHeader, 52);
    // The end of an archive is two empty blocks.
    let archive = [&commit[..1024], &tarred(&[("fox/x", "")])].concat();
    assert_eq!(paths(&archive), ["fox/x"]);
}

#[test]
fn paths_lead_nowhere_else_and_are_what_they_seem() {
    for (name, why) in [
        ("../out", "leads out of the folder"),
        ("/tmp/out", "leads out of the folder"),
        ("a/../../out", "leads out of the folder"),
        ("a/..", "leads out of the folder"),
        ("", "leads out of the folder"),
        ("a\\b", "backslash"),
        ("a\u{202e}b", "\"a\\u{202e}b\": the name has a character"),
        ("a\u{1b}[31m", "isn't seen"),
        ("a/\u{200b}b", "isn't seen"),
    ] {
        assert_refused(&zipped(&[stored(name, b"x")]), why);
    }
    for name in ["a\\b", "a\u{202e}b", "a/\u{200b}b"] {
        assert_refused(&tarred(&[(name, "x")]), "rename it");
    }
}

#[test]
fn only_files_and_folders_come_out() {
    for mode in [0o120_777, 0o020_644, 0o010_644, 0o040_755] {
        let entry = Zipped {
            mode,
            ..stored("a", b"x")
        };
        assert_refused(&zipped(&[entry]), "neither a file nor a folder");
    }
    for kind in [EntryType::Link, EntryType::Fifo, EntryType::Block] {
        assert_refused(&special(kind, 0), "neither a file nor a folder");
    }
    assert_refused(&special(EntryType::Symlink, 0), "it is a link");
}

#[test]
fn no_name_is_there_twice() {
    for (names, why) in [
        (["a", "./a"], "two entries of this name"),
        (["a/b", "a"], "two entries of this name"),
        (["a", "a/b"], "below a file"),
    ] {
        assert_refused(&zipped(&names.map(|name| stored(name, b"x"))), why);
        assert_refused(&tarred(&names.map(|name| (name, "x"))), why);
    }
    let twice = tarred(&[("a", "x"), ("a", "y")]);
    assert_refused(&twice, "two entries of this name");
    let twice = zipped(&[stored("a", b"x"), stored("a", b"y")]);
    assert_eq!(paths(&twice), ["to/a"]);
}

#[test]
fn damaged_zip_files_are_refused() {
    let sound = zipped(&[stored("a", b"x")]);
    let (central, end) = (32, 79);
    assert_eq!(sound.len(), end + 22);
    for (at, byte, why) in [
        (central + 8, 1, "Password required"),
        (central + 10, 9, "not supported: 9"),
        (central + 46, 0xe9, "UTF-8"),
        (central + 16, sound[central + 16] ^ 1, "checksum"),
        (central + 20, 200, "its size isn't"),
        (central + 24, 0, "its size isn't"),
        (central + 24, 2, "its size isn't"),
        (central + 42, 1, "\"a\": "),
        (end + 4, 1, "make it anew"),
        (end + 8, 2, "make it anew"),
        (end + 16, 33, "make it anew"),
        (end + 20, 1, "make it anew"),
    ] {
        assert_refused(&patched(&sound, at, byte), why);
    }
    for (field, why) in [
        (20, "its size isn't"),
        (24, "more than 1 MiB"),
        (42, "make it anew"),
    ] {
        let mut huge = sound.clone();
        huge[central + field..central + field + 4].fill(0xff);
        assert_refused(&huge, why);
    }
    let before = [&b"PK"[..], &sound].concat();
    assert_refused(&before, "make it anew");
    for length in 0..sound.len() {
        refusal(&sound[..length]);
    }
}

#[test]
fn bytes_that_entries_share_are_read_once() {
    // Blocks that hold nothing, but take time, and the last one.
    let block = |last: u8| [last, 0, 0, 0xff, 0xff];
    let hollow = Zipped {
        packed: [block(0).repeat(20_000), block(1).to_vec()].concat(),
        ..deflated("a", b"")
    };
    let mut archive = zipped(&[hollow, stored("b", b"")]);
    assert_eq!(paths(&archive), ["to/a", "to/b"]);
    // All but the name in the header of the first.
    let second = archive.len() - 22 - 47;
    archive.copy_within(second - 47..second - 1, second);
    assert_refused(&archive, "or entries that share bytes");
}

#[test]
fn bombs_stay_packed() {
    let much = vec![0; (1 << 20) + 1];
    assert_refused(&zipped(&[deflated("a", &much)]), "more than 1 MiB");
    let understated = Zipped {
        size: 10,
        ..deflated("a", &much)
    };
    assert_refused(&zipped(&[understated]), "its size isn't");
    let halves = ["a", "b"].map(|name| deflated(name, &much[..600_000]));
    assert_refused(&zipped(&halves), "\"b\": with it the files have more");
    let many = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k"];
    let many = many.map(|name| stored(name, b""));
    assert_refused(&zipped(&many), "more than 10 files and folders");
    // More than are read into memory.
    let many: Vec<Zipped> = (0..7000).map(|_| stored("a", b"")).collect();
    assert_refused(&zipped(&many), "far more than 10 files, or");

    // A file and the nine folders that its path names, and one more.
    let path = "a/b/c/d/e/f/g/h/i/x";
    assert_eq!(paths(&tarred(&[(path, "")])), [path]);
    let archive = gzipped(&tarred(&[(path, ""), ("y", "")]));
    assert_refused(&archive, "more than 10 files and folders");

    let text = "x".repeat(much.len());
    let archive = gzipped(&tarred(&[("a", text.as_str())]));
    assert_refused(&archive, "more than 1 MiB");
    // A name that would be read into memory.
    let archive = gzipped(&special(EntryType::GNULongName, 8 << 20));
    assert_refused(&archive, "unpacked it is larger");
}

#[test]
fn what_is_cut_off_is_refused() {
    let archive = gzipped(&tarred(&[("fox/bot.sh", SCRIPT)]));
    for length in 0..archive.len() {
        refusal(&archive[..length]);
    }
    let checksum = archive.len() - 8;
    refusal(&patched(&archive, checksum, archive[checksum] ^ 1));
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    /// Nothing is written elsewhere, and nothing panics, whatever byte is another one.
    #[test]
    fn a_changed_byte_does_no_harm(at in 0..300_usize, byte in 0..=255_u8) {
        let archive = zipped(&[deflated("fox/a", b"aaaaaaaaaa"), stored("fox/b", b"x")]);
        let changed = patched(&archive, at % archive.len(), byte);
        let place = tempfile::tempdir().expect("a folder");
        let _ = unpack_upload(&changed, &place.path().join("to"), BOUNDS);
        let beside = fs::read_dir(place.path()).expect("a folder").count();
        prop_assert_eq!(beside, 1);
    }
}
