"""A bot that changes itself.

tries: to write into its own folder: new files, its source, a bot.toml, links, permissions, times
must:  the folder is read-only; it plays on
expect: held
off: escapes
"""
import os
from zoo import denied, play


def attack():
    # Whatever gets through leaves the bot as it was, so that it can tell in its next game.
    name = os.path.basename(__file__)
    denied("a new file", lambda: open("zoo-new", "w"))
    denied("removal", os.unlink, "zoo-new")
    denied("a folder", lambda: (os.mkdir("zoo-folder"), os.rmdir("zoo-folder")))
    denied("a link", lambda: (os.symlink("/", "zoo-link"), os.unlink("zoo-link")))
    denied("a hard link", lambda: (os.link(name, "zoo-hard"), os.unlink("zoo-hard")))
    denied("a name", lambda: (os.rename("targets", "zoo-name"), os.rename("zoo-name", "targets")))
    denied("its own source", lambda: open(name, "a"))
    denied("its targets", lambda: open("targets", "a"))
    denied("permissions", os.chmod, name, 0o755)
    denied("times", os.utime, name)
    denied("attributes", os.setxattr, name, "user.zoo", b"x")
    denied("truncation", os.truncate, name, os.path.getsize(name))


play(attack)
