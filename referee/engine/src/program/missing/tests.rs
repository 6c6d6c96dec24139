use std::ffi::OsString;
use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};

use referee_jail::Pin;
use referee_record::FaultDetail;

use super::*;
use crate::session::fault::SeatFault;

/// A machine with a toolchain in its own folder, and a bot.
struct Place {
    root: tempfile::TempDir,
    program: Program,
}

fn place() -> Place {
    let root = tempfile::tempdir().expect("a temporary folder");
    let at = |name: &str| root.path().join(name);
    for (name, text) in [
        ("opt/jdk/bin/java", "#!/bin/sh\n"),
        ("opt/jdk/lib/libjli.so", ""),
        ("opt/interpreter", "#!/bin/sh\n"),
        (
            "home/.local/lib/python3.11/site-packages/numpy/__init__.py",
            "",
        ),
        ("origin/bot.py", ""),
        ("origin/helper.py", ""),
        ("origin/data/book.txt", ""),
        ("snapshot/bot.py", ""),
        ("snapshot/unix", ""),
        ("snapshot/dos", "#!/bin/sh\r\n"),
        ("snapshot/nowhere", "#!/no/such/shell\n"),
    ] {
        fs::create_dir_all(at(name).parent().expect("it has one")).expect("a folder");
        fs::write(at(name), text).expect("a file");
        fs::set_permissions(at(name), fs::Permissions::from_mode(0o755)).expect("a mode");
    }
    let script = format!("#!{} -x\n", at("opt/interpreter").display());
    fs::write(at("snapshot/unix"), script).expect("a file");
    symlink(at("opt/jdk/bin/java"), at("opt/java")).expect("a link");
    let program = Program {
        name: "bot".to_owned(),
        executable: "/bin/sh".into(),
        args: vec!["bot.py".into()],
        through: Vec::new(),
        env: Vec::new(),
        folder: Some(at("snapshot")),
        origin: Some(at("origin")),
        owns_origin: false,
        read: Vec::new(),
        games: None,
        settings: None,
    };
    Place { root, program }
}

impl Place {
    fn at(&self, name: &str) -> String {
        self.root.path().join(name).display().to_string()
    }

    fn advice(&self, stderr: &str, error: Option<&io::Error>) -> Option<String> {
        let var = |name: &str| -> Option<OsString> {
            match name {
                "HOME" => Some(self.at("home").into()),
                "LD_LIBRARY_PATH" => Some(self.at("opt/jdk/lib").into()),
                "PATH" => Some(self.at("opt/jdk/bin").into()),
                _ => None,
            }
        };
        let user = User { var: &var };
        search(stderr, error, &self.program, &user).map(|advice| advice.to_string())
    }
}

#[test]
fn programs_for_other_systems_are_told() {
    let mut place = place();
    let engine = place.at("snapshot/engine");
    fs::write(&engine, "MZ").expect("a file");
    for stderr in [
        "OSError: [Errno 8] Exec format error: './engine'",
        "/bot/start.sh: line 2: ./engine: cannot execute binary file: Exec format error",
        "exec /bot/engine: exec format error",
    ] {
        let told = place.advice(stderr, None).expect(stderr);
        let expected = format!("{} is a Windows program", place.at("origin/engine"));
        assert!(told.starts_with(&expected), "{told}");
    }
    assert_eq!(place.advice("Exec format error: './unix'", None), None);
    assert_eq!(foreign_program(&place.program), None);
    place.program.executable = engine.into();
    let fault = SeatFault::new(FaultDetail::Status(127), "it ended").before_ready();
    let fault = fault.explained("", &place.program);
    assert_eq!(fault.detail, FaultDetail::NotStarted);
    assert!(
        fault.sentence.contains("is a Windows program"),
        "{}",
        fault.sentence
    );
    let later = SeatFault::new(FaultDetail::Status(127), "it ended").explained("", &place.program);
    assert_eq!(later.sentence, "it ended");
}

#[test]
fn programs_of_others_are_not_looked_at() {
    let mut place = place();
    fs::create_dir(place.at("private")).expect("a folder");
    let secret = place.at("private/x.exe");
    fs::write(&secret, "MZ").expect("a file");
    symlink(&secret, place.at("snapshot/link")).expect("a link");
    for path in [
        &*secret,
        "/bot/../private/x.exe",
        "../private/x.exe",
        &format!("{}/../private/x.exe", place.at("snapshot")),
        "./link",
        "/bot/link",
    ] {
        let stderr = format!("Exec format error: '{path}'");
        assert_eq!(place.advice(&stderr, None), None, "{path}");
    }
    place.program.executable = place.at("snapshot/link").into();
    assert_eq!(foreign_program(&place.program), None);
    fs::write(&secret, "#!/private/interpreter\n").expect("a file");
    let error = io::Error::from(io::ErrorKind::NotFound);
    let told = place.advice("", Some(&error)).unwrap_or_default();
    assert!(!told.contains("interpreter"), "{told}");
}

