"""A bot that does what its script says: the misbehaving bots of the tests.

    python3 scripted.py 'wait hello; say ready; wait go; sleep 5000'

Steps, separated by `;`:
    wait WORD      read lines until one begins with WORD
    say TEXT       write a line
    raw TEXT       write bytes without a newline; \\n, \\r, \\0 and \\xNN are understood
    legal [TEXT]   write `move ` (or TEXT) and the first legal move that was told
    bare           write the first legal move without `move`
    double TEXT    write such a move and a further line at once
    repeat N TEXT  write a line N times
    trickle MS X   write X without a newline every so often, for ever
    drip MS X      write the line X every so often, for ever
    endless        write for ever, as quickly as it goes
    infos N        answer every question from here on after N short `info` lines
    deep N         make N folders in each other in the scratch folder
    hide           leave a process behind without environment, in a session of its own
    flood N        write N bytes without a newline
    stderr N       write N bytes to stderr
    complain TEXT  write a line to stderr, with the escapes of raw
    sleep MS       sleep
    spin           compute for ever
    close NAME     close stdin, stdout or stderr
    exit N         end with a status
    signal N       end by a signal
    ignore         take no notice of SIGTERM, SIGINT and SIGHUP
    orphan         leave a process behind that holds all pipes, in a session of its own
    rest           play the first legal move from here on, until `quit`
    deaf           never read again, never end
"""

import os
import signal
import sys
import time

legal = []


def read():
    """The next line; ends the bot at the end of input."""
    line = sys.stdin.readline()
    if not line:
        sys.exit(0)
    words = line.split()
    if words and words[0] == "legal":
        legal[:] = words[1:]
    return words


def write(text):
    data = text.encode("utf-8", "surrogateescape")
    while data:
        data = data[os.write(1, data):]


def wait(word):
    while True:
        words = read()
        if words and words[0] == word:
            return


def rest():
    while True:
        words = read()
        if words and words[0] == "go":
            write("move " + legal[0] + "\n")
        if words and words[0] == "quit":
            sys.exit(0)


def infos(count):
    while True:
        words = read()
        if words and words[0] == "go":
            write("info x\n" * count + "move " + legal[0] + "\n")
        if words and words[0] == "quit":
            sys.exit(0)


def deep(count):
    os.chdir(os.environ["HOME"])
    for _ in range(count):
        os.mkdir("d")
        os.chdir("d")


def hide():
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            os.execve("/bin/sleep", ["hidden", "600"], {})
        os._exit(0)
    os.wait()


def orphan():
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            while True:
                time.sleep(1)
        os._exit(0)
    os.wait()


def unescape(text):
    return text.encode().decode("unicode_escape").encode("latin-1").decode(
        "utf-8", "surrogateescape")


def step(word, rest_of_line):
    if word == "wait":
        wait(rest_of_line)
    elif word == "say":
        write(rest_of_line + "\n")
    elif word == "raw":
        write(unescape(rest_of_line))
    elif word == "legal":
        write((rest_of_line or "move") + " " + legal[0] + "\n")
    elif word == "bare":
        write(legal[0] + "\n")
    elif word == "double":
        write("move " + legal[0] + "\n" + rest_of_line + "\n")
    elif word == "repeat":
        count, text = rest_of_line.split(" ", 1)
        for _ in range(int(count)):
            write(text + "\n")
    elif word in ("trickle", "drip"):
        ms, text = rest_of_line.split(" ", 1)
        while True:
            write(text + ("\n" if word == "drip" else ""))
            time.sleep(int(ms) / 1000)
    elif word == "endless":
        while True:
            write("x" * 60000 + "\n")
    elif word == "infos":
        infos(int(rest_of_line))
    elif word == "deep":
        deep(int(rest_of_line))
    elif word == "hide":
        hide()
    elif word == "flood":
        write("x" * int(rest_of_line))
    elif word == "stderr":
        os.write(2, b"e" * int(rest_of_line))
    elif word == "complain":
        os.write(2, unescape(rest_of_line).encode("utf-8", "surrogateescape") + b"\n")
    elif word == "sleep":
        time.sleep(int(rest_of_line) / 1000)
    elif word == "spin":
        while True:
            pass
    elif word == "close":
        os.close(["stdin", "stdout", "stderr"].index(rest_of_line))
    elif word == "exit":
        os._exit(int(rest_of_line))
    elif word == "signal":
        os.kill(os.getpid(), int(rest_of_line))
    elif word == "ignore":
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            signal.signal(number, signal.SIG_IGN)
    elif word == "orphan":
        orphan()
    elif word == "rest":
        rest()
    elif word == "deaf":
        while True:
            time.sleep(1)
    else:
        sys.exit("scripted.py: no step " + repr(word))


for text in sys.argv[1].split(";"):
    word, _, rest_of_line = text.strip().partition(" ")
    if word:
        step(word, rest_of_line)
