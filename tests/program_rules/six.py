"""Counts to six; does something else at the third move, as its argument says."""

import os, sys, time
mode, ply = sys.argv[1], 0
def tell(*lines):
    sys.stdout.write("\n".join(lines) + "\n")
    sys.stdout.flush()
def position():
    if ply == 3 and mode.startswith("say "):
        tell("state 3", *mode[4:].split("|"))
    elif ply == 6:
        tell("state 6", "turn over A=1 B=2 reason=six")
    else:
        tell(f"state {ply}", f"turn seat {'AB'[ply % 2]}", "legal a b")
for line in sys.stdin:
    word, _, rest = line.strip().partition(" ")
    if word == "hello":
        able = "scene" if mode == "vast scene" else "explain"
        tell("ready " + able if mode != "no hello" else "hi")
    elif word == "new":
        ply = 0
        if mode == "no start":
            tell("error I don't feel like it")
            continue
        if mode.startswith("reads "):
            try:
                open(mode[6:]).read()
                tell("error it can read what isn't its own")
                continue
            except OSError:
                pass
        position()
    elif word == "scene":
        while True:
            tell("x" * 100000)
    elif word == "state":
        ply = int(rest)
        if mode == "reads otherwise":
            ply += 1
        position()
    elif word == "explain":
        if mode == "hangs in explain":
            time.sleep(60)
        tell("explain only a and b \033[2J")
    elif word == "play":
        if ply == 2 and mode == "dies":
            sys.stderr.write("Traceback: \033[31mkaputt\n")
            os._exit(3)
        if ply == 2 and mode == "hangs":
            time.sleep(60)
        if ply == 2 and mode == "floods":
            while True:
                tell("x" * 1000)
        if ply == 2 and mode == "refuses":
            tell("error not that one")
            continue
        if ply == 2 and mode == "forks":
            for _ in range(400):
                try:
                    if os.fork() == 0:
                        os.setsid()
                        time.sleep(600)
                except OSError:
                    break
        ply += 1
        position()
        if ply == 2 and mode == "twice":
            position()
