//! Texts beside the files of a fleet: units of systemd, a compose file, and the settings of a worker.

/// Settings of a worker, with their defaults, to be changed by hand.
pub(super) const BOUNDS: &str = "
[bounds]
# What a run may use of this machine, whatever it asks for. In brackets: what holds without the line.
# concurrency = 4        # games at the same time (one for each physical core but one)
# memory_mib = 16384     # of all bots of all games together (for each bot what the machine has)
# disk_mib = 8192        # of the bots' files and scratch folders together (no bound)
# allow_fetch = true     # bots may run their `fetch` command, which has network access (they may not)
# allow_read = true      # bots may read the paths that they ask for (they may not)
# tags = [\"big\"]         # words by which runs choose workers, with --fleet-tag (none)
";

/// Unit of a worker whose folder is /etc/referee-worker.
pub(super) const WORKER: &str = "\
# Copy this folder to /etc/referee-worker and this file to /etc/systemd/system, then:
# systemctl enable --now referee-worker
[Unit]
Description=Worker of a referee fleet
Wants=network-online.target
After=network-online.target

[Service]
# As root it can keep more promises of the jail: `referee jail` says which.
ExecStart=/usr/bin/referee worker /etc/referee-worker/worker.toml
# One interrupt: the games that it has are played to their end.
KillSignal=SIGINT
KillMode=mixed
TimeoutStopSec=600
Restart=always
RestartSec=5
# 2: its files must be mended first.
RestartPreventExitStatus=2
Delegate=yes

[Install]
WantedBy=multi-user.target
";

/// Unit of a server whose folder is /etc/referee-fleet.
pub(super) const SERVER: &str = "\
# Copy this folder to /etc/referee-fleet and this file to /etc/systemd/system, then:
# systemctl enable --now referee-nats
[Unit]
Description=NATS server of a referee fleet
Wants=network-online.target
After=network-online.target

[Service]
WorkingDirectory=/etc/referee-fleet
ExecStart=/usr/sbin/nats-server -c fleet.conf
ExecReload=/bin/kill -HUP $MAINPID
Restart=always
RestartSec=2
LimitNOFILE=65536

[Install]
WantedBy=multi-user.target
";

/// Compose file of the server.
pub(super) fn compose(port: u16) -> String {
    format!(
        "# Start the server in a container: docker compose up -d\n\
         services:\n  nats:\n    image: nats:2\n    command: [\"-c\", \"fleet.conf\"]\n    working_dir: /fleet\n    \
         volumes:\n      - .:/fleet\n    ports:\n      - \"{port}:{port}\"\n    restart: unless-stopped\n"
    )
}
