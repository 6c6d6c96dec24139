"""An honest bot with processes of its own.

tries: nothing; it lets processes of multiprocessing think, which talk by pipes
must:  it plays to the end
expect: plays
"""
import multiprocessing
import zoo


def think(pipe, number):
    pipe.send(number * 7)


def turn():
    here, there = multiprocessing.Pipe()
    engine = multiprocessing.Process(target=think, args=(there, 6))
    engine.start()
    if here.recv() != 42:
        raise SystemExit(9)
    engine.join()


if __name__ == "__main__":
    multiprocessing.set_start_method("fork")
    zoo.play(go=turn)
