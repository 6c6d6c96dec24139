"""A fortune teller.

tries: to tell the dice from `seed=` and `id=`: by generators of the language and by hashes
must:  no guess holds
game:  ludo
expect: held
off: fails
"""
import hashlib
import random
import sys
import zoo


def guesses(seed, number):
    """Streams of dice that a careless referee could have drawn from what it told."""
    for start in (seed, number, seed ^ number, seed + number, f"{seed}", f"{number}"):
        generator = random.Random(start)
        yield [generator.randint(1, 6) for _ in range(12)]
        yield [int(generator.random() * 6) + 1 for _ in range(12)]
        text = str(start)
        for name in ("md5", "sha1", "sha256", "blake2b"):
            yield [hashlib.new(name, f"{text}{i}".encode()).digest()[0] % 6 + 1 for i in range(12)]
            yield [byte % 6 + 1 for byte in hashlib.new(name, text.encode()).digest()[:12]]
    yield [(seed >> 3 * i) % 6 + 1 for i in range(12)]


dice = []
for line in iter(sys.stdin.readline, ""):
    words = line.split() or [""]
    if words[0] == "hello":
        zoo.say("ready")
    elif words[0] == "game":
        told = dict(word.split("=", 1) for word in words[2:] if "=" in word)
        streams = list(guesses(int(told["seed"]), int(told["id"])))
    elif words[0] == "legal":
        move = words[1]
    elif words[0] == "chance":
        dice.append(int(words[2]))
        if len(dice) == 12 and dice in streams:
            zoo.escaped("the dice")
    elif words[0] == "go":
        zoo.say("info ESCAPED the dice\nresign" if zoo._escape else "move " + move)
    elif words[0] == "quit":
        break
