//! `referee fleet init`: writes the files of a fleet.

use std::path::PathBuf;

use referee_output::Exit;

/// Write the files of a fleet: server, coordinator and workers.
///
/// Makes a folder for each: certificates, passwords, keys, permissions, and units of systemd. Copy
/// each folder to its machine, and start `nats-server -c fleet.conf` in that of the server. In a
/// folder that holds a fleet, it adds workers and writes what is missing; what is there of a
/// worker stays as it is.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  referee fleet init lab --host lab.example.org --workers 4
  referee fleet init lab --workers 6        # two more")]
pub struct FleetInitArgs {
    /// The folder of the fleet, which keeps all of its secrets.
    folder: PathBuf,
    /// Name or numeric address by which the other machines reach the server; may be given several
    /// times.
    #[arg(long = "host", value_name = "HOST")]
    hosts: Vec<String>,
    /// Port of the server.
    #[arg(long, default_value_t = 4222)]
    port: u16,
    /// Number of workers that the fleet shall have.
    #[arg(long, value_name = "N")]
    workers: usize,
}

#[cfg(feature = "fleet")]
impl FleetInitArgs {
    /// Writes the files, and says what to do with them.
    pub fn run(self) -> anyhow::Result<Exit> {
        use referee_output::stdout;
        use referee_output::text_layout::count;

        let init = referee_fleet::FleetInit {
            folder: self.folder.clone(),
            hosts: self.hosts,
            port: self.port,
            workers: self.workers,
        };
        let written = init.write()?;
        let folder = self.folder.display();
        if written.new.is_empty() {
            stdout::text(&format!("{folder}: it has these workers already\n"))?;
            return Ok(Exit::Fine);
        }
        let workers = count(written.new.len() as u64, "new worker");
        let first = written.new[0].display();
        let name = written.new[0].file_name().unwrap_or_default().display();
        let start = if written.extended {
            renew(&folder)
        } else {
            format!(
                "\
Server:       copy {folder}/server to its machine, then there:
              nats-server -c fleet.conf
Coordinator:  copy {folder}/coordinator to its machine, then there:
              referee run CUP.toml --fleet coordinator/coordinator.toml
"
            )
        };
        stdout::text(&format!(
            "\
{folder}: a fleet with {workers}. Each folder is a secret of its machine.

{start}Workers:      copy {first} to its machine, and so on, then there:
              referee worker {name}/worker.toml

Keep the rest of {folder} to yourself: it is needed to add workers.
"
        ))?;
        Ok(Exit::Fine)
    }
}

/// Says what to do when the workers of a fleet have changed.
#[cfg(feature = "fleet")]
pub(super) fn renew(folder: &impl std::fmt::Display) -> String {
    format!(
        "\
Server:       copy {folder}/server/fleet.conf to it, then in its folder:
              nats-server --signal reload=nats-server.pid
Coordinator:  copy {folder}/coordinator/coordinator.toml over the one there
"
    )
}

#[cfg(not(feature = "fleet"))]
impl FleetInitArgs {
    /// Returns an error: this program can't.
    pub fn run(self) -> anyhow::Result<Exit> {
        let Self {
            folder: _,
            hosts: _,
            port: _,
            workers: _,
        } = self;
        Err(crate::args::no_fleet())
    }
}
