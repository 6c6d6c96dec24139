//! Tests of which requests are answered and which are refused, by reader.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::time::Duration;

use super::trial::{ALIAS, SECRET, site, talk};
use super::{AccessToken, AppState, ServerLimits, serve};

const HERE: ([u8; 4], u16) = ([127, 0, 0, 1], 7070);

fn made_up(address: impl Into<SocketAddr>) -> (Arc<AppState>, AccessToken) {
    let token = AccessToken::of(0x1234_5678_9abc_def0, 7070);
    (site(address.into(), token.clone()), token)
}

/// Returns the status of the answer, and the whole answer.
fn ask(site: &Arc<AppState>, head: &str, body: &[u8]) -> (u16, String) {
    let request = format!(
        "{}\r\nconnection: close\r\n\r\n",
        head.trim().replace('\n', "\r\n")
    );
    let mut bytes = request.into_bytes();
    bytes.extend_from_slice(body);
    let heard = talk(site, &bytes).expect("a conversation");
    let text = String::from_utf8_lossy(&heard).into_owned();
    let status = text
        .strip_prefix("HTTP/1.")
        .and_then(|rest| rest.get(2..5)?.parse().ok());
    (
        status.unwrap_or_else(|| panic!("no answer to {head}: {text:?}")),
        text,
    )
}

fn cookie(token: &AccessToken) -> String {
    token.query().replace("token=", "referee-7070=")
}

fn get(site: &Arc<AppState>, path: &str) -> (u16, String) {
    ask(
        site,
        &format!("GET {path} HTTP/1.1\nhost: localhost:7070"),
        b"",
    )
}

#[test]
fn pages_come_with_a_policy() {
    let (site, _) = made_up(HERE);
    for path in [
        "/1/",
        "/1/tv",
        "/1/games",
        "/1/games?from=7",
        "/style.css",
        "/page.js",
        "/scheme.js",
        "/1/latest.json",
        "/1/events",
        "/nothing",
    ] {
        let (status, text) = get(&site, path);
        assert_eq!(status, if path == "/nothing" { 404 } else { 200 }, "{path}");
        assert!(
            text.contains("content-security-policy: default-src 'none'; script-src 'self'"),
            "{path}"
        );
        assert!(text.contains("x-content-type-options: nosniff"), "{path}");
    }
    assert!(get(&site, "/").1.contains("location: /1/"));
}

#[test]
fn paths_lead_nowhere_else() {
    let (site, _) = made_up(HERE);
    let paths = [
        "/../../etc/passwd",
        "/%2e%2e/%2e%2e/etc/passwd",
        "/1/../../etc/passwd",
        "/1/game/../../../etc/passwd",
        "/1/game/%2fetc%2fpasswd",
        "/1/game/1/..%2f..%2frecord.json",
        "//etc/passwd",
        "/style.css/../page.js",
        "/0/",
        "/2/",
        "/-1/",
        "/18446744073709551617/",
        "/1/game/-1",
        "/1/game/1e9",
        "/1/game/1%00",
    ];
    for path in paths {
        let (status, text) = get(&site, path);
        assert!(matches!(status, 400 | 404), "{path}: {status}");
        assert!(!text.contains("root:"), "{path}");
    }
}

#[test]
fn secrets_need_the_token() {
    let (site, token) = made_up(HERE);
    let with = |path: &str, cookie: &str| {
        ask(
            &site,
            &format!("GET {path} HTTP/1.1\nhost: localhost\ncookie: {cookie}"),
            b"",
        )
    };
    let cookie = cookie(&token);
    for path in [
        "/1/",
        "/1/tv",
        "/1/events",
        "/1/latest.json",
        "/1/game/1/record.json",
    ] {
        let (status, text) = get(&site, path);
        assert!(!text.contains(SECRET), "{path}");
        assert_eq!(status == 404, path.ends_with("record.json"), "{path}");
        assert!(
            !with(path, "referee-7070=00000000000000000000000000000000")
                .1
                .contains(SECRET),
            "{path}"
        );
        let (status, text) = with(path, &cookie);
        assert_eq!(status, 200, "{path}");
        assert!(
            text.contains(SECRET) || path == "/1/events",
            "{path}: {text}"
        );
    }
    assert!(get(&site, "/1/").1.contains(ALIAS));
}

