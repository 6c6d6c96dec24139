//! What the server refuses: a message without permission, or a user that it doesn't know any more.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use async_nats::{ClientError, ConnectErrorKind, Event};

/// Time for which the server has to refuse a user until it counts as removed: it may be given another configuration.
const PATIENCE: Duration = Duration::from_secs(10);
/// Why a server refuses who was there before.
const NO_LOGIN: &str =
    "it doesn't know this user and password any more; who was removed from the fleet stays so";

/// The server refuses this user, and has done so for some time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the server has refused this worker for {} s: {NO_LOGIN}", PATIENCE.as_secs())]
pub(crate) struct ShutOut;

/// What the server refuses, as the client hears of it.
#[derive(Clone, Default)]
pub(crate) struct Refusals(Arc<Mutex<Latest>>);

#[derive(Default)]
struct Latest {
    /// What was refused last, and whether that was told.
    why: Option<String>,
    told: bool,
    /// The first and the last of the attempts to connect that were refused, one after the other.
    shut_out: Option<(Instant, Instant)>,
}

impl Latest {
    fn set(&mut self, why: String) {
        self.told &= self.why.as_ref() == Some(&why);
        self.why = Some(why);
    }
}

impl Refusals {
    /// Notes what has happened to the connection.
    pub(super) fn note(&self, event: &Event) {
        let mut latest = self.latest();
        match event {
            Event::ClientError(ClientError::Other(why)) if is_login(why) => {
                latest.set(NO_LOGIN.to_owned());
                let now = Instant::now();
                latest.shut_out.get_or_insert((now, now)).1 = now;
            }
            // It can't be reached.
            Event::ClientError(_) => latest.shut_out = None,
            Event::Connected => *latest = Latest::default(),
            Event::ServerError(error) => latest.set(error.to_string()),
            _ => {}
        }
    }

    /// Returns what was refused last on this connection.
    pub(crate) fn last(&self) -> Option<String> {
        self.latest().why.clone()
    }

    /// Returns what was refused last, if this wasn't asked before.
    pub(crate) fn news(&self) -> Option<String> {
        let mut latest = self.latest();
        let told = std::mem::replace(&mut latest.told, true);
        latest.why.clone().filter(|_| !told)
    }

    /// Tells if the server doesn't know this user at the moment.
    pub(crate) fn shut_out(&self) -> bool {
        self.latest().shut_out.is_some()
    }

    /// Returns an error if the server hasn't known this user for some time.
    pub(crate) fn check(&self) -> Result<(), ShutOut> {
        match self.latest().shut_out {
            Some((first, last)) if last - first > PATIENCE => Err(ShutOut),
            _ => Ok(()),
        }
    }

    fn latest(&self) -> std::sync::MutexGuard<'_, Latest> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Tells if this is why the client can't connect again: the server refuses its user or password.
fn is_login(why: &str) -> bool {
    let kinds = [
        ConnectErrorKind::Authentication,
        ConnectErrorKind::AuthorizationViolation,
    ];
    kinds.iter().any(|kind| kind.to_string() == why)
}
