"""An honest bot with a big table.

tries: nothing; it holds 300 MiB, touched
must:  it plays to the end
expect: plays
"""
import zoo

table = bytearray(300 << 20)


def turn():
    for i in range(0, len(table), 4096):
        table[i] = zoo.turns % 256


zoo.play(go=turn)
