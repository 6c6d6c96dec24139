//! Tells language runtimes the memory limit of a bot. They size their heaps by the machine's memory, as they
//! don't see the limits of the jail, and would be killed before they collect their garbage.
//!
//! Each heap gets a part of the memory, since stacks, compiled code and the collector itself need the rest.
//! Variables that a bot sets itself are left as they are.

use std::ffi::OsString;

/// Smallest heap in MiB; Mono refuses to start with less.
const LEAST_MONO_MIB: u64 = 16;

/// Variable of every JVM, whatever starts it.
const JAVA: &str = "JAVA_TOOL_OPTIONS";

/// Returns the options of a JVM for `mib` MiB of memory in all.
fn java(mib: u64) -> String {
    // Some old JVMs don't know the percentage, and wouldn't start.
    format!("-XX:+IgnoreUnrecognizedVMOptions -XX:MaxRAM={mib}m -XX:MaxRAMPercentage=60")
}

/// Returns the line that a JVM writes to stderr before anything else, as it was told of `mib` MiB of memory.
pub(crate) fn java_notice(mib: u64) -> String {
    format!("Picked up {JAVA}: {}\n", java(mib.max(1)))
}

/// Returns the variables of the runtimes for `mib` MiB of memory in all.
fn variables(mib: u64) -> [(&'static str, String); 5] {
    let mib = mib.max(1);
    let part = |percent: u64| (mib.saturating_mul(percent) / 100).max(1);
    [
        (JAVA, java(mib)),
        ("NODE_OPTIONS", format!("--max-old-space-size={}", part(70))),
        // In hexadecimal.
        (
            "DOTNET_GCHeapHardLimit",
            format!("{:X}", part(70).saturating_mul(1 << 20)),
        ),
        ("GOMEMLIMIT", format!("{}MiB", part(85))),
        (
            "MONO_GC_PARAMS",
            format!("max-heap-size={}m", part(70).max(LEAST_MONO_MIB)),
        ),
    ]
}

/// Adds the variables about the memory limit to a bot's environment, except those that it sets itself.
pub(crate) fn add_variables(env: &[(OsString, OsString)], mib: u64) -> Vec<(OsString, OsString)> {
    let is_set = |name: &str| env.iter().any(|(key, _)| key == name);
    let more = variables(mib).into_iter().filter(|(name, _)| !is_set(name));
    let more = more.map(|(name, value)| (name.into(), value.into()));
    env.iter().cloned().chain(more).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_runtime_is_told_unless_the_bot_says_otherwise() {
        let bot_variables = [("PATH", "/bin"), ("GOMEMLIMIT", "off")];
        let bot_variables = bot_variables.map(|(key, value)| (key.into(), value.into()));
        let environment = add_variables(&bot_variables, 512);
        let of = |name: &str| {
            let entries = environment.iter().filter(|(key, _)| key == name);
            let values: Vec<&str> = entries.filter_map(|(_, value)| value.to_str()).collect();
            values.join("|")
        };
        assert_eq!(of("GOMEMLIMIT"), "off");
        assert_eq!(of("PATH"), "/bin");
        assert_eq!(
            of("JAVA_TOOL_OPTIONS"),
            "-XX:+IgnoreUnrecognizedVMOptions -XX:MaxRAM=512m -XX:MaxRAMPercentage=60"
        );
        assert_eq!(of("NODE_OPTIONS"), "--max-old-space-size=358");
        assert_eq!(of("DOTNET_GCHeapHardLimit"), "16600000");
        assert_eq!(of("MONO_GC_PARAMS"), "max-heap-size=358m");
    }

    #[test]
    fn any_bound_gives_numbers_that_runtimes_take() {
        for mib in [0, 1, u64::MAX] {
            for (name, value) in variables(mib) {
                assert!(!value.contains("=0") && value != "0", "{name}={value}");
            }
        }
        assert_eq!(variables(1)[4].1, "max-heap-size=16m");
    }
}
