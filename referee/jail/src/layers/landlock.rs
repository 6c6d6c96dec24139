//! Landlock: denies access to files that no rule names, to abstract sockets and processes outside, and to
//! TCP.
//!
//! It leaves open at any version, for other layers to close: UDP and every protocol except TCP;
//! permissions, owners and times of files; the existence of files whose path is known. Before version 3 it
//! does not restrict `truncate`, before 4 TCP, before 6 signals and abstract sockets, before 9 sockets in the
//! file system.

use std::io;
use std::path::{Path, PathBuf};

use landlock::{
    ABI, Access, AccessFs, AccessNet, BitFlags, LandlockStatus, PathBeneath, PathFd, PathFdError,
    RestrictSelf, Ruleset, RulesetAttr, RulesetCreated, RulesetCreatedAttr, RulesetError, Scope,
};

/// Newest version whose access rights are all known here; on an older kernel, those that it supports are
/// used.
const NEWEST: ABI = ABI::V9;

/// Accesses that stay allowed.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct LandlockRules {
    /// Files and folders that can be read, and whose programs can be started.
    pub read: Vec<PathBuf>,
    /// Folders in which everything is allowed except making devices.
    pub write: Vec<PathBuf>,
    /// Devices that can be read and written.
    pub devices: Vec<PathBuf>,
    /// True if TCP stays open, for commands that fetch sources.
    pub network: bool,
}

/// First Landlock version that restricts signals.
pub const SIGNALS: u8 = 6;

/// Returns the Landlock ABI version; 0 means that there is no Landlock.
pub fn version() -> u8 {
    // Without flags, this call restricts nothing; it only queries the kernel.
    let asked = RestrictSelf::default().no_new_privs(false).apply();
    match asked.map(|status| status.landlock) {
        Ok(LandlockStatus::Available {
            effective_abi,
            kernel_abi,
        }) => kernel_abi
            .and_then(|version| u8::try_from(version).ok())
            .unwrap_or(effective_abi as u8),
        _ => 0,
    }
}

/// Restricts this thread and its children to what the rules name, as far as this kernel's version supports
/// it. Paths that don't exist or can't be reached are left out.
pub fn restrict(rules: &LandlockRules) -> io::Result<()> {
    let set = handled(rules.network).map_err(io::Error::other)?;
    let set = allow(set, &rules.read, AccessFs::from_read(NEWEST))?;
    let set = allow(set, &rules.write, writing())?;
    let set = allow(set, &rules.devices, device())?;
    set.restrict_self().map_err(io::Error::other)?;
    Ok(())
}

/// Makes a ruleset that denies every known access and allows nothing yet.
fn handled(network: bool) -> Result<RulesetCreated, RulesetError> {
    let set = Ruleset::default()
        .handle_access(AccessFs::from_all(NEWEST))?
        .scope(Scope::from_all(NEWEST))?;
    if network {
        set.create()
    } else {
        set.handle_access(AccessNet::from_all(NEWEST))?.create()
    }
}

fn writing() -> BitFlags<AccessFs> {
    AccessFs::from_all(NEWEST) & !(AccessFs::MakeChar | AccessFs::MakeBlock | AccessFs::IoctlDev)
}

fn device() -> BitFlags<AccessFs> {
    AccessFs::ReadFile | AccessFs::WriteFile | AccessFs::IoctlDev
}

fn allow(
    set: RulesetCreated,
    paths: &[PathBuf],
    access: BitFlags<AccessFs>,
) -> io::Result<RulesetCreated> {
    paths.iter().try_fold(set, |set, path| match open(path)? {
        // For a file, the library drops those rights that apply to folders only.
        Some(opened) => set
            .add_rule(PathBeneath::new(opened, access))
            .map_err(io::Error::other),
        None => Ok(set),
    })
}

fn open(path: &Path) -> io::Result<Option<PathFd>> {
    use io::ErrorKind::{NotADirectory, NotFound, PermissionDenied};
    match PathFd::new(path) {
        Ok(opened) => Ok(Some(opened)),
        Err(PathFdError::OpenCall { source, .. })
            if matches!(source.kind(), NotADirectory | NotFound | PermissionDenied) =>
        {
            Ok(None)
        }
        Err(error) => Err(io::Error::other(error)),
    }
}

#[cfg(test)]
mod tests {
    use std::fs::{self, File};
    use std::net::TcpListener;
    use std::os::linux::net::SocketAddrExt;
    use std::os::unix::fs::symlink;
    use std::os::unix::net::{SocketAddr, UnixListener, UnixStream};
    use std::thread;

