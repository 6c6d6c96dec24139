//! Finds the closing brackets among tokens.

use super::tokens::OctaveToken;

/// Ends of all brackets in a piece of a program.
pub(super) struct Brackets {
    /// For each token that opens a bracket, the index after the closing one.
    ends: Vec<usize>,
}

impl Brackets {
    /// Matches the brackets in one pass over the tokens.
    pub(super) fn of(tokens: &[OctaveToken<'_>]) -> Brackets {
        let mut ends = vec![tokens.len(); tokens.len()];
        let mut open = Vec::new();
        for (i, token) in tokens.iter().enumerate() {
            match token {
                OctaveToken::Sign("(" | "[" | "{") => open.push(i),
                OctaveToken::Sign(")" | "]" | "}") => {
                    if let Some(start) = open.pop() {
                        ends[start] = i + 1;
                    }
                }
                _ => {}
            }
        }
        Brackets { ends }
    }

    /// Returns the index after the bracket that closes the one at `open`; the number of tokens if none
    /// does.
    pub(super) fn end(&self, open: usize) -> usize {
        self.ends[open]
    }
}
