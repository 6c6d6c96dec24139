//! Bots understand what the transcripts say: the Rust SDK, and the bot in Python.

use std::collections::VecDeque;
use std::fs::File;
use std::io::{Seek, Write};
use std::path::Path;
use std::process::Command;

use referee_bots::sdk::{self, Answer, Ready};
use referee_protocol::{Encoding, FromBot, Message};

use super::transcript::Transcript;
use super::{files, name, read, root};

/// The bot in it says nothing when it is asked; the SDK always answers.
const SILENT: &str = "timeout.txt";

/// What a bot knows when it is asked.
#[derive(Debug, PartialEq)]
struct Question {
    state: String,
    /// Empty where the legal moves aren't told.
    legal: Vec<String>,
}

/// The questions among lines of the referee, as far as they are understood.
fn questions(lines: &[&str], understand: impl Fn(&str) -> Option<Message>) -> Vec<Question> {
    let mut questions = Vec::new();
    let (mut state, mut legal) = (String::new(), Vec::new());
    for message in lines.iter().filter_map(|line| understand(line)) {
        match message.keyword.as_str() {
            "state" => (state, legal) = (message.rest, Vec::new()),
            "legal" => legal = message.words,
            "go" => questions.push(Question {
                state: state.clone(),
                legal: legal.clone(),
            }),
            _ => {}
        }
    }
    questions
}

/// A line of the transcript's bot as the SDK says it: always as text.
fn as_text(line: &str) -> String {
    if !line.starts_with('{') {
        return line.to_owned();
    }
    let mut text = String::new();
    FromBot::parse(line.as_bytes()).write(Encoding::Text, &mut text);
    text.trim_end().to_owned()
}

/// What the transcript's bot is called, and what it answers in order.
fn part(transcript: &Transcript) -> (Ready, VecDeque<Answer>) {
    let mut ready = None;
    let mut answers = VecDeque::new();
    for line in transcript.said() {
        match FromBot::parse(line.as_bytes()) {
            FromBot::Ready(said) => drop(ready.get_or_insert(said)),
            FromBot::Move(word) => answers.push_back(Answer::play(word)),
            FromBot::Resign => answers.push_back(Answer::resign()),
            other => panic!("{other:?} isn't known how to say"),
        }
    }
    (ready.expect("it is ready"), answers)
}

#[test]
fn the_sdk_says_what_the_transcripts_say() {
    let files = files();
    assert!(files.iter().any(|file| name(file) == SILENT));
    for file in files.iter().filter(|file| name(file) != SILENT) {
        let transcript = read(file);
        let (ready, mut answers) = part(&transcript);
        let lines = transcript.referee_lines();
        let (mut asked, mut said) = (Vec::new(), Vec::new());
        sdk::talk(&ready, lines.join("\n").as_bytes(), &mut said, |turn| {
            asked.push(Question {
                state: turn.state.clone(),
                legal: turn.legal.clone(),
            });
            answers.pop_front().expect("an answer to each question")
        })
        .expect("no errors of reading or writing");
        let name = name(file);
        assert_eq!(asked, questions(&lines, Message::parse), "{name}");
        let said = String::from_utf8(said).expect("text");
        let expected: Vec<String> = transcript.said().into_iter().map(as_text).collect();
        assert_eq!(said.lines().collect::<Vec<_>>(), expected, "{name}");
    }
}

#[test]
fn the_bot_in_python_understands_the_transcripts() {
    for file in files() {
        let transcript = read(&file);
        let lines = transcript.referee_lines();
        let said = python(&lines, &file);
        let mut said = said.lines();
        assert!(said.next().is_some_and(|line| line.starts_with("ready")));
        // It reads text only: JSON that it didn't ask for is unknown to it.
        let text = |line: &str| Message::parse(line).filter(|_| !line.starts_with('{'));
        let asked = questions(&lines, text);
        let said: Vec<&str> = said.collect();
        let name = name(&file);
        assert_eq!(said.len(), asked.len(), "{name}: {said:?}");
        for (line, question) in said.into_iter().zip(asked) {
            match FromBot::parse(line.as_bytes()) {
                FromBot::Move(word) => {
                    assert!(
                        question.legal.iter().any(|legal| *legal == word),
                        "{name}: {line}"
                    );
                }
                other => assert!(
                    question.legal.is_empty() && other == FromBot::Resign,
                    "{name}: {line}"
                ),
            }
        }
    }
}

/// What the bot in Python says to these lines; it must end as it should.
fn python(lines: &[&str], file: &Path) -> String {
    let mut input: File = tempfile::tempfile().expect("a temporary file");
    for line in lines {
        writeln!(input, "{line}").expect("it can be written");
    }
    input.rewind().expect("it can be read again");
    let output = Command::new("python3")
        .args(["-B", "random_bot.py"])
        .current_dir(root().join("sample-bots/python"))
        .stdin(input)
        .output()
        .expect("python3 runs");
    assert_eq!(output.status.code(), Some(0), "{}: {output:?}", name(file));
    String::from_utf8(output.stdout).expect("text")
}
