//! The shell of the composite actions and of the example workflow, run as a runner runs it. Steps that
//! use other actions are left to these.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;
use std::process::{Command, Output};
use std::time::Duration;

use referee_store::Run;

use super::{BOT, MATCH, SUITE, Sample, databases};
use crate::kit::top;
use crate::readers::{python, read};
use crate::skip::skip;

const REGRESS: &str = ".github/actions/regress/action.yml";
const CHECK: &str = ".github/actions/check/action.yml";
const SPRT: &str = ".github/actions/sprt/action.yml";
const EXAMPLE: &str = "docs/ci/bot-ci.yml";
const INSTALL: &str = "Install the referee";

/// A step: its name, and its script unless it uses an action.
struct Step {
    name: String,
    script: Option<String>,
}

/// The steps of a file, which is written in the plain form that this reads: `- name:` begins a step, and
/// `run: |` a script that is indented more.
fn steps(file: &str) -> Vec<Step> {
    let text = fs::read_to_string(top().join(file)).expect(file);
    let indent = |line: &str| line.len() - line.trim_start().len();
    let mut steps: Vec<Step> = Vec::new();
    let mut lines = text.lines().peekable();
    while let Some(line) = lines.next() {
        let keyword = line.trim_start();
        if let Some(name) = keyword.strip_prefix("- name: ") {
            let name = name.to_owned();
            steps.push(Step { name, script: None });
        } else if keyword == "run: |" {
            let mut script = String::new();
            while let Some(next) = lines.peek() {
                if !next.trim().is_empty() && indent(next) <= indent(line) {
                    break;
                }
                script += next.trim_start_matches(' ');
                script.push('\n');
                lines.next();
            }
            assert!(
                !script.contains("${{"),
                "nothing is pasted into a script: {script}"
            );
            steps.last_mut().expect("a step").script = Some(script);
        }
    }
    steps
}

/// A runner with a folder for what is temporary, and programs of its own in front of the others.
struct Runner<'a> {
    sample: &'a Sample,
    variables: BTreeMap<&'static str, String>,
}

impl Runner<'_> {
    fn new(sample: &Sample) -> Runner<'_> {
        let folder = |name: &str| {
            let path = sample.path("..").join(name);
            fs::create_dir_all(&path).expect("a folder");
            path.canonicalize().expect("a path").display().to_string()
        };
        let action = top().join(REGRESS).with_file_name("").canonicalize();
        let (temp, bin) = (folder("runner"), folder("bin"));
        let path = std::env::var("PATH").expect("a PATH");
        let variables = BTreeMap::from([
            (
                "GITHUB_ACTION_PATH",
                action.expect("the action").display().to_string(),
            ),
            ("GITHUB_OUTPUT", format!("{temp}/output")),
            ("GITHUB_REPOSITORY", "ann/fox".to_owned()),
            ("RUNNER_OS", "Linux".to_owned()),
            ("RUNNER_ARCH", "X64".to_owned()),
            ("PATH", format!("{bin}:{path}")),
            ("RUNNER_TEMP", temp),
            ("BRANCH", "main".to_owned()),
            ("HEAD_REPOSITORY", "7".to_owned()),
            ("BASE", "main".to_owned()),
            ("ARTIFACT", "referee-regress".to_owned()),
            ("FILE", "REGRESS.toml".to_owned()),
            ("BOT", String::new()),
            ("JAIL", "auto".to_owned()),
            ("MINUTES", "5".to_owned()),
            ("OPTIONS", String::new()),
            ("GAME", "cublino-contra".to_owned()),
            ("NEW", "git:good:bot".to_owned()),
            ("REPOSITORY", "ann/referee".to_owned()),
            ("ACTION_REF", "v0.1.0".to_owned()),
            ("VERSION", String::new()),
            ("REFEREE_CORES", "shared".to_owned()),
        ]);
        Runner { sample, variables }
    }

    /// A program that scripts call.
    fn program(&self, name: &str, script: &str) {
        let path = self.sample.path("../bin").join(name);
        fs::write(&path, format!("#!/bin/sh\n{script}\n")).expect("a file");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("a program");
    }

    /// Puts the referee where a wheel's installation puts it.
    fn install(&self) {
        let bin = self.temp().join("referee/bin");
        fs::create_dir_all(&bin).expect("a folder");
        symlink(env!("CARGO_BIN_EXE_referee"), bin.join("referee")).expect("a link");
    }

    fn temp(&self) -> &Path {
        Path::new(&self.variables["RUNNER_TEMP"])
    }

    fn run(&self, steps: &[Step], name: &str) -> Output {
        self.command(steps, name).output().expect("bash")
    }

    fn command(&self, steps: &[Step], name: &str) -> Command {
        let step = steps.iter().find(|step| step.name == name).expect(name);
        let script = step.script.as_ref().expect("a script");
        let mut command = Command::new("bash");
        command
            .args(["--noprofile", "--norc", "-eo", "pipefail", "-c", script])
            .current_dir(self.sample.path(""))
            .env("XDG_CACHE_HOME", crate::kit::cache())
            .envs(&self.variables);
        command
    }

    fn fine(&self, steps: &[Step], name: &str) -> String {
        let done = self.run(steps, name);
        let stderr = String::from_utf8_lossy(&done.stderr);
        assert!(done.status.success(), "{name}: {stderr}");
        String::from_utf8_lossy(&done.stdout).into_owned()
    }

    fn outputs(&self) -> String {
        fs::read_to_string(&self.variables["GITHUB_OUTPUT"]).expect("outputs")
    }
}

