//! Edge cases: a conversation with one question and something unusual.

use referee_protocol::{Clock, Encoding, GameLine, ToBot};
use referee_report::Diagnosis;

use super::bot_under_test::BotUnderTest;
use super::case::CaseResult;
use super::conversation::{CheckStart, ask};
use super::observation::{Observation, ProtocolRule};
use super::talk::CheckConversation;

const IGNORED: ProtocolRule = ProtocolRule(
    "the same as without it: what isn't known is ignored",
    "protocol.md#messages",
);
/// Lines sent before a question: more than fit into a pipe.
const MANY: usize = 3000;
/// Length of the longest line in bytes, including its newline.
const LONGEST: usize = 16 << 10;

fn finding(
    asked: Result<String, Observation>,
    rule: ProtocolRule,
    suspect: Option<Diagnosis>,
) -> CaseResult {
    match asked {
        Ok(_) => CaseResult::fine(""),
        Err(seen) => seen.fault(rule, suspect),
    }
}

/// Case: the bot ignores whole messages that it doesn't know.
pub(super) fn unknown_keyword(subject: &BotUnderTest, scene: &CheckStart<'_>) -> CaseResult {
    let asked = ask(subject, scene, |talk| {
        let lines = match talk.encoding() {
            Encoding::Text => "weather sunny temperature=21\nnews\n",
            Encoding::Json => "{\"type\":\"weather\",\"sky\":[1,{}]}\n{\"type\":\"news\"}\n",
        };
        talk.say(lines);
    });
    finding(asked, IGNORED, Some(Diagnosis::UnknownKeyword))
}

/// Case: the bot ignores unknown pairs on the lines `game` and `go`.
pub(super) fn unknown_key(subject: &BotUnderTest, scene: &CheckStart<'_>) -> CaseResult {
    with_lines(
        subject,
        scene,
        Diagnosis::UnknownKey,
        IGNORED,
        |line, keyword| {
            let pair = match keyword {
                "game" | "go" if line.starts_with('{') => ",\"mood\":{\"of\":\"day\"}}",
                "game" | "go" => " mood=fine",
                _ => return line.to_owned(),
            };
            line.trim_end_matches('}').to_owned() + pair
        },
    )
}

/// Case: the bot accepts the pairs of `game` in reverse order.
pub(super) fn key_order(subject: &BotUnderTest, scene: &CheckStart<'_>) -> CaseResult {
    let rule = ProtocolRule(
        "pairs are looked up by name: their order is no promise",
        "protocol.md#from-the-referee-to-the-bot",
    );
    with_lines(
        subject,
        scene,
        Diagnosis::KeyOrder,
        rule,
        |line, keyword| {
            if keyword != "game" || line.starts_with('{') {
                return line.to_owned();
            }
            let (words, pairs): (Vec<&str>, Vec<&str>) =
                line.split(' ').partition(|part| !part.contains('='));
            let turned = words.into_iter().chain(pairs.into_iter().rev());
            turned.collect::<Vec<_>>().join(" ")
        },
    )
}

/// Asks a question whose lines are changed one by one.
fn with_lines(
    subject: &BotUnderTest,
    scene: &CheckStart<'_>,
    suspect: Diagnosis,
    rule: ProtocolRule,
    change: impl Fn(&str, &str) -> String,
) -> CaseResult {
    let asked = CheckConversation::begin(subject).and_then(|mut talk| {
        let mut game = String::new();
        let line = scene.line(subject);
        let legal = line.legal && !talk.ready.legal_off;
        ToBot::Game(&GameLine { legal, ..line }).write(talk.encoding(), &mut game);
        let question = talk.question(&*scene.position, &subject.clock());
        let changed = |text: &str| -> String {
            let keyword = |line: &str| {
                let trimmed = line.trim_start_matches("{\"type\":\"");
                let end = trimmed.find([' ', '"']).unwrap_or(trimmed.len());
                trimmed[..end].to_owned()
            };
            let lines = text.lines().map(|line| change(line, &keyword(line)) + "\n");
            lines.collect()
        };
        talk.say(&changed(&game));
        talk.ask_in(&changed(&question), &*scene.position)
    });
    finding(asked, rule, Some(suspect))
}

