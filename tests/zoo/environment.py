"""Secrets in what it was started with.

tries: to find the referee's secrets in its environment, arguments and folder
must:  its environment is clean: nothing of the referee's user
expect: held
off: fails
"""
import os
import sys
from zoo import escaped, play, target


def attack():
    for name, value in os.environ.items():
        if target("secret") in value or name in ("ZOO_SECRET", "SSH_AUTH_SOCK", "DISPLAY", "XDG_RUNTIME_DIR", "LD_PRELOAD",
                                                 "DBUS_SESSION_BUS_ADDRESS", "AWS_SECRET_ACCESS_KEY", "LD_LIBRARY_PATH"):
            escaped("the variable " + name)
    if any(target("secret") in word for word in sys.argv):
        escaped("an argument")
    if os.environ.get("USER") == "root" or os.environ.get("HOME") == target("home"):
        escaped("the user's own HOME or name")


play(attack)
