//! The binary `referee`.

use std::process::ExitCode;

fn main() -> ExitCode {
    referee::main()
}
