"""Compares games of one engine against itself at fixed nodes, played by the referee and by fastchess, move for move.

    python3 tests/engines/same_games.py REFEREE FASTCHESS ENGINE BOOK.epd [NODES...]

Plays each line of the book from both sides, at each number of nodes (20). Prints a line for each number, and ends with
status 1 if a game or its result differs, 77 if a program is missing. An engine repeats its games at fixed nodes if it
has one thread and forgets all between games; stockfish does.
"""
import pathlib
import shutil
import subprocess
import sys
import tempfile

try:
    import chess.pgn
except ImportError:
    print("skipped: there is no python-chess (tests/requirements.txt)")
    sys.exit(77)


def games(path):
    """Yields the moves and the result of each game of a PGN file, in order of its rounds."""
    found = []
    with open(path, encoding="utf-8") as file:
        while game := chess.pgn.read_game(file):
            assert not game.errors, game.errors
            found.append(game)
    assert found, f"{path}: no game"
    return [(game.headers["White"], [move.uci() for move in game.mainline_moves()], game.headers["Result"]) for game in found]


def by_referee(referee, engine, book, nodes, pairs, folder):
    file = folder / "same.toml"
    bots = "".join(
        f'[[bots]]\nname = "{name}"\nbot = "{engine}"\nprotocol = "uci"\nuci = {{ Hash = 16 }}\n' for name in ("one", "two")
    )
    file.write_text(
        f'game = "chess"\nformat = "match"\nstart = "{book}"\nrestart = "never"\ntime = {{ nodes = {nodes} }}\n'
        f"concurrency = 1\n[match]\ngames = {2 * pairs}\n{bots}"
    )
    run = folder / "same.db"
    subprocess.run([referee, "run", file, "--out", run, "--jail", "off"], check=True, capture_output=True)
    written = folder / "referee.pgn"
    subprocess.run([referee, "export", run, "-o", written], check=True, capture_output=True)
    return games(written)


def by_fastchess(fastchess, engine, book, nodes, pairs, folder):
    written = folder / "fastchess.pgn"
    engines = [word for name in ("one", "two") for word in ("-engine", f"cmd={engine}", f"name={name}")]
    options = f"-each tc=inf nodes={nodes} option.Hash=16 -rounds {pairs} -games 2 -repeat -concurrency 1".split()
    openings = ["-openings", f"file={book}", "format=epd", "order=sequential"]
    command = [fastchess, *engines, *options, *openings, "-pgnout", f"file={written}"]
    subprocess.run(command, check=True, capture_output=True, cwd=folder)
    return games(written)


def main(referee, fastchess, engine, book, *nodes):
    programs = [shutil.which(program) for program in (referee, fastchess, engine)]
    if None in programs:
        print(f"skipped: there is no {(referee, fastchess, engine)[programs.index(None)]}")
        return 77
    referee, fastchess, engine = (str(pathlib.Path(program).absolute()) for program in programs)
    book = pathlib.Path(book).absolute()
    pairs = sum(1 for line in book.read_text().splitlines() if line.strip())
    wrong = 0
    for count in nodes or ("20",):
        with tempfile.TemporaryDirectory() as folder:
            folder = pathlib.Path(folder)
            ours = by_referee(referee, engine, book, count, pairs, folder)
            theirs = by_fastchess(fastchess, engine, book, count, pairs, folder)
        assert len(ours) == len(theirs) == 2 * pairs, (len(ours), len(theirs))
        differ = [number for number, (one, other) in enumerate(zip(ours, theirs), 1) if one != other]
        plies = sum(len(moves) for _, moves, _ in ours)
        print(f"{count} nodes: {len(ours)} games, {plies} plies; {len(differ)} games differ {differ[:9]}", flush=True)
        for number in differ[:3]:
            print(f"  game {number}\n    {ours[number - 1]}\n    {theirs[number - 1]}")
        wrong += len(differ)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
