"""An honest bot that talks.

tries: nothing; it prints a banner, its thoughts, and warnings
must:  all of that is forgiven
expect: plays
"""
import sys
import zoo

print("=" * 40 + "\n  MegaBot 3000\n" + "=" * 40, flush=True)
print("warning: no book", file=sys.stderr, flush=True)


def turn():
    print(f"thinking about turn {zoo.turns} ...", flush=True)
    print("info depth=3 score=12", flush=True)


zoo.play(go=turn)
