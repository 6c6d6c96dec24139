//! The functions that a program in Octave or MATLAB defines, and those that it calls.
//!
//! Variables belong to the function in which they are set: those that nested functions share look like calls.

use std::collections::BTreeSet;
use std::ops::Range;

use super::brackets::Brackets;
use super::tokens::{Token, tokens};

/// How a string in double quotes that is joined by `+` is named, as that is no function.
pub const JOINED: &str = "\"text\" + …";

/// What a program defines and calls.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Calls {
    /// The functions that stand in it.
    pub defined: BTreeSet<String>,
    /// Names in it that are no variables; among them may be what it defines.
    pub called: BTreeSet<String>,
}

impl Calls {
    /// Reads a program.
    pub fn of(text: &str) -> Calls {
        let tokens = tokens(text);
        let mut calls = Calls::default();
        let is_function = |token: &Token<'_>| *token == Token::Keyword("function");
        let mut parts = tokens.split(is_function);
        let first = parts.next().unwrap_or_default();
        // What stands in a class before its first function are its properties.
        if !first.contains(&Token::Keyword("classdef")) {
            calls.add(first, BTreeSet::from(["ans"]));
        }
        for part in parts {
            let (name, variables, body) = head(part);
            calls.defined.extend(name.map(str::to_owned));
            calls.add(body, variables);
        }
        calls
    }

    /// Adds what a function calls that has these variables from its head.
    fn add<'a>(&mut self, body: &[Token<'a>], mut variables: BTreeSet<&'a str>) {
        assigned(body, &mut variables);
        for token in body {
            if let Token::Name(name) = token
                && !variables.contains(name)
            {
                self.called.insert((*name).to_owned());
            }
        }
        let joined = |pair: &[Token<'_>]| {
            matches!(
                pair,
                [Token::Text, Token::Sign("+")] | [Token::Sign("+"), Token::Text]
            )
        };
        if body.windows(2).any(joined) {
            self.called.insert(JOINED.to_owned());
        }
    }
}

/// The head of a function behind its keyword: its name, the variables in it, and what follows.
fn head<'t, 'a>(part: &'t [Token<'a>]) -> (Option<&'a str>, BTreeSet<&'a str>, &'t [Token<'a>]) {
    let mut variables = BTreeSet::from(["ans"]);
    let mut rest = part;
    let results = match part {
        [Token::Sign("["), ..] => Brackets::of(part).end(0),
        [Token::Name(_), Token::Sign("="), ..] => 1,
        _ => 0,
    };
    if let Some(Token::Sign("=")) = part.get(results) {
        variables.extend(names(&part[..results]));
        rest = &part[results + 1..];
    }
    let Some(Token::Name(name)) = rest.first() else {
        return (None, variables, rest);
    };
    // What sets a property of a class is called `set.property`.
    let fields = rest[1..].iter().take_while(|token| **token == Token::Field);
    rest = &rest[1 + fields.count()..];
    if let Some(Token::Sign("(")) = rest.first() {
        let end = Brackets::of(rest).end(0);
        variables.extend(names(&rest[..end]));
        rest = &rest[end..];
    }
    (Some(name), variables, rest)
}

/// Adds the variables that are set somewhere.
fn assigned<'a>(body: &[Token<'a>], variables: &mut BTreeSet<&'a str>) {
    let brackets = Brackets::of(body);
    let mut depth = 0_usize;
    // Up to here all names are variables; nothing is read twice, however deep brackets lie in each other.
    let mut known = 0;
    let mut listed = BTreeSet::new();
    for (i, token) in body.iter().enumerate() {
        match token {
            Token::Name(name) => {
                let end = if depth == 0 {
                    behind(body, &brackets, i)
                } else {
                    i + 1
                };
                if i < known || body.get(end).is_some_and(sets) {
                    variables.insert(name);
                }
            }
            Token::Sign("[") => {
                let end = brackets.end(i);
                if !listed.contains(&i) && body.get(end) == Some(&Token::Sign("=")) {
                    variables.extend(results(body, &brackets, i + 1..end, &mut listed));
                }
                depth += 1;
            }
            // The head of a function without a name, and the properties of a part of a class.
            Token::Sign("@") | Token::Keyword("methods" | "properties")
                if body.get(i + 1) == Some(&Token::Sign("(")) =>
            {
                known = known.max(brackets.end(i + 1));
            }
            Token::Sign("(" | "{") => depth += 1,
            Token::Sign(")" | "]" | "}") => depth = depth.saturating_sub(1),
            Token::Keyword("global" | "persistent") if i >= known => {
                let ends =
                    |token: &Token<'_>| matches!(token, Token::Line | Token::Sign(";" | ","));
                let end = body[i..].iter().position(ends);
                known = end.map_or(body.len(), |end| i + end);
            }
            Token::Keyword("catch") => {
                if let [Token::Name(name), Token::Line | Token::Sign(";"), ..] = body[i + 1..] {
                    variables.insert(name);
                }
            }
            _ => {}
        }
    }
}

/// Whether what stands before this sign is given a value.
fn sets(token: &Token<'_>) -> bool {
    matches!(token, Token::Sign("=" | "+=" | "-=" | "*=" | "/=" | "^="))
}

fn names<'a>(tokens: &[Token<'a>]) -> impl Iterator<Item = &'a str> {
    tokens.iter().filter_map(|token| match token {
        Token::Name(name) => Some(*name),
        _ => None,
    })
}

/// The variables among the results of a call, as in `[a, b(3), c.d] = …`, and the places of brackets that
/// were met among them.
fn results<'a>(
    body: &[Token<'a>],
    brackets: &Brackets,
    list: Range<usize>,
    met: &mut BTreeSet<usize>,
) -> Vec<&'a str> {
    let mut found = Vec::new();
    let mut i = list.start;
    while i < list.end {
        match body[i] {
            Token::Name(name) => {
                found.push(name);
                i = behind(body, brackets, i);
                continue;
            }
            Token::Sign("[") => _ = met.insert(i),
            _ => {}
        }
        i += 1;
    }
    found
}

/// The place behind a name with its fields and indices.
fn behind(tokens: &[Token<'_>], brackets: &Brackets, name: usize) -> usize {
    let mut i = name + 1;
    loop {
        match tokens.get(i) {
            Some(Token::Field) => i += 1,
            Some(Token::Sign("(" | "{")) => i = brackets.end(i),
            // A field whose name is computed: `a.(b)`.
            Some(Token::Sign(".")) if tokens.get(i + 1) == Some(&Token::Sign("(")) => i += 1,
            _ => return i,
        }
    }
}
