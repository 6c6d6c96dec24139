//! Tournament files, exams among them, in a folder with a few things to be found.
#![cfg_attr(feature = "libfuzzer", no_main)]

use std::fs;
use std::sync::LazyLock;

use referee::fuzzing;
use tempfile::TempDir;

static FOLDER: LazyLock<TempDir> = LazyLock::new(|| {
    let folder = TempDir::with_prefix("referee-fuzz-").expect("a folder");
    let deals = include_str!("../../../tournaments/exam/deals.txt");
    let bot = folder.path().join("bots").join("ada");
    fs::create_dir_all(&bot).expect("a folder");
    for (path, text) in [
        (folder.path().join("deals.txt"), deals),
        (
            folder.path().join("roster.csv"),
            "id,name,alias\nada,Ada L,fox\n",
        ),
        (bot.join("bot.toml"), "run = \"true\"\n"),
    ] {
        fs::write(path, text).expect("a file");
    }
    folder
});

fn tournament(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else {
        return;
    };
    let _ = fuzzing::marking(text);
    // Paths lead out of the folder by these only; what lies there is no concern of a fuzzer's.
    if !text.contains(['/', '\\']) && !text.contains("..") {
        let _ = fuzzing::tournament(text, FOLDER.path());
    }
}

referee_fuzz::target!(tournament);
