//! A NATS server of the tests' own.

use std::net::TcpListener;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use tempfile::TempDir;

use crate::kit::referee;
use crate::skip::skip;

/// Where Debian's package puts it, which isn't in every user's path.
const PROGRAMS: [&str; 2] = ["nats-server", "/usr/sbin/nats-server"];

/// A server that ends with its test.
pub(super) struct Server {
    child: Child,
    port: u16,
    folder: TempDir,
    secured: bool,
}

impl Server {
    /// Starts a server; says that `test` is skipped where there is none.
    pub(super) fn start(test: &str) -> Option<Server> {
        Server::start_one(test, None)
    }

    /// Starts a server with users and keys, for so many workers, with the files of `referee fleet init`.
    pub(super) fn start_secured(test: &str, workers: usize) -> Option<Server> {
        Server::start_one(test, Some(workers))
    }

    fn start_one(test: &str, workers: Option<usize>) -> Option<Server> {
        for _ in 0..5 {
            let (port, folder) = (free_port(), TempDir::new().expect("a folder"));
            if let Some(workers) = workers {
                let lab = folder.path().join("lab").to_string_lossy().into_owned();
                let (port, workers) = (port.to_string(), workers.to_string());
                let args = [
                    "--host",
                    "127.0.0.1",
                    "--port",
                    &port,
                    "--workers",
                    &workers,
                ];
                referee(&[&["fleet", "init", &lab], &args[..]].concat()).fine();
            }
            let Some(child) = spawn(port, folder.path(), workers.is_some()) else {
                skip(
                    test,
                    "nats-server isn't installed (apt install nats-server)",
                );
                return None;
            };
            let mut server = Server {
                child,
                port,
                folder,
                secured: workers.is_some(),
            };
            if server.listens() {
                return Some(server);
            }
        }
        panic!("the server doesn't listen");
    }

    pub(super) fn address(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }

    /// Its port on this machine.
    pub(super) fn port(&self) -> u16 {
        self.port
    }

    /// A file of the fleet.
    pub(super) fn file(&self, name: &str) -> String {
        let path = self.folder.path().join("lab").join(name);
        path.to_string_lossy().into_owned()
    }

    /// Kills the server without a chance to do anything, and starts it again after a while.
    pub(super) fn restart(&mut self, after: Duration) {
        self.kill();
        sleep(after);
        self.child =
            spawn(self.port, self.folder.path(), self.secured).expect("it was there before");
        assert!(self.listens(), "the server listens again");
    }

    /// Stops the server for a while: connections stay, and nothing comes.
    pub(super) fn pause(&self, time: Duration) {
        let signal = |name: &str| {
            let id = self.child.id().to_string();
            let sent = Command::new("kill").args([name, &id]).status();
            assert!(sent.is_ok_and(|sent| sent.success()));
        };
        signal("-STOP");
        sleep(time);
        signal("-CONT");
    }

    pub(super) fn kill(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }

    /// Waits until it listens; returns false if it has ended, as another program has taken its port.
    fn listens(&mut self) -> bool {
        let ports = format!("nats-server_{}.ports", self.child.id());
        let ports = self.folder.path().join(ports);
        for _ in 0..200 {
            if ports.exists() {
                return true;
            }
            if self.child.try_wait().expect("its state").is_some() {
                return false;
            }
            sleep(Duration::from_millis(50));
        }
        false
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.kill();
    }
}

fn free_port() -> u16 {
    let listener = TcpListener::bind(("127.0.0.1", 0)).expect("a port");
    listener.local_addr().expect("its address").port()
}

fn spawn(port: u16, folder: &Path, secured: bool) -> Option<Child> {
    PROGRAMS.iter().find_map(|program| {
        let mut command = Command::new(program);
        command
            .args(["-a", "127.0.0.1", "--ports_file_dir"])
            .arg(folder);
        if secured {
            command.args(["-c", "fleet.conf"]);
            command.current_dir(folder.join("lab/server"));
        } else {
            command.args(["-p", &port.to_string()]);
        }
        command
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .ok()
    })
}
