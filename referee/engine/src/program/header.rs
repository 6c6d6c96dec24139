//! Reads the head of a program's file: which machine it is for, and what it needs to be started.

use std::env::consts::{ARCH, OS};
use std::io::{self, Read};
use std::path::Path;

use crate::files::careful_open;

/// Bytes of a program's file that are read.
const HEAD: u64 = 64 << 10;
/// Machines by their numbers in ELF files, with the names of [`std::env::consts::ARCH`].
const ELF_MACHINES: [(u16, &str); 12] = [
    (0x03, "x86"),
    (0x08, "mips"),
    (0x14, "powerpc"),
    (0x15, "powerpc64"),
    (0x16, "s390x"),
    (0x28, "arm"),
    (0x2b, "sparc64"),
    (0x3e, "x86_64"),
    (0xb7, "aarch64"),
    (0xf3, "riscv"),
    (0xf7, "bpf"),
    (0x102, "loongarch64"),
];
/// Machines by their numbers in programs for Windows.
const WINDOWS_MACHINES: [(u16, &str); 4] = [
    (0x14c, "x86"),
    (0x1c4, "arm"),
    (0x8664, "x86_64"),
    (0xaa64, "aarch64"),
];
/// First bytes of programs for macOS.
const MACOS: [[u8; 4]; 5] = [
    *b"\xfe\xed\xfa\xce",
    *b"\xfe\xed\xfa\xcf",
    *b"\xce\xfa\xed\xfe",
    *b"\xcf\xfa\xed\xfe",
    *b"\xca\xfe\xba\xbf",
];
/// Machines that run the programs of another one, too.
const COUSINS: [(&str, &str); 2] = [("x86_64", "x86"), ("aarch64", "arm")];

/// Returns whether a file has the form of what this system starts: a script that names its interpreter, or a
/// program. Its path must be free of links.
///
/// # Errors
///
/// Returns an error if it can't be read.
pub fn is_program(file: &Path) -> io::Result<bool> {
    Ok(is_program_for(OS, &head(file)?))
}

fn is_program_for(system: &str, head: &[u8]) -> bool {
    let is_native = if system == "macos" {
        is_for_macos(head)
    } else {
        head.starts_with(b"\x7fELF")
    };
    is_native || head.starts_with(b"#!")
}

/// Says for which machine or system a program is, if that isn't this one. Its path must be free of links.
pub(crate) fn foreign(file: &Path) -> Option<String> {
    foreign_to(OS, ARCH, &head(file).ok()?)
}

fn foreign_to(system: &str, here: &str, head: &[u8]) -> Option<String> {
    let target = if head.starts_with(b"MZ") {
        match windows_machine(head) {
            Some(machine) => format!("a Windows program ({machine})"),
            None => "a Windows program".to_owned(),
        }
    } else if is_for_macos(head) {
        // macOS itself says which machines it is for, and runs programs of the older ones.
        if system == "macos" {
            return None;
        }
        "a macOS program".to_owned()
    } else if system == "macos" {
        elf_machine(head)?;
        "a Linux program".to_owned()
    } else {
        let (number, wide) = elf_machine(head)?;
        let known = ELF_MACHINES.iter().find(|(known, _)| *known == number);
        let machine = known.map_or_else(
            || format!("number {number}"),
            |(_, name)| (*name).to_owned(),
        );
        // Names such as riscv64 begin with that of the family.
        let same = here.starts_with(&machine) && (machine != "x86" || here == "x86");
        if same || COUSINS.contains(&(here, &machine)) {
            return None;
        }
        let bits = if wide { 64 } else { 32 };
        format!("a program for another machine ({machine}, {bits} bits)")
    };
    let system = match system {
        "linux" => "Linux",
        "macos" => "macOS",
        other => other,
    };
    Some(format!(
        "is {target}, and this is {system} on {here}: build it for this machine, best by `build` in its bot.toml"
    ))
}

