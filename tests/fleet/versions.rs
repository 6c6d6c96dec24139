//! A worker and a coordinator of two versions.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::Stdio;
use std::thread::{sleep, spawn};
use std::time::Duration;

use super::server::Server;
use super::{Worker, worker_command};

/// Reads the text protocol of NATS: subscribes to what workers say, and says that a run of another version has games.
fn announce(server: &Server) -> BufReader<TcpStream> {
    let stream = TcpStream::connect(("127.0.0.1", server.port())).expect("a connection");
    let beacon = "{\"protocol\": 99, \"referee\": \"9.9.9\", \"run\": \"of-tomorrow\"}";
    let mut writer = stream.try_clone().expect("a copy");
    let begin = "CONNECT {\"verbose\": false}\r\nSUB referee.hello.* 1\r\n";
    writer.write_all(begin.as_bytes()).expect("sent");
    let beat = format!(
        "PUB referee.run.of-tomorrow {}\r\n{beacon}\r\n",
        beacon.len()
    );
    // As a coordinator does: the worker may not listen yet. It ends with the server.
    spawn(move || {
        while writer.write_all(beat.as_bytes()).is_ok() {
            sleep(Duration::from_millis(200));
        }
    });
    BufReader::new(stream)
}

#[test]
fn a_worker_of_another_version_is_refused_on_both_sides() {
    let Some(server) = Server::start("two versions") else {
        return;
    };
    let place = server.address();
    let mut command = worker_command(&[&place, "--name", "old", "--concurrency", "1"]);
    let mut child = command.stderr(Stdio::piped()).spawn().expect("a worker");
    let stderr = child.stderr.take().expect("it was piped");
    let _worker = Worker(child);
    let mut said = BufReader::new(stderr).lines().map_while(Result::ok);
    assert!(said.any(|line| line.contains("waits for runs")));
    let expected = "is of referee 9.9.9 (fleet protocol 99), and this worker of";
    let mut heard = announce(&server);
    assert!(
        said.any(|line| line.contains(expected) && line.contains("give both the same version"))
    );
    // What it tells coordinators: `refuses` in the hello of that run.
    let mut bytes = vec![0; 1 << 16];
    let mut text = String::new();
    while !text.contains(expected) {
        let read = heard.read(&mut bytes).expect("more");
        assert!(read > 0, "{text}");
        text += &String::from_utf8_lossy(&bytes[..read]);
    }
    assert!(text.contains("\"run\":\"of-tomorrow\""), "{text}");
}
