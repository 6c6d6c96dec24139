-- The tables of a run. One run, one file.
--
-- What is hashed into the chain is kept as the exact text that was hashed; everything that tables and
-- filters need is kept beside it in columns, which `referee verify` compares with the text.

-- One row.
CREATE TABLE run (
    one        INTEGER PRIMARY KEY CHECK (one = 1),
    format     INTEGER NOT NULL, -- of the JSON of revisions and records
    master     TEXT NOT NULL,    -- the master seed in decimal digits
    began_ms   INTEGER NOT NULL, -- milliseconds since 1970, as all times here
    closed     INTEGER NOT NULL, -- games 1 to this one are finished, and in the chain
    dictionary BLOB              -- what records are compressed with: the beginning of the first one
) STRICT;

-- What is played: the configuration word for word, the plan, the bots. The last one is in force.
CREATE TABLE revisions (
    revision INTEGER PRIMARY KEY,
    text    TEXT NOT NULL -- JSON
) STRICT;

-- Each start of the run and each time it went on.
CREATE TABLE sessions (
    session INTEGER PRIMARY KEY,
    text    TEXT NOT NULL -- JSON
) STRICT;

-- Names of bots, workers, stages, reasons and faults, and blocks as JSON: each is written once.
CREATE TABLE words (
    word INTEGER PRIMARY KEY,
    text TEXT NOT NULL UNIQUE
) STRICT;

-- Every attempt at a game that was recorded, as it was before any ruling.
CREATE TABLE games (
    number    INTEGER NOT NULL, -- in schedule order, from 1
    attempt   INTEGER NOT NULL, -- from 1
    id        BLOB NOT NULL,    -- of the job, 16 bytes
    stage     INTEGER NOT NULL REFERENCES words,
    round     INTEGER NOT NULL,
    block     INTEGER NOT NULL REFERENCES words,
    deal      INTEGER NOT NULL,
    rotation  INTEGER NOT NULL,
    rotations INTEGER NOT NULL,
    reason    INTEGER NOT NULL REFERENCES words,
    void      TEXT,             -- why it doesn't count
    again     INTEGER NOT NULL, -- 1: void, and another attempt follows
    revision  INTEGER NOT NULL, -- in force when it was played, from 0
    worker    INTEGER REFERENCES words, -- of a fleet
    steps     INTEGER NOT NULL,
    print     INTEGER NOT NULL, -- equal for equal games
    PRIMARY KEY (number, attempt)
) STRICT, WITHOUT ROWID;

-- The seats of each of them, in order.
CREATE TABLE seats (
    number     INTEGER NOT NULL,
    attempt    INTEGER NOT NULL,
    at         INTEGER NOT NULL, -- from 0
    seat       TEXT NOT NULL,
    bot        INTEGER REFERENCES words,
    place      INTEGER,
    score      INTEGER,
    fault      INTEGER REFERENCES words,
    moves      INTEGER NOT NULL,
    sum_ns     INTEGER NOT NULL,
    max_ns     INTEGER NOT NULL,
    allowed_ns INTEGER NOT NULL,
    chatter    INTEGER NOT NULL, -- lines that are no messages
    PRIMARY KEY (number, attempt, at)
) STRICT, WITHOUT ROWID;
CREATE INDEX seats_by_bot ON seats (bot);

-- The records: a frame of Zstandard, which tells the size of the JSON, by the dictionary of the run.
CREATE TABLE records (
    number  INTEGER NOT NULL,
    attempt INTEGER NOT NULL,
    packed  BLOB NOT NULL,
    PRIMARY KEY (number, attempt)
) STRICT;

-- Games that will never be played, since a bot of them has left.
CREATE TABLE skips (
    number INTEGER PRIMARY KEY,
    text   TEXT NOT NULL -- JSON
) STRICT;

-- What was decided about games afterwards.
CREATE TABLE rulings (
    ruling  INTEGER PRIMARY KEY,
    number  INTEGER NOT NULL,
    attempt INTEGER NOT NULL,
    text    TEXT NOT NULL -- JSON
) STRICT;

-- The chain: the hash of every entry is over the hash before it, its kind and its text, which the number and the
-- attempt find. The first entry is the header, with what all revisions share. Games are in it as far as they are finished without a gap, in the order of their numbers.
CREATE TABLE chain (
    seq     INTEGER PRIMARY KEY, -- from 0
    kind    TEXT NOT NULL,       -- header, revision, session, record, skip or ruling
    number  INTEGER NOT NULL,
    attempt INTEGER NOT NULL,
    hash    BLOB NOT NULL        -- SHA-256
) STRICT;
CREATE INDEX statements ON chain (seq) WHERE kind NOT IN ('record', 'skip');

-- What the games add up to, rulings applied: parts of the tally of each stage.
CREATE TABLE tallies (
    stage TEXT NOT NULL,
    key   TEXT NOT NULL,  -- JSON
    value TEXT NOT NULL,  -- JSON
    PRIMARY KEY (stage, key)
) STRICT, WITHOUT ROWID;

-- Hashes of the games and units that were seen, eight bytes each, little-endian.
CREATE TABLE prints (
    batch  INTEGER PRIMARY KEY,
    stage  TEXT NOT NULL,
    packed BLOB NOT NULL
) STRICT;

-- The games in words, a row a seat, for whoever looks in here with another program.
CREATE VIEW results AS
SELECT g.number, g.attempt, stages.text AS stage, g.round, g.deal, g.rotation, s.seat,
       bots.text AS bot, s.place, s.score, faults.text AS fault, reasons.text AS reason, g.void
FROM games g
JOIN seats s USING (number, attempt)
JOIN words stages ON stages.word = g.stage
JOIN words reasons ON reasons.word = g.reason
LEFT JOIN words bots ON bots.word = s.bot
LEFT JOIN words faults ON faults.word = s.fault;