/// Returns whether a program is for macOS, on one machine or several.
fn is_for_macos(head: &[u8]) -> bool {
    // Java's classes begin in the same way, with a version from 45 in place of the number of machines.
    let is_universal = head.starts_with(b"\xca\xfe\xba\xbe\0\0\0")
        && head.get(7).is_some_and(|machines| *machines < 45);
    is_universal || MACOS.iter().any(|magic| head.starts_with(magic))
}

/// Returns the number of the machine in an ELF file, and whether the program has 64 bits.
fn elf_machine(head: &[u8]) -> Option<(u16, bool)> {
    let [0x7f, b'E', b'L', b'F', class, order, ..] = head else {
        return None;
    };
    let number = [*head.get(18)?, *head.get(19)?];
    let number = match order {
        2 => u16::from_be_bytes(number),
        _ => u16::from_le_bytes(number),
    };
    Some((number, *class == 2))
}

/// Returns the machine of a program for Windows.
fn windows_machine(head: &[u8]) -> Option<&'static str> {
    let at = u32::from_le_bytes(head.get(0x3c..0x40)?.try_into().ok()?);
    let header = head
        .get(usize::try_from(at).ok()?..)?
        .strip_prefix(b"PE\0\0")?;
    let number = u16::from_le_bytes(header.get(..2)?.try_into().ok()?);
    let known = WINDOWS_MACHINES.iter().find(|(known, _)| *known == number);
    known.map(|(_, name)| *name)
}

fn head(file: &Path) -> io::Result<Vec<u8>> {
    let mut head = Vec::new();
    careful_open::open(file)?
        .take(HEAD)
        .read_to_end(&mut head)?;
    Ok(head)
}

/// Returns the program that the system really starts: the interpreter of a script, the loader of a binary. The
/// path of the file must be free of links.
pub(crate) fn interpreter(file: &Path) -> Option<Vec<u8>> {
    let head = head(file).ok()?;
    if let Some(line) = head.strip_prefix(b"#!") {
        let line = line.split(|byte| *byte == b'\n').next()?.trim_ascii_start();
        let interpreter_path = line.split(|byte| *byte == b' ' || *byte == b'\t').next()?;
        return Some(interpreter_path.to_vec());
    }
    loader(&head)
}

