//! Finds the functions that a program in Octave or MATLAB defines, and those that it calls.
//!
//! Variables belong to the function that sets them, so variables shared by nested functions look like
//! calls.

use std::collections::BTreeSet;
use std::ops::Range;

use super::brackets::Brackets;
use super::tokens::{OctaveToken, tokens};

/// Name under which a string in double quotes joined by `+` is listed, as that is no function.
pub(super) const JOINED: &str = "\"text\" + …";

/// Packages of MATLAB that Octave lacks: what stands behind their dots are functions.
const PACKAGES: [&str; 2] = ["java", "py"];

/// Functions that a program defines and calls.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Calls {
    /// Functions that are defined in it.
    pub defined: BTreeSet<String>,
    /// Names in it that are no variables; they may include functions that it defines.
    pub called: BTreeSet<String>,
}

impl Calls {
    /// Finds the functions that a program defines and calls.
    pub(super) fn of(text: &str) -> Calls {
        let tokens = tokens(text);
        let mut calls = Calls::default();
        let is_function = |token: &OctaveToken<'_>| *token == OctaveToken::Keyword("function");
        let mut parts = tokens.split(is_function);
        let first = parts.next().unwrap_or_default();
        // A class has its properties before its first function.
        if !first.contains(&OctaveToken::Keyword("classdef")) {
            calls.add(first, BTreeSet::from(["ans"]));
        }
        for part in parts {
            let (name, variables, body) = head(part);
            calls.defined.extend(name.map(str::to_owned));
            calls.add(body, variables);
        }
        calls
    }

    /// Adds the calls of a function whose head declares these variables.
    fn add<'a>(&mut self, body: &[OctaveToken<'a>], mut variables: BTreeSet<&'a str>) {
        assigned(body, &mut variables);
        for (i, token) in body.iter().enumerate() {
            if let OctaveToken::Name(name) = token
                && !variables.contains(name)
                && (PACKAGES.contains(name) || !has_member(body, i))
            {
                self.called.insert((*name).to_owned());
            }
        }
        let joined = |pair: &[OctaveToken<'_>]| {
            matches!(
                pair,
                [OctaveToken::Text, OctaveToken::Sign("+")]
                    | [OctaveToken::Sign("+"), OctaveToken::Text]
            )
        };
        if body.windows(2).any(joined) {
            self.called.insert(JOINED.to_owned());
        }
    }
}

/// Returns whether a name has a field or a method behind it: what has members is an object, a structure or a
/// package, wherever it was set, and no function.
fn has_member(tokens: &[OctaveToken<'_>], name: usize) -> bool {
    matches!(
        tokens[name + 1..],
        [OctaveToken::Field, ..] | [OctaveToken::Sign("."), OctaveToken::Sign("("), ..]
    )
}

/// Parses the head of a function after its keyword: returns its name, the variables in it, and the rest.
fn head<'t, 'a>(
    part: &'t [OctaveToken<'a>],
) -> (Option<&'a str>, BTreeSet<&'a str>, &'t [OctaveToken<'a>]) {
    let mut variables = BTreeSet::from(["ans"]);
    let mut rest = part;
    let results = match part {
        [OctaveToken::Sign("["), ..] => Brackets::of(part).end(0),
        [OctaveToken::Name(_), OctaveToken::Sign("="), ..] => 1,
        _ => 0,
    };
    if let Some(OctaveToken::Sign("=")) = part.get(results) {
        variables.extend(names(&part[..results]));
        rest = &part[results + 1..];
    }
    let Some(OctaveToken::Name(name)) = rest.first() else {
        return (None, variables, rest);
    };
    // The method that sets a property of a class is called `set.property`.
    let fields = rest[1..]
        .iter()
        .take_while(|token| **token == OctaveToken::Field);
    rest = &rest[1 + fields.count()..];
    if let Some(OctaveToken::Sign("(")) = rest.first() {
        let end = Brackets::of(rest).end(0);
        variables.extend(names(&rest[..end]));
        rest = &rest[end..];
    }
    (Some(name), variables, rest)
}

