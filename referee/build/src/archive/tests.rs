//! Archives come out as they went in, and hostile ones don't come out at all.

use std::collections::{BTreeMap, BTreeSet};

use std::fs::{self, Permissions};
use std::os::unix::fs::symlink;

use referee_config::FOLDER_DEPTH_MAX;

use super::*;

const BOUNDS: SourceLimits = SourceLimits { mib: 1, files: 10 };

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("a folder")
}

#[test]
fn what_is_packed_comes_out_again() {
    let from = folder();
    let at = |name: &str| from.path().join(name);
    fs::create_dir(at("data")).expect("a folder");
    fs::write(at("data/book.txt"), "e2e4").expect("a file");
    fs::write(at("bot"), "#!/bin/sh\n").expect("a file");
    fs::set_permissions(at("bot"), Permissions::from_mode(0o755)).expect("its mode");
    symlink("data/book.txt", at("link")).expect("a link");
    let files = ["bot", "data/book.txt", "link"];
    let tree = SourceTree {
        folders: BTreeSet::from(["data".into()]),
        files: BTreeMap::from(files.map(|name| (name.into(), at(name)))),
        bytes: 1000,
        ..SourceTree::default()
    };
    let bytes = pack(&tree).expect("an archive");
    assert_eq!(pack(&tree).expect("the same"), bytes);

    let to = folder();
    let to = to.path().join("bot");
    unpack(&bytes, &to, BOUNDS).expect("it is sound");
    let text = |name: &str| fs::read_to_string(to.join(name)).expect("a file");
    assert_eq!(
        (text("bot"), text("link")),
        ("#!/bin/sh\n".to_owned(), "e2e4".to_owned())
    );
    let mode = |name: &str| {
        fs::metadata(to.join(name))
            .expect("it")
            .permissions()
            .mode()
            & 0o777
    };
    assert_eq!((mode("bot"), mode("data/book.txt")), (0o755, 0o644));
}

/// Returns an archive with one entry, whose path is written without any check.
fn entry(kind: EntryType, path: &str, link: &str, contents: &[u8]) -> Vec<u8> {
    let mut header = header(kind, false, contents.len() as u64);
    let old = header.as_old_mut();
    old.name[..path.len()].copy_from_slice(path.as_bytes());
    old.linkname[..link.len()].copy_from_slice(link.as_bytes());
    header.set_cksum();
    let mut builder = Builder::new(Vec::new());
    builder.append(&header, contents).expect("an entry");
    builder.into_inner().expect("an archive")
}

#[test]
fn nothing_leaves_the_folder() {
    let place = folder();
    for (number, archive) in [
        entry(EntryType::Regular, "../out", "", b"x"),
        entry(EntryType::Regular, "/tmp/out", "", b"x"),
        entry(EntryType::Regular, "a/../../out", "", b"x"),
        entry(EntryType::Link, "hard", "/etc/passwd", b""),
        entry(EntryType::Fifo, "pipe", "", b""),
        entry(EntryType::Block, "disk", "", b""),
        entry(EntryType::Regular, "large", "", &vec![0; (1 << 20) + 1]),
        b"no archive at all, but as long as a header has to be".repeat(20),
    ]
    .iter()
    .enumerate()
    {
        let to = place.path().join(number.to_string());
        assert!(unpack(archive, &to, BOUNDS).is_err(), "{number}");
    }
    assert!(!place.path().join("out").exists());
}

#[test]
fn folders_go_only_so_deep() {
    let place = folder();
    let archive = |depth: usize| {
        let mut builder = Builder::new(Vec::new());
        let path = "a/".repeat(depth) + "file";
        let mut header = header(EntryType::Regular, false, 0);
        let added = builder.append_data(&mut header, path, io::empty());
        added.expect("an entry");
        builder.into_inner().expect("an archive")
    };
    let bounds = SourceLimits {
        files: 100,
        ..BOUNDS
    };
    for (depth, sound) in [(FOLDER_DEPTH_MAX, true), (FOLDER_DEPTH_MAX + 1, false)] {
        let to = place.path().join(depth.to_string());
        let unpacked = unpack(&archive(depth), &to, bounds);
        assert_eq!(unpacked.is_ok(), sound, "{unpacked:?}");
    }
}

#[test]
fn nothing_is_written_through_a_link() {
    let place = folder();
    for (number, kind) in [EntryType::Regular, EntryType::Symlink, EntryType::Directory]
        .into_iter()
        .enumerate()
    {
        let below = entry(kind, "a/out", "x", b"");
        let link = entry(EntryType::Symlink, "a", "..", b"");
        for (order, parts) in [[&link, &below], [&below, &link]].iter().enumerate() {
            // The end of the first archive is two empty blocks.
            let archive = [&parts[0][..512], &parts[1][..]].concat();
            let to = place.path().join(format!("{number}-{order}"));
            assert!(unpack(&archive, &to, BOUNDS).is_err(), "{kind:?} {order}");
            assert!(place.path().join("out").symlink_metadata().is_err());
        }
    }
}
