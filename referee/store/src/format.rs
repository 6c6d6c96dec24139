//! What is common to the database and its export: the versions of their forms, and a limit.

/// Version of the JSON form of headers and records.
pub(crate) const FORMAT: u32 = 3;
/// Version of the databases that this referee writes.
pub(crate) const VERSION: i64 = 3;
/// Longest line of an export that is written or read, including its LF, and longest record: 64 MiB.
pub(crate) const MAX_LINE: usize = 64 << 20;
