//! Pages as HTML. Everything that comes from outside goes through maud, which escapes it, and what it could
//! still do to an eye is replaced before.

mod faults;
mod games;
pub mod live;
pub mod play;
mod plots;
mod report;
mod tables;

pub use report::report;
