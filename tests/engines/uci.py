"""A chess engine that plays one game from either side, and misbehaves as its argument says: speaks UCI."""
import os
import signal
import sys
import time

MODE = sys.argv[1]
# White is mated in four plies.
GAME = ["f2f3", "e7e5", "g2g4", "d8h4"]


def say(*lines):
    sys.stdout.write("".join(line + "\n" for line in lines))
    sys.stdout.flush()


def best(plies):
    if MODE == "dies":
        os.kill(os.getpid(), signal.SIGSEGV)
    if MODE == "leaves":
        sys.exit(0)
    if MODE == "fails":
        sys.exit(7)
    if MODE == "silent":
        time.sleep(3600)
    if MODE == "floods":
        line = "info depth 1 score cp 3 nodes 1 string " + "x" * 1000
        for _ in range(10_000):
            say(line)
    if MODE == "odd bytes":
        sys.stdout.buffer.write(b"info depth 3\0\r\ninfo string \xff\xfe\r\n\r\n")
    if MODE == "no word":
        return say("bestmove")
    if MODE == "nought":
        return say("bestmove 0000")
    move = GAME[plies]
    word = move if MODE != "wrong" else "e2e5"
    score = -900 if MODE == "gloomy" else plies
    say(f"info depth 4 seldepth 6 multipv 1 score cp {score} nodes 20 nps 100 time 1 pv {move}", f"bestmove {word} ponder a7a6")
    if MODE == "twice":
        say(f"bestmove {word}")
    if MODE == "talks on":
        say("info string that was easy")


plies = games = 0
for line in sys.stdin:
    words = line.split()
    if not words:
        continue
    if words[0] == "uci":
        say("id name Fool 1.0", "id author nobody", "option name Hash type spin default 16 min 1 max 1024")
        say("option name Fatal type button")
        if MODE != "no uciok":
            say("uciok")
    elif words[0] == "setoption" and words[2] == "Fatal":
        sys.exit(9)
    elif words[0] == "ucinewgame":
        games += 1
        if MODE == "slow setup" and games > 1:
            time.sleep(3.5)
    elif words[0] == "isready":
        if MODE == "never ready" or MODE == "ready once" and games > 1:
            time.sleep(3600)
        say("readyok")
    elif words[0] == "position":
        # position fen BOARD TURN CASTLING EN-PASSANT CLOCK NUMBER [moves …]
        plies = 2 * int(words[7]) - 2 + (words[3] == "b") + len(words[9:])
        print(line.strip(), file=sys.stderr)
    elif words[0] == "go":
        print(line.strip(), file=sys.stderr)
        best(plies)
    elif words[0] == "quit":
        break
