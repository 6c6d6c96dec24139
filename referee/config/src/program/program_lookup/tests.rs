use std::ffi::OsString;
use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};

use tempfile::TempDir;

use super::*;

/// A home folder with toolchains of every kind, none of which a bot sees.
fn machine() -> TempDir {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let at = |name: &str| dir.path().join(name);
    for program in [
        "home/.pyenv/shims/pyprogram",
        "home/.pyenv/versions/3.11.7/bin/pyprogram",
        "home/.pyenv/versions/3.9.1/bin/pyprogram",
        "home/.pyenv/versions/3.11.7/bin/old",
        "home/.pyenv/versions/3.9.1/bin/old",
        "home/.pyenv/shims/old",
        "home/.pyenv/shims/sh",
        "home/.cargo/bin/rustup",
        "home/.rustup/toolchains/stable-x/bin/cargoprogram",
        "home/.nvm/versions/node/v20.1.0/bin/nodeprogram",
        "home/.local/bin/single",
        "home/venv/bin/python3",
        "opt/jdk/bin/javaprogram",
        "opt/tool/prog-1.2",
        "links/real",
    ] {
        fs::create_dir_all(at(program).parent().expect("it has one")).expect("a folder");
        fs::write(at(program), "#!/bin/sh\n").expect("a file");
        fs::set_permissions(at(program), fs::Permissions::from_mode(0o755)).expect("a mode");
    }
    fs::write(at("home/.pyenv/version"), "3.11.7\n").expect("a file");
    let settings = "version = \"12\"\ndefault_toolchain = \"stable-x\"\n";
    fs::write(at("home/.rustup/settings.toml"), settings).expect("a file");
    fs::write(at("home/venv/pyvenv.cfg"), "home = /usr/bin\nversion = 3\n").expect("a file");
    symlink("rustup", at("home/.cargo/bin/cargoprogram")).expect("a link");
    fs::create_dir(at("bin")).expect("a folder");
    symlink(at("opt/jdk/bin/javaprogram"), at("bin/javaprogram")).expect("a link");
    symlink(at("opt/tool/prog-1.2"), at("bin/prog")).expect("a link");
    dir
}

/// Looks up a word with these folders of the test machine as the referee's PATH.
fn find(
    dir: &TempDir,
    program: &str,
    folders: &[&str],
    read: &[&str],
) -> Result<LocatedProgram, String> {
    let here = |name: &&str| dir.path().join(name);
    let path = std::env::join_paths(folders.iter().map(here)).expect("a PATH");
    let var = |name: &str| -> Option<OsString> {
        match name {
            "PATH" => Some(path.clone()),
            "HOME" => Some(dir.path().join("home").into()),
            _ => None,
        }
    };
    let read: Vec<PathBuf> = read.iter().map(here).collect();
    let places = ProgramLookup { jailed: true };
    places.find_for(program, &[], &read, &User { var: &var })
}

#[test]
fn toolchains_are_explained_with_the_lines_to_add() {
    let dir = machine();
    let here = |name: &str| dir.path().join(name).display().to_string();
    for (program, folder, read, path) in [
        (
            "pyprogram",
            "home/.pyenv/shims",
            "home/.pyenv/versions/3.11.7",
            "home/.pyenv/versions/3.11.7/bin",
        ),
        (
            "cargoprogram",
            "home/.cargo/bin",
            "home/.rustup/toolchains/stable-x",
            "home/.rustup/toolchains/stable-x/bin",
        ),
        (
            "nodeprogram",
            "home/.nvm/versions/node/v20.1.0/bin",
            "home/.nvm/versions/node/v20.1.0",
            "home/.nvm/versions/node/v20.1.0/bin",
        ),
        (
            "single",
            "home/.local/bin",
            "home/.local/bin/single",
            "home/.local/bin",
        ),
        ("javaprogram", "bin", "opt/jdk", "opt/jdk/bin"),
    ] {
        let error = find(&dir, program, &[folder], &[]).expect_err(program);
        let lines = format!("\nread = [\"{}\"]\npath = [\"{}\"]", here(read), here(path));
        assert!(error.ends_with(&lines), "{error}");
        assert!(
            error.starts_with(&format!("`{program}` is {}", here(""))),
            "{error}"
        );
    }
}

