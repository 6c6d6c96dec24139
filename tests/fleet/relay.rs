//! A worker far away: a relay between it and the server, which delays what passes.

use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{sleep, spawn};
use std::time::{Duration, Instant};

use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use referee_record::Record;

use super::Worker;
use super::server::Server;
use crate::engine::{Arena, counted, python_bot, records};

/// Time that everything takes on its way, in each direction.
const DELAY: Duration = Duration::from_millis(100);
/// Share of what gets lost, and the time after which it is sent again: what comes behind it waits as well.
const LOSS: f64 = 0.05;
const AGAIN: Duration = Duration::from_millis(300);

/// Starts a relay to a port of this machine; returns its own.
fn relay(to: u16) -> u16 {
    let listener = TcpListener::bind(("127.0.0.1", 0)).expect("a port");
    let port = listener.local_addr().expect("its address").port();
    spawn(move || {
        for (number, here) in listener.incoming().flatten().enumerate() {
            let Ok(there) = TcpStream::connect(("127.0.0.1", to)) else {
                continue;
            };
            let copy = |stream: &TcpStream| stream.try_clone().expect("a copy");
            carry(copy(&here), copy(&there), 2 * number as u64);
            carry(there, here, 2 * number as u64 + 1);
        }
    });
    port
}

/// Carries bytes in one direction, each after its delay.
fn carry(mut from: TcpStream, to: TcpStream, seed: u64) {
    let (sender, receiver): (Sender<(Instant, Vec<u8>)>, _) = channel();
    spawn(move || deliver(&receiver, to));
    spawn(move || {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let (mut bytes, mut last) = ([0; 1400], Instant::now());
        while let Ok(length @ 1..) = from.read(&mut bytes) {
            let lost = random.random_bool(LOSS);
            let due = Instant::now() + DELAY + if lost { AGAIN } else { Duration::ZERO };
            last = last.max(due);
            if sender.send((last, bytes[..length].to_vec())).is_err() {
                break;
            }
        }
    });
}

fn deliver(receiver: &Receiver<(Instant, Vec<u8>)>, mut to: TcpStream) {
    while let Ok((due, bytes)) = receiver.recv() {
        sleep(due.saturating_duration_since(Instant::now()));
        if to.write_all(&bytes).is_err() {
            break;
        }
    }
    let _ = to.shutdown(Shutdown::Both);
}

/// Plays games of about a second on one worker; returns the records.
fn play(server: &Server, address: &str) -> Vec<Record> {
    let slow = python_bot(
        "import time",
        "time.sleep(0.08); print(\"move\", legal[0], flush=True)",
    );
    let settings = "game = \"onitama\"\nseed = 11\nopenings = 4\ngames_per_pair = 40\ntime = { move_ms = 20000 }";
    let arena = Arena::new(settings)
        .python("slow", &slow, "")
        .bot("random", "house:random");
    let _worker = Worker::of(&[address, "--name", "far", "--concurrency", "1"]);
    let run = arena.run(&["--fleet", &server.address()]);
    assert_eq!(run.status.code(), Some(0));
    counted(records(&arena.path().join("cup.db")))
}

/// Returns the mean of the time from the beginning of a game to that of the next, in milliseconds, and that of the
/// charged time of a move, in microseconds.
#[expect(clippy::cast_precision_loss, reason = "for people")]
fn pace(records: &[Record]) -> (f64, f64) {
    let mut began: Vec<u64> = records.iter().map(|one| one.measured.began_ms).collect();
    began.sort_unstable();
    let span = began.last().expect("games") - began.first().expect("games");
    let plies = || records.iter().flat_map(|one| &one.measured.plies);
    let charged: u64 = plies().map(|ply| ply.ns).sum();
    (
        span as f64 / (began.len() - 1) as f64,
        charged as f64 / 1000.0 / plies().count() as f64,
    )
}

#[test]
#[ignore = "takes minutes"]
fn a_worker_far_away_plays_as_fast() {
    let Some(server) = Server::start("a worker far away") else {
        return;
    };
    let (near, near_us) = pace(&play(&server, &server.address()));
    let far = format!("nats://127.0.0.1:{}", relay(server.port()));
    let (far, far_us) = pace(&play(&server, &far));
    println!(
        "a game in {near:.0} ms near and {far:.0} ms far away: {:.3} of the throughput; charged for a move: {near_us:.0} \
         and {far_us:.0} µs",
        near / far
    );
    assert!(near / far >= 0.95, "{near} {far}");
}
