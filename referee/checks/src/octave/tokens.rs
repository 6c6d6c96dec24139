//! Splits a program in Octave or MATLAB into tokens, as far as needed to find calls of functions.
//!
//! Text that isn't a program yields tokens, too: nothing is refused here.

use std::collections::BTreeMap;

/// Words that name neither a function nor a variable.
const KEYWORDS: &str = "break case catch classdef continue do else elseif end end_try_catch \
    end_unwind_protect endclassdef endfor endfunction endif endparfor endswitch endwhile \
    for function global if methods otherwise parfor persistent properties return spmd \
    switch try until unwind_protect unwind_protect_cleanup while __FILE__ __LINE__";
/// Keywords after which a statement begins.
const BEGINNERS: &str = "do else otherwise try unwind_protect unwind_protect_cleanup";
/// Operators of two characters.
const PAIRS: &str = "== ~= != >= <= && || ++ -- += -= *= /= ^= .* ./ .^ .\\";

/// A piece of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum OctaveToken<'a> {
    /// A name.
    Name(&'a str),
    /// A keyword.
    Keyword(&'a str),
    /// A name after a dot, such as that of a field.
    Field,
    /// A number, or text in single quotes.
    Value,
    /// Text in double quotes, which is a string in MATLAB.
    Text,
    /// Brackets, operators and commas.
    Sign(&'a str),
    /// The end of a line outside of brackets.
    Line,
}

/// A program in its tokens.
pub(super) struct OctaveProgram<'a> {
    pub tokens: Vec<OctaveToken<'a>>,
    /// For the index of each opening bracket that is closed, the index behind the closing one.
    ends: BTreeMap<usize, usize>,
}

impl OctaveProgram<'_> {
    /// Splits a program into tokens.
    pub(super) fn of(text: &str) -> OctaveProgram<'_> {
        let mut reader = Reader {
            text,
            at: 0,
            open: Vec::new(),
            tokens: Vec::new(),
            ends: BTreeMap::new(),
        };
        reader.block_comment();
        while reader.step() {}
        OctaveProgram {
            tokens: reader.tokens,
            ends: reader.ends,
        }
    }

    /// Returns the index behind the bracket that closes the one at `open`; the number of tokens if none does.
    pub(super) fn end(&self, open: usize) -> usize {
        self.ends.get(&open).copied().unwrap_or(self.tokens.len())
    }
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    /// Brackets that are open, and the indices of their tokens.
    open: Vec<(u8, usize)>,
    tokens: Vec<OctaveToken<'a>>,
    ends: BTreeMap<usize, usize>,
}

