//! A test ground: a folder with bots and canaries, somebody to play as, and the command that plays.

use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

use tempfile::TempDir;

use super::account::Account;
use super::cages;
use super::canary::Canary;
use super::header::Bot;
use super::mode::{Mode, Who};

/// The path in which the referee looks for programs.
pub const PATH: &str = "/usr/local/bin:/usr/bin:/bin";

/// Limits that the bots are told, as the tournament has them.
const LIMITS: &str = "memory_mib 512\nprocesses 128\nfiles 256\nscratch_mib 64\n";

/// A test ground; all of it goes with it.
pub struct Ground {
    folder: TempDir,
    /// A word that is in the arguments of every bot.
    pub tag: String,
    pub mode: Mode,
    account: Option<Account>,
    canaries: Vec<Canary>,
}

/// Whether a program is in the path of the referee.
pub fn has(program: &str) -> bool {
    PATH.split(':')
        .any(|folder| Path::new(folder).join(program).exists())
}

/// Whether the tests run as root.
pub fn is_root() -> bool {
    fs::metadata("/proc/self").is_ok_and(|process| process.uid() == 0)
}

impl Ground {
    pub fn new(mode: Mode) -> Ground {
        static GROUNDS: AtomicU32 = AtomicU32::new(0);
        let number = GROUNDS.fetch_add(1, Ordering::Relaxed);
        let tag = format!("{:06x}{number:02x}", std::process::id());
        let folder = tempfile::Builder::new()
            .prefix("zoo-ground-")
            .tempdir()
            .expect("a temporary folder");
        let account = (is_root() && mode.who == Who::User).then(|| Account::open(&tag));
        let mut ground = Ground {
            folder,
            tag,
            mode,
            account,
            canaries: Vec::new(),
        };
        ground.lay_out();
        ground
    }

    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    /// The user id that plays, where it is one of its own.
    pub fn uid(&self) -> Option<u32> {
        self.account.as_ref().map(|account| account.uid)
    }

    /// The copy of the referee's program that runs here, by which its processes are known.
    pub fn program(&self) -> PathBuf {
        self.path().join("referee")
    }

    fn secret(&self) -> String {
        format!("secret-{}-terces", self.tag)
    }

    fn lay_out(&mut self) {
        let path = self.path().to_owned();
        fs::set_permissions(&path, PermissionsExt::from_mode(0o755)).expect("set");
        fs::create_dir_all(path.join("home")).expect("a folder");
        let referee = std::env::var("ZOO_REFEREE")
            .unwrap_or_else(|_| env!("CARGO_BIN_EXE_referee").to_owned());
        fs::copy(referee, self.program()).expect("the referee is there");
        if self.mode.is_denied_by_a_filter() {
            fs::copy(cages::compiled().join("deny"), path.join("deny")).expect("compiled");
        }
        let canary = |ground: &Ground, who: Option<&Account>| {
            Canary::start(who, &ground.tag, &ground.secret(), &path)
        };
        if is_root() {
            cages::set_uid_copy(&path.join("setuid-id"));
        }
        self.take_over();
        self.canaries.push(canary(self, self.account.as_ref()));
        if self.account.is_some() {
            self.canaries.push(canary(self, None));
        }
    }

    /// Gives all to whoever plays, but for what belongs to root by intent.
    fn take_over(&self) {
        let Some(account) = &self.account else { return };
        let owner = account.uid.to_string();
        let mut command = Command::new("find");
        command
            .arg(self.path())
            .args(["-not", "-perm", "-4000", "-exec", "chown", "-h"]);
        command.arg(format!("{owner}:{owner}")).args(["{}", "+"]);
        assert!(
            command.status().is_ok_and(|status| status.success()),
            "chown {owner}"
        );
    }

