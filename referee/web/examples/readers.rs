//! Connects many readers to one event stream, to measure their cost to the players.
//!
//! `readers ADDRESS N [PATH]`: connects N times and reads until the server ends the connections or the
//! process is ended; prints each second how many events all readers together received.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

fn main() -> std::io::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let usage = || std::io::Error::other("expected: readers ADDRESS N [PATH]");
    let [address, number, rest @ ..] = &arguments[..] else {
        return Err(usage());
    };
    let number: u32 = number.parse().map_err(|_| usage())?;
    let path = rest.first().map_or("/1/events", String::as_str);
    let request = format!("GET {path} HTTP/1.1\r\nHost: {address}\r\n\r\n");
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    runtime.block_on(async {
        let heard = Arc::new(AtomicU64::new(0));
        let reading = Arc::new(AtomicU64::new(0));
        for _ in 0..number {
            let stream = TcpStream::connect(address).await?;
            let (request, heard, reading) =
                (request.clone(), Arc::clone(&heard), Arc::clone(&reading));
            tokio::spawn(async move {
                reading.fetch_add(1, Ordering::Relaxed);
                let _ = read(stream, &request, &heard).await;
                reading.fetch_sub(1, Ordering::Relaxed);
            });
        }
        loop {
            tokio::time::sleep(Duration::from_secs(1)).await;
            let left = reading.load(Ordering::Relaxed);
            println!(
                "{left} readers, {} events",
                heard.swap(0, Ordering::Relaxed)
            );
            if left == 0 {
                return Ok(());
            }
        }
    })
}

/// Counts the starts of events; one that is split between two reads is missed.
async fn read(mut stream: TcpStream, request: &str, heard: &AtomicU64) -> std::io::Result<()> {
    stream.write_all(request.as_bytes()).await?;
    let mut bytes = vec![0; 1 << 14];
    loop {
        let read = stream.read(&mut bytes).await?;
        if read == 0 {
            return Ok(());
        }
        let events = bytes[..read]
            .windows(6)
            .filter(|part| *part == b"event:")
            .count();
        heard.fetch_add(events as u64, Ordering::Relaxed);
    }
}
