//! The checklist as `JUnit` XML, which continuous integration shows.

use std::time::Duration;

use super::case::{Case, Finding, Flaw};

/// A suite for each group of cases.
pub fn junit(bot: &str, cases: &[Case], took: Duration) -> String {
    let faults = |cases: &[&Case]| cases.iter().filter(|case| case.finding.is_fault()).count();
    let skipped = |cases: &[&Case]| {
        let skipped = |case: &&&Case| matches!(case.finding, Finding::Skipped { .. });
        cases.iter().filter(skipped).count()
    };
    let all: Vec<&Case> = cases.iter().collect();
    let mut text = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    text += &format!(
        "<testsuites name=\"{}\" tests=\"{}\" failures=\"{}\" skipped=\"{}\" time=\"{:.3}\">\n",
        escaped(bot),
        all.len(),
        faults(&all),
        skipped(&all),
        took.as_secs_f64()
    );
    for own in cases.chunk_by(|one, next| one.group == next.group) {
        let own: Vec<&Case> = own.iter().collect();
        let time: f64 = own.iter().map(|case| case.took.as_secs_f64()).sum();
        text += &format!(
            "  <testsuite name=\"{}\" tests=\"{}\" failures=\"{}\" skipped=\"{}\" \
             time=\"{time:.3}\">\n",
            own.first().map_or("", |case| case.group),
            own.len(),
            faults(&own),
            skipped(&own)
        );
        for case in own {
            text += &one(case);
        }
        text += "  </testsuite>\n";
    }
    text + "</testsuites>\n"
}

fn one(case: &Case) -> String {
    let open = format!(
        "    <testcase classname=\"{}\" name=\"{}: {}\" time=\"{:.3}\"",
        case.group,
        case.name,
        escaped(case.title),
        case.took.as_secs_f64()
    );
    let inside = match &case.finding {
        Finding::Fine { .. } => return open + "/>\n",
        Finding::Skipped { because } => {
            format!("<skipped message=\"{}\"/>", escaped(because))
        }
        Finding::Hint(flaw) => format!("<system-out>{}</system-out>", escaped(&told(flaw))),
        Finding::Fault(flaw) => format!(
            "<failure type=\"{}\" message=\"{}\">{}</failure>",
            flaw.mistake.word(),
            escaped(&flaw.what),
            escaped(&told(flaw))
        ),
    };
    format!("{open}>{inside}</testcase>\n")
}

fn told(flaw: &Flaw) -> String {
    let mut text = flaw.what.clone();
    for (name, lines) in [("sent", &flaw.sent), ("came", &flaw.came)] {
        for line in lines {
            text += &format!("\n{name}: {line}");
        }
    }
    text += &format!(
        "\nexpected: {}\nsee: {}\nlikely: {}",
        flaw.expected, flaw.see, flaw.likely
    );
    for line in &flaw.stderr {
        text += &format!("\nstderr: {line}");
    }
    text
}

/// Text that stands in XML; characters that XML can't hold are replaced.
fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\n' => escaped.push_str("&#10;"),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => {
                escaped.push('\u{fffd}');
            }
            c => escaped.push(c),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::conformance::mistake::Mistake;

    fn case(name: &'static str, finding: Finding) -> Case {
        Case {
            group: "onitama",
            name,
            title: "leaves after `quit`",
            finding,
            took: Duration::from_millis(1500),
        }
    }

    #[test]
    fn what_a_bot_wrote_is_escaped() {
        let flaw = Flaw {
            what: "\"<&>\" \u{1b}".to_owned(),
            sent: vec!["quit".to_owned()],
            came: Vec::new(),
            expected: String::new(),
            see: "protocol.md#time",
            mistake: Mistake::IgnoresQuit,
            likely: String::new(),
            stderr: Vec::new(),
        };
        let cases = [
            case("quit", Finding::Fault(flaw)),
            case("json", Finding::skipped("no json=on")),
            case("end", Finding::fine("")),
        ];
        let text = junit("a & b", &cases, Duration::from_secs(2));
        for part in [
            "<testsuites name=\"a &amp; b\" tests=\"3\" failures=\"1\" skipped=\"1\" time=\"2.000\">",
            "<testsuite name=\"onitama\" tests=\"3\" failures=\"1\" skipped=\"1\" time=\"4.500\">",
            "message=\"&quot;&lt;&amp;&gt;&quot; \u{fffd}\"",
            "&#10;sent: quit",
            "<skipped message=\"no json=on\"/>",
            "name=\"end: leaves after `quit`\" time=\"1.500\"/>",
        ] {
            assert!(text.contains(part), "{part}\n{text}");
        }
    }
}
