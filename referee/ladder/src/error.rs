//! Why a version didn't come in.

use std::io;

use thiserror::Error;

/// Why a version of a bot isn't taken: a sentence for its author.
#[derive(Debug, Error)]
pub enum UploadError {
    /// A name or the files can't be used.
    #[error("{0}")]
    Unfit(String),
    /// More bytes were sent than an upload may have.
    #[error("{0}")]
    TooLarge(String),
    /// The bot belongs to somebody else.
    #[error("{0}")]
    NotYours(String),
    /// The author has sent as much as one may: at another time the same may be taken.
    #[error("{0}")]
    TooMany(String),
    /// The ladder has no room for anybody.
    #[error("{0}")]
    Full(String),
    /// The machine failed.
    #[error("{0}")]
    Machine(String),
}

impl From<io::Error> for UploadError {
    fn from(error: io::Error) -> UploadError {
        UploadError::Machine(format!(
            "the ladder can't store it: {error}; send it again later, and tell the operator"
        ))
    }
}
