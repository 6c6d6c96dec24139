//! Tests that each input in the fuzzing corpus of bot lines is still understood.

#[path = "../../../tests/fuzz/checks/bot_line.rs"]
mod checks;

use std::fs;
use std::path::Path;

#[test]
fn every_input_of_the_corpus_is_understood() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/fuzz/corpus/bot_line");
    let mut count = 0;
    for entry in fs::read_dir(corpus).expect("a corpus") {
        let path = entry.expect("an entry").path();
        checks::bot_line(&fs::read(&path).expect("an input"));
        count += 1;
    }
    assert!(count > 10, "only {count} inputs");
}
