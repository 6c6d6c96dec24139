//! Files for `referee stats rate`.
#![cfg_attr(feature = "libfuzzer", no_main)]

use std::fs;
use std::sync::LazyLock;

use referee::fuzzing::calculate;
use tempfile::NamedTempFile;

static FILE: LazyLock<NamedTempFile> = LazyLock::new(|| NamedTempFile::new().expect("a file"));

fn stats(data: &[u8]) {
    let Some((which, text)) = data.split_first() else {
        return;
    };
    fs::write(FILE.path(), text).expect("room");
    let file = FILE.path().to_str().expect("a plain name");
    let _ = if which % 2 == 0 {
        calculate(&["rate", file])
    } else {
        calculate(&["rate", "--first-seat-term", file])
    };
}

referee_fuzz::target!(stats);