#[test]
fn what_is_named_and_hidden_is_missing() {
    let place = place();
    let (jdk, origin) = (place.at("opt/jdk"), place.at("origin"));
    for (stderr, read) in [
        (format!("sh: 1: {jdk}/bin/java: not found"), &*jdk),
        (format!("sh: 1: {}: not found", place.at("opt/java")), &jdk),
        (
            format!("FileNotFoundError: [Errno 2] No such file or directory: '{jdk}/bin/java'"),
            &jdk,
        ),
        (format!("bash: {jdk}/bin/java: Permission denied"), &jdk),
        (
            format!("Error: ENOENT: no such file, open '{jdk}/bin/java'"),
            &jdk,
        ),
        ("env: ‘java’: No such file or directory".to_owned(), &jdk),
        (
            "/usr/bin/env: 'java': No such file or directory".to_owned(),
            &jdk,
        ),
        (
            "x: error while loading shared libraries: libjli.so: cannot open shared object file"
                .to_owned(),
            &format!("{jdk}/lib"),
        ),
        (
            "python3: can't open file '/bot/helper.py': [Errno 2] No such file".to_owned(),
            &format!("{origin}/helper.py"),
        ),
        (
            "IOError: [Errno 2] No such file or directory: 'data/book.txt'".to_owned(),
            &format!("{origin}/data/book.txt"),
        ),
        (
            "Error: Unable to access jarfile data/book.txt".to_owned(),
            &format!("{origin}/data/book.txt"),
        ),
        (
            "ModuleNotFoundError: No module named 'helper'".to_owned(),
            &format!("{origin}/helper.py"),
        ),
        (
            "ModuleNotFoundError: No module named 'numpy.linalg'".to_owned(),
            &place.at("home/.local/lib/python3.11/site-packages"),
        ),
    ] {
        let advice = place.advice(&format!("Traceback:\n{stderr}\n"), None);
        let advice = advice.unwrap_or_else(|| panic!("{stderr}"));
        assert!(advice.contains("read = ["), "{stderr}: {advice}");
        assert!(
            advice.contains(&format!("\"{read}\"")),
            "{stderr}: {advice}"
        );
    }
}

#[test]
fn what_is_not_there_or_in_view_is_no_advice() {
    let mut place = place();
    for stderr in [
        "",
        "Segmentation fault",
        "sh: 1: no-such-program: not found",
        "sh: 1: sh: not found",
        ": not found",
        "No such file or directory: '/no/such/thing'",
        "No such file or directory: '/usr/bin/env'",
        "No such file or directory: 'nothing.txt'",
        "No such file or directory: ''",
        "ModuleNotFoundError: No module named 'unheard_of'",
        "can't open file '/bot/bot.py'",
        "can't open file '/bot'",
    ] {
        assert_eq!(place.advice(stderr, None), None, "{stderr}");
    }
    let stderr = format!("{}: not found", place.at("opt/jdk/bin/java"));
    assert!(place.advice(&stderr, None).is_some());
    place.program.read = vec![Pin::of(&place.root.path().join("opt/jdk")).expect("it is there")];
    assert_eq!(place.advice(&stderr, None), None);
}

#[test]
fn what_starts_a_program_may_be_missing_itself() {
    let mut place = place();
    let error = io::Error::from(io::ErrorKind::NotFound);
    let mut advice = |executable: &str| {
        place.program.executable = place.root.path().join(executable);
        place.advice("", Some(&error))
    };
    let java = advice("opt/jdk/bin/java").expect("it is hidden");
    assert!(java.contains("/opt/jdk\"]"), "{java}");
    let script = advice("snapshot/unix").expect("its interpreter is hidden");
    assert!(script.contains("/opt/interpreter is there"), "{script}");
    let dos = advice("snapshot/dos").expect("a line end");
    assert!(
        dos.contains("origin/dos ends its first line in CR LF"),
        "{dos}"
    );
    let gone = advice("snapshot/nowhere").expect("no interpreter");
    assert!(gone.contains("needs /no/such/shell to run"), "{gone}");
    assert_eq!(advice("snapshot/bot.py"), None);
    assert_eq!(advice("snapshot/gone"), None);
    let other = io::Error::from(io::ErrorKind::InvalidInput);
    place.program.executable = place.root.path().join("opt/jdk/bin/java");
    assert_eq!(place.advice("", Some(&other)), None);
}

