"""An honest bot with children.

tries: nothing; it lets subprocesses think, Python itself among them
must:  it plays to the end
expect: plays
"""
import subprocess
import sys
import zoo


def turn():
    if subprocess.check_output(["echo", "engine"]) != b"engine\n":
        raise SystemExit(9)
    if zoo.turns == 1 and subprocess.run([sys.executable, "-c", "print(6 * 7)"], capture_output=True).stdout != b"42\n":
        raise SystemExit(8)


zoo.play(go=turn)
