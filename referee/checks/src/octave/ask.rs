//! Asks Octave itself which functions it has.

use std::collections::BTreeSet;

use referee_build::{self as build, BuildOptions};
use referee_config::ConfiguredBot;
use referee_engine::ProcessScope;

/// Maximum length of a name in Octave and MATLAB.
const LONGEST: usize = 63;
/// Names in one question: the length of an argument is limited.
const AT_ONCE: usize = 1000;
/// Prefix of the line for a missing function.
const LACKS: &str = "lacks ";
/// The program finds files, built-in functions and those of the command line with `exist`. A package is a
/// folder in one of the path's folders, and exceptions are a class that `exist` doesn't know.
const PROGRAM: &str = "folders = strsplit(path, pathsep); \
    is_package = @(n) any(cellfun(@(folder) isfolder([folder, '/+', n]), folders)); \
    for k = 1:numel(names), n = names{k}; \
    if ~any(exist(n) == [2, 3, 5, 103]) && ~iskeyword(n) && ~strcmp(n, 'MException') \
    && ~is_package(n), printf('lacks %s\\n', n); end, end";

/// Returns the options of a bot's command that add to Octave's path, or `None` if the command isn't Octave.
pub(super) fn options(bot: &ConfiguredBot) -> Option<Vec<String>> {
    let program = bot.program.executable.file_name()?.to_str()?;
    if !program.starts_with("octave") {
        return None;
    }
    let mut options = Vec::new();
    let mut args = bot.program.args.iter().map(|arg| arg.to_string_lossy());
    while let Some(arg) = args.next().filter(|arg| arg != "--eval") {
        if arg == "--path" || arg == "-p" {
            options.extend(args.next().map(|folder| format!("--path={folder}")));
        } else if arg.starts_with("--path=") {
            options.push(arg.into_owned());
        }
    }
    Some(options)
}

/// Returns the names that the bot's Octave doesn't have, or an error if it can't be asked.
pub(super) async fn lacking(
    bot: &ConfiguredBot,
    options: &[String],
    names: &BTreeSet<String>,
    scope: &ProcessScope,
    build_options: &BuildOptions,
) -> Result<BTreeSet<String>, String> {
    let is_name = |name: &&String| {
        name.len() <= LONGEST && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
    };
    let names: Vec<&str> = names.iter().filter(is_name).map(String::as_str).collect();
    let mut lacking = BTreeSet::new();
    for some in names.chunks(AT_ONCE) {
        let program = format!("names = {{'{}'}}; {PROGRAM}", some.join("', '"));
        let usual = ["--no-gui", "--no-history", "--no-init-file", "-q"];
        let options = options.iter().map(String::as_str);
        let args = usual.into_iter().chain(options).chain(["--eval", &program]);
        let answer = build::apart(bot, args, scope, build_options).await?;
        let missing = answer.lines().filter_map(|line| line.strip_prefix(LACKS));
        lacking.extend(missing.map(str::to_owned));
    }
    Ok(lacking)
}
