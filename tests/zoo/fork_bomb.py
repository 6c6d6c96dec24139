"""A fork bomb that a beginner writes.

tries: children in a loop until it fails
must:  it gets no more than its limit; nobody else fails; all children go
expect: held | loses crash | loses timeout
off: escapes
"""
import os
import time
import zoo
from zoo import escaped, play, target


def attack():
    children, most = [], 2 * int(target("processes"))
    try:
        while len(children) < most:
            child = os.fork()
            if child == 0:
                time.sleep(600)
                os._exit(0)
            children.append(child)
    except OSError:
        pass
    if len(children) == most:
        escaped(f"{most} children")
    for child in children[::2]:
        os.kill(child, 9)
        os.waitpid(child, 0)


play(go=lambda: zoo.turns == 1 and attack())
