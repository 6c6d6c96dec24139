//! Identity: takes all privileges from a bot. Where the referee is root the bot has its own user id; it has
//! no capabilities, and cannot gain any from a set-uid program.

use std::io;

use rustix::process::{Gid, Uid};
use rustix::thread::{
    CapabilitySet, CapabilitySets, clear_ambient_capability_set,
    remove_capability_from_bounding_set, set_capabilities, set_no_new_privs, set_thread_groups,
    set_thread_res_gid, set_thread_res_uid,
};

/// Switches to the user, if there is one, and gives up every privilege for good.
pub fn become_nobody(uid: Option<u32>) -> io::Result<()> {
    for bit in 0..64 {
        let Some(one) = CapabilitySet::from_bits(1 << bit) else {
            continue;
        };
        // Fails without `CAP_SETPCAP`; then the process has no capabilities to give anyway.
        let _ = remove_capability_from_bounding_set(one);
    }
    let _ = clear_ambient_capability_set();
    if let Some(id) = uid {
        let (gid, uid) = (Gid::from_raw(id), Uid::from_raw(id));
        set_thread_groups(&[])?;
        set_thread_res_gid(gid, gid, gid)?;
        set_thread_res_uid(uid, uid, uid)?;
    }
    let none = CapabilitySets {
        effective: CapabilitySet::empty(),
        permitted: CapabilitySet::empty(),
        inheritable: CapabilitySet::empty(),
    };
    set_capabilities(None, none)?;
    set_no_new_privs(true)?;
    Ok(())
}