#[test]
fn a_module_in_a_virtual_environment_of_the_bot_names_that() {
    let mut place = place();
    let site = "snapshot/venv/lib/python3.11/site-packages";
    fs::create_dir_all(place.root.path().join(site).join("wisdom")).expect("a folder");
    fs::write(place.root.path().join("snapshot/venv/pyvenv.cfg"), "").expect("a file");
    let stderr = "ModuleNotFoundError: No module named 'wisdom'";
    let advice = place.advice(stderr, None).expect("it lies there");
    assert!(advice.contains("\"venv/bin/python3 "), "{advice}");
    assert!(!advice.contains("snapshot"), "{advice}");
    // A bot that is started with this Python and doesn't find the module lacks something else.
    place.program.executable = place.root.path().join("snapshot/venv/bin/python3");
    assert_eq!(place.advice(stderr, None), None);
}

#[test]
fn a_module_of_the_users_own_python_names_that() {
    let place = place();
    for (name, text) in [
        ("opt/jdk/bin/python3", "#!/bin/sh\n"),
        ("opt/jdk/lib/python3.12/site-packages/wisdom.py", ""),
    ] {
        let file = place.root.path().join(name);
        fs::create_dir_all(file.parent().expect("it has one")).expect("a folder");
        fs::write(&file, text).expect("a file");
        fs::set_permissions(&file, fs::Permissions::from_mode(0o755)).expect("a mode");
    }
    let stderr = "ModuleNotFoundError: No module named 'wisdom'";
    let advice = place.advice(stderr, None).expect("it lies there");
    for part in [place.at("opt/jdk"), place.at("opt/jdk/bin")] {
        assert!(advice.contains(&format!("[\"{part}\"]")), "{advice}");
    }
}

#[test]
fn a_link_on_the_way_to_a_program_may_be_hidden() {
    let mut place = place();
    let at = |name: &str| place.root.path().join(name);
    symlink(at("opt/jdk/bin/java"), at("opt/jdk/bin/java8")).expect("a link");
    symlink(at("opt/jdk/bin/java8"), at("snapshot/java")).expect("a link");
    place.program.executable = at("snapshot/java");
    place.program.read = vec![Pin::of(&at("opt/jdk/bin/java")).expect("it is there")];
    let error = io::Error::from(io::ErrorKind::NotFound);
    let advice = place.advice("", Some(&error)).expect("java8 is hidden");
    assert!(advice.contains(&place.at("opt/jdk")), "{advice}");
    place.program.read = vec![Pin::of(&place.root.path().join("opt/jdk")).expect("it is there")];
    assert_eq!(place.advice("", Some(&error)), None);
}

#[test]
fn what_was_left_out_of_a_bots_own_folder_is_not_to_be_read() {
    let mut place = place();
    place.program.owns_origin = true;
    let origin = place.at("origin");
    for name in [
        "data/book.txt",
        "data/../data/book.txt",
        &format!("{origin}/data/book.txt"),
    ] {
        let stderr = format!("No such file or directory: '{name}'");
        let advice = place.advice(&stderr, None).expect("it lies there");
        let said = format!("{origin}/data/book.txt lies in the bot's folder, but is left out");
        assert!(advice.starts_with(&said), "{name}: {advice}");
        assert!(!advice.contains("read = ["), "{name}: {advice}");
    }
    // A file that is there is found by another path.
    let stderr = format!("No such file or directory: '{origin}/bot.py'");
    let advice = place.advice(&stderr, None).expect("it lies there");
    assert!(advice.contains("open it as bot.py"), "{advice}");
    // For files outside of the bot's folder nothing changes.
    let stderr = format!("{}: not found", place.at("opt/jdk/bin/java"));
    let advice = place.advice(&stderr, None).expect("it is hidden");
    assert!(advice.contains("read = ["), "{advice}");
}

#[test]
fn what_was_handed_in_with_a_folder_around_it_lies_too_deep() {
    let mut place = place();
    let file = place.root.path().join("origin/ann/deep.py");
    fs::create_dir_all(file.parent().expect("it has one")).expect("a folder");
    fs::write(&file, "").expect("a file");
    let stderr = "python3: can't open file '/bot/deep.py': [Errno 2] No such file or directory";
    assert_eq!(
        place.advice(stderr, None),
        None,
        "the folder isn't the bot's"
    );
    place.program.owns_origin = true;
    let advice = place.advice(stderr, None).expect("it is there");
    let expected = format!("{} {TOO_DEEP}", file.display());
    assert_eq!(advice, expected);
}