    use rustix::process::{Pid, Signal, kill_process, test_kill_process};

    use super::*;

    /// Runs `act` in a thread that is restricted to these rules.
    fn under<T: Send + 'static>(
        rules: LandlockRules,
        act: impl FnOnce() -> T + Send + 'static,
    ) -> T {
        let confined = thread::spawn(move || {
            restrict(&rules).expect("rules can be set");
            act()
        });
        confined.join().expect("the thread lives")
    }

    fn denied<T>(result: io::Result<T>) -> bool {
        result.is_err_and(|error| error.kind() == io::ErrorKind::PermissionDenied)
    }

    /// Returns true if the machine has this version; prints a note otherwise.
    fn has(least: u8) -> bool {
        let supported = version();
        if supported < least {
            eprintln!("skipped: needs version {least} of Landlock, found {supported}");
        }
        supported >= least
    }

    #[test]
    fn only_named_files_are_read_and_only_named_folders_written() {
        if !has(1) {
            return;
        }
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = |name: &str| folder.path().join(name);
        for name in ["open", "work", "secret"] {
            fs::create_dir(path(name)).expect("a folder");
            fs::write(path(name).join("file"), "text").expect("a file");
        }
        fs::write(path("alone"), "text").expect("a file");
        symlink(path("secret/file"), path("open/link")).expect("a link");
        let rules = LandlockRules {
            read: vec![
                path("open"),
                path("alone"),
                path("missing"),
                path("alone/below"),
            ],
            write: vec![path("work")],
            devices: vec!["/dev/null".into()],
            network: false,
        };
        let at = folder.path().to_owned();
        under(rules, move || {
            let at = |name: &str| at.join(name);
            assert_eq!(
                fs::read_to_string(at("open/file")).ok().as_deref(),
                Some("text")
            );
            assert_eq!(
                fs::read_to_string(at("alone")).ok().as_deref(),
                Some("text")
            );
            assert!(fs::read_dir(at("open")).is_ok());
            assert!(denied(fs::read(at("secret/file"))));
            assert!(denied(fs::read(at("open/link"))));
            assert!(denied(fs::read_dir(at(""))));
            assert!(denied(fs::write(at("open/file"), "")));
            assert!(denied(fs::write(at("open/new"), "")));
            assert!(denied(fs::remove_file(at("alone"))));
            assert!(denied(fs::rename(at("work/file"), at("open/file"))) || !has(2));
            assert!(fs::write(at("work/new"), "text").is_ok());
            assert!(fs::create_dir(at("work/folder")).is_ok());
            assert!(fs::rename(at("work/new"), at("work/folder/new")).is_ok() || !has(2));
            assert!(fs::remove_dir_all(at("work/folder")).is_ok());
            assert!(
                File::options()
                    .read(true)
                    .write(true)
                    .open("/dev/null")
                    .is_ok()
            );
            assert!(denied(File::open("/dev/zero")));
        });
    }

    #[test]
    fn tcp_is_closed_unless_it_is_left_open() {
        if !has(4) {
            return;
        }
        let listens = |network| {
            let rules = LandlockRules {
                network,
                ..LandlockRules::default()
            };
            under(rules, || TcpListener::bind("127.0.0.1:0").map(drop))
        };
        assert!(denied(listens(false)));
        assert!(listens(true).is_ok());
    }

    #[test]
    fn processes_outside_get_no_signals() {
        if !has(6) {
            return;
        }
        let mut outside = std::process::Command::new("sleep")
            .arg("60")
            .spawn()
            .expect("a process starts");
        let pid = Pid::from_child(&outside);
        let (asked, killed) = under(LandlockRules::default(), move || {
            (test_kill_process(pid), kill_process(pid, Signal::KILL))
        });
        let lives = outside.try_wait().expect("a child").is_none();
        outside.kill().expect("it is ours");
        outside.wait().expect("it ends");
        assert_eq!(asked, Err(rustix::io::Errno::PERM));
        assert_eq!(killed, Err(rustix::io::Errno::PERM));
        assert!(lives);
    }

    #[test]
    fn abstract_sockets_outside_are_out_of_reach() {
        if !has(6) {
            return;
        }
        let name = format!("referee-jail-{}", std::process::id());
        let address = SocketAddr::from_abstract_name(name).expect("a short name");
        let _outside = UnixListener::bind_addr(&address).expect("the name is free");
        assert!(UnixStream::connect_addr(&address).is_ok());
        let inside = under(LandlockRules::default(), move || {
            UnixStream::connect_addr(&address)
        });
        assert!(denied(inside));
    }
}