/// Case: the bot reads a line of the maximum length.
pub(super) fn long_line(subject: &BotUnderTest, scene: &CheckStart<'_>) -> CaseResult {
    let asked = ask(subject, scene, |talk| {
        let (begin, end) = match talk.encoding() {
            Encoding::Text => ("weather ", "\n"),
            Encoding::Json => ("{\"type\":\"weather\",\"sky\":\"", "\"}\n"),
        };
        let words = "move go quit ".repeat(LONGEST / 13 + 1);
        let room = LONGEST - begin.len() - end.len();
        talk.say(&format!("{begin}{}{end}", &words[..room]));
    });
    let rule = ProtocolRule(
        "lines of up to 16 KiB are read whole",
        "protocol.md#from-the-bot-to-the-referee",
    );
    finding(asked, rule, Some(Diagnosis::LongLine))
}

/// Case: the bot reads more lines before a question than fit into a pipe.
pub(super) fn many_lines(subject: &BotUnderTest, scene: &CheckStart<'_>) -> CaseResult {
    let asked = ask(subject, scene, |talk| {
        let line = match talk.encoding() {
            Encoding::Text => "weather sunny temperature=21 wind=3\n",
            Encoding::Json => "{\"type\":\"weather\",\"temperature\":21}\n",
        };
        talk.say(&line.repeat(MANY));
    });
    let rule = ProtocolRule("all lines are read, up to `go`", "protocol.md#time");
    finding(asked, rule, Some(Diagnosis::Unread))
}

/// Case: the bot plays with every form of time control.
pub(super) fn clocks(subject: &BotUnderTest, scene: &CheckStart<'_>) -> CaseResult {
    let ms = subject.move_ms;
    let usual = Clock::default();
    let clock = Clock {
        clock_ms: Some(20 * ms),
        others: vec![('B', 20 * ms)],
        ..Clock::default()
    };
    let forms = [
        (
            "clock with increment",
            Clock {
                inc_ms: Some(ms),
                ..clock.clone()
            },
        ),
        (
            "clock with delay",
            Clock {
                delay_ms: Some(ms),
                ..clock.clone()
            },
        ),
        (
            "moves per period",
            Clock {
                inc_ms: Some(0),
                moves_left: Some(20),
                ..clock
            },
        ),
        (
            "no time but a cap",
            Clock {
                cap_ms: Some(ms),
                ..usual.clone()
            },
        ),
        (
            "CPU time",
            Clock {
                move_ms: Some(ms),
                cpu: true,
                cap_ms: Some(60_000),
                ..usual.clone()
            },
        ),
        (
            "depth and nodes",
            Clock {
                cap_ms: Some(ms),
                nodes: Some(1000),
                depth: Some(2),
                ..usual
            },
        ),
    ];
    let count = forms.len();
    for (name, clock) in forms {
        let asked = CheckConversation::begin(subject).and_then(|mut talk| {
            let line = GameLine {
                clock: clock.clone(),
                ..scene.line(subject)
            };
            talk.game(&line)?;
            let question = talk.question(&*scene.position, &clock);
            talk.ask_in(&question, &*scene.position)
        });
        if let Err(mut seen) = asked {
            seen.what = format!("{name}: {}", seen.what);
            let rule = ProtocolRule("an answer whatever the time control", "protocol.md#time");
            return seen.fault(rule, Some(Diagnosis::Clock));
        }
    }
    CaseResult::fine(format!("{count} forms"))
}

/// Case: a bot that said `json=on` answers an ordinary question in JSON.
pub(super) fn json(subject: &BotUnderTest, scene: &CheckStart<'_>, claims: bool) -> CaseResult {
    if !claims {
        return CaseResult::skipped("it doesn't say json=on");
    }
    let rule = ProtocolRule("a legal move, as JSON or as text", "protocol.md#json");
    finding(ask(subject, scene, |_| {}), rule, Some(Diagnosis::Json))
}
