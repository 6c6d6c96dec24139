//! Games with people over HTTP: against a bot's process, refused where it should be, and whole after `kill -9`.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Stdio};

use serde_json::{Value, json};

use crate::kit::{command, referee};

/// A server of pages.
struct Server {
    child: Child,
    host: String,
}

impl Server {
    fn start(folder: &Path, words: &[&str]) -> Server {
        let people = folder.join("people.db").to_string_lossy().into_owned();
        let words = [&["serve", "--listen", "0", "--people", &people], words].concat();
        let mut child = command(&words)
            .stderr(Stdio::piped())
            .spawn()
            .expect("a server");
        let mut lines = BufReader::new(child.stderr.take().expect("it was piped")).lines();
        let host = lines.find_map(|line| {
            let line = line.expect("UTF-8");
            Some(
                line.strip_prefix("pages: http://")?
                    .trim_end_matches('/')
                    .to_owned(),
            )
        });
        // What else it says is nobody's business, and must not fill the pipe.
        std::thread::spawn(move || lines.for_each(drop));
        Server {
            child,
            host: host.expect("an address"),
        }
    }

    /// Sends a request; gives the status and what follows the head.
    fn send(&self, method: &str, path: &str, head: &str, body: &str) -> (u16, String) {
        let mut stream = TcpStream::connect(&self.host).expect("a connection");
        let host = &self.host;
        let length = body.len();
        write!(
            stream,
            "{method} {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n{head}Content-Length: {length}\r\n\r\n{body}"
        )
        .expect("sent");
        let mut text = String::new();
        stream.read_to_string(&mut text).expect("an answer");
        let status = text
            .split(' ')
            .nth(1)
            .and_then(|status_text| status_text.parse().ok());
        let (_, body) = text.split_once("\r\n\r\n").expect("a head");
        (status.expect("a status"), body.to_owned())
    }

    /// Sends JSON as the server's own pages do.
    fn post(&self, path: &str, body: &Value) -> (u16, Value) {
        let head = format!(
            "Origin: http://{}\r\nContent-Type: application/json\r\n",
            self.host
        );
        let (status, text) = self.send("POST", path, &head, &body.to_string());
        (
            status,
            serde_json::from_str(&text).unwrap_or(Value::String(text)),
        )
    }

    /// Follows a game until it is so.
    fn until(&self, id: &str, so: impl Fn(&Value) -> bool) -> Value {
        let mut stream = TcpStream::connect(&self.host).expect("a connection");
        write!(
            stream,
            "GET /play/{id}/events HTTP/1.1\r\nHost: {}\r\n\r\n",
            self.host
        )
        .expect("sent");
        let lines = BufReader::new(stream)
            .lines()
            .map(|line| line.expect("UTF-8"));
        let tables = lines.filter_map(|line| Some(line.strip_prefix("data: ")?.to_owned()));
        let mut tables = tables.map(|data| serde_json::from_str::<Value>(&data).expect("JSON"));
        tables.find(|table| so(table)).expect("it comes to that")
    }

    fn kill(mut self) {
        self.child.kill().expect("killed");
        self.child.wait().expect("gone");
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may be gone already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn steps(table: &Value) -> usize {
    table["steps"].as_array().map_or(0, Vec::len)
}

#[test]
fn a_game_against_a_bot_outlasts_a_killed_server() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = Server::start(folder.path(), &[]);
    let request =
        json!({ "game": "onitama", "players": { "A": "me", "B": "house:first" }, "name": "Ada" });
    let (status, opened) = server.post("/play", &request);
    assert_eq!(status, 201, "{opened}");
    let id = opened["id"].as_str().expect("an id");
    let (ada, game) = (&opened["own"]["A"], format!("/play/{id}"));
    let act = |server: &Server, action: &str, key: &Value, notation: &str| {
        let body = json!({ "seat": "A", "key": key, "word": notation });
        server.post(&format!("{game}/{action}"), &body)
    };
    let first = server.until(id, |table| {
        !table["ways"].as_array().expect("ways").is_empty()
    });
    let notation = first["ways"][0]["word"]
        .as_str()
        .expect("a move")
        .to_owned();
    assert_eq!(act(&server, "move", &json!("0"), &notation).0, 403);
    let (status, why) = act(&server, "move", ada, "1a1a1u");
    assert_eq!(status, 422);
    assert!(
        why["why"].as_str().is_some_and(|why| why.contains("a1")),
        "{why}"
    );
    assert_eq!(act(&server, "move", ada, &notation).0, 200);
    let before = server.until(id, |table| steps(table) == 2);
    server.kill();

    let server = Server::start(folder.path(), &[]);
    let after = server.until(id, |_| true);
    assert_eq!(
        (&after["steps"], &after["scene"]),
        (&before["steps"], &before["scene"])
    );
    // Its bot is started anew.
    let notation = after["ways"][0]["word"]
        .as_str()
        .expect("a move")
        .to_owned();
    assert_eq!(act(&server, "move", ada, &notation).0, 200);
    server.until(id, |table| steps(table) == 4);
    assert_eq!(act(&server, "undo", ada, "").0, 200);
    assert_eq!(steps(&server.until(id, |_| true)), 2);
    let (_, hint) = act(&server, "hint", ada, "");
    assert!(hint["answer"].is_string(), "{hint}");
    assert_eq!(act(&server, "auto", ada, "").0, 200);
    assert_eq!(act(&server, "resign", ada, "").0, 200);
    let over = server.until(id, |table| table["over"].is_string());
    assert!(
        over["over"]
            .as_str()
            .is_some_and(|over| over.contains("B (first) wins (resigned)")),
        "{}",
        over["over"]
    );
    assert_eq!(act(&server, "resign", ada, "").0, 422);
}

#[test]
fn without_the_token_no_process_starts() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = Server::start(folder.path(), &[]);
    let request = json!({ "game": "onitama", "players": { "A": "me", "B": "house:first" } });
    let (_, opened) = server.post("/play", &request);
    server.kill();

