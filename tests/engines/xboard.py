"""A chess engine that plays one game from either side, and misbehaves as its argument says: speaks the protocol of xboard."""
import os
import re
import signal
import sys
import time

MODE = sys.argv[1]
# White is mated in four plies.
GAME = ["f2f3", "e7e5", "g2g4", "d8h4"]
KNOWN = ["xboard", "new", "force", "post", "easy", "accepted", "rejected"]


def say(*lines):
    sys.stdout.write("".join(line + "\n" for line in lines))
    sys.stdout.flush()


def features():
    if MODE == "no features":
        return
    if MODE == "slow features":
        say("feature done=0")
        time.sleep(2.5)
    say('feature myname="Fool 1.0" ping=1 setboard=1 usermove=1 san=1 memory=1', 'feature option="Own Book -check 1"')
    say('feature option="Fatal -button" done=1')


def answer():
    global plies
    if MODE == "dies":
        os.kill(os.getpid(), signal.SIGSEGV)
    if MODE == "leaves":
        sys.exit(0)
    if MODE == "silent":
        time.sleep(3600)
    if MODE == "resigns":
        return say("resign")
    if MODE == "resigns in words":
        return say("1-0 {Black resigns}" if plies % 2 else "0-1 {White resigns}")
    move = GAME[plies] if MODE != "wrong" else "e2e5"
    say(f"4 {plies} 1 20 {move}")
    if MODE == "other words":
        say("offer draw", f"{plies // 2 + 1}. ... {move}", f"My move is: {move}")
    else:
        say(f"move {move}")
    plies += 1


plies = 0
waits = False
for line in sys.stdin:
    words = line.split()
    if not words:
        continue
    if words[0] not in KNOWN + ["protover", "ping", "option"]:
        print(line.strip(), file=sys.stderr)
    if words[0] == "protover":
        features()
    elif words[0] == "option" and words[1] == "Fatal":
        sys.exit(9)
    elif words[0] == "ping" and MODE != "no features":
        if MODE == "never ready":
            time.sleep(3600)
        say(f"pong {words[1]}")
    elif words[0] == "setboard" and MODE != "no features":
        # setboard BOARD TURN CASTLING EN-PASSANT CLOCK NUMBER
        plies = 2 * int(words[6]) - 2 + (words[2] == "b")
    elif words[0] == "usermove" or re.match("[a-h][1-8][a-h][1-8]", words[0]):
        plies += 1
    elif words[0] == "go":
        waits = MODE == "waits"
        if not waits:
            answer()
    elif words[0] == "?" and waits:
        waits = False
        answer()
    elif words[0] == "quit":
        break
    elif words[0] not in KNOWN:
        say(f"Error (unknown command): {line.strip()}")
