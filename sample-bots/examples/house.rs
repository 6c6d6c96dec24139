//! Plays a house bot on standard input and output: `cargo run --example house minimax,depth=4`.

use std::env;
use std::process::ExitCode;

use referee_bots::house;

fn main() -> ExitCode {
    let spec = env::args().nth(1).unwrap_or_default();
    match house::main(&spec) {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("{why}");
            ExitCode::from(2)
        }
    }
}
