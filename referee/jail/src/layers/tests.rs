//! Checks honest programs under all layers that need no privileges, and what these layers deny them.
#![allow(unsafe_code, reason = "layers are put on between fork and exec")]

use std::fs;
use std::io::Write;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use super::landlock::{self, LandlockRules};
use super::rlimits;
use super::seccomp::{self, Denials};
use crate::ResourceLimits;

const BOUNDS: ResourceLimits = ResourceLimits {
    memory: 512 << 20,
    processes: 128,
    files: 256,
    scratch: 64 << 20,
    file: 64 << 20,
};

fn system() -> Vec<PathBuf> {
    [
        "/usr",
        "/bin",
        "/lib",
        "/lib64",
        "/etc",
        "/proc",
        "/sys/fs/cgroup",
        "/no/such/folder",
    ]
    .map(PathBuf::from)
    .into()
}

/// Runs a program under all layers; `build` allows what compilers need.
fn run(folder: &Path, build: bool, read: &[PathBuf], line: &[&str], input: &str) -> Output {
    let rules = LandlockRules {
        read: [system(), read.to_vec()].concat(),
        write: vec![folder.to_owned()],
        devices: vec!["/dev/null".into(), "/dev/urandom".into()],
        network: false,
    };
    let denials = Denials {
        sockets: true,
        policies: true,
        attributes: !build,
        signals: !build,
        processes: true,
        locks: !build,
        hidden_memory: true,
        network: true,
    };
    let confine = move || {
        rlimits::set(&BOUNDS, true, None)?;
        landlock::restrict(&rules)?;
        seccomp::deny(denials)
    };
    let mut command = Command::new(line[0]);
    command
        .args(&line[1..])
        .current_dir(folder)
        .env_clear()
        .env("PATH", "/usr/local/bin:/usr/bin:/bin")
        .env("HOME", folder)
        .env("TMPDIR", folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child = unsafe { command.pre_exec(confine) }
        .spawn()
        .expect("the program starts");
    let sent = child
        .stdin
        .take()
        .expect("a pipe")
        .write_all(input.as_bytes());
    let output = child.wait_with_output().expect("the program ends");
    assert!(sent.is_ok(), "it read its input: {output:?}");
    output
}

/// Returns the first line that a program prints outside the jail; `None` if it is not installed.
fn ask(program: &str, args: &[&str]) -> Option<String> {
    let output = Command::new(program).args(args).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output
        .status
        .success()
        .then(|| text.lines().next().unwrap_or_default().to_owned())
}

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("a temporary folder")
}

fn assert_answers(output: &Output) {
    let (out, err) = (&output.stdout, &output.stderr);
    let (out, err) = (String::from_utf8_lossy(out), String::from_utf8_lossy(err));
    assert_eq!(
        (out.as_ref(), err.as_ref()),
        ("move 42\n", ""),
        "{}",
        output.status
    );
    assert!(output.status.success(), "{}", output.status);
}

