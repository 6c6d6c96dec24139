//! The layers of the jail: one file each, whose first comment says what the layer stops.

pub mod cgroups;
pub mod identity;
pub mod kept_networks;
pub mod landlock;
pub mod mounts;
pub mod namespaces;
pub mod rlimits;
pub mod seccomp;

#[cfg(test)]
mod tests;
