//! The server of pages as a browser meets it: the same numbers, nothing that isn't for everybody, no HTML of
//! bots.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Stdio};
use std::time::Duration;

use referee_store::Run;

use super::hostile::{EVIL, arena as hostile};
use super::{report, rows};
use crate::engine::Arena;
use crate::kit::{command, referee};

/// A referee that serves pages, until it is dropped.
pub struct Served {
    child: Child,
    address: String,
    /// The cookie that opens everything.
    key: String,
}

impl Served {
    /// Starts `referee serve` with these arguments.
    pub fn new(arguments: &[&str]) -> Served {
        let guarded = arguments.iter().any(|argument| argument.starts_with("--"));
        Served::of(&[&["serve", "--listen", "0"], arguments].concat(), guarded)
    }

    /// Starts a referee with these words, which prints an address, and one with a token if it is `guarded`.
    pub fn of(words: &[&str], guarded: bool) -> Served {
        let mut child = command(words)
            .stderr(Stdio::piped())
            .spawn()
            .expect("the referee starts");
        let lines = BufReader::new(child.stderr.take().expect("it was piped")).lines();
        let (mut address, mut key) = (String::new(), String::new());
        for line in lines.map_while(Result::ok) {
            if let Some((_, query)) = line
                .split_once("everything: ")
                .and_then(|pair| pair.1.split_once("/?"))
            {
                let (_, port) = address.rsplit_once(':').expect("the address comes first");
                key = query.replace("token=", &format!("referee-{port}="));
            } else if let Some(url) = line.strip_prefix("pages: http://") {
                url.trim_end_matches('/').clone_into(&mut address);
            }
            if !address.is_empty() && (!guarded || !key.is_empty()) {
                return Served {
                    child,
                    address,
                    key,
                };
            }
        }
        panic!("no pages: {:?}", child.wait());
    }

    /// The status and the body of an answer, to a stranger.
    pub fn get(&self, path: &str) -> (u16, String) {
        self.asked(path, "")
    }

    /// The same for who brings the token.
    pub fn get_all(&self, path: &str) -> (u16, String) {
        self.asked(path, &format!("Cookie: {}\r\n", self.key))
    }

    /// The body of an answer, byte for byte.
    pub fn bytes(&self, path: &str) -> Vec<u8> {
        let answer = self.heard(path, "");
        let head = answer.windows(4).position(|four| four == b"\r\n\r\n");
        answer[head.expect("an end of the head") + 4..].to_vec()
    }

    fn asked(&self, path: &str, more: &str) -> (u16, String) {
        let text = String::from_utf8_lossy(&self.heard(path, more)).into_owned();
        let (head, body) = text
            .split_once("\r\n\r\n")
            .unwrap_or_else(|| panic!("{path}: {text:?}"));
        (head[9..12].parse().expect("a status"), body.to_owned())
    }