#[test]
fn python_plays_unchanged() {
    let where_from = "import sys; print(sys.executable, sys.base_prefix)";
    let Some(output) = ask("python3", &["-c", where_from]) else {
        return eprintln!("skipped: python3 isn't installed");
    };
    let (python, prefix) = output.split_once(' ').expect("two paths");
    let bot = "
import asyncio, json, random, subprocess, sys, threading
n = int(input())
r = []
threads = [threading.Thread(target=lambda: r.append(n)) for _ in range(4)]
for t in threads: t.start()
for t in threads: t.join()
asyncio.run(asyncio.sleep(0.01))
assert subprocess.run(['true']).returncode == 0
a = bytearray(64 << 20)
print('move', sum(r) // 4)
";
    let folder = folder();
    let line = [python, "-c", bot];
    assert_answers(&run(folder.path(), false, &[prefix.into()], &line, "42\n"));
}

#[test]
fn node_plays_unchanged() {
    let Some(node) = ask("node", &["-p", "process.execPath"]) else {
        return eprintln!("skipped: node isn't installed");
    };
    let bot = "
const { Worker } = require('worker_threads');
const { spawnSync } = require('child_process');
const line = require('fs').readFileSync(0, 'utf8').trim();
if (spawnSync('true').status !== 0) throw new Error('no child');
const worker = new Worker('const p = require(\"worker_threads\"); p.parentPort.postMessage(p.workerData)',
  { eval: true, workerData: line });
worker.on('message', (text) => console.log('move ' + text));
";
    let folder = folder();
    let read = [PathBuf::from(&node)];
    assert_answers(&run(
        folder.path(),
        false,
        &read,
        &[&node, "-e", bot],
        "42\n",
    ));
}

#[test]
fn java_plays_unchanged() {
    if ask("javac", &["-version"]).is_none() {
        return eprintln!("skipped: javac isn't installed");
    }
    let folder = folder();
    let source = "
import java.util.Scanner;
import java.util.stream.IntStream;
public class Bot {
  public static void main(String[] args) throws Exception {
    int n = new Scanner(System.in).nextInt();
    int[] kept = new int[1 << 22];
    long sum = IntStream.range(0, 1000).parallel().map(i -> n).sum();
    Thread t = new Thread(() -> System.out.println(\"move \" + sum / 1000));
    t.start();
    t.join();
    System.gc();
  }
}
";
    fs::write(folder.path().join("Bot.java"), source).expect("a file can be written");
    let built = run(folder.path(), true, &[], &["javac", "Bot.java"], "");
    assert!(built.status.success(), "{built:?}");
    assert_answers(&run(
        folder.path(),
        false,
        &[],
        &["java", "-cp", ".", "Bot"],
        "42\n",
    ));
}

#[test]
fn a_program_in_c_is_built_and_plays_unchanged() {
    if ask("gcc", &["--version"]).is_none() {
        return eprintln!("skipped: gcc isn't installed");
    }
    let folder = folder();
    let source = "
#include <pthread.h>
#include <stdio.h>
static void *same(void *n) { return n; }
int main(void) {
  long n; void *got; pthread_t thread;
  if (scanf(\"%ld\", &n) != 1) return 1;
  if (pthread_create(&thread, 0, same, (void *)n)) return 2;
  pthread_join(thread, &got);
  printf(\"move %ld\\n\", (long)got);
  return 0;
}
";
    fs::write(folder.path().join("bot.c"), source).expect("a file can be written");
    let built = run(
        folder.path(),
        true,
        &[],
        &["gcc", "-O1", "-pthread", "bot.c", "-o", "bot"],
        "",
    );
    assert!(built.status.success(), "{built:?}");
    assert_answers(&run(folder.path(), false, &[], &["./bot"], "42\n"));
}

#[test]
fn limits_are_those_of_the_bounds() {
    let folder = folder();
    let output = run(folder.path(), false, &[], &["cat", "/proc/self/limits"], "");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let limit = |name: &str| {
        let line = text
            .lines()
            .find(|line| line.starts_with(name))
            .unwrap_or_default();
        let words = line[name.len().min(line.len())..].split_whitespace();
        words.take(2).map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(limit("Max core file size"), ["1", "1"]);
    assert_eq!(limit("Max open files"), ["256", "256"]);
    assert_eq!(limit("Max data size"), ["671088640", "671088640"]);
    assert_eq!(limit("Max file size"), ["67108864", "67108864"]);
    assert_eq!(limit("Max msgqueue size"), ["0", "0"]);
    assert_eq!(limit("Max realtime priority"), ["0", "0"]);
    assert_eq!(limit("Max nice priority"), ["0", "0"]);
    assert_eq!(limit("Max stack size")[0], "8388608");
    assert_eq!(limit("Max address space"), ["unlimited", "unlimited"]);
}
