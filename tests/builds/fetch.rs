//! What a build needs from the network is fetched before, and only where somebody allows it.

use std::os::linux::net::SocketAddrExt;
use std::os::unix::net::{SocketAddr, UnixListener};

use super::{STAMP, Yard, confined};
use crate::skip::skip;

fn yard(fetch: &str) -> Yard {
    let yard = Yard::new();
    yard.built(
        "bot",
        &format!("cat \"$HOME/fetched\" && {STAMP} && cp \"$HOME/fetched\" made"),
    );
    let text = std::fs::read_to_string(yard.at("bot/bot.toml")).expect("a text");
    let fetch = serde_json::to_string(&["sh", "-c", fetch]).expect("JSON");
    yard.write("bot/bot.toml", &format!("{text}fetch = {fetch}\n"));
    yard.write(
        "cup.toml",
        "game = 'onitama'\noptions = { turns = 1 }\n\
         bots = [{ bot = 'bot' }, { bot = 'house:first' }]\n",
    );
    yard
}

#[test]
fn nothing_is_fetched_unasked() {
    let yard = yard("echo goods > \"$HOME/fetched\"");
    for args in [&["play", "bot", "house:first"][..], &["run", "cup.toml"]] {
        let error = yard.referee(args).refused();
        let warning = "its `fetch` would run `sh -c 'echo goods > \"$HOME/fetched\"'` with network";
        assert!(
            error.contains(warning) && error.contains("--allow-fetch"),
            "{error}"
        );
    }
}

#[test]
fn what_was_fetched_is_there_for_the_build_and_is_recorded() {
    let yard = yard("echo goods > \"$HOME/fetched\"");
    assert_eq!(yard.play("bot", &["--allow-fetch"]), "made: goods");
    // What is kept needs no network any more.
    yard.referee(&["run", "cup.toml"]).fine();
    let run = referee_store::Run::open(&yard.at("cup.db")).expect("results");
    let bot = &run.header().revision.bots[0];
    let fetched = bot.fetched.as_ref().expect("it is recorded");
    assert_eq!(fetched[..2], ["sh", "-c"]);
    assert_eq!(run.header().revision.bots[1].fetched, None);
}

#[test]
fn only_the_fetch_has_the_network() {
    if !confined() {
        skip("only_the_fetch_has_the_network", "no namespaces here");
        return;
    }
    let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = listener.local_addr().expect("an address").port();
    let connect = format!(
        "/usr/bin/python3 -c 'import socket; socket.create_connection((\"127.0.0.1\", {port}), 5)'"
    );
    let yard = yard(&format!("{connect} && echo goods > \"$HOME/fetched\""));
    assert_eq!(yard.play("bot", &["--allow-fetch"]), "made: goods");
    listener.accept().expect("it came");
    yard.built("bot", &format!("{connect} && {STAMP}"));
    yard.referee(&["play", "bot", "house:first"]).refused();
}

/// Sessions listen at sockets with abstract names, which no folder keeps apart.
#[test]
fn a_fetch_reaches_no_socket_of_the_session() {
    if !confined() {
        skip(
            "a_fetch_reaches_no_socket_of_the_session",
            "no namespaces here",
        );
        return;
    }
    let name = format!("referee-fetch-{}", std::process::id());
    let address = SocketAddr::from_abstract_name(&name).expect("a name");
    let listener = UnixListener::bind_addr(&address).expect("a socket");
    listener.set_nonblocking(true).expect("set");
    let connect = format!(
        "import socket\ntry: socket.socket(socket.AF_UNIX).connect(\"\\0{name}\")\n\
         except OSError: print(\"goods\")"
    );
    for layers in [&[][..], &["--jail-without", "landlock"]] {
        let yard = yard(&format!(
            "/usr/bin/python3 -c '{connect}' > \"$HOME/fetched\""
        ));
        let args = [&["--allow-fetch"], layers].concat();
        assert_eq!(yard.play("bot", &args), "made: goods");
        assert!(listener.accept().is_err(), "{layers:?}");
    }
}
