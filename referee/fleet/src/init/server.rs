//! Writes the configuration of the NATS server: TLS, users, and what each of them may do.

use std::net::IpAddr;

use super::secrets::{FleetSecrets, UserSecrets};
use crate::access::COORDINATOR;
use crate::subjects::{ask, beacon, hello, tell};

/// Returns the configuration, to be used in the folder in which it stands.
pub(super) fn configuration(fleet: &FleetSecrets) -> String {
    let port = fleet.port;
    let host = listens_at(&fleet.hosts);
    let mut users = coordinator(&fleet.coordinator);
    for (name, secrets) in &fleet.workers {
        users += &worker(name, secrets);
    }
    format!(
        "# The NATS server of a fleet. Start it in this folder: nats-server -c fleet.conf\n\
         # After workers were added or removed: nats-server --signal reload=nats-server.pid\n\
         host: \"{host}\"\n\
         port: {port}\n\
         pid_file: \"nats-server.pid\"\n\
         server_name: referee-fleet\n\
         tls {{\n  cert_file: \"server.pem\"\n  key_file: \"server.key\"\n  timeout: 10\n}}\n\
         # The passwords are random numbers of 256 bits, which needn't be hashed.\n\
         authorization {{\n  timeout: 10\n  users: [\n{users}  ]\n}}\n"
    )
}

/// Returns the address at which the server listens: that of this machine alone, if nobody else is to reach it, or all of
/// its addresses. A public one may belong to a router.
fn listens_at(hosts: &[String]) -> &'static str {
    let own = |host: &String| {
        let address: Option<IpAddr> = host.parse().ok();
        host == "localhost" || address.is_some_and(|address| address.is_loopback())
    };
    if hosts.iter().all(own) {
        "127.0.0.1"
    } else {
        "0.0.0.0"
    }
}

/// A coordinator speaks to all workers, and hears them; it can't speak as one.
fn coordinator(secrets: &UserSecrets) -> String {
    let publish = [beacon("*"), tell("*")];
    let subscribe = [beacon("*"), hello("*"), ask("*", "*")];
    user(COORDINATOR, secrets, &publish, &subscribe)
}

/// A worker speaks under its own name, and hears only coordinators.
fn worker(name: &str, secrets: &UserSecrets) -> String {
    let publish = [hello(name), ask("*", name)];
    user(name, secrets, &publish, &[beacon("*"), tell(name)])
}

fn user(name: &str, secrets: &UserSecrets, publish: &[String], subscribe: &[String]) -> String {
    format!(
        "    {{\n      user: \"{name}\"\n      password: \"{}\"\n      permissions: {{\n        publish: \
         {publish:?}\n        subscribe: {subscribe:?}\n      }}\n    }}\n",
        secrets.password
    )
}
