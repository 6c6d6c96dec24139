//! Attacks on the guarantee that a bot can only read the files that it needs.

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use super::{ProbeResult, Targets, calls, reached, scratch};

/// First descriptor after those that a bot starts with: stdin, stdout, stderr.
const FIRST: i32 = 3;
/// Last descriptor that is checked; no process here has opened so many.
const LAST: i32 = 1023;

pub fn secrets(targets: &Targets) -> ProbeResult {
    let folder = targets.secret_file.parent().unwrap_or(Path::new("/"));
    let listed = fs::read_dir(folder).is_ok_and(|mut entries| entries.next().is_some());
    ProbeResult::of([
        tells(targets, &targets.secret_file),
        listed.then(|| format!("the names in {}", folder.display())),
        home_of_root(),
        reached("/etc/shadow", fs::read("/etc/shadow")),
    ])
}

/// Returns a file in the home of root, apart from the way to this program, which every sandbox has.
fn home_of_root() -> Option<String> {
    let program = std::env::current_exe().unwrap_or_default();
    let mut entries = fs::read_dir("/root").ok()?.flatten();
    let other = entries.find(|entry| !program.starts_with(entry.path()))?;
    Some(other.path().display().to_string())
}

pub fn links(targets: &Targets) -> ProbeResult {
    let secret = &targets.secret_file;
    let below = secret.strip_prefix("/").unwrap_or(secret);
    let through = |root: &str| tells(targets, &Path::new(root).join(below));
    let link = scratch::folder().join(&targets.name);
    let linked = symlink(secret, &link)
        .ok()
        .and_then(|()| tells(targets, &link));
    let _ = fs::remove_file(&link);
    ProbeResult::of([
        linked,
        through("/proc/self/root"),
        through("/proc/1/root"),
        through("/proc/self/cwd/../../../../../.."),
    ])
}

/// Returns the path if the file contains the secret.
fn tells(targets: &Targets, path: &Path) -> Option<String> {
    let text = fs::read_to_string(path).ok()?;
    text.contains(&targets.secret)
        .then(|| path.display().to_string())
}

/// Tries to write where the bot may not: its own folder, the folder of the targets, and folders where all
/// users or root may write.
pub fn writes(targets: &Targets) -> ProbeResult {
    let beside = targets.secret_file.parent().map(Path::to_owned);
    let places = [
        "/",
        "/usr",
        "/usr/local",
        "/etc",
        "/var/tmp",
        "/dev",
        "/run",
        "/opt",
    ];
    let places = places.iter().map(PathBuf::from);
    let places = std::env::current_dir()
        .into_iter()
        .chain(beside)
        .chain(places);
    ProbeResult::of(places.map(|place| written(&place.join(&targets.name))))
}

fn written(path: &Path) -> Option<String> {
    let made = fs::write(path, "probe");
    let _ = fs::remove_file(path);
    reached(path.display(), made)
}

/// Tries to change files: one of the targets, which belongs to the user who started the referee, not to a
/// bot; and one in the bot's folder.
pub fn changes(targets: &Targets) -> ProbeResult {
    let path = Path::new(super::bait::OWN_FILE);
    ProbeResult::of([&*targets.plain_file, path].into_iter().flat_map(changed))
}

fn changed(path: &Path) -> [Option<String>; 3] {
    let shown = path.display();
    let rights = fs::set_permissions(path, PermissionsExt::from_mode(0o600));
    let opened = || fs::File::options().append(true).open(path);
    let times = fs::File::open(path).and_then(|file| file.set_modified(SystemTime::UNIX_EPOCH));
    let length = opened().and_then(|file| file.set_len(0));
    [
        reached(format!("rights of {shown}"), rights),
        reached(format!("times of {shown}"), times),
        reached(format!("length of {shown}"), length),
    ]
}

/// Looks for files that were already open when the bot was started.
pub fn open_already(_: &Targets) -> ProbeResult {
    let inherited = (FIRST..=LAST).filter(|number| calls::is_open(*number));
    ProbeResult::of(inherited.map(|number| Some(format!("descriptor {number}"))))
}
