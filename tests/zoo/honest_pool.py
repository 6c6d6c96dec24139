"""An honest bot with a pool of processes.

tries: nothing; it thinks with a pool, locks and queues of multiprocessing, which need semaphores
must:  it plays to the end
expect: plays
needs: scratch
"""
import multiprocessing
import zoo


def think(number):
    return number * number


if __name__ == "__main__":
    pool = []

    def hello():
        pool.append(multiprocessing.get_context("fork").Pool(3))

    def turn():
        if pool[0].map(think, range(10)) != [n * n for n in range(10)]:
            raise SystemExit(9)

    zoo.play(hello, turn)
    pool[0].terminate()
