//! What fuzz targets share: how a target is made, and words for games and files.

pub mod bot;
mod games;
mod jobs;
mod replay;
mod tape;

pub use games::{play_on, rules, stranger};
pub use jobs::job;
pub use replay::replay;
pub use tape::Tape;

/// Makes a program of a function of bytes: a fuzz target, or what plays given inputs.
#[macro_export]
macro_rules! target {
    ($target:path) => {
        #[cfg(feature = "libfuzzer")]
        libfuzzer_sys::fuzz_target!(|data: &[u8]| $target(data));
        #[cfg(not(feature = "libfuzzer"))]
        fn main() -> std::process::ExitCode {
            $crate::replay($target)
        }
    };
}