    fn targets(&self) -> String {
        let path = self.path().display();
        let mut text = self.canaries[0].targets.clone();
        if let Some(root) = self.canaries.get(1) {
            let pid = root
                .targets
                .lines()
                .find_map(|line| line.strip_prefix("canary "));
            text += &format!("root_canary {}\n", pid.expect("it says so"));
            // In /run only root can listen.
            let docker = root
                .targets
                .lines()
                .find(|line| line.starts_with("docker "));
            text += &docker.map(|line| format!("{line}\n")).unwrap_or_default();
        }
        text + &format!(
            "tag {}\nsecret {}\nhome {path}/home\ndatabase {path}/cup.db\ntournament {path}/cup.toml\nsetuid {path}/setuid-id\n{LIMITS}",
            self.tag,
            self.secret()
        )
    }

    /// Writes a tournament in which an honest bot meets all others; gives its file.
    pub fn tournament(&self, game: &str, settings: &str, bots: &[&Bot], honest: &Bot) -> PathBuf {
        self.tournament_with(game, settings, |_| "", bots, honest)
    }

    /// The same, with settings for each of the others, too.
    pub fn tournament_with(
        &self,
        game: &str,
        settings: &str,
        own_settings: fn(&Bot) -> &'static str,
        bots: &[&Bot],
        honest: &Bot,
    ) -> PathBuf {
        let targets = self.targets();
        let options = if game == "onitama" {
            "options = { turns = 10 }\n"
        } else {
            ""
        };
        let mut text = format!(
            "game = \"{game}\"\nformat = \"gauntlet\"\n{options}seed = 7\nconcurrency = 2\n{settings}\n[gauntlet]\nnewcomers = [\"rival\"]\n"
        );
        let others = bots
            .iter()
            .map(|bot| (bot.name.as_str(), *bot, own_settings(bot)));
        for (name, bot, own) in [("rival", honest, "")].into_iter().chain(others) {
            cages::furnish(
                bot,
                &self.path().join("bots").join(name),
                &targets,
                &self.tag,
            );
            text += &format!("[[bots]]\nname = {name:?}\nbot = \"bots/{name}\"\n{own}");
        }
        let file = self.path().join("cup.toml");
        fs::write(&file, text).expect("written");
        self.take_over();
        file
    }

    /// The command that calls the referee as whoever plays, in the mode of this ground.
    pub fn referee(&self, arguments: &[&str]) -> Command {
        let path = self.path();
        let mut words: Vec<String> = Vec::new();
        match &self.account {
            Some(account) => words.extend(account.become_it()),
            None => words.extend(["env".to_owned()]),
        }
        words.push("/usr/bin/env".to_owned());
        words.push(format!("HOME={}/home", path.display()));
        words.push("REFEREE_CORES=shared".to_owned());
        if self.mode.is_denied_by_a_filter() {
            words.push(path.join("deny").display().to_string());
        }
        words.push(self.program().display().to_string());
        words.extend(arguments.iter().map(|argument| (*argument).to_owned()));
        let mut command = Command::new(&words[0]);
        command.args(&words[1..]).current_dir(path);
        command
            .env("PATH", format!("{PATH}:/usr/sbin:/sbin"))
            .env("ZOO_SECRET", self.secret())
            .env("HOME", path.join("home"));
        command
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        command
    }

    /// The command that plays a tournament.
    pub fn run(&self, file: &Path) -> Command {
        let mut command = self.referee(&["run", &file.to_string_lossy()]);
        command.args(self.mode.arguments());
        command
    }

    /// Ends the canaries: what they noticed.
    pub fn noticed(&mut self) -> Vec<String> {
        let events = self.canaries.drain(..).rev().flat_map(Canary::end);
        events.collect()
    }
}

impl Drop for Ground {
    fn drop(&mut self) {
        self.noticed();
        // Without a jail bots may have left what only root can remove.
        let _ = fs::remove_dir_all(self.path());
        if let Some(account) = self.account.take() {
            account.close();
        }
    }
}
