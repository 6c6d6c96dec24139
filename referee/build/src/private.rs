//! Paths that no bot may ever read, even if the operator asks for it: the machine's devices, processes and
//! services, and people's private files.

use std::fs;
use std::path::{Path, PathBuf};

/// Folders with processes, devices, and the sockets of services.
const MACHINE: [&str; 5] = ["/proc", "/sys", "/dev", "/run", "/var/run"];
/// Files and folders that belong to the administrator of the machine.
const ADMINISTRATION: [&str; 12] = [
    "/etc/shadow",
    "/etc/shadow-",
    "/etc/gshadow",
    "/etc/gshadow-",
    "/etc/sudoers",
    "/etc/sudoers.d",
    "/etc/ssh",
    "/etc/ssl/private",
    "/etc/krb5.keytab",
    "/etc/NetworkManager",
    "/var/mail",
    "/var/spool/cron",
];
/// Private files in people's homes: keys, passwords, tokens, histories, browsers, mail.
const KEPT: [&str; 56] = [
    ".ssh",
    ".gnupg",
    ".pki",
    ".password-store",
    ".local/share/keyrings",
    ".local/share/kwalletd",
    ".aws",
    ".azure",
    ".kube",
    ".docker",
    ".oci",
    ".config/gh",
    ".config/hub",
    ".config/glab-cli",
    ".config/gcloud",
    ".config/op",
    ".config/rclone",
    ".config/git",
    ".config/containers",
    ".git-credentials",
    ".gitconfig",
    ".netrc",
    ".npmrc",
    ".pypirc",
    ".pgpass",
    ".my.cnf",
    ".vault-token",
    ".terraform.d",
    ".m2/settings.xml",
    ".gem/credentials",
    ".cargo/credentials",
    ".cargo/credentials.toml",
    ".Xauthority",
    ".ICEauthority",
    ".bash_history",
    ".zsh_history",
    ".zhistory",
    ".histfile",
    ".python_history",
    ".node_repl_history",
    ".sqlite_history",
    ".psql_history",
    ".mysql_history",
    ".lesshst",
    ".viminfo",
    ".local/share/fish",
    ".mozilla",
    ".thunderbird",
    ".config/google-chrome",
    ".config/chromium",
    ".config/BraveSoftware",
    ".config/microsoft-edge",
    ".config/vivaldi",
    ".config/opera",
    ".var/app",
    "snap",
];
/// First user id of people's accounts, and the id of the user `nobody`.
const PEOPLE: u32 = 1000;
const NOBODY: u32 = 65534;

/// Returns the private path that a bot could read through this path, which is absolute and without links;
/// `None` if there is none.
pub(crate) fn opened(path: &Path) -> Option<PathBuf> {
    let real = |path: PathBuf| path.canonicalize().unwrap_or(path);
    let places = MACHINE.iter().chain(&ADMINISTRATION).map(PathBuf::from);
    let homes: Vec<PathBuf> = homes().into_iter().map(real).collect();
    let kept = homes
        .iter()
        .flat_map(|home| KEPT.iter().map(|name| home.join(name)));
    let mut places = places.chain(kept);
    let meets = |place: &PathBuf| {
        let place = real(place.clone());
        place.starts_with(path) || path.starts_with(&place)
    };
    let private_place = places.find(meets);
    // A whole home is private, too, since private files may be added to it later.
    private_place.or_else(|| homes.into_iter().find(|home| home.starts_with(path)))
}

/// Returns the home folders of people and of root.
fn homes() -> Vec<PathBuf> {
    let accounts = fs::read_to_string("/etc/passwd").unwrap_or_default();
    let of_account = |line: &str| {
        let mut fields = line.split(':').skip(2);
        let number: u32 = fields.next()?.parse().ok()?;
        let person = number == 0 || number >= PEOPLE && number != NOBODY;
        let home = PathBuf::from(fields.nth(2)?);
        (person && home.parent().is_some()).then_some(home)
    };
    let listed = accounts.lines().filter_map(of_account);
    let folders = fs::read_dir("/home").into_iter().flatten().flatten();
    let own_home = std::env::var_os("HOME").map(PathBuf::from);
    let own_home = own_home.filter(|home| home.is_absolute() && home.parent().is_some());
    listed
        .chain(folders.map(|entry| entry.path()))
        .chain(own_home)
        .chain([PathBuf::from("/root")])
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_private_is_never_opened() {
        for path in [
            "/",
            "/proc",
            "/proc/1/root",
            "/sys/fs",
            "/dev/null",
            "/etc",
            "/etc/shadow",
        ] {
            assert!(opened(Path::new(path)).is_some(), "{path}");
        }
        for path in ["/opt/jdk", "/srv/course", "/etc/java-17"] {
            assert_eq!(opened(Path::new(path)), None, "{path}");
        }
    }

    #[test]
    fn of_a_home_only_what_is_not_private_is_opened() {
        // Root's, which counts as one everywhere.
        let home = Path::new("/root");
        for name in [
            "",
            ".ssh",
            ".ssh/id_rsa",
            ".config/gh/hosts.yml",
            ".cargo",
            ".local",
        ] {
            assert!(opened(&home.join(name)).is_some(), "{name}");
        }
        for name in [
            ".pyenv/versions/3.12.1",
            ".local/lib/python3.11/site-packages",
            ".rustup/toolchains/stable",
            ".cargo/bin",
        ] {
            assert_eq!(opened(&home.join(name)), None, "{name}");
        }
    }
}
