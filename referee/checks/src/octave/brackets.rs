//! Where the brackets among tokens are closed.

use super::tokens::OctaveToken;

/// The ends of all brackets in a piece of a program.
pub struct Brackets {
    /// For each token that opens one.
    ends: Vec<usize>,
}

impl Brackets {
    /// Looks at each token once.
    pub fn of(tokens: &[OctaveToken<'_>]) -> Brackets {
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

    /// The place behind the bracket that closes the one here; the end of all if none does.
    pub fn end(&self, open: usize) -> usize {
        self.ends[open]
    }
}