#[test]
fn an_address_with_the_token_sets_the_cookie_and_is_left() {
    let (site, token) = made_up(HERE);
    let (status, text) = get(&site, &format!("/1/games?from=3&{}", token.query()));
    assert_eq!(status, 303);
    assert!(text.contains("location: /1/games?from=3\r\n"), "{text}");
    assert!(text.contains("HttpOnly; SameSite=Strict"), "{text}");
    assert_eq!(get(&site, "/1/?token=0").0, 403);
}

#[test]
fn other_sites_get_nothing() {
    let (site, token) = made_up(HERE);
    let cookie = cookie(&token);
    for host in ["evil.example", "localhost.evil.example", "10.0.0.1:7070"] {
        let (status, text) = ask(
            &site,
            &format!("GET /1/ HTTP/1.1\nhost: {host}\ncookie: {cookie}"),
            b"",
        );
        assert!(status == 403 && !text.contains(SECRET), "{host}");
    }
    let (status, _) = ask(&site, "GET /1/ HTTP/1.0", b"");
    assert_eq!(status, 403, "without a host");
}

#[test]
fn writes_come_from_own_pages_alone() {
    let (site, token) = made_up(HERE);
    let write = |more: &str| {
        let head = format!(
            "POST /1/ HTTP/1.1\nhost: localhost:7070\ncontent-length: 0\ncookie: {}{more}",
            cookie(&token)
        );
        ask(&site, &head, b"").0
    };
    assert_eq!(write(""), 403);
    assert_eq!(write("\norigin: null"), 403);
    assert_eq!(write("\norigin: http://evil.example"), 403);
    assert_eq!(write("\norigin: http://localhost:8080"), 403);
    // There is no handler for writes, but the request got as far as the router.
    assert_eq!(write("\norigin: http://localhost:7070"), 405);
    let code = |origin: &str| {
        let head = format!("POST /qr HTTP/1.1\nhost: localhost:7070\ncontent-length: 1{origin}");
        ask(&site, &head, b"x").0
    };
    assert_eq!(code(""), 403);
    // Nobody can play here.
    assert_eq!(code("\norigin: http://localhost:7070"), 404);
}

#[test]
fn giants_are_refused() {
    let (site, _) = made_up(HERE);
    let long = "a".repeat(20 << 10);
    let (status, _) = ask(
        &site,
        &format!("GET /1/ HTTP/1.1\nhost: localhost\nx: {long}"),
        b"",
    );
    assert_eq!(status, 431);
    let (status, _) = get(&site, &format!("/{long}"));
    assert!(matches!(status, 414 | 431), "{status}");
    let many = "\nx: 1".repeat(200);
    let (status, _) = ask(
        &site,
        &format!("GET /1/ HTTP/1.1\nhost: localhost{many}"),
        b"",
    );
    assert_eq!(status, 431);
}

/// Starts a server on a real address, which runs until the test ends.
fn listening(connections: usize) -> SocketAddr {
    let listener = TcpListener::bind(("127.0.0.1", 0)).expect("a port");
    let address = listener.local_addr().expect("its address");
    let (site, _) = made_up(address);
    std::thread::spawn(move || {
        let end = std::future::pending();
        serve(listener, &site, ServerLimits { connections }, end)
    });
    address
}

fn first_line(mut stream: &TcpStream, request: &str) -> String {
    stream
        .set_read_timeout(Some(Duration::from_secs(10)))
        .expect("a limit");
    stream.write_all(request.as_bytes()).expect("a request");
    let mut bytes = [0; 12];
    stream.read_exact(&mut bytes).expect("an answer");
    String::from_utf8_lossy(&bytes).into_owned()
}

#[test]
fn who_finds_no_room_is_told_so() {
    let address = listening(2);
    let connect = || TcpStream::connect(address).expect("a connection");
    let events = "GET /1/events HTTP/1.1\r\nhost: localhost\r\n\r\n";
    let readers = [connect(), connect()];
    for reader in &readers {
        assert_eq!(first_line(reader, events), "HTTP/1.1 200");
    }
    assert_eq!(
        first_line(&connect(), "GET /1/ HTTP/1.1\r\nhost: localhost\r\n\r\n"),
        "HTTP/1.1 503"
    );
    drop(readers);
    // Their places are free again once the server has seen that they left.
    let again = || {
        first_line(
            &connect(),
            "GET /1/ HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n",
        )
    };
    let is_free = (0..100).any(|_| {
        std::thread::sleep(Duration::from_millis(50));
        again() == "HTTP/1.1 200"
    });
    assert!(is_free, "places are never free again");
}
