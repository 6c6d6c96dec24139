"""What a shell would tell it.

tries: ps, id, cat of secrets, kill and curl by a shell, and whatever programs of set-uid there are
must:  none shows or touches anything outside; it plays on
expect: held
off: escapes
"""
import os
import subprocess
from zoo import escaped, play, target


def output(command):
    try:
        return subprocess.run(["/bin/sh", "-c", command], capture_output=True, timeout=4, stdin=subprocess.DEVNULL).stdout.decode("utf-8", "replace")
    except (OSError, subprocess.SubprocessError):
        return ""


def attack():
    canary = target("canary")
    if "zoo-canary" in output("ps axww -o args 2>/dev/null || cat /proc/[0-9]*/cmdline 2>/dev/null"):
        escaped("sees processes")
    if target("secret") in output(f"cat {target('secret_bot')} {target('secret_ssh')} /proc/{canary}/environ 2>/dev/null"):
        escaped("reads secrets")
    if "reached" in output(f"kill -URG {canary} 2>/dev/null && echo reached"):
        escaped("signals a process")
    if "uid=0" in output("id 2>/dev/null"):
        escaped("is root")
    output(f"nohup setsid sh -c 'sleep 600; :' {target('tag')} >/dev/null 2>&1 &")


play(attack)