/// Returns the loader that an ELF file of this machine's byte order names (segment `PT_INTERP`).
fn loader(head: &[u8]) -> Option<Vec<u8>> {
    let wide = match head.get(..5)? {
        [0x7f, b'E', b'L', b'F', 2] => true,
        [0x7f, b'E', b'L', b'F', 1] => false,
        _ => return None,
    };
    let number = |at: usize, size: usize| -> Option<usize> {
        let bytes = head.get(at..at.checked_add(size)?)?;
        let mut whole = [0; 8];
        whole[..size].copy_from_slice(bytes);
        usize::try_from(u64::from_le_bytes(whole)).ok()
    };
    let word_size = if wide { 8 } else { 4 };
    let (table, entry, count) = if wide { (32, 54, 56) } else { (28, 42, 44) };
    let (table, entry, count) = (
        number(table, word_size)?,
        number(entry, 2)?,
        number(count, 2)?,
    );
    for index in 0..count {
        let at = table.checked_add(index.checked_mul(entry)?)?;
        if number(at, 4)? == 3 {
            let (offset, size) = if wide { (8, 32) } else { (4, 16) };
            let offset = number(at.checked_add(offset)?, word_size)?;
            let end = offset.checked_add(number(at.checked_add(size)?, word_size)?)?;
            let path = head.get(offset..end)?;
            return Some(path.split(|byte| *byte == 0).next()?.to_vec());
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;

    use super::*;

    fn elf(class: u8, order: u8, machine: [u8; 2]) -> Vec<u8> {
        let mut head = vec![0; 64];
        head[..6].copy_from_slice(&[0x7f, b'E', b'L', b'F', class, order]);
        head[18..20].copy_from_slice(&machine);
        head
    }

    fn windows(machine: [u8; 2]) -> Vec<u8> {
        let mut head = b"MZ".to_vec();
        head.resize(0x80, 0);
        head[0x3c] = 0x80;
        [&head[..], b"PE\0\0", &machine].concat()
    }

    #[test]
    fn programs_for_other_machines_are_told() {
        for (head, target) in [
            (
                elf(2, 1, [0xb7, 0]),
                "a program for another machine (aarch64, 64 bits)",
            ),
            (
                elf(1, 1, [0x28, 0]),
                "a program for another machine (arm, 32 bits)",
            ),
            (
                elf(2, 2, [0, 0x16]),
                "a program for another machine (s390x, 64 bits)",
            ),
            (
                elf(2, 1, [0x99, 0]),
                "a program for another machine (number 153, 64 bits)",
            ),
            (windows([0x64, 0x86]), "a Windows program (x86_64)"),
            (b"MZ".to_vec(), "a Windows program"),
            (b"\xcf\xfa\xed\xfe".to_vec(), "a macOS program"),
            (b"\xca\xfe\xba\xbe\0\0\0\x02".to_vec(), "a macOS program"),
        ] {
            let told = foreign_to("linux", "x86_64", &head).expect(target);
            let expected = format!("is {target}, and this is Linux on x86_64: ");
            assert!(told.starts_with(&expected), "{told}");
        }
        assert!(foreign_to("linux", "aarch64", &elf(2, 1, [0x3e, 0])).is_some());
        let told = foreign_to("macos", "aarch64", &elf(2, 1, [0xb7, 0])).expect("it is for Linux");
        let expected = "is a Linux program, and this is macOS on aarch64: ";
        assert!(told.starts_with(expected), "{told}");
    }

    #[test]
    fn what_this_machine_runs_is_not_told() {
        for (here, head) in [
            ("x86_64", elf(2, 1, [0x3e, 0])),
            ("x86_64", elf(1, 1, [3, 0])),
            ("x86", elf(1, 1, [3, 0])),
            ("aarch64", elf(1, 1, [0x28, 0])),
            ("riscv64", elf(2, 1, [0xf3, 0])),
            ("powerpc64", elf(2, 2, [0, 0x15])),
            ("x86_64", b"#!/bin/sh\n".to_vec()),
            ("x86_64", b"\x7fELF".to_vec()),
            ("x86_64", Vec::new()),
        ] {
            assert_eq!(foreign_to("linux", here, &head), None, "{here}");
        }
        let class = b"\xca\xfe\xba\xbe\0\0\0\x41";
        assert_eq!(foreign_to("linux", "x86_64", class), None);
        let shell = Path::new("/bin/sh").canonicalize().expect("it is there");
        assert_eq!(foreign(&shell), None);
    }

    #[test]
    fn each_system_has_its_own_programs() {
        for (head, linux, macos) in [
            (&b"#!/bin/sh\n"[..], true, true),
            (b"\x7fELF\x02", true, false),
            (b"\xcf\xfa\xed\xfe", false, true),
            (b"\xca\xfe\xba\xbe\0\0\0\x02", false, true),
            (b"\xca\xfe\xba\xbe\0\0\0\x41", false, false),
            (b"MZ", false, false),
            (b"", false, false),
        ] {
            let is_program = ["linux", "macos"].map(|system| is_program_for(system, head));
            assert_eq!(is_program, [linux, macos], "{head:?}");
            let is_foreign = foreign_to("macos", "aarch64", head).is_some();
            assert!(!macos || !is_foreign, "{head:?}");
        }
    }

    #[test]
    fn binaries_name_their_loader() {
        let shell = Path::new("/bin/sh").canonicalize().expect("it is there");
        let loader = interpreter(&shell).expect("it is linked");
        assert!(Path::new(OsStr::from_bytes(&loader)).exists());
        let head = head(&shell).expect("it can be read");
        // Broken files must not cause a panic.
        for at in 0..64 {
            let mut broken = head.clone();
            broken[at] = 0xff;
            for head in [&broken[..], &head[..at], &[&b"MZ"[..], &head[2..]].concat()] {
                let _ = super::loader(head);
                let _ = foreign_to("linux", "x86_64", head);
            }
        }
    }
}
