"""A letter to its next game.

tries: to leave files in every place, and finds what an earlier game left
must:  each game finds nothing, and nothing is left
expect: held
off: escapes
"""
import os
from zoo import escaped, play, target


def attack():
    places = ["/tmp", "/var/tmp", "/dev/shm", "/run", "/run/user", "/var/lock", "/home", "/root", "/opt", "/mnt", "/",
              "/usr/local", "/etc", "/var/cache", "/proc/self", "/dev", "/sys", ".", target("folder"),
              os.environ.get("HOME", "."), os.environ.get("TMPDIR", "."), os.path.expanduser("~"), "..", "/dev/mqueue"]
    names = {os.path.realpath(place) + "/zoo-left-" + target("tag") for place in places}
    for name in names:
        if os.path.lexists(name):
            escaped("an earlier game's " + name)
            os.unlink(name)
    for name in names:
        try:
            with open(name, "w") as file:
                file.write("an earlier game")
        except OSError:
            pass


play(attack)
