//! The kits at play: each as `referee new` writes it, in every game and in the jail.

mod octave;
mod readme;
mod table;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::Instant;

use referee_bots::kits::{KITS, Kit};
use referee_record::Record;
use referee_store::Run;
use tempfile::TempDir;

use crate::kit::top;
use crate::skip::skip;
use crate::zoo::account::Account;
use crate::zoo::ground::is_root;
use table::{Cell, Table};

/// Where the toolchains of kits are looked for.
const PATH: &str = "/usr/local/bin:/usr/bin:/bin";
/// Kits whose toolchain is large, or slow.
const LONG: [&str; 3] = ["go", "kotlin", "octave"];
/// Games of each kit in each game.
const GAMES: u32 = 10;

/// Where kits play, as whom.
struct Ground {
    folder: TempDir,
    account: Option<Account>,
}

impl Ground {
    fn new(as_user: bool) -> Ground {
        let folder = tempfile::Builder::new().prefix("kits-").tempdir();
        let ground = Ground {
            folder: folder.expect("a temporary folder"),
            account: (as_user && is_root())
                .then(|| Account::open(&format!("{:x}", std::process::id()))),
        };
        let referee = std::env::var("KITS_REFEREE");
        let referee = referee.unwrap_or_else(|_| env!("CARGO_BIN_EXE_referee").to_owned());
        let path = ground.path().display().to_string();
        // By another process: a program that another thread starts meanwhile would hold this one open for writing, and
        // what is open for writing can't be started.
        assert!(
            shell(&format!("cp '{referee}' '{path}/referee'"))
                .status
                .success()
        );
        assert!(shell(&format!("chmod 755 '{path}'")).status.success());
        if let Some(account) = &ground.account {
            assert!(
                shell(&format!("chown -R {0}:{0} '{path}'", account.uid))
                    .status
                    .success()
            );
        }
        ground
    }

    fn path(&self) -> &Path {
        self.folder.path()
    }

    fn program(&self) -> PathBuf {
        self.path().join("referee")
    }

    /// Calls the referee as whoever plays.
    fn referee(&self, arguments: &[&str]) -> Output {
        let mut words = match &self.account {
            Some(account) => account.become_it(),
            None => vec!["env".to_owned()],
        };
        words.extend([
            "/usr/bin/env".to_owned(),
            format!("HOME={}", self.path().display()),
            "REFEREE_CORES=shared".to_owned(),
        ]);
        words.push(self.program().display().to_string());
        let mut command = Command::new(&words[0]);
        let command = command
            .args(&words[1..])
            .args(arguments)
            .current_dir(self.path());
        command.output().expect("the referee starts")
    }

    /// Plays a bot against a random one in one game; gives all records, and games a second.
    fn play(&self, bot: &str, game: &str, level: &str) -> Result<(Vec<Record>, f64), String> {
        let name = format!("{}-{game}", bot.replace(['/', '.'], "-"));
        let text = format!(
            "game = \"{game}\"\ngames_per_pair = {GAMES}\nseed = 5\nstart = \"deal\"\n\
             time = {{ move_ms = 5000 }}\n[limits]\nstart_ms = 60000\n\
             [[bots]]\nname = \"kit\"\nbot = \"{bot}\"\n[[bots]]\nbot = \"house:random\"\n"
        );
        let file = self.path().join(format!("{name}.toml"));
        fs::write(&file, text).expect("written");
        if let Some(account) = &self.account {
            shell(&format!("chown {0}:{0} '{1}'", account.uid, file.display()));
        }
        let began = Instant::now();
        let output = self.referee(&["run", &file.to_string_lossy(), "--jail", level]);
        let seconds = began.elapsed().as_secs_f64();
        if !output.status.success() {
            return Err(String::from_utf8_lossy(&output.stderr).into_owned());
        }
        let run = Run::open(&file.with_extension("db")).map_err(|e| e.to_string())?;
        let records = run.records().map_err(|e| e.to_string())?;
        let records: Result<Vec<Record>, _> = records.collect();
        let records = records.map_err(|e| e.to_string())?;
        #[expect(clippy::cast_precision_loss, reason = "few games")]
        let rate = records.len() as f64 / seconds;
        Ok((records, rate))
    }
}