#[test]
fn a_link_under_another_name_needs_both_ends() {
    let dir = machine();
    let error = find(&dir, "prog", &["bin"], &[]).expect_err("it is hidden");
    let (link, tool) = (dir.path().join("bin/prog"), dir.path().join("opt/tool"));
    let read = format!("read = [\"{}\", \"{}\"]", link.display(), tool.display());
    assert!(error.contains(&read), "{error}");
}

#[test]
fn a_version_that_is_not_chosen_is_the_highest() {
    let dir = machine();
    fs::remove_file(dir.path().join("home/.pyenv/version")).expect("removed");
    let error = find(&dir, "old", &["home/.pyenv/shims"], &[]).expect_err("it is hidden");
    assert!(error.contains("versions/3.11.7/bin\"]"), "{error}");
    fs::write(dir.path().join("home/.pyenv/version"), "3.9.1").expect("a file");
    let error = find(&dir, "old", &["home/.pyenv/shims"], &[]).expect_err("it is hidden");
    assert!(error.contains("versions/3.9.1/bin\"]"), "{error}");
}

#[test]
fn where_a_word_means_something_else_outside_it_is_said() {
    let dir = machine();
    let same = find(&dir, "sh", &[], &[]).expect("everybody has it");
    assert_eq!(same.remark, None);
    fs::create_dir_all(dir.path().join("home/.pyenv/versions/3.11.7/bin")).expect("a folder");
    let pyenv_shell = dir.path().join("home/.pyenv/versions/3.11.7/bin/sh");
    fs::copy(dir.path().join("opt/jdk/bin/javaprogram"), &pyenv_shell).expect("copied");
    let other = find(&dir, "sh", &["home/.pyenv/shims"], &[]).expect("everybody has it");
    let remark = other.remark.expect("it is another one");
    assert_eq!(other.file, same.file);
    assert!(
        remark.contains(&format!("not {};", pyenv_shell.display())),
        "{remark}"
    );
    assert_eq!(remark.lines().count(), 1, "{remark}");
}

#[test]
fn a_virtual_environment_is_whole() {
    let dir = machine();
    let user = User { var: &|_| None };
    let venv = dir.path().join("home/venv");
    let program = user.explain("python3", &venv.join("bin/python3"));
    assert_eq!(program.lines.read, std::slice::from_ref(&venv));
    assert_eq!(program.lines.path, [venv.join("bin")]);
    let base = dir.path().join("opt/jdk/bin");
    let text = format!("home = {}\n", base.display());
    fs::write(venv.join("pyvenv.cfg"), text).expect("a file");
    let program = user.explain("python3", &venv.join("bin/python3"));
    assert_eq!(program.lines.read, [venv, dir.path().join("opt/jdk")]);
}

#[test]
fn what_is_nowhere_is_not_found() {
    let dir = machine();
    let error = find(&dir, "no-such-program", &["bin"], &[]).expect_err("it is nowhere");
    assert_eq!(
        error,
        "`no-such-program` isn't found in /usr/local/bin:/usr/bin:/bin; install it, or give its path"
    );
}

#[test]
fn without_a_jail_the_own_path_counts() {
    let dir = machine();
    let path: OsString = dir.path().join("bin").into();
    let var = |name: &str| (name == "PATH").then(|| path.clone());
    let places = ProgramLookup::at(Level::Off);
    let program = places.find_for("javaprogram", &[], &[], &User { var: &var });
    let program = program.expect("it is there");
    assert_eq!(program.file, dir.path().join("bin/javaprogram"));
    assert_eq!(program.remark, None);
}

#[test]
fn a_link_out_of_view_is_refused() {
    let dir = machine();
    let places = ProgramLookup { jailed: true };
    let link = dir.path().join("bin/javaprogram");
    let error = places.check_view(&link, &[]).expect_err("it is hidden");
    assert!(error.contains("(a link to "), "{error}");
    let read = [dir.path().join("opt/jdk"), link.clone()];
    assert_eq!(places.check_view(&link, &read), Ok(()));
    assert_eq!(places.check_view(Path::new("/bin/sh"), &[]), Ok(()));
}
