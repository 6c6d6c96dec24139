//! Finds the functions that a program in Octave or MATLAB defines, and those that it calls.
//!
//! A name that is set anywhere in a file is a variable in all of it.

use std::collections::BTreeSet;

use super::tokens::{OctaveProgram, OctaveToken};

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
        let program = OctaveProgram::of(text);
        let tokens = &program.tokens[..];
        let names = Names::of(&program);
        // A class has its properties before its first function.
        let is_function = |token: &OctaveToken<'_>| *token == OctaveToken::Keyword("function");
        let first = tokens.iter().position(is_function).unwrap_or(tokens.len());
        let is_class = tokens[..first].contains(&OctaveToken::Keyword("classdef"));
        let begin = if is_class { first } else { 0 };
        let mut called = BTreeSet::new();
        for (i, token) in tokens.iter().enumerate().skip(begin) {
            if let OctaveToken::Name(name) = token
                && !names.defined_at.contains(&i)
                && !names.variables.contains(name)
                && (PACKAGES.contains(name) || !has_member(tokens, i))
            {
                called.insert((*name).to_owned());
            }
        }
        if tokens.windows(2).any(is_joined) {
            called.insert(JOINED.to_owned());
        }
        let defined = names.defined_at.iter().filter_map(|&i| match tokens[i] {
            OctaveToken::Name(name) => Some(name.to_owned()),
            _ => None,
        });
        Calls {
            defined: defined.collect(),
            called,
        }
    }
}

/// Returns whether a string in double quotes and a `+` are next to each other.
fn is_joined(pair: &[OctaveToken<'_>]) -> bool {
    matches!(
        pair,
        [OctaveToken::Text, OctaveToken::Sign("+")] | [OctaveToken::Sign("+"), OctaveToken::Text]
    )
}

/// Returns whether a name has a field or a method behind it: what has members is an object, a structure or a
/// package, wherever it was set, and no function.
fn has_member(tokens: &[OctaveToken<'_>], name: usize) -> bool {
    matches!(
        tokens[name + 1..],
        [OctaveToken::Field, ..] | [OctaveToken::Sign("."), OctaveToken::Sign("("), ..]
    )
}

/// What the names in a program are.
struct Names<'t, 'a> {
    program: &'t OctaveProgram<'a>,
    tokens: &'t [OctaveToken<'a>],
    variables: BTreeSet<&'a str>,
    /// Indices of the names of the functions that are defined.
    defined_at: BTreeSet<usize>,
    /// All tokens before this one have been looked through by [`Names::declare`], so that none is twice, however deep
    /// brackets are nested.
    declared: usize,
}

impl<'t, 'a> Names<'t, 'a> {
    fn of(program: &'t OctaveProgram<'a>) -> Names<'t, 'a> {
        let mut names = Names {
            program,
            tokens: &program.tokens,
            variables: BTreeSet::from(["ans"]),
            defined_at: BTreeSet::new(),
            declared: 0,
        };
        for i in 0..program.tokens.len() {
            names.look_at(i);
        }
        names
    }

    fn look_at(&mut self, i: usize) {
        let next = self.tokens.get(i + 1);
        match self.tokens[i] {
            OctaveToken::Name(name) if self.tokens.get(self.behind(i)).is_some_and(sets) => {
                self.variables.insert(name);
            }
            // A list of results.
            OctaveToken::Sign("[") => {
                let end = self.program.end(i);
                if self.tokens.get(end) == Some(&OctaveToken::Sign("=")) {
                    self.declare(i, end);
                }
            }
            // The head of an anonymous function, and the attributes of a section of a class.
            OctaveToken::Sign("@") | OctaveToken::Keyword("methods" | "properties")
                if next == Some(&OctaveToken::Sign("(")) =>
            {
                self.declare(i, self.program.end(i + 1));
            }
            OctaveToken::Keyword("global" | "persistent") => {
                self.declare(i, self.statement_end(i));
            }
            OctaveToken::Keyword("catch") if self.tokens.get(i + 2).is_some_and(ends) => {
                self.declare(i, i + 2);
            }
            OctaveToken::Keyword("function") => self.head(i + 1),
            _ => {}
        }
    }

    /// Looks at the head of a function behind its keyword.
    fn head(&mut self, start: usize) {
        let results = match self.tokens.get(start) {
            Some(OctaveToken::Sign("[")) => self.program.end(start),
            _ => start + 1,
        };
        let name = match self.tokens.get(results) {
            Some(OctaveToken::Sign("=")) => results + 1,
            _ => start,
        };
        if !matches!(self.tokens.get(name), Some(OctaveToken::Name(_))) {
            return;
        }
        self.defined_at.insert(name);
        if name != start {
            self.declare(start, results);
        }
        // The method that sets a property of a class is called `set.property`.
        let fields = self.tokens[name + 1..].iter();
        let fields = fields.take_while(|token| **token == OctaveToken::Field);
        let open = name + 1 + fields.count();
        if let Some(OctaveToken::Sign("(")) = self.tokens.get(open) {
            self.declare(open, self.program.end(open));
        }
    }

    /// Takes all names between two tokens for variables.
    fn declare(&mut self, start: usize, end: usize) {
        for token in &self.tokens[start.max(self.declared).min(end)..end] {
            if let OctaveToken::Name(name) = token {
                self.variables.insert(name);
            }
        }
        self.declared = self.declared.max(end);
    }

    /// Returns the index of the token that ends the statement to which a token belongs.
    fn statement_end(&self, i: usize) -> usize {
        let i = i.max(self.declared);
        let end = self.tokens[i..].iter().position(ends);
        end.map_or(self.tokens.len(), |end| i + end)
    }

    /// Returns the index after a name with its fields and indices.
    fn behind(&self, name: usize) -> usize {
        let mut i = name + 1;
        loop {
            match self.tokens.get(i) {
                Some(OctaveToken::Field) => i += 1,
                Some(OctaveToken::Sign("(" | "{")) => i = self.program.end(i),
                // A field whose name is computed: `a.(b)`.
                Some(OctaveToken::Sign("."))
                    if self.tokens.get(i + 1) == Some(&OctaveToken::Sign("(")) =>
                {
                    i += 1;
                }
                _ => return i,
            }
        }
    }
}

/// Returns whether a statement ends here.
fn ends(token: &OctaveToken<'_>) -> bool {
    matches!(token, OctaveToken::Line | OctaveToken::Sign(";" | ","))
}

/// Returns whether this sign assigns a value to what is before it.
fn sets(token: &OctaveToken<'_>) -> bool {
    matches!(
        token,
        OctaveToken::Sign("=" | "+=" | "-=" | "*=" | "/=" | "^=")
    )
}