/// Adds the variables that are assigned in a body.
fn assigned<'a>(body: &[OctaveToken<'a>], variables: &mut BTreeSet<&'a str>) {
    let brackets = Brackets::of(body);
    let mut depth = 0_usize;
    // All names before this index are variables; nothing is read twice, however deep brackets are nested.
    let mut known = 0;
    let mut listed = BTreeSet::new();
    for (i, token) in body.iter().enumerate() {
        match token {
            OctaveToken::Name(name) => {
                let end = if depth == 0 {
                    behind(body, &brackets, i)
                } else {
                    i + 1
                };
                if i < known || body.get(end).is_some_and(sets) {
                    variables.insert(name);
                }
            }
            OctaveToken::Sign("[") => {
                let end = brackets.end(i);
                if !listed.contains(&i) && body.get(end) == Some(&OctaveToken::Sign("=")) {
                    variables.extend(results(body, &brackets, i + 1..end, &mut listed));
                }
                depth += 1;
            }
            // The head of an anonymous function, and the attributes of a section of a class.
            OctaveToken::Sign("@") | OctaveToken::Keyword("methods" | "properties")
                if body.get(i + 1) == Some(&OctaveToken::Sign("(")) =>
            {
                known = known.max(brackets.end(i + 1));
            }
            OctaveToken::Sign("(" | "{") => depth += 1,
            OctaveToken::Sign(")" | "]" | "}") => depth = depth.saturating_sub(1),
            OctaveToken::Keyword("global" | "persistent") if i >= known => {
                let ends = |token: &OctaveToken<'_>| {
                    matches!(token, OctaveToken::Line | OctaveToken::Sign(";" | ","))
                };
                let end = body[i..].iter().position(ends);
                known = end.map_or(body.len(), |end| i + end);
            }
            OctaveToken::Keyword("catch") => {
                if let [
                    OctaveToken::Name(name),
                    OctaveToken::Line | OctaveToken::Sign(";"),
                    ..,
                ] = body[i + 1..]
                {
                    variables.insert(name);
                }
            }
            _ => {}
        }
    }
}

/// Returns whether this sign assigns a value to what is before it.
fn sets(token: &OctaveToken<'_>) -> bool {
    matches!(
        token,
        OctaveToken::Sign("=" | "+=" | "-=" | "*=" | "/=" | "^=")
    )
}

fn names<'a>(tokens: &[OctaveToken<'a>]) -> impl Iterator<Item = &'a str> {
    tokens.iter().filter_map(|token| match token {
        OctaveToken::Name(name) => Some(*name),
        _ => None,
    })
}

/// Returns the variables in a list of results, as in `[a, b(3), c.d] = …`; adds to `met` the indices of
/// brackets in the list.
fn results<'a>(
    body: &[OctaveToken<'a>],
    brackets: &Brackets,
    list: Range<usize>,
    met: &mut BTreeSet<usize>,
) -> Vec<&'a str> {
    let mut variables = Vec::new();
    let mut i = list.start;
    while i < list.end {
        match body[i] {
            OctaveToken::Name(name) => {
                variables.push(name);
                i = behind(body, brackets, i);
                continue;
            }
            OctaveToken::Sign("[") => _ = met.insert(i),
            _ => {}
        }
        i += 1;
    }
    variables
}

/// Returns the index after a name with its fields and indices.
fn behind(tokens: &[OctaveToken<'_>], brackets: &Brackets, name: usize) -> usize {
    let mut i = name + 1;
    loop {
        match tokens.get(i) {
            Some(OctaveToken::Field) => i += 1,
            Some(OctaveToken::Sign("(" | "{")) => i = brackets.end(i),
            // A field whose name is computed: `a.(b)`.
            Some(OctaveToken::Sign(".")) if tokens.get(i + 1) == Some(&OctaveToken::Sign("(")) => {
                i += 1;
            }
            _ => return i,
        }
    }
}
