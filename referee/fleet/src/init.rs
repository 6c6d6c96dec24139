//! Writes what a fleet needs to start: certificates, passwords, keys, and the files of server, coordinator and
//! workers.

mod certificates;
mod secrets;
mod server;
mod units;

use std::fs::{self, DirBuilder, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

use anyhow::Result;
use referee_output::failure::{bad_input, machine, unwritable};

use self::secrets::FleetSecrets;
use crate::access::{CoordinatorFile, WorkerFile};
use crate::bounds::WorkerBounds;
use crate::key::SecretKey;

/// File with all secrets of a fleet, by which workers are added later.
const SECRETS: &str = "fleet.toml";
/// Most workers of a fleet.
const MOST: usize = 10_000;

/// What `referee fleet init` was told.
#[derive(Clone, Debug)]
pub struct FleetInit {
    /// Folder of the fleet.
    pub folder: PathBuf,
    /// Names or numeric addresses by which others reach the server; the first stands in their files.
    pub hosts: Vec<String>,
    /// Port of the server, unless the fleet has one already.
    pub port: u16,
    /// Workers that the fleet shall have, `worker-1` and so on.
    pub workers: usize,
}

/// What was written.
#[derive(Debug, PartialEq, Eq)]
pub struct FleetFolder {
    /// Folders of workers that weren't there.
    pub new: Vec<PathBuf>,
    /// Whether the fleet was there already.
    pub extended: bool,
}

/// Removes a worker from a fleet for good: the server and the coordinator don't know it any more. Returns an error if
/// there is no such fleet or worker.
pub fn remove_worker(place: &Path, name: &str) -> Result<()> {
    let mut fleet = FleetSecrets::read(&place.join(SECRETS), &[])?;
    fleet.remove(name)?;
    write_missing(place, &fleet)?;
    match fs::remove_dir_all(place.join(name)) {
        Err(e) if e.kind() != ErrorKind::NotFound => Err(cannot_write(&place.join(name), &e)),
        _ => Ok(()),
    }
}

impl FleetInit {
    /// Writes the fleet, or adds workers to it; what is there of a worker stays as it is. Returns an error if something
    /// is in the way.
    pub fn write(&self) -> Result<FleetFolder> {
        if !(1..=MOST).contains(&self.workers) {
            return Err(bad_input(format!("--workers: expected 1 to {MOST}")));
        }
        let secrets = self.folder.join(SECRETS);
        let extended = secrets.exists();
        let mut fleet = if extended {
            FleetSecrets::read(&secrets, &self.hosts)?
        } else {
            self.check_empty()?;
            FleetSecrets::draw(&self.hosts, self.port)?
        };
        fleet.add_workers(self.workers)?;
        folder(&self.folder)?;
        let new = write_missing(&self.folder, &fleet)?;
        Ok(FleetFolder { new, extended })
    }

    fn check_empty(&self) -> Result<()> {
        if self.hosts.is_empty() {
            return Err(bad_input(
                "--host: expected the name or the numeric address by which the other machines reach the server",
            ));
        }
        let there = fs::read_dir(&self.folder).is_ok_and(|mut entries| entries.next().is_some());
        if there {
            let shown = self.folder.display();
            return Err(bad_input(format!(
                "{shown}: it isn't empty and holds no fleet; give another folder"
            )));
        }
        Ok(())
    }
}

/// Writes the secrets of a fleet, and the files that follow from them: those of server and coordinator anew, those of
/// workers and the certificates where they are missing. Returns the folders of workers that weren't there.
fn write_missing(place: &Path, fleet: &FleetSecrets) -> Result<Vec<PathBuf>> {
    // The secrets first: whatever fails later can be repeated.
    replace(&place.join(SECRETS), &fleet.text()?)?;
    let ca = certificates(place, fleet)?;
    coordinator(place, fleet, &ca)?;
    let mut new = Vec::new();
    for name in fleet.workers.keys() {
        if !place.join(name).join("worker.toml").exists() {
            new.push(worker(place, fleet, name, &ca)?);
        }
    }
    server(place, fleet)?;
    Ok(new)
}

/// Writes the certificates that aren't there; returns that of the authority.
fn certificates(place: &Path, fleet: &FleetSecrets) -> Result<String> {
    let (certificate, key) = (place.join("ca.pem"), place.join("ca.key"));
    let server = place.join("server");
    folder(&server)?;
    if !server.join("server.key").exists() {
        let made = certificates::make(&fleet.hosts)?;
        replace(&certificate, &made.ca)?;
        replace(&key, &made.ca_key)?;
        replace(&server.join("server.pem"), &made.server)?;
        // The last one: with it all are there.
        replace(&server.join("server.key"), &made.server_key)?;
    }
    fs::read_to_string(&certificate).map_err(|e| machine(format!("{}: {e}", certificate.display())))
}

fn coordinator(place: &Path, fleet: &FleetSecrets, ca: &str) -> Result<()> {
    let place = place.join("coordinator");
    folder(&place)?;
    let file = CoordinatorFile {
        server: fleet.address(),
        ca: "ca.pem".into(),
        password: fleet.coordinator.password.clone(),
        key: fleet.coordinator.key.clone(),
        workers: fleet.public_keys()?,
    };
    let head = "# Lets whoever has it run tournaments on this fleet:\n# referee run CUP.toml --fleet coordinator.toml\n";
    replace(&place.join("ca.pem"), ca)?;
    replace(
        &place.join("coordinator.toml"),
        &format!("{head}{}", text(&file)?),
    )
}

fn worker(place: &Path, fleet: &FleetSecrets, name: &str, ca: &str) -> Result<PathBuf> {
    let place = place.join(name);
    folder(&place)?;
    let own = &fleet.workers[name];
    let coordinator = SecretKey::of(&fleet.coordinator.key).map_err(bad_input)?;
    let file = WorkerFile {
        server: fleet.address(),
        ca: "ca.pem".into(),
        name: name.to_owned(),
        password: own.password.clone(),
        key: own.key.clone(),
        coordinator: coordinator.public().text(),
        bounds: WorkerBounds::default(),
    };
    let head = "# Lets whoever has it be this worker of the fleet: referee worker worker.toml\n";
    replace(&place.join("ca.pem"), ca)?;
    replace(&place.join("referee-worker.service"), units::WORKER)?;
    // The last one: with it the folder is whole.
    replace(
        &place.join("worker.toml"),
        &format!("{head}{}{}", text(&file)?, units::BOUNDS),
    )?;
    Ok(place)
}

fn server(place: &Path, fleet: &FleetSecrets) -> Result<()> {
    let place = place.join("server");
    replace(&place.join("fleet.conf"), &server::configuration(fleet))?;
    replace(&place.join("referee-nats.service"), units::SERVER)?;
    replace(&place.join("compose.yaml"), &units::compose(fleet.port))
}

fn text(file: &impl serde::Serialize) -> Result<String> {
    toml::to_string(file).map_err(machine)
}

/// Creates a folder that others can't read, unless it is there.
fn folder(path: &Path) -> Result<()> {
    let made = DirBuilder::new().mode(0o700).create(path);
    match made {
        Err(e) if e.kind() != ErrorKind::AlreadyExists => Err(cannot_write(path, &e)),
        _ => Ok(()),
    }
}

/// Writes a file that others can't read, in the place of one that may be there.
fn replace(path: &Path, text: &str) -> Result<()> {
    let new = path.with_extension("new");
    let write = || {
        let mut file = OpenOptions::new()
            .write(true)
            .create(true)
            .truncate(true)
            .mode(0o600)
            .open(&new)?;
        file.write_all(text.as_bytes())?;
        file.sync_all()?;
        fs::rename(&new, path)
    };
    write().map_err(|e| cannot_write(path, &e))
}

fn cannot_write(path: &Path, error: &io::Error) -> anyhow::Error {
    unwritable(error, format!("{}: {error}", path.display()))
}

/// Checks that a word can be the name of a host, so that it can stand in an address.
fn check_host(host: &str) -> Result<()> {
    let plain = |c: char| c.is_ascii_alphanumeric() || ".-:".contains(c);
    if !host.is_empty() && host.chars().all(plain) {
        return Ok(());
    }
    Err(bad_input(format!(
        "--host {host:?}: expected a name like lab.example.org or a numeric address"
    )))
}
