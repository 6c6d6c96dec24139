//! Checks that no content of a bot's file makes its program reach a path that it may not read.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::os::unix::net::UnixListener;

use proptest::prelude::*;
use referee_config::{BotSpec, ProgramLookup, ResolveContext, entrant};
use referee_jail::Pin;
use referee_record::TimeControl;
use tempfile::TempDir;

use super::*;

/// Parts of paths: names of the test files, ways up, links, and names that do not exist.
const PIECES: [&str; 27] = [
    "..",
    "..",
    ".",
    "",
    "bot",
    "other",
    "common",
    "deep",
    "file",
    "socket",
    "link",
    "to-socket",
    "to-proc",
    "to-etc",
    "to-root",
    "to-other",
    "to-odd",
    "prog",
    "cup.db",
    "proc",
    "etc",
    "shadow",
    "dev",
    "run",
    "usr",
    "é",
    "\0",
];

/// Makes a folder with test files, and a listener that keeps its socket open.
fn bait() -> (TempDir, UnixListener) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let at = |name: &str| folder.path().join(name);
    for name in ["bot", "other", "common/deep"] {
        fs::create_dir_all(at(name)).expect("a folder");
    }
    for name in [
        "bot/file",
        "other/file",
        "common/file",
        "common/deep/file",
        "cup.db",
    ] {
        fs::write(at(name), "secret").expect("a file");
    }
    for above in ["other", "common"] {
        let mode = fs::Permissions::from_mode(0o755);
        fs::write(at(above).join("prog"), "#!/bin/sh\n").expect("a file");
        fs::set_permissions(at(above).join("prog"), mode).expect("a mode");
    }
    let odd = at("common").join(OsStr::from_bytes(b"odd\xff"));
    fs::create_dir(&odd).expect("a folder");
    fs::write(odd.join("file"), "secret").expect("a file");
    let listener = UnixListener::bind(at("common/deep/socket")).expect("a socket");
    for above in ["bot", "common"] {
        for (link, target) in [
            ("link", at("common/deep")),
            ("to-socket", at("common/deep/socket")),
            ("to-proc", "/proc".into()),
            ("to-etc", "/etc".into()),
            ("to-root", "/".into()),
            ("to-other", at("other")),
            ("to-odd", odd.clone()),
        ] {
            symlink(target, at(above).join(link)).expect("a link");
        }
    }
    (folder, listener)
}

/// Makes a part of a path; now and then repeated until it is longer than any name or path may be.
fn piece() -> impl Strategy<Value = String> {
    let pieces = || prop::sample::select(&PIECES[..]);
    prop_oneof![
        20 => pieces().prop_map(str::to_owned),
        1 => (pieces(), 1..3000_usize).prop_map(|(piece, times)| piece.repeat(times)),
        1 => (pieces(), 1..3000_usize).prop_map(|(piece, times)| vec![piece; times].join("/")),
    ]
}

fn path() -> impl Strategy<Value = String> {
    let pieces = prop::collection::vec(piece(), 0..7);
    (any::<bool>(), pieces).prop_map(|(absolute, pieces)| {
        let begin = if absolute { "/" } else { "" };
        format!("{begin}{}", pieces.join("/"))
    })
}

/// Returns the bot with such a file, unless it is rejected; `asking` says whether its file may ask for paths.
fn bot(
    folder: &Path,
    (key, paths): (&str, &[String]),
    args: &[String],
    asking: bool,
) -> Option<ConfiguredBot> {
    let run = if key == "run" {
        toml::Value::from(vec![paths.first().cloned().unwrap_or_default()])
    } else {
        toml::Value::from(vec!["/bin/sh"])
    };
    let mut text = format!("run = {run}\nargs = {}\n", toml::Value::from(args.to_vec()));
    if key != "run" {
        text += &format!("{key} = {}\n", toml::Value::from(paths.to_vec()));
    }
    fs::write(folder.join("bot/bot.toml"), text).expect("a file");
    let spec = BotSpec {
        bot: Some("bot".to_owned()),
        ..BotSpec::default()
    };
    let terms = ResolveContext::new(TimeControl::default(), ProgramLookup { jailed: true });
    let bot = entrant(spec, folder, terms).ok()?;
    let mut closed = ForbiddenPaths::default();
    closed.bot(&folder.join("other"));
    closed.results(&folder.join("cup.db"));
    let refused = closed.check(std::slice::from_ref(&bot), asking);
    refused.is_empty().then_some(bot)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 512, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_plan_leads_out(
        key in prop::sample::select(vec!["read", "path", "run"]),
        paths in prop::collection::vec(path(), 1..4),
        args in prop::collection::vec(path(), 0..3),
    ) {
        let (host, _listener) = bait();
        let folder = host.path().canonicalize().expect("it is there");
        for asking in [false, true] {
            let Some(bot) = bot(&folder, (key, &paths), &args, asking) else { continue };
            let pins = bot.program.read.iter().map(|pin| pin.real().to_owned());
            let given: Vec<OsString> = args.iter().map(Into::into).collect();
            prop_assert!(bot.program.args.ends_with(&given));
            // A program in the bot's own folder that is a link out of it is rejected later, with the
            // snapshot.
            let program = Some(&bot.program.executable);
            let program = program.filter(|program| !program.starts_with(folder.join("bot")));
            let reached: Vec<PathBuf> = pins.chain(program.map(|program| real(program))).collect();
            for path in reached {
                let kind = fs::metadata(&path).expect("it is there");
                prop_assert!(kind.is_file() || kind.is_dir(), "{paths:?}: {path:?}");
                let allowed = path.starts_with(folder.join("bot"))
                    || of_system(&path)
                    || asking && path.starts_with(folder.join("common"))
                    || asking && path.starts_with("/etc") && private::opened(&path).is_none();
                prop_assert!(allowed, "{key} = {paths:?} opens {path:?}");
            }
        }
    }
}

#[test]
fn a_program_is_held_to_what_lay_there_when_it_was_looked_at() {
    let (host, _listener) = bait();
    let folder = host.path().canonicalize().expect("it is there");
    let link = folder.join("common/run");
    symlink(folder.join("common/prog"), &link).expect("a link");
    let run = ["../common/run".to_owned()];
    assert!(bot(&folder, ("run", &run), &[], false).is_none());
    let bot = bot(&folder, ("run", &run), &[], true).expect("it may");
    fs::remove_file(&link).expect("it is there");
    symlink(folder.join("other/prog"), &link).expect("a link");
    let pins: Vec<&Path> = bot.program.read.iter().map(Pin::real).collect();
    assert_eq!(pins, [folder.join("common/prog")]);
    // The check uses the pinned file, not the file that the name leads to now.
    let mut closed = ForbiddenPaths::default();
    closed.bot(&folder.join("other"));
    assert_eq!(closed.check(&[bot], true), []);
}
