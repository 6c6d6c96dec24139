//! How bots are made ready: snapshots, builds in the jail, kept results, fetches, toolchains.

mod fetch;
mod jailed;
mod kept;
mod moved;
mod outputs;
mod reach;
mod recipes;
mod snapshots;
mod strangers;
mod toolchains;
mod versions;

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::kit::{Folder, Run, ended};

/// A bot that says on stderr what the build left for it, and then plays.
const BOT: &str = r#"import sys
def say(text):
    print(text, flush=True)
sys.stderr.write("made: " + open("made").read() + "\n")
sys.stderr.flush()
legal = []
for line in sys.stdin:
    words = line.split()
    if words[0] == "hello":
        say("ready")
    elif words[0] == "legal":
        legal = words[1:]
    elif words[0] == "go":
        say("move " + legal[0])
"#;

/// A folder with bots, a cache, and a place for what is temporary.
pub struct Yard(Folder);

impl Yard {
    pub fn new() -> Yard {
        let yard = Yard(Folder::new());
        fs::create_dir(yard.at("temp")).expect("a folder");
        let open = fs::Permissions::from_mode(0o755);
        fs::set_permissions(yard.at(""), open).expect("a mode");
        yard
    }

    pub fn at(&self, name: &str) -> PathBuf {
        self.0.at(name)
    }

    pub fn write(&self, name: &str, text: &str) {
        self.0.write(name, text);
    }

    /// A bot in Python that is built by a shell; `made` is what it plays with.
    pub fn built(&self, name: &str, build: &str) {
        self.write(&format!("{name}/bot.py"), BOT);
        let build = serde_json::to_string(&["sh", "-c", build]).expect("JSON");
        self.write(
            &format!("{name}/bot.toml"),
            &format!("run = '/usr/bin/python3 bot.py'\nbuild = {build}\n"),
        );
    }

    pub fn command(&self, args: &[&str]) -> Command {
        let mut command = self.0.command(args);
        command
            .env("XDG_CACHE_HOME", self.at("cache"))
            .env("TMPDIR", self.at("temp"));
        command
    }

    pub fn referee(&self, args: &[&str]) -> Run {
        let run = ended(self.command(args));
        let left: Vec<_> = fs::read_dir(self.at("temp"))
            .expect("it is there")
            .collect();
        assert!(left.is_empty(), "{left:?}");
        run
    }

    /// Plays a game of a bot, and gives all that it wrote to stderr.
    pub fn play(&self, bot: &str, flags: &[&str]) -> String {
        let state = ["--option", "turns=1"];
        let args = [&["play", bot, "house:first"], &state[..], flags].concat();
        let shown = self.referee(&args).fine();
        let said = shown
            .lines()
            .filter_map(|line| line.trim().strip_prefix("A stderr: "));
        let said: Vec<&str> = said.collect();
        assert!(!shown.contains("forfeits"), "{shown}");
        said.join("\n")
    }

    /// The results that are kept.
    pub fn kept(&self) -> Vec<PathBuf> {
        let entries = fs::read_dir(self.at("cache/referee/builds"));
        let paths = entries
            .into_iter()
            .flatten()
            .flatten()
            .map(|entry| entry.path());
        paths.filter(|path| path.is_dir()).collect()
    }
}

/// A build that leaves a word that no other build leaves.
pub const STAMP: &str = "date +%s%N > made";

/// Whether bots are confined here: without a jail, nothing keeps a build from the network.
pub fn confined() -> bool {
    let scope = referee_engine::ProcessScope::open(
        Path::new(env!("CARGO_BIN_EXE_referee")),
        referee_jail::Level::Auto,
        &referee_jail::DisabledLayers::default(),
    );
    let scope = scope.expect("a scope");
    let namespaces = scope.jail().means().namespaces;
    namespaces != referee_jail::Namespaces::None
}
