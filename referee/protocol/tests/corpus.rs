//! Tests that each input in the fuzzing corpus of bot lines is still understood.

#[path = "../../../tests/fuzz/checks/bot_line.rs"]
mod checks;

use std::fs::{self, File};
use std::io::Read;
use std::path::Path;

#[test]
fn every_input_of_the_corpus_is_understood() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/fuzz/corpus");
    let mut count = 0;
    for entry in fs::read_dir(corpus.join("bot_line")).expect("a corpus") {
        let path = entry.expect("an entry").path();
        checks::bot_line(&fs::read(&path).expect("an input"));
        count += 1;
    }
    let archive = File::open(corpus.join("bot_line.tar")).expect("an archive");
    for entry in tar::Archive::new(archive).entries().expect("entries") {
        let mut input = Vec::new();
        let read = entry.expect("an entry").read_to_end(&mut input);
        read.expect("an input");
        checks::bot_line(&input);
        count += 1;
    }
    assert!(count > 100, "only {count} inputs");
}
