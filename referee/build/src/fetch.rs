//! Fetching: a separate command gets from the network what a build needs, if that is allowed.

use std::path::Path;

use referee_config::ConfiguredBot;
use referee_jail::Pin;

use super::command::{BuildFailure, BuildStep};
use super::{BuildOptions, missing_path};

/// Environment variables that tell a program how to reach the network.
const WAYS: [&str; 8] = [
    "http_proxy",
    "https_proxy",
    "no_proxy",
    "HTTP_PROXY",
    "HTTPS_PROXY",
    "NO_PROXY",
    "SSL_CERT_FILE",
    "SSL_CERT_DIR",
];
/// Messages of programs that need the network and have none.
const LONGINGS: [&str; 6] = [
    "Could not resolve host",
    "Temporary failure in name resolution",
    "Network is unreachable",
    "Name or service not known",
    "getaddrinfo",
    "failed to lookup address",
];

/// Rejects a bot with a `fetch` command if fetching is not allowed.
pub(crate) fn check(bot: &ConfiguredBot, options: &BuildOptions) -> Result<(), BuildFailure> {
    let Some(fetch) = bot.fetch.as_ref().filter(|_| !options.fetch) else {
        return Ok(());
    };
    let shown = shell_words::join(&fetch.words);
    Err(BuildFailure::from(format!(
        "its `fetch` would run `{shown}` with network before its build; allow that with \
         --allow-fetch"
    )))
}

/// Gives a command the environment variables and files that it needs for the network.
pub(crate) fn admit(step: &mut BuildStep) {
    for name in WAYS {
        let Some(value) = std::env::var_os(name) else {
            continue;
        };
        let known = step.env.iter().any(|(key, _)| key == name);
        if name.starts_with("SSL_CERT") {
            step.read.extend(Pin::of(Path::new(&value)));
        }
        if !known {
            step.env.push((name.into(), value));
        }
    }
}

/// Adds advice to a failure if the command lacked a path or the network.
pub(crate) fn explained(
    mut failed: BuildFailure,
    bot: &ConfiguredBot,
    copy: &Path,
    network: bool,
) -> BuildFailure {
    let mut program = bot.program.clone();
    program.folder = Some(copy.to_owned());
    if let Some(advice) = missing_path(&failed.log, None, &program) {
        failed.why += &format!("; {advice}");
    } else if !network && LONGINGS.iter().any(|longing| failed.log.contains(longing)) {
        failed.why += "; a build has no network: let a `fetch` command get what it needs before";
    }
    failed
}
