//! Connects to the server, and explains why it can't.

use std::sync::Arc;
use std::time::Duration;

use anyhow::Result;
use async_nats::{ConnectError, ConnectErrorKind, ConnectOptions};
use referee_output::failure::{bad_input, machine};

use super::{Broker, Refusals};
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

impl Broker {
    /// Connects as `who`. Returns an error if the server can't be reached, or refuses.
    pub(crate) async fn connect(access: &Access, who: &str) -> Result<Broker> {
        let refusals = Refusals::default();
        let told = refusals.clone();
        let mut options = ConnectOptions::new()
            .name(who)
            .client_capacity(COMMANDS)
            .subscription_capacity(UNREAD)
            .ping_interval(Duration::from_secs(10))
            .request_timeout(Some(ANSWER))
            .reconnect_delay_callback(pause)
            .event_callback(move |event| {
                told.note(&event);
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
            let why = format!("{server}: {}", explain(&error, access.login.is_some()));
            match error.kind() {
                ConnectErrorKind::Io | ConnectErrorKind::Dns | ConnectErrorKind::TimedOut
                    if !is_certificate(&error) =>
                {
                    machine(why)
                }
                _ => bad_input(why),
            }
        })?;
        Ok(Broker {
            client,
            sealer: Arc::new(Sealer::new(access.key.clone())),
            refusals,
        })
    }
}

/// Tells if a certificate is to blame, for which the client has no kind of its own.
fn is_certificate(error: &ConnectError) -> bool {
    error.to_string().contains("certificate")
}

/// Explains why there is no connection, and what helps.
fn explain(error: &ConnectError, known: bool) -> String {
    let text = error.to_string();
    let kind = if is_certificate(error) {
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
        ConnectErrorKind::Tls if ["BadSignature", "UnknownIssuer"].iter().any(|it| text.contains(it)) => format!(
            "the server's certificate isn't of the authority in `ca` ({text}); is it the ca.pem of this very fleet?"
        ),
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
