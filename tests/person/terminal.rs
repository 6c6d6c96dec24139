//! In a real terminal, where tmux is installed: colours and lines, and what Ctrl-C leaves behind.

use std::process::{Child, Command, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::skip::skip;

/// What the shell writes when it waits for a command.
const PROMPT: &str = "ready:";
/// Time for what is sure to come.
const PATIENCE: Duration = Duration::from_mins(2);

/// tmux with a server of its own.
fn tmux(socket: &str) -> Command {
    let mut command = Command::new("tmux");
    command.args(["-u", "-L", socket]);
    command
}

/// A terminal in which a shell runs.
struct Terminal {
    socket: String,
    /// The server. It is no daemon: that would be an orphan, which a referee in this very process ends after a game.
    server: Child,
}

impl Terminal {
    /// Opens it with these variables set; nothing where there is no tmux.
    fn open(test: &str, name: &str, variables: &[&str]) -> Option<Terminal> {
        let socket = format!("referee-{name}-{}", std::process::id());
        let mut command = tmux(&socket);
        command.args(["-f", "/dev/null", "-D"]);
        command.stdin(Stdio::null());
        command.stdout(Stdio::null()).stderr(Stdio::null());
        let Ok(server) = command.spawn() else {
            skip(test, "no tmux");
            return None;
        };
        let mut terminal = Terminal { socket, server };
        if !terminal.listens() {
            skip(
                test,
                "tmux can't run in the foreground; expected 3.2 or later",
            );
            return None;
        }
        let shell = format!(
            "env -u NO_COLOR -u LC_ALL REFEREE_CORES=shared PS1={PROMPT} {} sh",
            variables.join(" ")
        );
        let size = ["-x", "100", "-y", "50"];
        terminal.tmux(&[&["new-session", "-d"], &size[..], &[&shell]].concat());
        // What is typed before would be echoed above the prompt, as if it were an answer.
        terminal.seen(PROMPT);
        Some(terminal)
    }

    /// Waits until the server listens; returns false if it has ended, as one does that doesn't know `-D`.
    fn listens(&mut self) -> bool {
        let until = Instant::now() + PATIENCE;
        while !self.asked(&["start-server"]).status.success() {
            if self.server.try_wait().expect("its state").is_some() {
                return false;
            }
            assert!(Instant::now() < until, "tmux doesn't listen");
            sleep(Duration::from_millis(50));
        }
        true
    }

    /// What the server answers; none is started in its place.
    fn asked(&self, args: &[&str]) -> Output {
        let mut command = tmux(&self.socket);
        let command = command.arg("-N").args(args);
        command.output().expect("tmux runs")
    }

    fn tmux(&self, args: &[&str]) -> String {
        let output = self.asked(args);
        let complaint = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{args:?}: {complaint}");
        String::from_utf8(output.stdout).expect("UTF-8")
    }

    fn keys(&self, line: &str) {
        self.tmux(&["send-keys", "-l", line]);
        self.tmux(&["send-keys", "Enter"]);
    }

    /// What is to be seen once it ends so; with colours.
    fn seen(&self, end: &str) -> String {
        let until = Instant::now() + PATIENCE;
        loop {
            let bare = self.tmux(&["capture-pane", "-p"]);
            if bare.trim_end().ends_with(end) {
                return self.tmux(&["capture-pane", "-p", "-e"]);
            }
            assert!(Instant::now() < until, "no {end:?} in:\n{bare}");
            sleep(Duration::from_millis(50));
        }
    }

    fn play(&self, args: &str) {
        let program = env!("CARGO_BIN_EXE_referee");
        self.keys(&format!("clear; {program} play {args}"));
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

#[test]
fn colours_and_lines_are_as_the_terminal_can() {
    for (name, variables, colour, unicode) in [
        ("full", &["LANG=C.UTF-8"][..], true, true),
        ("grey", &["LANG=C.UTF-8", "NO_COLOR=1"], false, true),
        ("ascii", &["LANG=C", "LC_CTYPE=C"], true, false),
        ("dumb", &["LANG=C.UTF-8", "TERM=dumb"], false, false),
    ] {
        let Some(terminal) =
            Terminal::open("colours_and_lines_are_as_the_terminal_can", name, variables)
        else {
            return;
        };
        terminal.play("me me");
        let seen = terminal.seen("A, card (1 2):");
        assert_eq!(seen.contains('\x1b'), colour, "{name}: {seen}");
        assert_eq!(seen.contains('┼'), unicode, "{name}: {seen}");
        assert_eq!(seen.contains("+---+"), !unicode, "{name}: {seen}");
    }
}

/// A run of one game, in a folder.
fn played() -> tempfile::TempDir {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let text = "game = 'onitama'\nrounds = 1\noptions = { turns = 1 }\n\
        bots = [{ bot = 'house:first' }, { bot = 'house:random' }]\n";
    let file = dir.path().join("cup.toml");
    std::fs::write(&file, text).expect("a file");
    crate::kit::referee(&["run", &file.to_string_lossy()]).fine();
    dir
}

#[test]
fn checks_tables_and_games_of_bots_have_colours_too() {
    let run = played();
    let standings = format!("standings {}/cup.db", run.path().display());
    for (name, variables, colour) in [
        ("shows", &["LANG=C.UTF-8"][..], true),
        ("shows-none", &["LANG=C.UTF-8", "NO_COLOR=1"], false),
    ] {
        let test = "checks_tables_and_games_of_bots_have_colours_too";
        let Some(terminal) = Terminal::open(test, name, variables) else {
            return;
        };
        let program = env!("CARGO_BIN_EXE_referee");
        for args in [
            "check house:first --game onitama",
            "play house:first house:first --option turns=1",
            &standings,
        ] {
            // Each ends with another word, as what was there before may be seen once more.
            terminal.keys(&format!("clear; {program} {args}; echo shown."));
            let seen = terminal.seen(&format!("shown.\n{PROMPT}"));
            assert_eq!(seen.contains('\x1b'), colour, "{args}: {seen}");
            let piped = format!("{program} {args} 2>&1 | cat -v | grep -c '\\^\\['");
            terminal.keys(&format!("clear; {piped}; echo piped."));
            let seen = terminal.seen(&format!("piped.\n{PROMPT}"));
            assert!(seen.lines().any(|line| line == "0"), "{args}: {seen}");
        }
    }
}

#[test]
fn ctrl_c_leaves_the_terminal_as_it_was() {
    let Some(terminal) = Terminal::open(
        "ctrl_c_leaves_the_terminal_as_it_was",
        "break",
        &["LANG=C.UTF-8"],
    ) else {
        return;
    };
    terminal.play("--game koolaamee me house:random");
    terminal.seen("A, move:");
    terminal.keys("e4");
    terminal.seen("):");
    terminal.tmux(&["send-keys", "C-c"]);
    terminal.seen(PROMPT);
    terminal.keys("clear; echo off: $(stty -a | grep -ow -e -icanon -e -echo | wc -l).; cat");
    terminal.seen("off: 0.");
}

#[test]
fn what_is_said_before_a_game_ends_where_the_terminal_does() {
    let Some(terminal) = Terminal::open(
        "what_is_said_before_a_game_ends_where_the_terminal_does",
        "narrow",
        &["LANG=C.UTF-8"],
    ) else {
        return;
    };
    // Longer than 60 columns, whatever the machine offers; and time enough, as a game that is void is spoken of, too.
    let args = "house:first house:first --option turns=1 --tc st=60 --jail-without namespaces --jail-without landlock";
    let program = env!("CARGO_BIN_EXE_referee");
    terminal.keys(&format!(
        "stty cols 60; clear; {program} play {args} > /dev/null; echo over."
    ));
    let seen = terminal.seen(&format!("over.\n{PROMPT}"));
    let said: Vec<&str> = seen
        .lines()
        .take_while(|line| !line.contains("over."))
        .collect();
    assert!(said[0].starts_with("jail: ") && said.len() > 1, "{seen}");
    assert!(said.iter().all(|line| line.chars().count() <= 60), "{seen}");
    assert!(
        said[1..].iter().all(|line| line.starts_with("  ")),
        "{seen}"
    );
}

#[test]
fn documents_are_shown_in_the_pager() {
    let Some(terminal) = Terminal::open(
        "documents_are_shown_in_the_pager",
        "pager",
        &["PAGER='head -n 1'"],
    ) else {
        return;
    };
    let program = env!("CARGO_BIN_EXE_referee");
    terminal.keys(&format!("clear; {program} docs protocol"));
    terminal.seen(&format!("# The bot protocol, version 1\n{PROMPT}"));
}
