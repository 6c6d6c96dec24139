"""An honest bot that uses the library.

tries: nothing; random numbers, time zones, locale, platform, signals with handlers, JSON, numbers
must:  it plays to the end
expect: plays
"""
import datetime
import decimal
import getpass
import json
import locale
import os
import platform
import random
import secrets
import signal
import socket
import sqlite3
import time
import uuid
import zoo


def hello():
    random.seed()
    secrets.token_bytes(16)
    uuid.uuid4()
    locale.setlocale(locale.LC_ALL, "")
    datetime.datetime.now().astimezone().isoformat()
    json.dumps({"platform": platform.python_version(), "cpus": os.cpu_count(), "pi": str(decimal.Decimal("3.14"))})
    signal.signal(signal.SIGALRM, lambda *_: None)
    signal.setitimer(signal.ITIMER_REAL, 0.001)
    time.sleep(0.01)
    one, two = socket.socketpair()
    one.send(b"x")
    two.recv(1)
    sqlite3.connect(":memory:").execute("create table book (state text)")
    open("/dev/null", "w").close()
    os.environ.setdefault("USER", "bot") and getpass.getuser()


zoo.play(hello)
