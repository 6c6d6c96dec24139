//! Exports of runs: lines of JSON, whose hashes are put right so that what they say is read.
#![cfg_attr(feature = "libfuzzer", no_main)]

use std::fs;
use std::path::Path;
use std::sync::LazyLock;

use referee::fuzzing::{results, show};
use referee_store::{ResultLine, ResultsReader};
use sha2::{Digest, Sha256};
use tempfile::TempDir;

static FOLDER: LazyLock<TempDir> = LazyLock::new(|| TempDir::new().expect("a folder"));

fn export(data: &[u8]) {
    let text = chained(data);
    let path = FOLDER.path().join("run.jsonl");
    let Ok(lines) = ResultsReader::new(&*text, Path::new("run.jsonl")) else {
        return;
    };
    for line in lines {
        match line {
            Ok(ResultLine::Record(mut record)) => {
                record.played.job.start.plies %= 8;
                let _ = show(*record);
            }
            Ok(_) => {}
            Err(why) => assert!(!why.to_string().is_empty()),
        }
    }
    fs::write(&path, &text).expect("room");
    let _ = results(&path);
}

/// The lines with the hashes that they should have; those of another form stay as they are.
fn chained(data: &[u8]) -> Vec<u8> {
    let mut chain: Vec<u8> = Vec::new();
    let mut text = Vec::new();
    for line in data.split_inclusive(|byte| *byte == b'\n') {
        match content(line) {
            Some((kind, content)) => {
                let word = kind.strip_prefix(b"{\"").unwrap_or(kind);
                let word = word.strip_suffix(b"\":").unwrap_or(word);
                let hash = Sha256::new_with_prefix(&chain).chain_update(word);
                let hash = hash.chain_update([0]).chain_update(Sha256::digest(content));
                chain = hash.finalize().to_vec();
                let digit = |byte: &u8| format!("{byte:02x}");
                let digits: String = chain.iter().map(digit).collect();
                text.extend_from_slice(kind);
                text.extend_from_slice(content);
                text.extend_from_slice(format!(",\"hash\":\"{digits}\"}}\n").as_bytes());
            }
            None => text.extend_from_slice(line),
        }
    }
    text
}

/// The key with its colon, and the content of a line that has a hash.
fn content(line: &[u8]) -> Option<(&[u8], &[u8])> {
    let end = line.windows(9).rposition(|w| w == b",\"hash\":\"")?;
    let colon = line[..end].iter().position(|byte| *byte == b':')?;
    Some((&line[..=colon], &line[colon + 1..end]))
}

referee_fuzz::target!(export);
