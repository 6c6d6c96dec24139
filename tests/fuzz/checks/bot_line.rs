//! A bot's bytes: cut into lines, understood, and read as viewers do.

use referee_protocol::{Encoding, FromBot, Info, Line, LineBuffer, MAX_FROM_BOT};

/// Checks a bot's bytes; the first says in pieces of which length they come. Panics on a finding.
pub(crate) fn bot_line(data: &[u8]) {
    let Some((&how, text)) = data.split_first() else {
        return;
    };
    let long;
    // Lines that are too long are too long for a fuzzer, too, and take their time.
    let (text, chunk) = if how < 255 || text.is_empty() {
        (text, usize::from(how) + 1)
    } else {
        long = text.repeat(MAX_FROM_BOT / text.len() + 2);
        (&*long, 20_000)
    };
    let mut lines = LineBuffer::default();
    let mut pieces = Vec::new();
    for bytes in text.chunks(chunk) {
        lines.push(bytes);
        collect(&mut lines, &mut pieces);
        assert!(lines.held() <= MAX_FROM_BOT, "{} are held", lines.held());
    }
    let unfinished = lines.partial();
    let mut lines = LineBuffer::default();
    let mut whole = Vec::new();
    lines.push(text);
    collect(&mut lines, &mut whole);
    assert_eq!(pieces, whole);
    assert_eq!(unfinished, lines.partial());
    lines.clear();
    assert!(lines.held() == 0 && !lines.partial());
}

/// The lines that are complete; none stands for one that is too long.
fn collect(lines: &mut LineBuffer, into: &mut Vec<Option<Vec<u8>>>) {
    while let Some(line) = lines.next_line() {
        into.push(match line {
            Line::TooLong => None,
            Line::Text(line) => {
                assert!(!line.is_empty() && line.len() <= MAX_FROM_BOT && !line.contains(&b'\n'));
                understand(line);
                Some(line.to_vec())
            }
        });
    }
}

fn understand(line: &[u8]) {
    let said = FromBot::parse(line);
    match &said {
        FromBot::Move(word) => {
            assert!(!word.contains(|c: char| c.is_ascii_whitespace()));
            round_trip(&said, Encoding::Json);
            round_trip(&said, Encoding::Text);
        }
        FromBot::Info(text) => {
            let info = Info::parse(text);
            assert!(info.marks.len() <= 32 && info.arrows.len() <= 32 && info.pv.len() <= 32);
            assert!(info.text.is_none_or(|text| text.chars().count() <= 80));
            assert!(info.score.is_none_or(f64::is_finite));
        }
        FromBot::Ready(ready) => {
            let name = ready.name.as_deref().unwrap_or("x");
            assert!(!name.is_empty() && name.chars().count() <= 40);
            if !line.starts_with(b"{") {
                round_trip(&said, Encoding::Text);
            }
        }
        FromBot::Resign => round_trip(&said, Encoding::Json),
        FromBot::Chatter => {}
    }
}

fn round_trip(said: &FromBot<'_>, encoding: Encoding) {
    let mut line = String::new();
    said.write(encoding, &mut line);
    let line = line.strip_suffix('\n').unwrap_or_default();
    assert_eq!(&FromBot::parse(line.as_bytes()), said, "{line:?}");
}
