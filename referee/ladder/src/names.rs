//! The names of bots on a ladder, and of their versions.

use referee_config::check_name;

/// Most characters of a bot's name: with the number of a version behind it, the name is one of a bot in any tournament.
pub const BOT_NAME_MAX: usize = 32;

/// Refuses a name that can't be that of a bot and of a folder, or that could be taken for the name of a version.
pub fn check_bot_name(name: &str) -> Result<(), String> {
    let is_plain = |c: char| c.is_alphanumeric() || c == '-' || c == '_';
    let begins_well = name.starts_with(char::is_alphanumeric);
    let is_short = name.chars().count() <= BOT_NAME_MAX;
    if begins_well && is_short && name.chars().all(is_plain) && check_name(name).is_ok() {
        return Ok(());
    }
    Err(format!(
        "the name {name:?} can't be that of a bot; expected at most {BOT_NAME_MAX} letters, digits, `-` and `_`, \
         beginning with a letter or digit; choose another one"
    ))
}

/// Returns the name by which a version plays, such as `fox.3`. No bot's name has a dot, so that no other version, and no
/// other bot of the ladder, has this one; `@` stands before a revision of git.
pub fn version_name(bot: &str, number: u32) -> String {
    format!("{bot}.{number}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_a_word_a_folder_and_no_version() {
        let long = "x".repeat(BOT_NAME_MAX);
        for name in [
            "fox",
            "Fox-2_b",
            "2fast",
            "M\u{fc}ller",
            "\u{5c06}\u{68cb}",
            &long,
        ] {
            assert_eq!(check_bot_name(name), Ok(()));
            let version = version_name(name, 9_999_999);
            assert_eq!(check_name(&version), Ok(()));
            assert!(check_bot_name(&version).is_err());
        }
        let longer = format!("{long}x");
        for name in [
            "",
            ".",
            "..",
            ".git",
            "-rf",
            "_",
            "a b",
            "a/b",
            "a\\b",
            "a@b",
            "fox.2",
            "fox\n",
            "fox\u{200b}",
            "fox\u{202e}",
            "\u{1b}[31m",
            "fox\u{115f}",
            &longer,
        ] {
            let error = check_bot_name(name).expect_err(name);
            assert!(error.contains("expected at most 32 letters"), "{error}");
            assert!(!error.contains(['\u{1b}', '\u{202e}']), "{error}");
        }
    }
}
