//! How to reach the server of a fleet, and how to prove who one is: an address, or a file that
//! `referee fleet init` wrote.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::Result;
use referee_engine::read_text;
use referee_output::failure::bad_input;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::bounds::WorkerBounds;
use crate::key::{PublicKey, SecretKey};

/// Name of the coordinator's user at the server.
pub(crate) const COORDINATOR: &str = "coordinator";

/// What is needed to connect and to sign.
#[derive(Clone, Default)]
pub(crate) struct Access {
    /// Address of the server.
    pub(crate) server: String,
    /// User and password; `None` at a server that is open to everybody.
    pub(crate) login: Option<Login>,
    /// The key to sign with; `None` at an open server.
    pub(crate) key: Option<Arc<SecretKey>>,
}

/// User and password, which are sent over TLS only.
#[derive(Clone)]
pub(crate) struct Login {
    pub(crate) user: String,
    pub(crate) password: String,
    /// File with the certificate of the authority that signed the server's.
    pub(crate) ca: PathBuf,
}

/// The file of a coordinator.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct CoordinatorFile {
    /// Address of the server.
    pub(crate) server: String,
    /// Certificate of the authority that signed the server's, relative to the file.
    pub(crate) ca: PathBuf,
    /// Password of the user `coordinator`.
    pub(crate) password: String,
    /// Secret of its key.
    pub(crate) key: String,
    /// Public keys of the workers, by name.
    pub(crate) workers: BTreeMap<String, String>,
}

/// The file of a worker.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct WorkerFile {
    /// Address of the server.
    pub(crate) server: String,
    /// Certificate of the authority that signed the server's, relative to the file.
    pub(crate) ca: PathBuf,
    /// Its name, which is also that of its user.
    pub(crate) name: String,
    /// Password of its user.
    pub(crate) password: String,
    /// Secret of its key.
    pub(crate) key: String,
    /// Public key of the coordinator.
    pub(crate) coordinator: String,
    /// What a run may use of the machine.
    #[serde(default, skip_serializing)]
    pub(crate) bounds: WorkerBounds,
}

/// What a coordinator knows of its fleet.
#[derive(Clone, Default)]
pub(crate) struct CoordinatorAccess {
    pub(crate) access: Access,
    /// The keys of the workers by their names; `None` at an open server, where anybody can be a worker.
    pub(crate) workers: Option<BTreeMap<String, PublicKey>>,
}

impl CoordinatorAccess {
    /// Reads the access of a coordinator: the address of an open server, or the path of a file. Returns an error if
    /// the file can't be used.
    pub(crate) fn of(place: &str) -> Result<CoordinatorAccess> {
        if is_address(place) {
            return Ok(CoordinatorAccess {
                access: Access::open(place),
                workers: None,
            });
        }
        let path = Path::new(place);
        let file: CoordinatorFile = read(path, SecretFile::Coordinator)?;
        let refuse = |what: &str, why: String| bad_input(format!("{place}: {what}: {why}"));
        let mut workers = BTreeMap::new();
        for (name, key) in file.workers {
            let key = PublicKey::of(&key).map_err(|e| refuse(&name, e))?;
            workers.insert(name, key);
        }
        Ok(CoordinatorAccess {
            access: Access {
                server: file.server,
                login: Some(Login {
                    user: COORDINATOR.to_owned(),
                    password: file.password,
                    ca: beside(path, &file.ca)?,
                }),
                key: Some(secret(&file.key).map_err(|e| refuse("key", e))?),
            },
            workers: Some(workers),
        })
    }
}

/// What a worker knows of its fleet.
#[derive(Clone, Default)]
pub(crate) struct WorkerAccess {
    pub(crate) access: Access,
    /// Its name; `None` at an open server, where it can choose one.
    pub(crate) name: Option<String>,
    /// The key of the coordinator; `None` at an open server, where anybody can be one.
    pub(crate) coordinator: Option<PublicKey>,
    pub(crate) bounds: WorkerBounds,
}

