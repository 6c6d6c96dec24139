"""An honest bot with threads.

tries: nothing; it thinks with a pool of threads, a queue and a timer
must:  it plays to the end
expect: plays
"""
import queue
import threading
from concurrent.futures import ThreadPoolExecutor
import zoo


def turn():
    results = queue.Queue()
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda n: results.put(sum(range(n * 1000))), range(8)))
    timer = threading.Timer(0.01, results.put, [None])
    timer.start()
    timer.join()
    if results.qsize() != 9:
        raise SystemExit(9)


zoo.play(go=turn)
