//! Helpers for lists of sentences.

/// Returns each different sentence once, in the order of first occurrence.
pub fn each_once<'a>(all: impl Iterator<Item = &'a String>) -> Vec<String> {
    let mut sentences: Vec<String> = Vec::new();
    for one in all {
        if !sentences.contains(one) {
            sentences.push(one.clone());
        }
    }
    sentences
}