impl WorkerAccess {
    /// Reads the access of a worker: the address of an open server, or the path of a file. Returns an error if the
    /// file can't be used.
    pub(crate) fn of(place: &str) -> Result<WorkerAccess> {
        if is_address(place) {
            return Ok(WorkerAccess {
                access: Access::open(place),
                ..WorkerAccess::default()
            });
        }
        let path = Path::new(place);
        let file: WorkerFile = read(path, SecretFile::Worker)?;
        let refuse = |what: &str, why: String| bad_input(format!("{place}: {what}: {why}"));
        let coordinator = PublicKey::of(&file.coordinator);
        Ok(WorkerAccess {
            access: Access {
                server: file.server,
                login: Some(Login {
                    user: file.name.clone(),
                    password: file.password,
                    ca: beside(path, &file.ca)?,
                }),
                key: Some(secret(&file.key).map_err(|e| refuse("key", e))?),
            },
            name: Some(file.name),
            coordinator: Some(coordinator.map_err(|e| refuse("coordinator", e))?),
            bounds: file.bounds,
        })
    }
}

impl Access {
    /// Access to a server without users.
    fn open(server: &str) -> Access {
        Access {
            server: server.to_owned(),
            ..Access::default()
        }
    }
}

fn is_address(place: &str) -> bool {
    place.contains("://")
}

fn secret(key: &str) -> Result<Arc<SecretKey>, String> {
    SecretKey::of(key).map(Arc::new)
}

/// Says that a message under the name of a worker was dropped since it isn't signed by the key of that name, or since
/// no key of it is known, in a sentence without a full stop.
pub(crate) fn unsigned(name: &str, known: bool) -> String {
    if known {
        return format!(
            "a message of worker {name} isn't signed by the key that the coordinator's file has of it, and is ignored; \
             the worker needs the file that was written with this one"
        );
    }
    format!(
        "worker {name} isn't in the coordinator's file as it was read here, and is ignored; if it was added since, \
         Ctrl-C and the same command let it in; if it was removed, the server needs its new fleet.conf"
    )
}

/// The kinds of files of secrets that `referee fleet init` writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SecretFile {
    Coordinator,
    Worker,
    Fleet,
}

impl SecretFile {
    /// Returns what it is, and its name.
    fn text(self) -> &'static str {
        match self {
            SecretFile::Coordinator => "the file of a coordinator (coordinator.toml)",
            SecretFile::Worker => "the file of a worker (worker.toml)",
            SecretFile::Fleet => "the file with all secrets of a fleet (fleet.toml)",
        }
    }

    /// Returns what a text is by its keys, if it is one of these.
    fn of(text: &str) -> Option<SecretFile> {
        let table: toml::Table = text.parse().ok()?;
        let key = |key| table.contains_key(key);
        match (key("coordinator"), key("workers")) {
            (true, true) => Some(SecretFile::Fleet),
            (true, false) => Some(SecretFile::Worker),
            (false, true) => Some(SecretFile::Coordinator),
            (false, false) => None,
        }
    }
}

/// Reads a file of secrets. Returns an error if others can read it, too, or if it is of another kind.
pub(crate) fn read<T: DeserializeOwned>(path: &Path, wanted: SecretFile) -> Result<T> {
    let refuse = |why: String| bad_input(format!("{}: {why}", path.display()));
    let mode = fs::metadata(path).map(|found| found.permissions().mode());
    let text = read_text(path);
    let (mode, text) = match (mode, text) {
        (Ok(mode), Ok(text)) => (mode, text),
        (Err(e), _) | (_, Err(e)) => {
            return Err(refuse(format!(
                "{e}; expected an address like nats://HOST:4222, or a file that `referee fleet init` wrote"
            )));
        }
    };
    if mode & 0o077 != 0 {
        let shown = path.display();
        return Err(refuse(format!(
            "other users can read it, and it holds a password and a key: chmod 600 {shown}"
        )));
    }
    toml::from_str(&text).map_err(|e| match SecretFile::of(&text) {
        Some(other) if other != wanted => refuse(format!(
            "this is {}; expected {}",
            other.text(),
            wanted.text()
        )),
        _ => refuse(e.to_string()),
    })
}

/// Returns the path of a file beside another one. Returns an error if it isn't there.
fn beside(file: &Path, other: &Path) -> Result<PathBuf> {
    let path = file.parent().unwrap_or(Path::new("")).join(other);
    match fs::metadata(&path) {
        Ok(_) => Ok(path),
        Err(e) => Err(bad_input(format!(
            "{}: {e}; expected the certificate of the server's authority, as {} says",
            path.display(),
            file.display()
        ))),
    }
}
