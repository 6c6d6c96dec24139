//! The end of a match of two bots in words, and the warnings to read before its figures.

use referee_schedule::head_to_head::{
    AcceptedHypothesis, FaultCount, Goal, Hypotheses, MatchEnd, PairResults,
};
use referee_stats::SprtModel;
use referee_tournament::DispatchEnd;

use super::model::MatchStatus;

/// Percentage of games lost by a fault, or of copies, above which a warning precedes the Elo.
const TOLERATED: u64 = 1;

/// Returns whether `part` of `games` exceeds the percentage that needs no warning.
pub(super) fn is_much(part: u64, games: u64) -> bool {
    100 * part > TOLERATED * games.max(1)
}

/// Returns the state in which a match ended.
pub(super) fn verdict(prefix: &PairResults, closed: Option<DispatchEnd>) -> MatchStatus {
    match (prefix.end(), closed) {
        (Some(MatchEnd::Accepted(AcceptedHypothesis::H1)), _) => MatchStatus::H1,
        (Some(MatchEnd::Accepted(AcceptedHypothesis::H0)), _) => MatchStatus::H0,
        (Some(MatchEnd::Played | MatchEnd::Precise), _) => MatchStatus::Finished,
        (Some(MatchEnd::Copies), _) => MatchStatus::Copies,
        (Some(MatchEnd::Parked(_)), _) => MatchStatus::Parked,
        (Some(MatchEnd::Cap | MatchEnd::Starts), _) | (None, Some(DispatchEnd::TimeUp)) => {
            MatchStatus::Undecided
        }
        (None, Some(DispatchEnd::Interrupted)) => MatchStatus::Interrupted,
        (None, _) => MatchStatus::Unfinished,
    }
}

/// Describes the end of a match in a sentence.
pub(super) fn says(
    prefix: &PairResults,
    verdict: MatchStatus,
    closed: Option<DispatchEnd>,
) -> String {
    let [new, base] = prefix.names();
    let (goal, pairs) = (prefix.rule().goal(), prefix.pairs());
    match (prefix.end(), goal) {
        (Some(MatchEnd::Accepted(side)), Goal::Test(test, _)) => {
            accepted(*side, &test, [new, base])
        }
        (Some(MatchEnd::Played), _) => "played to its end".to_owned(),
        (Some(MatchEnd::Precise), Goal::Precision(elo)) => {
            format!("ended at ± {elo} Elo, as was asked for")
        }
        (Some(MatchEnd::Copies), _) => {
            "undecided: copies. Too many games are equal to others to the move, so the bots hardly \
             differ, or don't vary"
                .to_owned()
        }
        (Some(MatchEnd::Parked(bot)), _) => parked(bot, prefix),
        (Some(MatchEnd::Starts), _) => {
            format!("undecided: the starts are used up after {pairs} pairs")
        }
        (Some(_), _) => format!("undecided: {} games are the most allowed", 2 * pairs),
        (None, _) if closed == Some(DispatchEnd::TimeUp) => {
            "undecided: its minutes are over; the same command goes on".to_owned()
        }
        (None, _) if verdict == MatchStatus::Interrupted => {
            "interrupted; the same command goes on".to_owned()
        }
        (None, _) => "not finished".to_owned(),
    }
}

/// Describes why a bot was parked, and what broke first.
fn parked(bot: &str, prefix: &PairResults) -> String {
    let (lost, games) = (prefix.faults_of(bot), prefix.judged());
    let ended = format!("ended: {bot} lost {lost} of {games} games by its own fault");
    let Some(first) = prefix.first_fault() else {
        return ended;
    };
    format!(
        "{ended}; first {} lost game {} by {}",
        first.bot, first.game, first.fault
    )
}

/// Describes the finding of a test: it rules out the other hypothesis, and says no more than that.
fn accepted(side: AcceptedHypothesis, test: &Hypotheses, [new, base]: [&str; 2]) -> String {
    let unit = match test.model {
        SprtModel::Normalized => "normalized Elo",
        SprtModel::Logistic => "Elo",
    };
    let (word, claim) = match side {
        AcceptedHypothesis::H1 if test.elo0 < 0.0 => {
            ("H1", format!("isn't {} {unit} weaker", -test.elo0))
        }
        AcceptedHypothesis::H1 if test.elo0 > 0.0 => {
            ("H1", format!("is more than {} {unit} stronger", test.elo0))
        }
        AcceptedHypothesis::H1 => ("H1", "is stronger".to_owned()),
        AcceptedHypothesis::H0 if test.elo1 > 0.0 => {
            ("H0", format!("isn't {} {unit} stronger", test.elo1))
        }
        AcceptedHypothesis::H0 if test.elo1 < 0.0 => {
            ("H0", format!("is more than {} {unit} weaker", -test.elo1))
        }
        AcceptedHypothesis::H0 => ("H0", "is weaker".to_owned()),
    };
    format!("{word} accepted: {new} {claim} than {base}")
}

/// Returns a warning if more games were lost by faults than is tolerated.
pub(super) fn faults_first(faults: &[FaultCount], games: u64) -> Option<String> {
    let lost: u64 = faults.iter().map(|fault| fault.games).sum();
    let whose = faults.iter();
    let whose = whose.map(|fault_count| {
        format!(
            "{} {} by {}",
            fault_count.games, fault_count.fault, fault_count.bot
        )
    });
    is_much(lost, games).then(|| {
        format!(
            "Faults first: {lost} games were lost by a fault ({}), more than 1 %. The figures below \
             say more about that than about strength.",
            whose.collect::<Vec<_>>().join(", ")
        )
    })
}

/// Returns the warnings above all figures, a sentence each.
pub(super) fn warnings(prefix: &PairResults, verdict: MatchStatus, anytime: bool) -> Vec<String> {
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
        && matches!(verdict, MatchStatus::Interrupted | MatchStatus::Unfinished);
    if looked {
        warnings.push(
            "Looked at before its end: the interval holds for a match that is ended without a look \
             at its figures. Who stops when they please is misled; for that there are `--anytime` and `referee sprt`."
                .to_owned(),
        );
    }
    warnings
}