    fn heard(&self, path: &str, more: &str) -> Vec<u8> {
        let mut stream = TcpStream::connect(&self.address).expect("a connection");
        stream
            .set_read_timeout(Some(Duration::from_mins(1)))
            .expect("a limit");
        write!(
            stream,
            "GET {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n{more}\r\n",
            self.address
        )
        .expect("a request");
        let (mut bytes, mut part) = (Vec::new(), [0; 1 << 12]);
        while let Ok(read @ 1..) = stream.read(&mut part) {
            bytes.extend_from_slice(&part[..read]);
            // Events have no end: what has come by then is enough.
            if path.ends_with("/events") {
                let limit = stream.set_read_timeout(Some(Duration::from_secs(2)));
                limit.expect("a limit");
            }
        }
        bytes
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn the_served_numbers_are_those_of_the_report() {
    let arena = Arena::new("game = \"onitama\"\nrounds = 3\nseed = 3\nstart = \"deal\"")
        .bot("ann", "house:greedy")
        .bot("bob", "house:random")
        .bot("cleo", "house:first");
    assert!(arena.run(&[]).status.success());
    let run = arena.path().join("cup.db");
    let page = report(&run, &[]);
    let served = Served::new(&[&run.to_string_lossy()]);
    let (status, live) = served.get("/1/");
    assert_eq!(status, 200);
    let standings = rows(&page, "id=\"standings\"");
    assert_eq!(standings.len(), 3);
    assert_eq!(rows(&live, "id=\"standings\""), standings);
    let (_, games) = served.get("/1/games");
    assert_eq!(rows(&games, "id=\"games\"").len(), 18);
    let (_, game) = served.get("/1/game/3");
    assert!(game.contains("id=\"packed\"") && game.contains("Game 3"));
    let (_, record) = served.get("/1/game/3/record.json");
    let record: serde_json::Value = serde_json::from_str(&record).expect("JSON");
    assert_eq!(record["played"]["job"]["number"], 3);
    assert_eq!(served.get("/1/game/19").0, 404);
}

#[test]
fn what_bots_write_stays_text_in_all_pages_and_events() {
    let arena = hostile();
    assert!(arena.run(&[]).status.success());
    let run = arena.path().join("cup.db");
    let served = Served::new(&[&run.to_string_lossy()]);
    for path in [
        "/1/",
        "/1/tv",
        "/1/games",
        "/1/game/1",
        "/1/game/2",
        "/1/analysis",
    ] {
        let (status, page) = served.get(path);
        assert_eq!(status, 200, "{path}");
        assert!(
            !page.contains("<script>") && !page.contains("alert(1)</script>"),
            "{path}"
        );
        assert!(!page.contains("</script><!--"), "{path}");
        assert!(page.contains("&lt;script&gt;alert(1)"), "{path}");
    }
    // Events are JSON, which the script never reads as HTML; each is a line of its own.
    let (_, events) = served.get("/1/events");
    assert!(events.contains(EVIL), "{events}");
    let lines = events.lines().filter(|line| !line.is_empty());
    for line in lines {
        let known = ["id:", "event:", "data:", ":"]
            .iter()
            .any(|prefix| line.starts_with(prefix));
        // Chunks of the transfer begin with their lengths.
        assert!(known || u32::from_str_radix(line, 16).is_ok(), "{line}");
    }
}

#[test]
fn several_runs_stand_beside_each_other() {
    let cup = |bot: &str| {
        let arena = Arena::new("game = \"onitama\"\nrounds = 1")
            .bot("ann", "house:first")
            .bot(bot, "house:random");
        assert!(arena.run(&[]).status.success());
        arena
    };
    let arenas = [cup("bob"), cup("cleo")];
    let runs = arenas
        .each_ref()
        .map(|arena| arena.path().join("cup.db").to_string_lossy().into_owned());
    let served = Served::new(&[&runs[0], &runs[1]]);
    let (_, all) = served.get("/");
    assert!(
        all.contains("href=\"/1/\"") && all.contains("href=\"/2/\""),
        "{all}"
    );
    let (_, second) = served.get("/2/");
    assert!(second.contains("cleo") && !second.contains("bob"));
    assert_eq!(served.get("/3/").0, 404);
}

#[test]
fn results_are_secret_until_the_end() {
    let arena = Arena::new("game = \"onitama\"\nrounds = 400\nseed = 1")
        .bot("ann", "house:first")
        .bot("bob", "house:random");
    let run = arena.path().join("cup.db");
    let mut playing = arena.command(&[]);
    let playing = playing.stdout(Stdio::null()).stderr(Stdio::null());
    let mut playing = playing.spawn().expect("the referee starts");
    let known = || {
        let run = Run::open(&run).ok()?;
        run.record(1, None).ok()?
    };
    assert!((0..4800).any(|_| {
        std::thread::sleep(Duration::from_millis(25));
        known().is_some()
    }));
    // What is killed here isn't at its end.
    playing.kill().expect("it still plays");
    playing.wait().expect("it has ended");
    let file = run.to_string_lossy();
    let served = Served::new(&[&file, "--hide-standings"]);
    let (_, page) = served.get("/1/");
    assert!(
        page.contains("secret until the last game") && !page.contains("id=\"standings\""),
        "{page}"
    );
    assert!(!served.get("/1/events").1.contains("standings"));
    assert_eq!(served.get("/1/game/1").0, 404);
    assert!(!served.get("/1/games").1.contains("game/1"));
    assert!(served.get_all("/1/").1.contains("id=\"standings\""));
    assert_eq!(served.get_all("/1/game/1").0, 200);
    drop(served);

    // What ended long ago is old enough for everybody.
    let delayed = Served::new(&[&file, "--delay", "900"]);
    assert!(delayed.get("/1/").1.contains("later than it happens"));
    assert_eq!(delayed.get("/1/game/1").0, 404);
    assert_eq!(delayed.get_all("/1/game/1").0, 200);
}

#[test]
fn results_are_open_at_the_end_whatever_the_format() {
    let arena = Arena::new("game = \"onitama\"\nformat = \"knockout\"\nseed = 1")
        .bot("ann", "house:greedy")
        .bot("bob", "house:random")
        .bot("cleo", "house:first");
    assert!(arena.run(&[]).status.success());
    let file = arena.path().join("cup.db").to_string_lossy().into_owned();
    let served = Served::new(&[&file, "--hide-standings"]);
    let (_, page) = served.get("/1/");
    assert!(page.contains("id=\"standings\""), "{page}");
    assert_eq!(served.get("/1/game/1").0, 200);
    assert!(served.get("/1/analysis").1.contains("Who beats whom"));
    drop(served);
    // What it adds up to tells of the games.
    let late = Served::new(&[&file, "--delay", "900"]);
    let (_, page) = late.get("/1/analysis");
    assert!(
        page.contains("when the last game is played") && !page.contains("greedy"),
        "{page}"
    );
    // No path of this machine is told, and no number leads further than there are games.
    for path in [
        "/1/game/18446744073709551615",
        "/1/game/9223372036854775807",
    ] {
        let (status, page) = late.get(path);
        assert!(status == 404 && !page.contains(".db"), "{path}: {page}");
    }
}

/// Starts follow from the seed, and the file may name commands, folders and keys.
#[test]
fn a_tuning_tells_strangers_neither_its_seed_nor_its_file() {
    let settings = "game = \"onitama\"\nformat = \"tune\"\nseed = 48151623\n\
                    tune = { iterations = 1, pairs = 1, parameters = [{ name = \"w\", start = 1, min = 0, max = 2 }] }";
    let arena = Arena::unjailed(settings)
        .text("[[bots]]\nbot = \"mine\"\nenv = { KEY = \"confidential\", W = \"{w}\" }\n");
    let bot = arena.path().join("mine");
    std::fs::create_dir(&bot).expect("a folder");
    let script = "echo ready; while read -r word first rest; do case $word in legal) move=$first ;; \
                  go) echo \"move $move\" ;; quit) exit ;; esac; done";
    std::fs::write(bot.join("bot.sh"), script).expect("a file");
    std::fs::write(bot.join("bot.toml"), "run = \"sh bot.sh\"\n").expect("a file");
    let output = arena.run(&[]);
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{stderr}");
    let file = arena.path().join("cup.db").to_string_lossy().into_owned();
    let served = Served::new(&[&file, "--public"]);
    let (_, page) = served.get("/1/");
    assert!(
        page.contains("id=\"tuning\"") && page.contains("SPSA"),
        "{page}"
    );
    let folder = arena.path().to_string_lossy();
    for secret in ["48151623", "confidential", &folder] {
        assert!(!page.contains(secret), "{secret}: {page}");
    }
    let (_, page) = served.get_all("/1/");
    assert!(
        page.contains("48151623") && !page.contains("confidential"),
        "{page}"
    );
}

#[test]
fn the_games_of_a_late_run_are_not_searched_before_they_may_be_seen() {
    let arena = Arena::unjailed("game = \"onitama\"\nrounds = 1\nseed = 1")
        .bot("ann", "house:first")
        .bot("bob", "house:random");
    assert!(arena.run(&[]).status.success());
    let file = arena.path().join("cup.db").to_string_lossy().into_owned();
    let late = Served::new(&[&file, "--delay", "900"]);
    for path in ["/1/games?q=ann", "/1/games?q=1", "/1/games?of=ann"] {
        let (status, page) = late.get(path);
        assert!(
            status == 200 && page.contains("no such game"),
            "{path}: {page}"
        );
        let (_, page) = late.get_all(path);
        assert!(page.contains("id=\"game=1\""), "{path}: {page}");
    }
}

#[test]
fn what_can_t_be_served_is_refused() {
    let refused = |arguments: &[&str]| referee(&[&["serve"], arguments].concat()).refused();
    assert!(refused(&["none.db"]).contains("none.db"));
    assert!(refused(&["x.db", "--listen", "here"]).contains("such as 7070"));
    let taken = std::net::TcpListener::bind(("127.0.0.1", 0)).expect("a port");
    let port = taken.local_addr().expect("its address").port().to_string();
    let arena = Arena::new("game = \"onitama\"\nrounds = 1")
        .bot("ann", "house:first")
        .bot("bob", "house:random");
    assert!(arena.run(&[]).status.success());
    let run = arena.path().join("cup.db").to_string_lossy().into_owned();
    assert!(refused(&[&run, "--listen", &port]).contains("choose another port"));
}