    let server = Server::start(folder.path(), &["--public"]);
    let game = format!("/play/{}", opened["id"].as_str().expect("an id"));
    let act = |action: &str, key: &Value, notation: &str| {
        let body = json!({ "seat": "A", "key": key, "on": true, "word": notation });
        server.post(&format!("{game}/{action}"), &body).0
    };
    let ada = &opened["own"]["A"];
    assert_eq!(server.post("/play", &request).0, 403);
    assert_eq!((act("hint", ada, ""), act("auto", ada, "")), (403, 403));
    let stranger = |rests: bool| server.until(&game[6..], |table| table["rests"] == rests);
    let value = &stranger(true)["ways"][0]["word"];
    let notation = value.as_str().expect("a move");
    assert_eq!(act("move", &json!("0"), notation), 403);
    stranger(true);
    // Whoever was invited plays on, against the bot too.
    assert_eq!(act("move", ada, notation), 200);
    server.until(&game[6..], |table| steps(table) == 2);
    let page = server.send("GET", "/play", "", "").1;
    assert!(page.contains("the token that the server printed"), "{page}");
}

#[test]
fn what_no_page_sends_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = Server::start(folder.path(), &[]);
    let request = json!({ "game": "onitama", "players": { "A": "me", "B": "me" } }).to_string();
    let kind = "Content-Type: application/json\r\n";
    let headers = format!("Origin: http://{}\r\n{kind}", server.host);
    let long = format!("{{\"game\": \"{}\"}}", "x".repeat(20 << 10));
    for (method, path, head, body, expected) in [
        ("POST", "/play", kind.to_owned(), &*request, 403),
        (
            "POST",
            "/play",
            format!("Origin: http://evil.example\r\n{kind}"),
            &request,
            403,
        ),
        (
            "POST",
            "/play",
            headers.replace("application/json", "text/plain"),
            &request,
            415,
        ),
        ("POST", "/play", headers.clone(), "{", 400),
        ("POST", "/play", headers.clone(), "{}", 422),
        ("POST", "/play", headers.clone(), &long, 413),
        ("GET", "/play/..%2f..%2fetc", String::new(), "", 404),
        (
            "GET",
            "/play/00000000000000000000000000000000",
            String::new(),
            "",
            404,
        ),
        (
            "POST",
            "/play/00000000000000000000000000000000/move",
            headers.clone(),
            "{\"seat\":\"A\",\"key\":\"\"}",
            404,
        ),
        ("POST", "/play", headers.clone(), &request, 201),
    ] {
        let (status, text) = server.send(method, path, &head, body);
        assert_eq!(status, expected, "{method} {path} {head} {text}");
    }
}

#[test]
fn a_run_s_bots_can_be_played_against() {
    let arena = crate::engine::Arena::new("game = \"onitama\"\nrounds = 1\nseed = 1")
        .bot("ann", "house:first")
        .bot("bob", "house:random");
    assert!(arena.run(&[]).status.success());
    let run = arena.path().join("cup.db").to_string_lossy().into_owned();
    let server = Server::start(arena.path(), &[&run]);
    let (status, page) = server.send("GET", "/play", "", "");
    assert!(status == 200 && page.contains("bot:ann") && page.contains("house:level=5"));
    // What takes part in the run is on the list once: the house's own only for other games.
    let offer = page.split_once("\"bots\":").expect("the offer").1;
    let random = offer.split_once("house:random").expect("for other games").1;
    let (random, _) = random.split_once('}').expect("JSON");
    assert!(
        random.contains("ludo") && !random.contains("onitama"),
        "{random}"
    );
    assert!(
        server
            .send("GET", "/1/", "", "")
            .1
            .contains("href=\"/play\"")
    );
    let players = json!({ "A": "bot:ann", "B": "bot:bob" });
    let (status, opened) = server.post("/play", &json!({ "game": "onitama", "players": players }));
    assert_eq!(status, 201, "{opened}");
    // Two bots are looked at.
    server.until(opened["id"].as_str().expect("an id"), |table| {
        steps(table) > 2
    });
    let standings = referee(&["standings", &run]).fine();
    assert!(standings.contains("2 games"), "{standings}");
}