/// The files are YAML, with the steps that are tried here.
#[test]
fn a_reader_of_yaml_finds_the_same_steps() {
    let Some(python) = python("a_reader_of_yaml_finds_the_same_steps", "yaml") else {
        return;
    };
    let program = "
import json, sys, yaml
file = yaml.safe_load(open(sys.argv[1]))
steps = (file.get('runs') or file.get('jobs', {}).get('regress'))['steps']
print(json.dumps([[step['name'], 'run' in step] for step in steps]))";
    for file in [REGRESS, CHECK, SPRT, EXAMPLE] {
        let text = fs::read_to_string(top().join(file)).expect(file);
        let file_steps = steps(file);
        let outline = file_steps
            .iter()
            .map(|step| (&step.name, step.script.is_some()));
        let outline_json = serde_json::json!(outline.collect::<Vec<_>>());
        assert_eq!(read(python, program, &text), outline_json, "{file}");
    }
}

/// `gh` and `python3` note what they are called with; the latter makes a pip that does so too.
#[test]
fn the_wheel_of_a_release_is_installed() {
    let steps = steps(CHECK);
    for (reference, version, asked) in [
        ("v0.1.0", "", "release download v0.1.0 --repo ann/referee "),
        ("main", "", "release download --repo ann/referee "),
        (
            "main",
            "v0.2.0",
            "release download v0.2.0 --repo ann/referee ",
        ),
    ] {
        let sample = Sample::new(SUITE);
        let mut runner = Runner::new(&sample);
        runner.variables.insert("ACTION_REF", reference.to_owned());
        runner.variables.insert("VERSION", version.to_owned());
        let note = |name: &str| format!("echo \"$*\" > \"$RUNNER_TEMP/{name}\"");
        runner.program("gh", &note("gh"));
        runner.program("pip", &note("pip"));
        let program = "mkdir -p \"$3/bin\"; cp \"${0%python3}pip\" \"$3/bin/pip\"; ln -s /bin/echo \"$3/bin/referee\"";
        runner.program("python3", program);
        runner.fine(&steps, INSTALL);
        let called = |name| fs::read_to_string(runner.temp().join(name)).expect("a call");
        assert!(called("gh").starts_with(asked), "{}", called("gh"));
        assert!(called("gh").contains("--pattern *manylinux*_x86_64.whl --dir "));
        assert!(called("pip").starts_with("install "), "{}", called("pip"));
    }
    let sample = Sample::new(SUITE);
    let mut runner = Runner::new(&sample);
    runner.variables.insert("RUNNER_OS", "Windows".to_owned());
    let refused = runner.run(&steps, INSTALL);
    assert_eq!(refused.status.code(), Some(2));
    let said = String::from_utf8_lossy(&refused.stdout);
    assert!(said.contains("no wheel for Windows on X64"), "{said}");
}

#[test]
fn a_check_and_a_test_leave_their_reports() {
    for (file, name, variable, code) in [
        (CHECK, "Check the bot", ("BOT", "bot"), 0),
        (SPRT, "Test the bot", ("BASE", "git:first:bot"), 4),
    ] {
        let sample = Sample::new(SUITE);
        sample.go("good");
        let mut runner = Runner::new(&sample);
        runner.install();
        runner.variables.insert(variable.0, variable.1.to_owned());
        if file == SPRT {
            let options = "-n 2 --tc st=5";
            runner.variables.insert("OPTIONS", options.to_owned());
        }
        let done = runner.run(&steps(file), name);
        let said = String::from_utf8_lossy(&done.stdout);
        assert_eq!(done.status.code(), Some(code), "{said}");
        assert_eq!(runner.outputs(), format!("code={code}\n"));
        let action = if file == CHECK { "check" } else { "sprt" };
        for end in ["xml", "md"] {
            let report = format!("referee/{action}/{action}.{end}");
            assert!(runner.temp().join(&report).is_file(), "{report}");
        }
    }
}

