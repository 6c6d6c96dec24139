//! The command line: what goes in, what comes out, and the exit code.

mod book;
mod bots;
mod coming_from;
mod fields;
mod files;
mod games;
mod load;
mod ludo_script;
mod new;
mod plan;
mod play;
mod rules;
mod stats;
