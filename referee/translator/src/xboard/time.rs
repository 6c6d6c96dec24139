//! The time of a game and of a move, from the pairs of the protocol to the words of xboard.

use std::time::Duration;

use referee_protocol::Message;

use super::features::Features;
use crate::move_time::usable;

/// Seconds for a move that nothing else limits.
const SECONDS: u64 = 1;
/// Milliseconds of xboard's unit of time.
const UNIT: u64 = 10;

/// What limits the searches of a game, by its first question. xboard has whole seconds for it, and no word for nodes.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct GameTime {
    /// The lines that say so.
    pub(super) lines: String,
    /// A limit that can't be said, in words, where there is another.
    pub(super) unsaid: Option<String>,
}

/// Returns what limits the searches of a game. Returns an error in words if xboard can't say it.
pub(super) fn of_game(question: &Message, features: &Features) -> Result<GameTime, String> {
    let mut lines = String::new();
    let (clock, time) = (question.number("clock_ms"), question.number("move_ms"));
    let (nodes, depth) = (question.number("nodes"), question.number("depth"));
    let mut unsaid = None;
    if let Some(clock) = clock {
        let moves = question.number("moves_left").unwrap_or(0);
        let all = seconds(clock);
        let more = question.number("inc_ms").or(question.number("delay_ms"));
        let more = thousandths(more.unwrap_or(0));
        lines += &format!("level {moves} {}:{:02} {more}\n", all / 60, all % 60);
    } else if let Some(time) = time {
        lines += &format!("st {}\n", seconds(time));
    } else if let (Some(nodes), true) = (nodes, features.has("nps")) {
        // A second of an engine that counts its time in nodes.
        lines += &format!("st 1\nnps {nodes}\n");
    } else if depth.is_some() {
        let most = question.number("cap_ms").unwrap_or(0) / 1000;
        lines += &format!("st {}\n", most.max(SECONDS));
    } else if let Some(nodes) = nodes {
        return Err(format!(
            "the engine can't be told to search {nodes} nodes: xboard has no word for it, and the engine no feature \
             nps; give it a time or a depth"
        ));
    } else {
        lines += &format!("st {SECONDS}\n");
    }
    if let Some(nodes) = nodes.filter(|_| !lines.contains("nps")) {
        unsaid = Some(format!(
            "the engine isn't told to search {nodes} nodes: xboard has no word for it"
        ));
    }
    if let Some(depth) = depth {
        lines += &format!("sd {depth}\n");
    }
    Ok(GameTime { lines, unsaid })
}

/// Returns the lines with both clocks at a question; none without a clock, or if the engine doesn't read them.
pub(super) fn of_move(question: &Message, seat: char, features: &Features) -> String {
    let Some(own) = question.number("clock_ms").filter(|_| features.has("time")) else {
        return String::new();
    };
    let other = question.number(if seat == 'A' { "clock_B" } else { "clock_A" });
    let [own, other] = [own, other.unwrap_or(own)].map(|ms| (ms / UNIT).max(1));
    format!("time {own}\notim {other}\n")
}

/// Returns the time after which the engine is told to move at once: of a move, as that may have parts of a second. The
/// engine has a while to read that, too.
pub(super) fn hurry(question: &Message) -> Option<Duration> {
    let time = question.number("move_ms");
    time.map(|ms| Duration::from_millis(usable(usable(ms))))
}

/// Returns whole seconds, rounded up, at least one.
fn seconds(ms: u64) -> u64 {
    ms.div_ceil(1000).max(1)
}

/// Returns milliseconds as seconds, without zeros at the end.
fn thousandths(ms: u64) -> String {
    let text = format!("{}.{:03}", ms / 1000, ms % 1000);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(question: &str, feature: &str) -> Result<GameTime, String> {
        let mut features = Features::default();
        features.take(&format!("feature {feature}"));
        of_game(&Message::parse(question).expect(question), &features)
    }

    #[test]
    fn each_time_control_has_its_words() {
        for (question, feature, expected) in [
            ("go move_ms=1000", "", "st 1\n"),
            ("go move_ms=50", "", "st 1\n"),
            ("go move_ms=2500 depth=6", "", "st 3\nsd 6\n"),
            ("go clock_ms=8000 inc_ms=80", "", "level 0 0:08 0.08\n"),
            ("go clock_ms=90500 delay_ms=1000", "", "level 0 1:31 1\n"),
            ("go clock_ms=1 moves_left=40", "", "level 40 0:01 0\n"),
            ("go depth=3 cap_ms=60000", "", "st 60\nsd 3\n"),
            ("go nodes=500 cap_ms=60000", "nps=1", "st 1\nnps 500\n"),
            ("go cap_ms=600000", "", "st 1\n"),
        ] {
            let time = asked(question, feature).expect(question);
            assert_eq!(time.lines, expected, "{question}");
            assert_eq!(time.unsaid, None, "{question}");
        }
    }

    #[test]
    fn nodes_are_refused_or_left_out_in_words() {
        let why = asked("go nodes=500 cap_ms=60000", "").expect_err("no word");
        assert!(why.contains("search 500 nodes"), "{why}");
        for question in ["go nodes=500 move_ms=1000", "go nodes=500 depth=3"] {
            let time = asked(question, "").expect(question);
            assert!(time.unsaid.is_some_and(|why| why.contains("500 nodes")));
        }
    }

    #[test]
    fn clocks_are_told_in_hundredths() {
        let question = Message::parse("go clock_ms=1239 clock_B=7").expect("a message");
        let mut features = Features::default();
        assert_eq!(of_move(&question, 'A', &features), "time 123\notim 1\n");
        assert_eq!(of_move(&question, 'B', &features), "time 123\notim 123\n");
        features.take("feature time=0");
        assert_eq!(of_move(&question, 'A', &features), "");
        assert_eq!(hurry(&question), None);
    }
}
