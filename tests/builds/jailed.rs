//! What a build can't do.

use super::{STAMP, Yard, confined};
use crate::skip::skip;

/// The reason for which a build is refused.
fn refused(yard: &Yard, build: &str) -> String {
    yard.built("bot", build);
    yard.referee(&["play", "bot", "house:first"]).refused()
}

#[test]
fn a_build_sees_neither_network_nor_neighbour() {
    if !confined() {
        skip(
            "a_build_sees_neither_network_nor_neighbour",
            "no namespaces here",
        );
        return;
    }
    let yard = Yard::new();
    yard.write("neighbour/secret", "the neighbour's idea");
    let secret = yard.at("neighbour/secret");
    let shown = refused(
        &yard,
        &format!("cat {} ../neighbour/secret; exit 1", secret.display()),
    );
    assert!(!shown.contains("idea"), "{shown}");
    let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = listener.local_addr().expect("an address").port();
    let python = format!(
        "/usr/bin/python3 -c 'import socket; socket.create_connection((\"127.0.0.1\", {port}), 5); \
         print(\"connected\")'; exit 1"
    );
    let shown = refused(&yard, &python);
    // The command itself is shown too.
    let output = shown.rsplit_once("exit status: 1").expect("it failed").1;
    assert!(!output.contains("connected"), "{shown}");
    listener.set_nonblocking(true).expect("a listener");
    assert!(listener.accept().is_err(), "nobody came");
}

#[test]
fn a_build_leaves_nothing_outside_of_its_copy() {
    let yard = Yard::new();
    let aims = ["bot", "outside"].map(|name| yard.at(name).join("left").display().to_string());
    std::fs::create_dir(yard.at("outside")).expect("a folder");
    yard.built(
        "bot",
        &format!(
            "touch {} {}; echo x > \"$HOME/x\" && echo x > \"$TMPDIR/x\" && {STAMP}",
            aims[0], aims[1]
        ),
    );
    let said = yard.play("bot", &[]);
    assert!(said.starts_with("made: "), "{said}");
    if confined() {
        assert!(aims.iter().all(|aim| !std::path::Path::new(aim).exists()));
    }
    assert!(!yard.at("bot/made").exists() && !yard.at("bot/.home").exists());
}

#[test]
fn a_build_has_a_clean_environment() {
    let yard = Yard::new();
    yard.built("bot", "env > made; echo ${SECRET-none} > made");
    let mut command = yard.command(&["play", "bot", "house:first", "--option", "turns=1"]);
    let output = command
        .env("SECRET", "abc")
        .output()
        .expect("the referee starts");
    let shown = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{shown}");
    assert!(shown.contains("made: none"), "{shown}");
}

#[test]
fn without_build_jail_a_build_has_the_referees_environment() {
    let yard = Yard::new();
    yard.built("bot", "echo ${SECRET-none}; exit 1");
    yard.write(
        "cup.toml",
        "game = 'onitama'\nbuild_jail = false\nbots = [{ bot = 'bot' }, { bot = 'house:first' }]\n",
    );
    let mut command = yard.command(&["run", "cup.toml", "--dry-run"]);
    let output = command
        .env("SECRET", "abc")
        .output()
        .expect("the referee starts");
    let shown = String::from_utf8_lossy(&output.stderr);
    assert!(shown.ends_with("exit status: 1\nabc\n"), "{shown}");
}

#[test]
fn limits_of_builds_are_checked_and_told() {
    let yard = Yard::new();
    yard.built("bot", STAMP);
    let cup = |limits: &str| {
        let bots = "bots = [{ bot = 'bot' }, { bot = 'house:first' }]";
        yard.write(
            "cup.toml",
            &format!("game = 'onitama'\nbuild_limits = {limits}\n{bots}\n"),
        );
        yard.referee(&["run", "cup.toml", "--dry-run"])
    };
    cup("{ memory_mib = 1024, processes = 100, minutes = 1 }").fine();
    let error = cup("{ minutes = 0 }").refused();
    assert!(
        error.contains("build_limits: minutes = 0: expected 1 to 1440"),
        "{error}"
    );
    let error = cup("{ hours = 1 }").refused();
    assert!(error.contains("unknown field `hours`"), "{error}");
}

#[test]
fn a_build_that_fills_its_folder_is_ended() {
    if !confined() {
        skip(
            "a_build_that_fills_its_folder_is_ended",
            "no namespaces here",
        );
        return;
    }
    let yard = Yard::new();
    // Holes cost nothing, so links are what is many here; few more than may be, as all are removed again.
    let build = "/usr/bin/python3 -c 'import os, time\nfor i in range(21):\n  os.mkdir(\"d%d\" % i)\n  \
                 for j in range(10000): os.symlink(\"x\", \"d%d/f%d\" % (i, j))\ntime.sleep(600)'";
    let shown = refused(&yard, build);
    assert!(
        shown.contains("filled its folder with more than 2048 MiB"),
        "{shown}"
    );
}

#[test]
fn a_build_that_hides_what_it_writes_is_ended() {
    if !confined() {
        skip(
            "a_build_that_hides_what_it_writes_is_ended",
            "no namespaces here",
        );
        return;
    }
    let yard = Yard::new();
    let build =
        "/usr/bin/python3 -c 'import os\nwhile True: os.mkdir(\"deep\"); os.chdir(\"deep\")'";
    let shown = refused(&yard, build);
    assert!(
        shown.contains("filled the disk where it doesn't show"),
        "{shown}"
    );
}

#[test]
fn a_file_of_a_build_is_no_larger_than_all_may_be() {
    if !confined() {
        skip(
            "a_file_of_a_build_is_no_larger_than_all_may_be",
            "no namespaces here",
        );
        return;
    }
    let yard = Yard::new();
    // The shell counts in blocks of 512 bytes.
    yard.built("bot", "ulimit -f > made");
    assert_eq!(
        yard.play("bot", &[]),
        format!("made: {}", (2_u64 << 30) / 512)
    );
}
