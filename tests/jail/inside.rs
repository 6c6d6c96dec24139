//! What a bot sees from inside: it tells by its stderr.

use referee_record::Record;

use super::has;
use crate::engine::Arena;
use crate::skip::skip;

/// A bot in a shell that looks around and then plays the first legal move.
fn looking(name: &str, look: &str, more: &str) -> String {
    let script = format!(
        "read -r hello; {{ {look}; }} >&2; echo ready; \
         while read -r word rest; do case $word in \
         legal) move=${{rest%% *}};; go) echo move $move;; quit) exit;; esac; done"
    );
    format!("[[bots]]\nname = \"{name}\"\nrun = ['bash', '-c', '''{script}''']\n{more}\n")
}

/// Plays against a house bot; what each bot told, by its name.
fn seen_inside(bots: &[String], environment: &[(&str, &str)]) -> Vec<(String, String)> {
    let arena = Arena::new("game = \"onitama\"\noptions = { turns = 2 }").bot("foe", "house:first");
    let arena = bots.iter().fold(arena, |arena, bot| arena.text(bot));
    let output = arena
        .command(&[])
        .envs(environment.iter().copied())
        .output()
        .expect("the referee starts");
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{stderr}");
    let records = crate::engine::records(&arena.path().join("cup.db"));
    records.iter().flat_map(of_record).collect()
}

fn of_record(record: &Record) -> Vec<(String, String)> {
    let seats = record.played.job.seats.iter();
    let bots = seats.zip(&record.measured.bots);
    bots.map(|(seated, bot)| {
        let said = bot.stderr_head.clone() + &bot.stderr_tail;
        (seated.bot.clone(), said)
    })
    .collect()
}

/// What a single bot tells; it plays two games, and tells the same in both.
fn alone(look: &str, environment: &[(&str, &str)]) -> Vec<String> {
    let sights = seen_inside(&[looking("eye", look, "")], environment);
    let mut said: Vec<String> = sights
        .into_iter()
        .filter(|(bot, _)| bot == "eye")
        .map(|(_, said)| said)
        .collect();
    assert_eq!(said.len(), 2);
    assert_eq!(said[0], said[1]);
    let said = said.remove(0);
    assert!(!said.is_empty());
    said.lines().map(str::to_owned).collect()
}

#[test]
fn a_bot_holds_three_descriptors_and_no_more() {
    // What a shell keeps for itself it doesn't pass on.
    let look =
        "python3 -c 'import os; print(*[f for f in range(256) if os.path.exists(f)], sep=\"\\n\")'";
    assert_eq!(alone(look, &[]), ["0", "1", "2"]);
}

#[test]
fn its_environment_is_clean() {
    let names = alone("env | sed 's/=.*//' | sort", &[("SECRET", "1")]);
    let marked = !has("its_environment_is_clean", "namespaces");
    // Some are the shell's own.
    let fine = |name: &str| {
        ["HOME", "LANG", "PATH", "PWD", "SHLVL", "TMPDIR", "_"].contains(&name)
            || RUNTIMES.contains(&name)
            || marked && name == "REFEREE_RUN"
    };
    assert!(names.iter().all(|name| fine(name)), "{names:?}");
    assert!(names.iter().any(|name| name == "TMPDIR"), "{names:?}");
    for name in RUNTIMES {
        assert!(names.iter().any(|shown| shown == name), "{name}: {names:?}");
    }
}

/// Looks for a name of an earlier game, takes it, and leaves it in the hands of sockets that hold each other.
const NAMES: &str = r#"python3 -c "
import array, os, socket
print(os.readlink('/proc/self/ns/net'))
seen = open('/proc/net/unix').read() if os.path.exists('/proc/net/unix') else ''
left = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
try:
    left.bind(chr(0) + 'left')
    taken = False
except OSError as error:
    taken = error.errno == 98
