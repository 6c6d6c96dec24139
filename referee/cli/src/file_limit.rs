//! Handles the limit on the size of files (`ulimit -f`) like a full disk.

use rustix::process::{Resource, Signal, getrlimit};
use tokio::runtime::Builder;
use tokio::signal::unix::{SignalKind, signal};

/// Makes a write beyond the file size limit return an error, instead of ending the program.
///
/// The system also sends the signal `SIGXFSZ`, which would end the program without a message. A caught signal
/// does no harm, and unlike an ignored one it isn't inherited by bots.
pub fn is_an_error() {
    if getrlimit(Resource::Fsize).current.is_none() {
        return;
    }
    let Ok(runtime) = Builder::new_current_thread().enable_io().build() else {
        return;
    };
    let _inside = runtime.enter();
    // The signal stays caught after its receiver is dropped.
    let _ = signal(SignalKind::from_raw(Signal::XFSZ.as_raw()));
}
