"""A tree that is hard to remove.

tries: folders in folders, 3000 deep, without permissions, with links out of the tree
must:  the tree goes with the game; what the links show stays
expect: held
off: fails
"""
import os
from zoo import play, target


def attack():
    try:
        os.chdir(os.environ["HOME"])
        for _ in range(3000):
            os.mkdir("d")
            os.chdir("d")
            os.symlink(target("folder") or "/", "out")
    except OSError:
        pass
    try:
        os.mkdir("shut")
        open("shut/in", "w").close()
        os.chmod("shut", 0)
        os.chmod(".", 0)
    except OSError:
        pass


here = os.getcwd()
play(lambda: (attack(), os.chdir(here)))
