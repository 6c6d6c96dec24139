//! How a match of two ended, in words, and what is to be known before its figures are believed.

use referee_schedule::duel::{End, Fault, Goal, Hypotheses, Prefix, Side};
use referee_stats::Model;

use super::model::Verdict;
use crate::run::Closed;

/// Of so many games in a hundred may end by a fault, or be copies, before that stands above the Elo.
const TOLERATED: u64 = 1;

/// Whether so many of these games are more than may pass without a warning.
pub fn is_much(part: u64, games: u64) -> bool {
    100 * part > TOLERATED * games.max(1)
}

/// How a match ended.
pub fn verdict(prefix: &Prefix, closed: Option<Closed>) -> Verdict {
    match (prefix.end(), closed) {
        (Some(End::Accepted(Side::H1)), _) => Verdict::H1,
        (Some(End::Accepted(Side::H0)), _) => Verdict::H0,
        (Some(End::Played | End::Precise), _) => Verdict::Finished,
        (Some(End::Copies), _) => Verdict::Copies,
        (Some(End::Parked(_)), _) => Verdict::Parked,
        (Some(End::Cap | End::Starts), _) | (None, Some(Closed::TimeUp)) => Verdict::Undecided,
        (None, Some(Closed::Interrupted)) => Verdict::Interrupted,
        (None, _) => Verdict::Unfinished,
    }
}

/// How a match ended, in a sentence.
pub fn says(prefix: &Prefix, verdict: Verdict, closed: Option<Closed>) -> String {
    let [new, base] = prefix.names();
    let (goal, pairs) = (prefix.rule().goal(), prefix.pairs());
    match (prefix.end(), goal) {
        (Some(End::Accepted(side)), Goal::Test(test, _)) => accepted(*side, &test, [new, base]),
        (Some(End::Played), _) => "played to its end".to_owned(),
        (Some(End::Precise), Goal::Precision(elo)) => {
            format!("ended at ± {elo} Elo, as was asked for")
        }
        (Some(End::Copies), _) => {
            "undecided: copies. Too many games are equal to others to the move, so the bots hardly \
             differ, or don't vary"
                .to_owned()
        }
        (Some(End::Parked(bot)), _) => {
            format!("ended: {bot} lost game after game by its own fault")
        }
        (Some(End::Starts), _) => {
            format!("undecided: the starts are used up after {pairs} pairs")
        }
        (Some(_), _) => format!("undecided: {} games are the most allowed", 2 * pairs),
        (None, _) if closed == Some(Closed::TimeUp) => {
            "undecided: its minutes are over; the same command goes on".to_owned()
        }
        (None, _) if verdict == Verdict::Interrupted => {
            "interrupted; the same command goes on".to_owned()
        }
        (None, _) => "not finished".to_owned(),
    }
}

/// What a test has found: it rules out the other hypothesis, and says no more than that.
fn accepted(side: Side, test: &Hypotheses, [new, base]: [&str; 2]) -> String {
    let unit = match test.model {
        Model::Normalized => "normalized Elo",
        Model::Logistic => "Elo",
    };
    let (word, found) = match side {
        Side::H1 if test.elo0 < 0.0 => ("H1", format!("isn't {} {unit} weaker", -test.elo0)),
        Side::H1 if test.elo0 > 0.0 => {
            ("H1", format!("is more than {} {unit} stronger", test.elo0))
        }
        Side::H1 => ("H1", "is stronger".to_owned()),
        Side::H0 if test.elo1 > 0.0 => ("H0", format!("isn't {} {unit} stronger", test.elo1)),
        Side::H0 if test.elo1 < 0.0 => ("H0", format!("is more than {} {unit} weaker", -test.elo1)),
        Side::H0 => ("H0", "is weaker".to_owned()),
    };
    format!("{word} accepted: {new} {found} than {base}")
}

/// That more games than may pass were lost by faults, if they were.
pub fn faults_first(faults: &[Fault], games: u64) -> Option<String> {
    let lost: u64 = faults.iter().map(|fault| fault.games).sum();
    let whose = faults.iter();
    let whose = whose.map(|own| format!("{} {} by {}", own.games, own.fault, own.bot));
    is_much(lost, games).then(|| {
        format!(
            "Faults first: {lost} games were lost by a fault ({}), more than 1 %. The figures below \
             say more about that than about strength.",
            whose.collect::<Vec<_>>().join(", ")
        )
    })
}

/// What stands above all figures, a sentence each.
pub fn warnings(prefix: &Prefix, verdict: Verdict, anytime: bool) -> Vec<String> {
    let games: u64 = prefix.games().iter().sum();
    let mut warnings: Vec<String> = faults_first(prefix.faults(), games).into_iter().collect();
    if is_much(prefix.identical(), games) {
        let copied = if prefix.is_copied() {
            " Nothing follows from them."
        } else {
            ""
        };
        warnings.push(format!(
            "Copies: {} of {games} games are equal to an earlier one to the move, more than 1 %; \
             the errors below are too small.{copied}",
            prefix.identical()
        ));
    }
    let looked = !anytime
        && !matches!(prefix.rule().goal(), Goal::Test(..))
        && matches!(verdict, Verdict::Interrupted | Verdict::Unfinished);
    if looked {
        warnings.push(
            "Looked at before its end: the interval holds for a match that is ended without a look \
             at its figures. Who stops when they please is misled; for that there are `--anytime` and `referee sprt`."
                .to_owned(),
        );
    }
    warnings
}