#[test]
fn the_action_s_scripts_do_what_they_say() {
    let steps = steps(REGRESS);
    let used: Vec<&str> = steps
        .iter()
        .filter(|s| s.script.is_none())
        .map(|s| &*s.name)
        .collect();
    assert_eq!(used, ["Keep games and reports"]);
    let sample = Sample::new(SUITE);
    let runner = Runner::new(&sample);
    runner.install();
    // What is there isn't installed again.
    runner.fine(&steps, INSTALL);
    // Without earlier games, and where none can be asked for.
    runner.program("gh", "exit 1");
    let said = runner.fine(&steps, "The games of an earlier run");
    assert!(said.contains("begin anew"), "{said}");
    for (commit, code) in [("good", 0), ("weaker", 1)] {
        sample.go(commit);
        let done = runner.run(&steps, "Regression tests");
        assert_eq!(
            done.status.code(),
            Some(code),
            "{}",
            String::from_utf8_lossy(&done.stderr)
        );
        assert!(runner.outputs().contains(&format!("code={code}\n")));
    }
    for report in ["regress.xml", "regress.md"] {
        let path = runner.temp().join("referee/kept").join(report);
        assert!(path.is_file(), "{report}");
    }
}

#[test]
fn earlier_games_come_back() {
    let steps = steps(REGRESS);
    let sample = Sample::new(SUITE);
    let runner = Runner::new(&sample);
    runner.program(
        "gh",
        "case \"$2\" in */zip) echo zipped ;; *) echo 12 ;; esac",
    );
    runner.program(
        "unzip",
        "echo games > \"$5/REGRESS.m.db\"; echo last > \"$5/REGRESS.m.db-wal\"",
    );
    let said = runner.fine(&steps, "The games of an earlier run");
    assert!(said.contains("artifact 12"), "{said}");
    assert_eq!(sample.read(".referee/REGRESS.m.db"), "games\n");
    assert_eq!(sample.read(".referee/REGRESS.m.db-wal"), "last\n");
}

/// A cancelled job sends an INT to the shell of its step, and kills what is left.
/// Tells if this process, and so what it starts, ignores `SIGINT`, as what a shell runs in the background does.
fn ignores_interrupts() -> bool {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    ignored.is_some_and(|mask| u64::from_str_radix(mask.trim(), 16).is_ok_and(|mask| mask & 2 != 0))
}

#[test]
fn games_of_a_run_that_was_cut_short_are_kept() {
    let steps = steps(REGRESS);
    for whose in ["INT of the step", "KILL of the referee"] {
        if whose.starts_with("INT") && ignores_interrupts() {
            skip(whose, "whoever runs the tests lets them ignore interrupts");
            continue;
        }
        let sample = Sample::new(MATCH);
        sample.go("good");
        let slow = "(__import__('time').sleep(0.01), max(legal, key=worth))[1]";
        sample.0.write("bot/bot.py", &BOT.replace("CHOICE", slow));
        sample
            .0
            .write(".referee/REGRESS.older.db", "games of an earlier version");
        let runner = Runner::new(&sample);
        fs::create_dir_all(runner.temp().join("referee/bin")).expect("a folder");
        let program = format!(
            "echo $$ > \"$RUNNER_TEMP/id\"; exec {} \"$@\"",
            env!("CARGO_BIN_EXE_referee")
        );
        runner.program("../runner/referee/bin/referee", &program);
        let step = runner.command(&steps, "Regression tests").spawn();
        let mut step = step.expect("bash");
        while sample.games() == 0 {
            let ended = step.try_wait().expect("it is ours");
            assert!(ended.is_none(), "it ended before a game");
            std::thread::sleep(Duration::from_millis(5));
        }
        let id = match whose {
            "INT of the step" => step.id().to_string(),
            _ => fs::read_to_string(runner.temp().join("id")).expect("an id"),
        };
        let signal = format!("-{}", &whose[..whose.find(' ').expect("words")]);
        let killed = Command::new("kill").args([&*signal, id.trim()]).status();
        assert!(killed.expect("kill").success());
        let code = if signal == "-INT" { 130 } else { 137 };
        assert_eq!(step.wait().expect("it ends").code(), Some(code), "{whose}");
        runner.fine(&steps, "Keep the games");
        let databases = databases(&runner.temp().join("referee/kept"));
        let [database] = &databases[..] else {
            panic!("{whose}: {databases:?}");
        };
        let past = Run::open(database).expect("results").past().expect("games");
        assert!(past.is_some_and(|past| past.highest > 0), "{whose}");
    }
}

#[test]
fn the_example_s_scripts_do_what_they_say() {
    let steps = steps(EXAMPLE);
    let sample = Sample::new(SUITE);
    let runner = Runner::new(&sample);
    runner.fine(&steps, "The base is there");
}