print('found' if 'left' in seen or taken else 'nothing')
one, other = socket.socketpair()
held = array.array('i', [one.fileno(), other.fileno(), left.fileno()])
one.sendmsg([b'x'], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, held)])
other.sendmsg([b'x'], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, held)])
""#;

#[test]
fn nobody_finds_names_that_an_earlier_game_left_in_its_network() {
    let name = "nobody_finds_names_that_an_earlier_game_left_in_its_network";
    if !has(name, "namespaces") {
        return;
    }
    let arena =
        Arena::new("game = \"onitama\"\noptions = { turns = 2 }\nconcurrency = 1\nrounds = 12")
            .text(&looking("eye", NAMES, ""))
            .text(&looking("foe", NAMES, ""));
    let said: Vec<String> = arena
        .records()
        .iter()
        .flat_map(of_record)
        .map(|(_, said)| said)
        .collect();
    assert_eq!(said.len(), 48);
    let found = said.iter().find(|said| !said.contains("\nnothing\n"));
    assert_eq!(found, None);
}

/// Starts far more processes than it may.
const CROWD: &str = "
import os
def crowd():
    for _ in range(1500):
        if os.fork() == 0:
            time.sleep(600)
    time.sleep(600)
";

#[test]
fn who_is_killed_for_its_crowd_is_told_so_where_only_a_sampler_counts() {
    if !cfg!(target_os = "linux") {
        return;
    }
    let arena = Arena::new(
        "game = \"onitama\"\nrounds = 1\nlimits = { processes = 400 }\ntime = { move_ms = 60000 }",
    )
    .python("crowd", &crate::engine::python_bot(CROWD, "crowd()"), "")
    .bot("foe", "house:first");
    let output = arena.run(&["--jail-without", "namespaces,uids,cgroups"]);
    assert_eq!(output.status.code(), Some(0));
    let records = crate::engine::records(&arena.path().join("cup.db"));
    assert_eq!(records.len(), 2);
    for record in records {
        // Their memory may be the first limit that is seen to be exceeded.
        let evidence = &record.measured.evidence[0];
        let told = evidence.sentence.starts_with("the bot was killed: it ");
        assert!(told, "{evidence:?}");
    }
}

/// What runtimes are told of the bound of memory.
const RUNTIMES: [&str; 5] = [
    "DOTNET_GCHeapHardLimit",
    "GOMEMLIMIT",
    "JAVA_TOOL_OPTIONS",
    "MONO_GC_PARAMS",
    "NODE_OPTIONS",
];

/// The heap that a runtime would have in the jail, in bytes; nothing where it isn't installed.
fn heap(name: &str, program: &str, look: &str) -> Option<u64> {
    let look = format!("if command -v {program} >/dev/null; then {look}; else echo none; fi");
    let said = alone(&look, &[]);
    let bytes = said.last().map_or("", |line| line.trim());
    if bytes == "none" {
        skip(name, &format!("{program} isn't installed"));
        return None;
    }
    Some(bytes.parse().unwrap_or_else(|_| panic!("{said:?}")))
}

#[test]
fn heaps_stay_below_the_bound_of_memory() {
    let name = "heaps_stay_below_the_bound_of_memory";
    let java =
        "java -XX:+PrintFlagsFinal -version 2>/dev/null | awk '$2 == \"MaxHeapSize\" {print $4}'";
    let node = "node -p 'require(\"v8\").getHeapStatistics().heap_size_limit'";
    let bound = 512 << 20;
    for (program, look) in [("java", java), ("node", node)] {
        if let Some(bytes) = heap(name, program, look) {
            assert!((bound / 3..bound).contains(&bytes), "{program}: {bytes}");
        }
    }
}

#[test]
fn what_a_jvm_says_of_the_referee_is_not_kept() {
    let look = "echo \"Picked up JAVA_TOOL_OPTIONS: $JAVA_TOOL_OPTIONS\"; echo mine";
    assert_eq!(alone(look, &[]), ["mine"]);
    let other = "Picked up JAVA_TOOL_OPTIONS: -Xmx64m";
    assert_eq!(alone(&format!("echo '{other}'"), &[]), [other]);
}

