//! Attacks on the guarantee that games and bots share nothing.

use std::fs;
use std::mem;
use std::os::linux::net::SocketAddrExt;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::net::{SocketAddr, UnixListener, UnixStream};
use std::path::PathBuf;

use super::{ProbeResult, Targets, calls, reached};

const MAKE: i32 = libc::IPC_CREAT | 0o666;

pub fn leave_system_v(targets: &Targets) {
    for (_, get, _) in calls::SYSTEM_V {
        // An error is ignored: the object will not be found.
        let _ = calls::system_v(get, targets.key, MAKE);
    }
}

pub fn find_system_v(targets: &Targets) -> ProbeResult {
    let find = |(what, get, _)| reached(what, calls::system_v(get, targets.key, 0));
    ProbeResult::of(calls::SYSTEM_V.map(find))
}

pub fn leave_queue(targets: &Targets) {
    let _ = calls::queue(&targets.left(), true);
}

pub fn find_queue(targets: &Targets) -> ProbeResult {
    ProbeResult::of([reached("a queue", calls::queue(&targets.left(), false))])
}

/// Returns paths in folders where every user may write.
pub fn places(targets: &Targets) -> [PathBuf; 3] {
    let name = format!("{}-shared", targets.name);
    ["/dev/shm", "/tmp", "/var/tmp"].map(|place| PathBuf::from(place).join(&name))
}

pub fn leave_file(targets: &Targets) {
    for place in places(targets) {
        let _ = fs::write(&place, "left");
        let _ = fs::set_permissions(place, PermissionsExt::from_mode(0o644));
    }
}

pub fn find_file(targets: &Targets) -> ProbeResult {
    let find = |place: PathBuf| reached(place.display(), fs::read(&place));
    ProbeResult::of(places(targets).map(find))
}

fn name(targets: &Targets) -> std::io::Result<SocketAddr> {
    SocketAddr::from_abstract_name(targets.left())
}

pub fn leave_name(targets: &Targets) {
    if let Ok(listener) = name(targets).and_then(|name| UnixListener::bind_addr(&name)) {
        // Keeps the listener open until this process ends.
        mem::forget(listener);
    }
}

pub fn find_name(targets: &Targets) -> ProbeResult {
    let connected = name(targets).and_then(|name| UnixStream::connect_addr(&name));
    ProbeResult::of([reached("a socket", connected)])
}

pub fn leave_key(targets: &Targets) {
    let _ = calls::leave_key(&targets.left());
}

pub fn find_key(targets: &Targets) -> ProbeResult {
    ProbeResult::of([reached("a key", calls::find_key(&targets.left()))])
}
