"""A nosy bot.

tries: to learn what files there are outside, of which size and age, and who is listening
must:  they aren't there for it; it plays on
expect: held
off: escapes
needs: world
"""
import os
from zoo import denied, play, target


def attack():
    for key in ("secret_bot", "secret_ssh", "secret_tmp", "secret_var", "database", "tournament", "socket", "docker", "home"):
        if target(key):
            denied(f"the status of {key}", os.stat, target(key))
    for path in ("/etc/shadow", "/root/.bashrc", "/var/log/wtmp", "/boot", "/dev/vda", "/proc/" + target("canary")):
        if os.path.exists(path):
            denied(f"the status of {path}", os.stat, path)


play(attack)
