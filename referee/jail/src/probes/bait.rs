//! Targets of the probes, set up outside the jail by the process that starts the probes, and removed on drop.

use std::fs::{self, DirBuilder, File};
use std::io;
use std::net::{SocketAddr, TcpListener, UdpSocket};
use std::os::fd::OwnedFd;
use std::os::linux::net::SocketAddrExt;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::net::{SocketAddr as UnixAddress, UnixListener};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use rustix::io::{FdFlags, fcntl_setfd};
use rustix::process::{Pid, Signal, kill_process};
use serde::{Deserialize, Serialize};

use super::{PROBE, ProbeResult, STAND, calls, remains, sharing};
use crate::{Jail, MARK, ResourceLimits};

/// Name of a file in the folder of each probe.
pub const OWN_FILE: &str = "own.txt";
/// Environment variable, in the process outside, that holds the secret.
const SECRET: &str = "REFEREE_SECRET";

/// Data that a probe receives about its targets.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Targets {
    /// A name that nothing else on the machine has; also the name of an abstract socket.
    pub name: String,
    /// A text that no process inside may read.
    pub secret: String,
    /// The file that contains it, readable by every user.
    pub secret_file: PathBuf,
    /// A file of the user who started the referee.
    pub plain_file: PathBuf,
    /// TCP listeners of this machine.
    pub tcp: Vec<SocketAddr>,
    /// UDP sockets of this machine.
    pub udp: Vec<SocketAddr>,
    /// A unix socket to which every user may connect.
    pub socket: PathBuf,
    /// Process id of a process outside.
    pub pid: i32,
    /// A terminal, if one could be made.
    pub terminal: Option<PathBuf>,
    /// A System V key that no program uses.
    pub key: i32,
    /// Names of the environment variables that a bot is given.
    pub variables: Vec<String>,
    /// Number of processors of the machine that the referee may use.
    pub cores: usize,
    /// Resource limits of a bot.
    pub bounds: ResourceLimits,
    /// True for the second of two probes.
    pub second: bool,
}

impl Targets {
    /// Returns the name of the things that probes leave behind.
    pub(super) fn left(&self) -> String {
        format!("{}-left", self.name)
    }
}

/// Targets that exist outside the jail.
pub struct Bait {
    targets: Targets,
    folder: PathBuf,
    outside: Child,
    _listening: (Vec<TcpListener>, Vec<UdpSocket>, [UnixListener; 2]),
    _terminal: Option<OwnedFd>,
    _open: File,
}

impl Bait {
    /// Sets up the targets in a new folder at this path, for bots with these limits and environment
    /// variables, on a machine with this many processors. Returns an error if the machine could not provide
    /// one of them.
    pub fn lay(
        jail: &Jail,
        folder: &Path,
        bounds: ResourceLimits,
        variables: Vec<String>,
        cores: usize,
    ) -> io::Result<Bait> {
        let folder_of_bot = folder.join("own");
        for folder in [folder, &folder_of_bot] {
            DirBuilder::new().create(folder)?;
            fs::set_permissions(folder, PermissionsExt::from_mode(0o755))?;
        }
        let name = format!("referee-bait-{}", jail.mark());
        let secret = format!("secret-{}", jail.mark());
        let [secret_file, plain_file] = ["secret.txt", "plain.txt"].map(|file| folder.join(file));
        for file in [&secret_file, &plain_file, &folder_of_bot.join(OWN_FILE)] {
            fs::write(file, &secret)?;
            fs::set_permissions(file, PermissionsExt::from_mode(0o644))?;
        }
        let socket = folder.join("socket");
        let unix = UnixListener::bind(&socket)?;
        fs::set_permissions(&socket, PermissionsExt::from_mode(0o777))?;
        let address = UnixAddress::from_abstract_name(&name)?;
        let listening = (
            both(TcpListener::bind),
            both(UdpSocket::bind),
            [unix, UnixListener::bind_addr(&address)?],
        );
        let open = File::open(&secret_file)?;
        // Stays open across `exec`, as if forgotten: any process started without care inherits it.
        fcntl_setfd(&open, FdFlags::empty())?;
        let outside = Command::new(jail.helper())
            .args([PROBE, STAND, &name])
            .env(SECRET, &secret)
            .env(MARK, jail.mark())
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .process_group(0)
            .spawn()?;
        let (terminal, path) = calls::terminal().ok().unzip();
        let targets = Targets {
            secret,
            secret_file,
            plain_file,
            tcp: listening
                .0
                .iter()
                .filter_map(|socket| socket.local_addr().ok())
                .collect(),
            udp: listening
                .1
                .iter()
                .filter_map(|socket| socket.local_addr().ok())
                .collect(),
            socket,
            pid: Pid::from_child(&outside).as_raw_nonzero().get(),
            terminal: path,
            key: key(),
            variables,
            cores,
            bounds,
            second: false,
            name,
        };
        Ok(Bait {
            targets,
            folder: folder_of_bot,
            outside,
            _listening: listening,
            _terminal: terminal,
            _open: open,
        })
    }

