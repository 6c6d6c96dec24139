//! Connects to the server, and explains why it can't.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use anyhow::Result;
use async_nats::{ClientError, ConnectError, ConnectErrorKind, ConnectOptions, Event};
use referee_output::failure::bad_input;

use super::Broker;
use crate::access::Access;
use crate::seal::Sealer;

/// Longest time for an answer of the server.
const ANSWER: Duration = Duration::from_secs(10);
/// Messages that the client keeps while there is no connection.
const COMMANDS: usize = 1 << 16;
/// Messages that may wait to be read. What comes above that is dropped, and sent again by whoever misses an answer.
const UNREAD: usize = 8192;
/// Longest wait before the client tries to connect again.
const RECONNECT: Duration = Duration::from_secs(4);

/// Why a server refuses who was there before.
const NO_LOGIN: &str =
    "it doesn't know this user and password any more; who was removed from the fleet stays so";

impl Broker {
    /// Connects as `who`. Returns an error if the server can't be reached, or refuses.
    pub(crate) async fn connect(access: &Access, who: &str) -> Result<Broker> {
        let refused = Arc::new(Mutex::new(None));
        let told = Arc::clone(&refused);
        let mut options = ConnectOptions::new()
            .name(who)
            .client_capacity(COMMANDS)
            .subscription_capacity(UNREAD)
            .ping_interval(Duration::from_secs(10))
            .request_timeout(Some(ANSWER))
            .reconnect_delay_callback(pause)
            .event_callback(move |event| {
                let why = match event {
                    Event::ServerError(error) => Some(error.to_string()),
                    Event::ClientError(ClientError::Other(why)) if is_login(&why) => {
                        Some(NO_LOGIN.to_owned())
                    }
                    _ => None,
                };
                if why.is_some() {
                    *told.lock().unwrap_or_else(PoisonError::into_inner) = why;
                }
                std::future::ready(())
            });
        if let Some(login) = &access.login {
            options = options
                .user_and_password(login.user.clone(), login.password.clone())
                .custom_inbox_prefix(format!("_INBOX.{}", login.user))
                .add_root_certificates(login.ca.clone())
                .require_tls(true);
        }
        let server = &access.server;
        let client = options.connect(server).await;
        let client = client.map_err(|error| {
            let why = explain(&error, access.login.is_some());
            bad_input(format!("{server}: {why}"))
        })?;
        Ok(Broker {
            client,
            sealer: Arc::new(Sealer::new(access.key.clone())),
            refused,
        })
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

/// Explains why there is no connection, and what helps.
fn explain(error: &ConnectError, known: bool) -> String {
    let text = error.to_string();
    // The client has no kind of its own for a certificate that it doesn't trust.
    let kind = if text.contains("certificate") {
        ConnectErrorKind::Tls
    } else {
        error.kind()
    };
    match kind {
        ConnectErrorKind::Authentication | ConnectErrorKind::AuthorizationViolation if known => {
            "the server refuses user or password; expected the file of this very fleet, as `referee fleet init` wrote \
             it with the server's"
                .to_owned()
        }
        ConnectErrorKind::Authentication
        | ConnectErrorKind::AuthorizationViolation
        | ConnectErrorKind::Tls
            if !known =>
        {
            "the server is one of a fleet with passwords; give the file that `referee fleet init` wrote instead of the \
             address"
                .to_owned()
        }
        ConnectErrorKind::Tls => format!(
            "there is no secure connection: {text}; expected a server with a certificate of the authority that `ca` \
             names, for the very name in the address"
        ),
        ConnectErrorKind::ServerParse => {
            format!("{text}; expected an address like nats://HOST:4222")
        }
        _ => format!("{text}; expected a NATS server there, such as `nats-server` starts"),
    }
}

/// Returns how long the client waits before it tries to connect for the nth time. No two clients wait equally
/// long, so that they don't all come at once when the server is back.
fn pause(attempt: usize) -> Duration {
    let doubled = Duration::from_millis(50 << attempt.min(7));
    doubled.min(RECONNECT).mul_f64(rand::random_range(0.5..1.5))
}
