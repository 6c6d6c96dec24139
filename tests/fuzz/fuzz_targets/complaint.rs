//! What a bot that didn't start wrote to stderr, behind a line of bytes that its program begins with:
//! the file of a stranger, too.
#![cfg_attr(feature = "libfuzzer", no_main)]

use std::fs;
use std::io;
use std::sync::LazyLock;

use referee_engine::{Program, missing_path};
use tempfile::TempDir;

static FOLDER: LazyLock<TempDir> = LazyLock::new(|| TempDir::new().expect("a folder"));

fn complaint(data: &[u8]) {
    let folder = FOLDER.path();
    let executable = folder.join("bot");
    let (head, stderr) = data.split_at(data.iter().position(|b| *b == b'\n').unwrap_or(0));
    let program = Program {
        name: "bot".to_owned(),
        executable: executable.clone(),
        through: Vec::new(),
        args: vec!["bot.py".into()],
        env: Vec::new(),
        folder: Some(folder.to_owned()),
        origin: Some(folder.to_owned()),
        owns_origin: false,
        read: Vec::new(),
        games: None,
        settings: None,
    };
    let stderr = String::from_utf8_lossy(stderr);
    tell(missing_path(&stderr, None, &program));
    fs::write(&executable, head).expect("room");
    let error = io::Error::from(io::ErrorKind::NotFound);
    tell(missing_path("", Some(&error), &program));
}

fn tell(advice: Option<impl ToString>) {
    if let Some(advice) = advice {
        assert!(!advice.to_string().is_empty());
    }
}

referee_fuzz::target!(complaint);
