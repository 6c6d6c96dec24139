"""Memory as Python takes it.

tries: lists of bytes far beyond its limit, forgiving every MemoryError
must:  it gets no more than its limit, or is killed for it
expect: held | loses memory
off: escapes
"""
import time
import zoo
from zoo import escaped, play, target


def attack():
    most = 3 * int(target("memory_mib")) // 2
    blocks = []
    try:
        while len(blocks) * 32 < most:
            blocks.append(b"x" * (32 << 20))
        time.sleep(1.2)
        escaped(f"{most} MiB")
    except MemoryError:
        blocks.clear()


play(go=lambda: zoo.turns == 1 and attack())