fn shell(line: &str) -> Output {
    let output = Command::new("sh").args(["-c", line]).output();
    output.expect("sh starts")
}

/// What a kit lacks on this machine.
fn lacks(kit: &Kit) -> Option<&'static str> {
    let has = |program: &str| {
        PATH.split(':')
            .any(|folder| Path::new(folder).join(program).exists())
    };
    kit.programs.iter().find(|program| !has(program)).copied()
}

/// How many games the kit's bot won.
fn wins(records: &[Record]) -> usize {
    let won = |record: &&Record| {
        let played = &record.played;
        let seat = played.job.seats.iter().find(|seated| seated.bot == "kit");
        let seat = seat.map(|seated| seated.seat).unwrap_or_default();
        let result = played.verdict.seat(seat);
        result.is_some_and(|result| result.place == 1) && played.verdict.reason != "void"
    };
    records.iter().filter(won).count()
}

/// Plays kits in every game; fails if one of them made a fault, or thinks no better than a random bot.
fn plays(kits: &[&'static Kit], as_user: bool) {
    plays_and(kits, as_user, |_, _, _| {});
}

/// The same, with something more for each kit.
fn plays_and(
    kits: &[&'static Kit],
    as_user: bool,
    more: impl Fn(&Ground, &'static str, &mut Table),
) {
    let ground = Ground::new(as_user);
    let strict = ground.referee(&["jail"]).status.success();
    let level = if strict { "strict" } else { "auto" };
    let mut table = Table::new(
        if ground.account.is_some() {
            "user"
        } else {
            "own user"
        },
        level,
    );
    for kit in kits {
        if let Some(program) = lacks(kit) {
            let name = format!("kit {}", kit.name);
            skip(&name, &format!("{program} isn't installed"));
            continue;
        }
        let made = ground.referee(&["new", kit.name, kit.name]);
        assert!(
            made.status.success(),
            "{}",
            String::from_utf8_lossy(&made.stderr)
        );
        for game in referee_games::games() {
            table.add(
                kit.name,
                Cell::of(game.name(), ground.play(kit.name, game.name(), level)),
            );
        }
        let thoughtful = format!("{}/onitama.toml", kit.name);
        let played = ground.play(&thoughtful, "onitama", level);
        if let Ok((records, _)) = &played {
            let wins = wins(records);
            table.check(wins * 10 >= records.len() * 7, || {
                format!("{thoughtful}: won only {wins} of {}", records.len())
            });
        }
        table.add(kit.name, Cell::of("thoughtful", played));
        more(&ground, kit.name, &mut table);
    }
    println!("{table}");
    assert!(table.is_clean(), "{}", table.failures());
}

fn passes_its_check(ground: &Ground, kit: &'static str, table: &mut Table) {
    let checked = ground.referee(&["check", kit]);
    table.check(checked.status.success(), || {
        format!("{kit}: {}", String::from_utf8_lossy(&checked.stdout))
    });
}

fn some(wanted: impl Fn(&Kit) -> bool) -> Vec<&'static Kit> {
    KITS.iter().filter(|kit| wanted(kit)).collect()
}

#[test]
fn kits_play_every_game() {
    plays(&some(|kit| !LONG.contains(&kit.name)), false);
}

#[test]
#[ignore = "long: all kits, also as a user"]
fn all_kits_play_as_root_and_as_a_user() {
    plays_and(&some(|_| true), false, passes_its_check);
    if is_root() {
        plays_and(&some(|_| true), true, passes_its_check);
    }
}

/// Kits are listed with what they need, and each has its folder.
#[test]
fn kits_have_folders() {
    for kit in KITS {
        assert!(
            top().join("sample-bots").join(kit.name).is_dir(),
            "{}",
            kit.name
        );
        assert!(!kit.programs.is_empty(), "{}", kit.name);
    }
}