#[test]
fn it_leaves_no_core_behind() {
    // Whoever starts the referee allows it.
    assert_eq!(alone("ulimit -c; ulimit -Hc", &[]), ["0", "0"]);
}

#[test]
fn it_has_no_terminal() {
    let look = "[ -t 0 ] || [ -t 1 ] || [ -t 2 ] && echo tty; { : </dev/tty; } 2>/dev/null && echo \
                controlled; echo looked";
    assert_eq!(alone(look, &[]), ["looked"]);
}

#[test]
fn it_starts_in_its_folder_with_a_scratch_folder() {
    if !has(
        "it_starts_in_its_folder_with_a_scratch_folder",
        "namespaces",
    ) {
        return;
    }
    let look = "pwd; echo $HOME $TMPDIR; : >$TMPDIR/x && echo written; ls $TMPDIR; \
                { : >/bot/x; } 2>/dev/null || echo read-only";
    let expected = ["/bot", "/tmp /tmp", "written", "x", "read-only"];
    assert_eq!(alone(look, &[]), expected);
}

#[test]
fn its_own_limits_reach_a_bot() {
    let look = "ulimit -n";
    let bots = [
        looking("usual", look, ""),
        looking("own", look, "limits = { files = 40 }"),
    ];
    let all = seen_inside(&bots, &[]);
    let of = |bot: &str| -> Vec<&str> {
        let mut said: Vec<&str> = all
            .iter()
            .filter(|(name, _)| name == bot)
            .map(|(_, said)| said.trim())
            .collect();
        said.dedup();
        said
    };
    assert_eq!((of("usual"), of("own")), (vec!["256"], vec!["40"]));
}

#[test]
fn its_scratch_folder_has_its_own_size() {
    if !has("its_scratch_folder_has_its_own_size", "namespaces") {
        return;
    }
    let look = "stat -f -c '%b %S' /tmp";
    let bots = [looking("own", look, "limits = { scratch_mib = 3 }")];
    let own_sights = seen_inside(&bots, &[])
        .into_iter()
        .filter(|(bot, _)| bot == "own");
    for (_, said) in own_sights {
        let numbers: Vec<u64> = said
            .split_whitespace()
            .filter_map(|number| number.parse().ok())
            .collect();
        assert_eq!(numbers.iter().product::<u64>(), 3 << 20, "{said}");
    }
}

#[test]
fn no_copy_of_the_referee_plays_for_another_bot() {
    let test = "no_copy_of_the_referee_plays_for_another_bot";
    if !has(test, "namespaces") {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let copy = folder.path().join("referee");
    std::fs::copy(env!("CARGO_BIN_EXE_referee"), &copy).expect("a copy");
    let thief = |name: &str, run: &str| {
        format!("[[bots]]\nname = \"{name}\"\nrun = {run}\nread = [{copy:?}]\n")
    };
    let bots = [
        thief("itself", &format!("[{copy:?}, 'house', 'random']")),
        thief(
            "behind",
            &format!("['sh', '-c', 'exec {} house random']", copy.display()),
        ),
        thief(
            "advised",
            &format!(
                "['sh', '-c', 'echo hint | exec {} play --game onitama me me']",
                copy.display()
            ),
        ),
    ];
    let said = seen_inside(&bots, &[]);
    let of = |bot: &'static str| said.iter().filter(move |(name, _)| name == bot);
    for bot in ["itself", "behind", "advised"] {
        assert!(of(bot).count() > 0);
        for (_, said) in of(bot) {
            assert!(
                said.contains("neither plays nor advises within another bot"),
                "{bot}: {said}"
            );
        }
    }
    assert!(
        of("foe").all(|(_, said)| said.is_empty()),
        "the house's own bot plays"
    );
}
