//! `referee fleet status`: shows what a fleet is doing.

#[cfg(feature = "fleet")]
mod metrics;
#[cfg(feature = "fleet")]
mod open_metrics;
#[cfg(feature = "fleet")]
mod view;

use std::net::SocketAddr;
use std::path::PathBuf;

use referee_output::Exit;

use crate::args::address;

/// Show what the runs and the workers of a fleet are doing.
///
/// Listens for two seconds, and asks the server what waits there. Give it the coordinator's file, or the
/// address of an open server. With `--listen` it serves a page instead, until Ctrl-C: `/` for people,
/// `/status.json`, and `/metrics` for Prometheus. Whoever reaches that address sees the names of runs and
/// workers, but no bots and no results.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  referee fleet status nats://10.0.0.1:4222
  referee fleet status coordinator/coordinator.toml --json
  referee fleet status coordinator/coordinator.toml --metrics fleet.prom
  referee fleet status coordinator/coordinator.toml --listen 7071")]
pub struct FleetStatusArgs {
    /// The address of an open NATS server, or the coordinator's file that `referee fleet init` wrote.
    #[arg(value_name = "ADDRESS|FILE")]
    place: String,
    /// Print JSON instead of text.
    #[arg(long)]
    json: bool,
    #[arg(
        long,
        value_name = "FILE",
        help = "Also write the counts as OpenMetrics text to this file"
    )]
    metrics: Option<PathBuf>,
    /// Serve a page at this address: a port for this machine only, or IP:PORT for other machines, too.
    #[arg(long, value_name = "PORT|IP:PORT", value_parser = address, conflicts_with_all = ["json", "metrics"])]
    listen: Option<SocketAddr>,
}

#[cfg(feature = "fleet")]
impl FleetStatusArgs {
    /// Shows the status once, or serves it until it is interrupted.
    pub fn run(self) -> anyhow::Result<Exit> {
        use referee_fleet::FleetObserver;
        use referee_output::sanitize::plain_lines;
        use referee_output::stdout;
        use referee_report::ci::write_file;

        referee_tournament::runtime()?.block_on(async {
            let mut observer = FleetObserver::connect(&self.place).await?;
            if let Some(listen) = self.listen {
                return serve(&mut observer, listen).await;
            }
            observer.listen(FleetObserver::ROUND).await;
            let status = observer.status()?;
            if let Some(file) = &self.metrics {
                write_file(file, &metrics::of(&status))?;
            }
            stdout::show(self.json, &status, || plain_lines(&view::text(&status)))?;
            Ok(Exit::Fine)
        })
    }
}

/// Serves what the fleet is doing until it is interrupted.
#[cfg(feature = "fleet")]
async fn serve(
    observer: &mut referee_fleet::FleetObserver,
    listen: SocketAddr,
) -> anyhow::Result<Exit> {
    use referee_output::remarks;
    use referee_tournament::Signals;
    use referee_web::serve::{StatusServer, StatusTexts};

    let mut signals = Signals::catch()?;
    let mut status = observer.status()?;
    let server = StatusServer::start(listen)?;
    remarks::lines(&format!("pages: {}", server.url()));
    loop {
        server.publish(StatusTexts {
            page: view::view(&status),
            json: serde_json::to_string_pretty(&status)?,
            metrics: metrics::of(&status),
        });
        tokio::select! {
            () = observer.listen(referee_fleet::FleetObserver::ROUND / 2) => {}
            () = signals.come() => return Ok(Exit::Fine),
        }
        match observer.status() {
            Ok(now) => status = now,
            // The rest is what was known last.
            Err(error) => status.warnings = vec![format!("{error:#}")],
        }
    }
}

#[cfg(not(feature = "fleet"))]
impl FleetStatusArgs {
    /// Returns an error: this program can't.
    pub fn run(self) -> anyhow::Result<Exit> {
        let Self {
            place: _,
            json: _,
            metrics: _,
            listen: _,
        } = self;
        Err(crate::args::no_fleet())
    }
}
