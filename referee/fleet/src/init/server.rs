//! Writes the configuration of the NATS server: TLS, users, and what each of them may do.

use super::secrets::{FleetSecrets, UserSecrets};
use crate::access::COORDINATOR;
use crate::subjects::{JOBS, OBJECTS, RESULTS};

/// Returns the configuration, to be used in the folder in which it stands.
pub(super) fn configuration(fleet: &FleetSecrets) -> String {
    let port = fleet.port;
    let mut users = user(COORDINATOR, &fleet.coordinator, &coordinator());
    for (name, secrets) in &fleet.workers {
        users += &user(name, secrets, &worker(name));
    }
    format!(
        "# The NATS server of a fleet. Start it in this folder: nats-server -c fleet.conf\n\
         # After workers were added: nats-server --signal reload\n\
         port: {port}\n\
         server_name: referee-fleet\n\
         # A game in which bots wrote much to stderr is one message.\n\
         max_payload: 64MB\n\
         max_pending: 256MB\n\
         jetstream {{\n  store_dir: \"jetstream\"\n}}\n\
         tls {{\n  cert_file: \"server.pem\"\n  key_file: \"server.key\"\n  timeout: 10\n}}\n\
         # The passwords are random numbers of 256 bits, which needn't be hashed.\n\
         authorization {{\n  timeout: 10\n  users: [\n{users}  ]\n}}\n"
    )
}

/// What a user may publish, and what it may subscribe to.
struct Permissions {
    publish: Vec<String>,
    subscribe: Vec<String>,
}

/// A coordinator manages the streams, gives out jobs, and acknowledges records; it can't send any.
fn coordinator() -> Permissions {
    Permissions {
        publish: vec![
            "$JS.API.>".to_owned(),
            format!("$JS.ACK.{RESULTS}.>"),
            format!("$O.{OBJECTS}.>"),
            "referee.job.*".to_owned(),
            "referee.run.*".to_owned(),
            "referee.stop.*".to_owned(),
            "referee.refusal.*".to_owned(),
        ],
        subscribe: vec![
            format!("_INBOX.{COORDINATOR}.>"),
            "referee.hello.*".to_owned(),
            "referee.run.*".to_owned(),
        ],
    }
}

/// A worker takes jobs, reads objects, and speaks under its own name; it reads no record and changes no stream.
fn worker(name: &str) -> Permissions {
    let objects = format!("OBJ_{OBJECTS}");
    Permissions {
        publish: vec![
            "$JS.API.INFO".to_owned(),
            format!("$JS.API.CONSUMER.INFO.{JOBS}.*"),
            format!("$JS.API.CONSUMER.MSG.NEXT.{JOBS}.*"),
            format!("$JS.ACK.{JOBS}.>"),
            format!("$JS.API.STREAM.INFO.{objects}"),
            format!("$JS.API.DIRECT.GET.{objects}"),
            format!("$JS.API.DIRECT.GET.{objects}.>"),
            format!("referee.result.*.{name}"),
            format!("referee.hello.{name}"),
        ],
        subscribe: vec![
            format!("_INBOX.{name}.>"),
            "referee.run.*".to_owned(),
            "referee.stop.*".to_owned(),
            format!("referee.refusal.{name}"),
        ],
    }
}

fn user(name: &str, secrets: &UserSecrets, permissions: &Permissions) -> String {
    let list = |subjects: &[String]| {
        let lines = subjects
            .iter()
            .map(|subject| format!("          \"{subject}\"\n"));
        lines.collect::<String>()
    };
    format!(
        "    {{\n      user: \"{name}\"\n      password: \"{}\"\n      permissions: {{\n        publish: [\n{}        \
         ]\n        subscribe: [\n{}        ]\n      }}\n    }}\n",
        secrets.password,
        list(&permissions.publish),
        list(&permissions.subscribe),
    )
}
