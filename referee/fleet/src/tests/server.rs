//! A NATS server of the tests' own, with the files of a fleet.

use std::net::TcpListener;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use tempfile::TempDir;

use crate::init::FleetInit;

/// Where Debian's package puts it, which isn't in every user's path.
const PROGRAMS: [&str; 2] = ["nats-server", "/usr/sbin/nats-server"];

/// A server that ends with its test.
pub(super) struct FleetServer {
    child: Child,
    folder: TempDir,
}

impl FleetServer {
    /// Starts the server of a fleet with so many workers; says that `test` is skipped where there is none.
    pub(super) fn start(test: &str, workers: usize) -> Option<FleetServer> {
        for _ in 0..5 {
            let folder = TempDir::new().expect("a folder");
            let init = FleetInit {
                folder: folder.path().join("lab"),
                hosts: vec!["127.0.0.1".to_owned()],
                port: free_port(),
                workers,
            };
            init.write().expect("a fleet");
            let Some(child) = spawn(&init) else {
                println!("skipped: {test}: nats-server isn't installed (apt install nats-server)");
                return None;
            };
            let mut server = FleetServer { child, folder };
            if server.listens() {
                return Some(server);
            }
        }
        panic!("the server doesn't listen");
    }

    /// The coordinator's file.
    pub(super) fn coordinator(&self) -> String {
        self.file("coordinator/coordinator.toml")
    }

    /// The file of a worker.
    pub(super) fn worker(&self, number: usize) -> String {
        self.file(&format!("worker-{number}/worker.toml"))
    }

    fn file(&self, name: &str) -> String {
        let path: PathBuf = self.folder.path().join("lab").join(name);
        path.to_string_lossy().into_owned()
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

impl Drop for FleetServer {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn free_port() -> u16 {
    let listener = TcpListener::bind(("127.0.0.1", 0)).expect("a port");
    listener.local_addr().expect("its address").port()
}

fn spawn(init: &FleetInit) -> Option<Child> {
    PROGRAMS.iter().find_map(|program| {
        Command::new(program)
            .args(["-c", "fleet.conf", "-a", "127.0.0.1", "--ports_file_dir"])
            .arg(init.folder.parent()?)
            .current_dir(init.folder.join("server"))
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .ok()
    })
}
