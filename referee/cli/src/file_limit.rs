//! A limit on the size of files (`ulimit -f`): told like a full disk.

use rustix::process::{Resource, Signal, getrlimit};
use tokio::runtime::Builder;
use tokio::signal::unix::{SignalKind, signal};

/// From now on a file that would grow beyond the limit is an error of whoever writes it.
///
/// The system sends a signal too, which would end the program without a word. One that is caught does
/// no harm, and unlike one that is ignored it isn't passed on to bots.
pub fn is_an_error() {
    if getrlimit(Resource::Fsize).current.is_none() {
        return;
    }
    let Ok(runtime) = Builder::new_current_thread().enable_io().build() else {
        return;
    };
    let _inside = runtime.enter();
    // It stays caught when nobody waits for it any more.
    let _ = signal(SignalKind::from_raw(Signal::XFSZ.as_raw()));
}
