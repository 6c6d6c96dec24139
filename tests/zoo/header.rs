//! What the head of a bot's file says: what it tries, and what must happen.

use std::fs;
use std::path::{Path, PathBuf};

/// How a bot must fare.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expect {
    /// Its attacks fail, if it has any, and it plays to the end.
    Plays,
    /// It loses by this word.
    Loses(String),
}

/// How it must fare without a jail, which shows that its attacks are real.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Off {
    /// An attack gets through.
    Escapes { user: bool, root: bool },
    /// The same as with a jail.
    Same,
    /// It isn't run.
    Skip(String),
}

/// A bot of the zoo.
#[derive(Clone, Debug)]
pub struct Bot {
    /// The name of its file.
    pub name: String,
    pub file: PathBuf,
    pub game: String,
    /// Any of these.
    pub expect: Vec<Expect>,
    pub off: Off,
    /// What the machine must have.
    pub needs: Vec<String>,
}

impl Bot {
    /// `inet` of `inet.c`.
    pub fn stem(&self) -> String {
        let stem = self.file.file_stem().expect("a file has a name");
        stem.to_string_lossy().into_owned()
    }

    pub fn is(&self, language: &str) -> bool {
        self.file.extension().is_some_and(|e| e == language)
    }

    /// Whether it never plays on and may last until its time is over: more time changes nothing.
    pub fn runs_out_its_clock(&self) -> bool {
        let timeout = Expect::Loses("timeout".to_owned());
        self.expect.contains(&timeout) && !self.expect.contains(&Expect::Plays)
    }

    pub fn needs(&self, what: &str) -> bool {
        self.needs.iter().any(|need| need == what)
    }
}

/// The folder of the zoo.
pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/zoo")
}

/// All bots of the zoo, by name.
pub fn bots() -> Vec<Bot> {
    let files = fs::read_dir(folder()).expect("a folder").flatten();
    let mut files: Vec<PathBuf> = files.map(|entry| entry.path()).collect();
    files.retain(|file| {
        ["c", "py", "js", "java"]
            .iter()
            .any(|l| file.extension().is_some_and(|e| e == *l))
    });
    files.sort();
    files.iter().map(|file| read(file)).collect()
}

fn read(file: &Path) -> Bot {
    let name = file
        .file_name()
        .expect("a name")
        .to_string_lossy()
        .into_owned();
    let text = fs::read_to_string(file).expect("a bot's file can be read");
    let words = |key: &str| {
        let mut head = text
            .lines()
            .take(12)
            .map(|line| line.trim_start_matches(['/', '*', '#', ' ', '"']));
        let line = head.find_map(|line| line.strip_prefix(key)?.strip_prefix(':'));
        line.map(|rest| rest.trim_end_matches(['*', '/', ' ']).trim().to_owned())
    };
    for key in ["tries", "must"] {
        assert!(
            words(key).is_some_and(|w| !w.is_empty()),
            "{name}: a line `{key}:` is missing"
        );
    }
    let expect = words("expect").unwrap_or_default();
    let needs = words("needs").unwrap_or_default();
    let needs: Vec<String> = needs
        .split([',', ' '])
        .filter(|n| !n.is_empty())
        .map(str::to_owned)
        .collect();
    for need in &needs {
        assert!(
            ["root", "scratch", "world", "vsock", "32-bit"].contains(&need.as_str()),
            "{name}: needs what? {need}"
        );
    }
    Bot {
        expect: expect
            .split('|')
            .map(|entry| expectation(&name, entry.trim()))
            .collect(),
        off: without_jail(&name, words("off").as_deref(), &expect),
        file: file.to_owned(),
        game: words("game").unwrap_or_else(|| "onitama".to_owned()),
        needs,
        name,
    }
}

fn expectation(name: &str, text: &str) -> Expect {
    match text.split_once(' ') {
        Some(("loses", word)) => Expect::Loses(word.to_owned()),
        None if text == "plays" || text == "held" => Expect::Plays,
        _ => panic!("{name}: expect `held`, `plays` or `loses WORD`, not `{text}`"),
    }
}

fn without_jail(name: &str, text: Option<&str>, expect: &str) -> Off {
    match text {
        Some("escapes") => Off::Escapes {
            user: true,
            root: true,
        },
        Some("escapes as user") => Off::Escapes {
            user: true,
            root: false,
        },
        Some("escapes as root") => Off::Escapes {
            user: false,
            root: true,
        },
        Some("same" | "fails") => Off::Same,
        None if !expect.contains("held") => Off::Same,
        _ => match text.and_then(|text| text.strip_prefix("skip ")) {
            Some(reason) => Off::Skip(reason.to_owned()),
            None => panic!("{name}: expect `off: escapes`, `same`, `fails` or `skip REASON`"),
        },
    }
}