    /// Returns the process outside at which probes aim; it leads a process group.
    pub fn outside(&self) -> Pid {
        Pid::from_child(&self.outside)
    }

    /// Returns the folder of each probe.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Returns the data for a probe, as one line of JSON.
    pub fn visible_secret(&self, second: bool) -> io::Result<String> {
        let targets = Targets {
            second,
            ..self.targets.clone()
        };
        Ok(serde_json::to_string(&targets)? + "\n")
    }

    /// Reports what a probe has left behind, and removes it.
    pub fn left(&self) -> ProbeResult {
        let processes = self.daemons().into_iter().map(|pid| {
            let _ = kill_process(pid, Signal::KILL);
            Some(format!("process {}", pid.as_raw_nonzero()))
        });
        let files = remains::places(&self.targets).into_iter().map(|place| {
            let removed = fs::remove_file(&place);
            super::reached(place.display(), removed)
        });
        ProbeResult::of(processes.chain(files))
    }

    /// Finds processes that have the name of the probes' remains among their arguments.
    fn daemons(&self) -> Vec<Pid> {
        let name = self.targets.left();
        let all = fs::read_dir("/proc").into_iter().flatten().flatten();
        let is_this = |pid: &Pid| {
            let path = format!("/proc/{}/cmdline", pid.as_raw_nonzero());
            let line = fs::read(path).unwrap_or_default();
            line.split(|byte| *byte == 0)
                .any(|argument| argument == name.as_bytes())
        };
        let pid = |entry: fs::DirEntry| Pid::from_raw(entry.file_name().to_str()?.parse().ok()?);
        all.filter_map(pid).filter(is_this).collect()
    }
}

impl Drop for Bait {
    fn drop(&mut self) {
        // Errors are ignored: a missing file was never made, and others are removed with the run's folder.
        self.left();
        let _ = self.outside.kill();
        let _ = self.outside.wait();
        for (_, get, control) in calls::SYSTEM_V {
            if let Ok(id) = calls::system_v(get, self.targets.key, 0) {
                calls::remove_system_v(control, id);
            }
        }
        calls::remove_queue(&self.targets.left());
        let _ = calls::find_key(&self.targets.left());
        let scratch = super::scratch::places(&self.targets);
        for file in sharing::places(&self.targets).into_iter().chain(scratch) {
            let _ = fs::remove_file(file);
        }
    }
}

/// Binds a socket for each version of the internet protocol (IPv4 and IPv6) that this machine has.
fn both<S>(bind: fn(&'static str) -> io::Result<S>) -> Vec<S> {
    ["127.0.0.1:0", "[::1]:0"]
        .into_iter()
        .filter_map(|at| bind(at).ok())
        .collect()
}

/// Returns a System V key that differs from that of other referees running at the same time.
fn key() -> i32 {
    0x5e1f_0000 | i32::try_from(std::process::id() & 0xffff).unwrap_or(0)
}
