"""An honest bot with temporary files.

tries: nothing; it keeps 10 MiB in TMPDIR, a cache in HOME, and a folder by tempfile
must:  it plays to the end
expect: plays
needs: scratch
"""
import os
import pickle
import tempfile
import zoo

kept = tempfile.NamedTemporaryFile()


def hello():
    kept.write(b"x" * (10 << 20))
    kept.flush()
    with open(os.path.expanduser("~/cache.pickle"), "wb") as file:
        pickle.dump({"a": 1}, file)


def turn():
    with tempfile.TemporaryDirectory() as folder:
        os.makedirs(folder + "/a/b")
        with open(folder + "/a/b/c", "w") as file:
            file.write("x")
    if os.path.getsize(kept.name) != 10 << 20:
        raise SystemExit(9)


zoo.play(hello, turn)
