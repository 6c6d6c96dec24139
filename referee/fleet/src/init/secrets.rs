//! All secrets of a fleet, from which its other files are made.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use anyhow::Result;
use referee_output::failure::{bad_input, machine};
use serde::{Deserialize, Serialize};

use super::check_host;
use crate::access::{self, SecretFile};
use crate::key::{SecretKey, draw_secret};

/// The secrets of a fleet, as they are stored.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct FleetSecrets {
    /// Names of the server.
    pub(super) hosts: Vec<String>,
    /// Its port.
    pub(super) port: u16,
    pub(super) coordinator: UserSecrets,
    /// Names of workers that were removed, and don't come back.
    #[serde(default)]
    pub(super) removed: BTreeSet<String>,
    /// By name.
    pub(super) workers: BTreeMap<String, UserSecrets>,
}

/// The secrets of a user of the server.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct UserSecrets {
    pub(super) password: String,
    /// Secret of the key with which it signs.
    pub(super) key: String,
}

impl UserSecrets {
    fn draw() -> Result<UserSecrets> {
        Ok(UserSecrets {
            password: draw_secret()?,
            key: draw_secret()?,
        })
    }
}

impl FleetSecrets {
    /// Makes a fleet without workers.
    pub(super) fn draw(hosts: &[String], port: u16) -> Result<FleetSecrets> {
        for host in hosts {
            check_host(host)?;
        }
        Ok(FleetSecrets {
            hosts: hosts.to_vec(),
            port,
            coordinator: UserSecrets::draw()?,
            removed: BTreeSet::new(),
            workers: BTreeMap::new(),
        })
    }

    /// Reads a fleet. Returns an error if it has other hosts than were given, if any were.
    pub(super) fn read(path: &Path, hosts: &[String]) -> Result<FleetSecrets> {
        let fleet: FleetSecrets = access::read(path, SecretFile::Fleet)?;
        if hosts.is_empty() || hosts == fleet.hosts {
            return Ok(fleet);
        }
        Err(bad_input(format!(
            "{}: the certificate of this fleet is for {}; leave --host out to add workers, or make another fleet",
            path.display(),
            fleet.hosts.join(", ")
        )))
    }

    /// Returns the text that is stored.
    pub(super) fn text(&self) -> Result<String> {
        let text = toml::to_string(self).map_err(machine)?;
        Ok(format!(
            "# All secrets of this fleet. Keep it where no run is started; `referee fleet init` and `fleet remove` need it.\n\
             {text}"
        ))
    }

    /// Adds workers `worker-1` and so on until there are so many of them.
    pub(super) fn add_workers(&mut self, count: usize) -> Result<()> {
        let mut names = (1_u32..).map(|number| format!("worker-{number}"));
        while self.workers.len() < count
            && let Some(name) = names.next()
        {
            if !self.workers.contains_key(&name) && !self.removed.contains(&name) {
                self.workers.insert(name, UserSecrets::draw()?);
            }
        }
        Ok(())
    }

    /// Removes a worker for good. Returns an error if there is none of this name.
    pub(super) fn remove(&mut self, name: &str) -> Result<()> {
        if self.workers.remove(name).is_none() {
            let names: Vec<&str> = self.workers.keys().map(String::as_str).collect();
            return Err(bad_input(format!(
                "{name}: the fleet has no worker of this name; expected one of {}",
                names.join(", ")
            )));
        }
        self.removed.insert(name.to_owned());
        Ok(())
    }

    /// Returns the public keys of the workers.
    pub(super) fn public_keys(&self) -> Result<BTreeMap<String, String>> {
        let keys = self.workers.iter().map(|(name, secrets)| {
            let key = SecretKey::of(&secrets.key).map_err(bad_input)?;
            Ok((name.clone(), key.public().text()))
        });
        keys.collect()
    }

    /// Returns the address of the server.
    pub(super) fn address(&self) -> String {
        let host = self.hosts.first().map_or("localhost", String::as_str);
        // A numeric address of IPv6 has colons of its own.
        if host.contains(':') {
            format!("tls://[{host}]:{}", self.port)
        } else {
            format!("tls://{host}:{}", self.port)
        }
    }
}
