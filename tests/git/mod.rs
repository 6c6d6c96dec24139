//! Bots out of a git repository: two commits play each other, and what can't be is refused.

mod hostile;
mod runs;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;

use crate::kit::{Run, command, ended};

/// A bot that plays one of its legal moves, and says on stderr who it is.
const BOT: &str = r#"import sys
def say(text):
    print(text, flush=True)
print("I am NAME", file=sys.stderr, flush=True)
legal = []
for line in sys.stdin:
    words = line.split()
    if words[0] == "hello":
        say("ready")
    elif words[0] == "legal":
        legal = words[1:]
    elif words[0] == "go":
        say("move " + legal[PICK])
    elif words[0] == "quit":
        break
"#;
const DESCRIPTION: &str = "run = 'python3 bot.py'\n";

/// A repository with a bot in its folder `fox`, and a place for what is temporary.
pub struct Repository {
    folder: TempDir,
}

impl Repository {
    /// One with two commits: `old` is a tag of the first, `main` the second.
    pub fn new() -> Repository {
        let repository = Repository::empty();
        repository.write("fox/bot.toml", DESCRIPTION);
        repository.bot("the first", "0");
        repository.commit("first");
        repository.git(&["tag", "old"]);
        repository.bot("the second", "-1");
        repository.commit("second");
        repository
    }

    pub fn empty() -> Repository {
        let folder = TempDir::new().expect("a temporary folder");
        let repository = Repository { folder };
        fs::create_dir(repository.at("")).expect("a folder");
        fs::create_dir(repository.temp()).expect("a folder");
        repository.git(&["init", "--quiet", "--initial-branch=main"]);
        repository
    }

    /// A path in the working copy.
    pub fn at(&self, path: &str) -> PathBuf {
        self.folder.path().join("forest").join(path)
    }

    pub fn temp(&self) -> PathBuf {
        self.folder.path().join("temp")
    }

    pub fn write(&self, path: &str, text: &str) {
        let path = self.at(path);
        fs::create_dir_all(path.parent().expect("it has one")).expect("a folder");
        fs::write(path, text).expect("a file");
    }

    pub fn bot(&self, name: &str, pick: &str) {
        self.write(
            "fox/bot.py",
            &BOT.replace("NAME", name).replace("PICK", pick),
        );
    }

    /// Commits all that is there, and gives the commit.
    pub fn commit(&self, message: &str) -> String {
        self.git(&["add", "--all"]);
        self.git(&["commit", "--quiet", "--allow-empty", "-m", message]);
        self.id("HEAD")
    }

    pub fn id(&self, revision: &str) -> String {
        self.git(&["rev-parse", revision]).trim().to_owned()
    }

    /// Its first digits, as they stand behind a name.
    pub fn short(&self, revision: &str) -> String {
        self.id(revision)[..7].to_owned()
    }

    /// Calls git in it, whatever the user's own settings are.
    pub fn git(&self, words: &[&str]) -> String {
        let mut command = Command::new("git");
        for setting in [
            "user.name=Ann",
            "user.email=ann@example.org",
            "core.hooksPath=/dev/null",
        ] {
            command.args(["-c", setting]);
        }
        command
            .env("GIT_CONFIG_GLOBAL", "/dev/null")
            .env("GIT_CONFIG_NOSYSTEM", "1")
            // The same commits, the same hashes.
            .env("GIT_AUTHOR_DATE", "2026-01-01T00:00:00Z")
            .env("GIT_COMMITTER_DATE", "2026-01-01T00:00:00Z");
        let output = command.args(words).current_dir(self.at("")).output();
        let output = output.expect("git starts");
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "git {words:?}: {stderr}");
        String::from_utf8_lossy(&output.stdout).into_owned()
    }

    /// The referee, called in a folder of the working copy.
    pub fn command(&self, folder: &str, words: &[&str]) -> Command {
        let mut command = command(words);
        command
            .current_dir(self.at(folder))
            .env("TMPDIR", self.temp())
            .env("GIT_CONFIG_GLOBAL", "/dev/null")
            .env("GIT_CONFIG_NOSYSTEM", "1");
        command
    }

    /// Calls it, and sees that nothing of the commits is left, neither here nor in the repository.
    pub fn referee(&self, folder: &str, words: &[&str]) -> Run {
        let run = ended(self.command(folder, words));
        let left: Vec<_> = fs::read_dir(self.temp()).expect("a folder").collect();
        assert!(left.is_empty(), "{left:?}");
        assert_eq!(self.git(&["worktree", "list"]).lines().count(), 1);
        run
    }

    /// A tournament file beside the bot, in `cups`.
    fn cup(&self, bots: &str) -> String {
        let text = format!("game = 'onitama'\nseed = 3\noptions = {{ turns = 8 }}\n{bots}");
        self.write("cups/cup.toml", &text);
        "cup.toml".to_owned()
    }
}

/// The header of a run.
fn header(database: &Path) -> referee_store::Header {
    let run = referee_store::Run::open(database).expect("results");
    run.header().clone()
}