impl<'a> Reader<'a> {
    fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or_default()
    }

    /// Reads a token, a comment or a blank; returns whether anything was left.
    fn step(&mut self) -> bool {
        let rest = self.rest();
        let Some(first) = rest.chars().next() else {
            return false;
        };
        let next = rest[first.len_utf8()..].chars().next().unwrap_or('\n');
        match first {
            '\n' => self.line_end(),
            '%' | '#' => self.at += to_line_end(rest),
            '.' if rest.starts_with("...") => self.at += to_line_end(rest) + 1,
            '.' if begins_name(next) && self.follows_value(true) => {
                self.at += 1 + name(&rest[1..]).len();
                self.tokens.push(OctaveToken::Field);
            }
            '0'..='9' => self.number(),
            '.' if next.is_ascii_digit() => self.number(),
            '"' => self.quoted('"'),
            '\'' if !self.is_transpose() => self.quoted('\''),
            _ if begins_name(first) => self.read_word(),
            _ if first.is_whitespace() => self.at += first.len_utf8(),
            _ => self.sign(first),
        }
        true
    }

    fn line_end(&mut self) {
        self.at += 1;
        if self.open.is_empty() {
            self.tokens.push(OctaveToken::Line);
        }
        self.block_comment();
    }

    /// Skips lines from `%{` to `%}`, which may be nested.
    fn block_comment(&mut self) {
        let mut depth = 0_u32;
        loop {
            let rest = self.rest();
            let line = &rest[..to_line_end(rest)];
            match line.trim() {
                "%{" | "#{" => depth += 1,
                "%}" | "#}" if depth > 0 => depth -= 1,
                _ if depth == 0 => return,
                _ => {}
            }
            self.at += (line.len() + 1).min(rest.len());
            if self.rest().is_empty() {
                return;
            }
        }
    }

    fn number(&mut self) {
        let bytes = self.rest().as_bytes();
        let mut length = 1;
        while let Some(&byte) = bytes.get(length) {
            let operator = bytes.get(length + 1).is_some_and(|b| b"*/^\\'".contains(b));
            let exponent = matches!(bytes[length - 1], b'e' | b'E') && bytes[0] != b'0';
            match byte {
                b'.' if !operator && bytes.get(length + 1) != Some(&b'.') => length += 1,
                b'+' | b'-' if exponent => length += 1,
                _ if byte.is_ascii_alphanumeric() || byte == b'_' => length += 1,
                _ => break,
            }
        }
        self.at += length;
        self.tokens.push(OctaveToken::Value);
    }

    /// Reads text up to its quotation mark; a doubled mark stands for the mark itself. In double quotes a
    /// backslash escapes the next character, even the end of the line.
    fn quoted(&mut self, mark: char) {
        let rest = self.rest();
        let mut chars = rest.char_indices().skip(1).peekable();
        let mut end = rest.len();
        while let Some((i, c)) = chars.next() {
            if c == '\n' {
                end = i;
                break;
            } else if c == '\\' && mark == '"' {
                chars.next();
            } else if c == mark && chars.next_if(|(_, c)| *c == mark).is_none() {
                end = i + 1;
                break;
            }
        }
        self.at += end;
        let text = if mark == '"' {
            OctaveToken::Text
        } else {
            OctaveToken::Value
        };
        self.tokens.push(text);
    }

    /// Reads a name, a keyword, or a command such as `hold on`, whose other words are skipped.
    fn read_word(&mut self) {
        let rest = self.rest();
        let identifier = name(rest);
        self.at += identifier.len();
        if listed(KEYWORDS, identifier) {
            return self.tokens.push(OctaveToken::Keyword(identifier));
        }
        if self.begins_statement() && is_command(&rest[identifier.len()..]) {
            let end = rest.find([';', ',', '%', '\n']);
            self.at += end.unwrap_or(rest.len()) - identifier.len();
        }
        self.tokens.push(OctaveToken::Name(identifier));
    }

    fn sign(&mut self, first: char) {
        let rest = self.rest();
        let pair = PAIRS.split(' ').find(|pair| rest.starts_with(pair));
        let length = pair.map_or(first.len_utf8(), str::len);
        match first {
            '(' | '[' | '{' => self.open.push((rest.as_bytes()[0], self.tokens.len())),
            ')' | ']' | '}' => {
                if let Some((_, open)) = self.open.pop() {
                    self.ends.insert(open, self.tokens.len() + 1);
                }
            }
            _ => {}
        }
        self.at += length;
        self.tokens.push(OctaveToken::Sign(&rest[..length]));
    }

    fn begins_statement(&self) -> bool {
        self.open.is_empty()
            && match self.tokens.last() {
                None | Some(OctaveToken::Line | OctaveToken::Sign(";" | ",")) => true,
                Some(OctaveToken::Keyword(word)) => listed(BEGINNERS, word),
                _ => false,
            }
    }

    /// Returns whether a quotation mark here transposes a matrix.
    fn is_transpose(&self) -> bool {
        let in_matrix = matches!(self.open.last(), Some((b'[' | b'{', _)));
        self.follows_value(true) || !in_matrix && self.follows_value(false)
    }

    /// Returns whether a value is before this place: `directly`, or with blanks between.
    fn follows_value(&self, directly: bool) -> bool {
        let before = self.text.as_bytes().get(self.at.wrapping_sub(1));
        let apart = before.is_none_or(u8::is_ascii_whitespace);
        let value = match self.tokens.last() {
            Some(
                OctaveToken::Name(_) | OctaveToken::Field | OctaveToken::Value | OctaveToken::Text,
            ) => true,
            Some(OctaveToken::Sign(sign)) => [")", "]", "}", "'"].contains(sign),
            Some(OctaveToken::Keyword(word)) => *word == "end" && !self.open.is_empty(),
            _ => false,
        };
        // `.'` transposes, too.
        let dot = matches!(self.tokens.last(), Some(OctaveToken::Sign(".")));
        (value || dot) && !(directly && apart)
    }
}

fn listed(words: &str, word: &str) -> bool {
    words.split(' ').any(|other| other == word)
}

fn begins_name(c: char) -> bool {
    c.is_ascii_alphabetic() || c == '_'
}

/// Returns the name at the start of a text.
fn name(text: &str) -> &str {
    let end = text.find(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    &text[..end.unwrap_or(text.len())]
}

fn to_line_end(text: &str) -> usize {
    text.find('\n').unwrap_or(text.len())
}

/// Returns whether a word is followed by arguments of a command, as in `hold on` or `clear -all`.
fn is_command(rest: &str) -> bool {
    let words = rest.trim_start_matches([' ', '\t']);
    let mut chars = words.chars();
    let first = chars.next().unwrap_or('=');
    let second = chars.next().unwrap_or(' ');
    words.len() < rest.len()
        && (begins_name(first) || first == '\'' || first == '-' && begins_name(second))
}
