//! Knows every option of fastchess and cutechess-cli.

use super::foreign_match::ForeignMatch;

/// An option of another tool.
pub struct ForeignOption {
    /// Its names; the first is used in sentences.
    pub names: &'static [&'static str],
    /// The words behind it.
    pub takes: Takes,
    /// What it is translated to.
    pub means: Means,
}

/// The words that belong to an option.
pub enum Takes {
    /// None.
    Nothing,
    /// A value.
    One,
    /// A value or none.
    AtMostOne,
    /// Any number of words.
    Any,
    /// At least one `KEY=VALUE`, with one of these keys.
    Keys(&'static [&'static str]),
}

/// What becomes of an option.
pub enum Means {
    /// A sentence about it, since nothing in the referee's command says it.
    Told(&'static str),
    /// It is translated.
    Set(fn(&mut ForeignMatch, &[String]) -> Result<(), String>),
    /// A sentence that refuses it.
    Refused(&'static str),
}

use Means::{Refused, Set, Told};
use Takes::{Any, AtMostOne, Keys, Nothing, One};

/// What is said of tablebases.
const TABLEBASES: &str =
    "tablebases aren't read; games end by their rules, or by --draw, --resign and --max-plies";
/// What is said of the interval of a report.
const PROGRESS: &str = "progress is shown all the time; `referee standings RUN` prints the table of a run that goes on";
/// What is said of tags of a PGN.
const TAGS: &str = "the tags of a PGN can't be chosen";
/// What is said of limits that engines have before a game.
const LIMITS: &str = "what an engine does before each game is limited by start_ms of [limits]";
/// What is said of logs.
const LOG: &str = "stderr of engines is always in the results; of a tournament file `referee run FILE --log FOLDER` keeps \
                   all lines, too";
/// What is said of the colours.
const COLOURS: &str = "each start is played twice, once from each side";

/// All options of both tools.
pub const OPTIONS: &[ForeignOption] = &[
    option(&["-engine"], Any, Set(ForeignMatch::engine)),
    option(&["-each"], Any, Set(ForeignMatch::each)),
    option(&["-rounds"], One, Set(ForeignMatch::rounds)),
    option(&["-games"], One, Set(ForeignMatch::games)),
    option(&["-repeat"], AtMostOne, Set(ForeignMatch::repeat)),
    option(&["-noswap"], Nothing, Told(COLOURS)),
    option(&["-reverse"], Nothing, Told(COLOURS)),
    option(&["-tournament"], One, Set(ForeignMatch::tournament)),
    option(&["-seeds"], One, Set(ForeignMatch::seeds)),
    option(
        &["-sprt"],
        Keys(&["elo0", "elo1", "alpha", "beta", "model"]),
        Set(ForeignMatch::sprt),
    ),
    option(&["-concurrency"], One, Set(ForeignMatch::concurrency)),
    option(
        &["-force-concurrency"],
        Nothing,
        Set(ForeignMatch::force_concurrency),
    ),
    option(
        &["-use-affinity"],
        AtMostOne,
        Told("each game always has cores of its own; which ones can't be chosen"),
    ),
    option(
        &["-openings"],
        Keys(&["file", "format", "order", "plies", "start", "policy"]),
        Set(ForeignMatch::openings),
    ),
    option(
        &["-bookmode"],
        One,
        Told("Polyglot books aren't read; a book is a file of FEN, EPD or PGN"),
    ),
    option(
        &["-draw"],
        Keys(&["movenumber", "movecount", "score"]),
        Set(ForeignMatch::draw),
    ),
    option(
        &["-resign"],
        Keys(&["movecount", "score", "twosided"]),
        Set(ForeignMatch::resign),
    ),
    option(&["-maxmoves"], One, Set(ForeignMatch::max_moves)),
    option(&["-tb"], One, Told(TABLEBASES)),
    option(&["-tbpieces"], One, Told(TABLEBASES)),
    option(&["-tbignore50"], Nothing, Told(TABLEBASES)),
    option(&["-tbadjudicate"], One, Told(TABLEBASES)),
    option(&["-pgnout"], Any, Set(ForeignMatch::pgn_out)),
    option(
        &["-epdout"],
        Any,
        Told("last positions aren't written; `referee games RUN N` shows each game"),
    ),
    option(&["-event"], Any, Told(TAGS)),
    option(&["-site"], Any, Told(TAGS)),
    option(&["-srand"], One, Set(ForeignMatch::seed)),
    option(&["-variant"], One, Set(ForeignMatch::variant)),
    option(
        &["-recover"],
        Nothing,
        Told(
            "an engine that crashes always loses that game alone; a match ends after ten such games in a row, unless \
              --allow-faults is given",
        ),
    ),
    option(&["-wait"], One, Told("there is no pause between games")),
    option(&["-startup-ms"], One, Set(ForeignMatch::start_time)),
    option(&["-ucinewgame-ms"], One, Told(LIMITS)),
    option(&["-ping-ms"], One, Told(LIMITS)),
    option(&["-ratinginterval"], One, Told(PROGRESS)),
    option(&["-scoreinterval"], One, Told(PROGRESS)),
    option(&["-outcomeinterval"], One, Told(PROGRESS)),
    option(
        &["-resultformat"],
        One,
        Told(
            "the columns can't be chosen; `referee standings RUN` has --wide, --csv, --md and --json",
        ),
    ),
    option(
        &["-output"],
        Keys(&["format"]),
        Told("the output has one form; --json is for programs"),
    ),
    option(
        &["-report"],
        Keys(&["penta"]),
        Told("what is counted is always pairs of games"),
    ),
    option(
        &["-log"],
        Keys(&["file", "level", "append", "compress", "realtime", "engine"]),
        Told(LOG),
    ),
    option(&["-debug"], AtMostOne, Told(LOG)),
    option(
        &["-config"],
        Keys(&["file", "outname", "discard", "stats"]),
        Told("no settings are read from it; the same command goes on where it was stopped"),
    ),
    option(
        &["-autosaveinterval"],
        One,
        Told("each game is kept when it ends"),
    ),
    option(
        &["-quick"],
        Keys(&["cmd", "book"]),
        Set(ForeignMatch::quick),
    ),
    option(
        &["-crc32"],
        Keys(&["pgn"]),
        Told("`referee verify RUN` plays all games again and prints a fingerprint of the results"),
    ),
    option(
        &["-show-latency"],
        Nothing,
        Told(
            "`referee bench clock` measures what the clock adds; `referee standings RUN --wide` has the times of moves",
        ),
    ),
    option(
        &["-check-mate-pvs"],
        Nothing,
        Told("variations of engines aren't looked at"),
    ),
    option(&["-strict"], Nothing, Told("a warning doesn't end a run")),
    option(
        &["-testEnv"],
        Nothing,
        Told("there is no other output for test environments; --json is for programs"),
    ),
    option(&["--compliance"], Any, Set(ForeignMatch::compliance)),
    option(
        &["-version", "--version", "-v", "--v"],
        Nothing,
        Set(ForeignMatch::version),
    ),
    option(&["-help", "--help"], Nothing, Set(ForeignMatch::help)),
    option(
        &["-engines", "--engines"],
        Nothing,
        Refused(
            "it lists the engines of a configuration, which the referee doesn't have; leave it out",
        ),
    ),
];

const fn option(names: &'static [&'static str], takes: Takes, means: Means) -> ForeignOption {
    ForeignOption {
        names,
        takes,
        means,
    }
}
