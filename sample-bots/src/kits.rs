//! The kits: one bot for each of several languages, whose files `referee new` copies.
//!
//! They are next to this crate, each in the folder of its language, and play from there unchanged.

/// A kit: a bot in one language.
#[derive(Debug)]
pub struct Kit {
    /// The kit's name, which is also its folder.
    pub name: &'static str,
    /// Other names for it.
    pub also: &'static [&'static str],
    /// The language's proper name.
    pub title: &'static str,
    /// The software that must be installed.
    pub needs: &'static str,
    /// The programs that build and run it.
    pub programs: &'static [&'static str],
    /// Its files with their texts; the names are relative to its folder.
    pub files: &'static [(&'static str, &'static str)],
}

impl Kit {
    /// Returns the text of one of its files; `None` if there is no such file.
    pub fn text(&self, file: &str) -> Option<&'static str> {
        let mut files = self.files.iter();
        files.find(|(name, _)| *name == file).map(|(_, text)| *text)
    }
}

/// Finds the kit of a language by any of its names.
pub fn find(name: &str) -> Option<&'static Kit> {
    let name = name.to_lowercase();
    KITS.iter()
        .find(|kit| kit.name == name || kit.also.contains(&&*name))
}

macro_rules! kit {
    ($name:literal, [$($also:literal),*], $title:literal, $needs:literal,
     [$($program:literal),*], $($file:literal)*) => {
        Kit {
            name: $name,
            also: &[$($also),*],
            title: $title,
            needs: $needs,
            programs: &[$($program),*],
            files: &[$(($file, include_str!(concat!("../", $name, "/", $file)))),*],
        }
    };
}

/// All kits.
pub const KITS: &[Kit] = &[
    kit!(
        "python", ["py"], "Python", "Python 3.8 or later", ["python3"],
        ".gitignore" "README.md" "bot.toml" "example.in" "ludo.toml" "ludo_bot.py" "ludo_rules.py" "onitama.toml"
        "onitama_bot.py" "random_bot.py" "referee.py"
    ),
    kit!(
        "javascript", ["js", "node"], "JavaScript", "Node 18 or later", ["node"],
        "README.md" "bot.toml" "example.in" "onitama.toml" "onitama_bot.js" "random_bot.js" "referee.js"
    ),
    kit!(
        "typescript", ["ts"], "TypeScript", "tsc 4.8 or later, and Node 18", ["tsc", "node"],
        ".gitignore" "README.md" "bot.toml" "example.in" "node.d.ts" "onitama.toml" "onitama_bot.ts" "random_bot.ts"
        "referee.ts" "tsconfig.json"
    ),
    kit!(
        "lua", [], "Lua", "Lua 5.4", ["lua5.4"],
        "README.md" "bot.toml" "example.in" "onitama.toml" "onitama_bot.lua" "random_bot.lua"
        "referee.lua"
    ),
    kit!(
        "c", [], "C", "a C compiler", ["cc"],
        ".gitignore" "README.md" "bot.toml" "example.in" "onitama.toml" "onitama_bot.c" "random_bot.c"
        "referee.c" "referee.h"
    ),
    kit!(
        "cpp", ["c++", "cxx"], "C++", "a C++17 compiler", ["c++"],
        ".gitignore" "README.md" "bot.toml" "example.in" "onitama.toml" "onitama_bot.cpp"
        "random_bot.cpp" "referee.hpp"
    ),
    kit!(
        "rust", ["rs"], "Rust", "Rust 1.63 or later, with cargo", ["cargo", "cc"],
        ".gitignore" "Cargo.toml" "README.md" "bot.toml" "example.in" "onitama.toml"
        "src/bin/onitama_bot.rs" "src/bin/random_bot.rs" "src/referee.rs"
    ),
    kit!(
        "go", ["golang"], "Go", "Go 1.19 or later", ["go"],
        ".gitignore" "README.md" "bot.toml" "example.in" "go.mod" "onitama.toml"
        "onitama_bot/onitama_bot.go" "random_bot/random_bot.go" "referee/referee.go"
    ),
    kit!(
        "java", [], "Java", "a JDK, version 11 or later", ["javac", "java"],
        "OnitamaBot.java" "README.md" "RandomBot.java" "Referee.java" "bot.toml" "example.in"
        "onitama.toml"
    ),
    kit!(
        "csharp", ["c#", "cs"], "C#", "Mono's mcs, or .NET (untested)", ["mcs", "mono"],
        "Bot.cs" "Bot.csproj" "README.md" "bot.toml" "example.in" "onitama.toml"
    ),
    kit!(
        "kotlin", ["kt"], "Kotlin", "kotlinc and a JRE; see its README", ["kotlinc", "java"],
        "OnitamaBot.kt" "README.md" "RandomBot.kt" "Referee.kt" "bot.toml" "example.in" "onitama.toml"
    ),
    kit!(
        "octave", ["matlab"], "Octave/MATLAB", "GNU Octave (MATLAB is untested)", ["octave-cli"],
        "AIthoughtful.m" "PKG_ADD" "README.md" "bot.toml" "exam_bot.m" "example.in"
        "matlab/append.m" "matlab/array2table.m" "matlab/cell2table.m" "matlab/contains.m"
        "matlab/convertCharsToStrings.m" "matlab/convertStringsToChars.m" "matlab/count.m"
        "matlab/dataset.m" "matlab/extractAfter.m" "matlab/extractBefore.m"
        "matlab/extractBetween.m" "matlab/head.m" "matlab/height.m" "matlab/isStringScalar.m"
        "matlab/join.m" "matlab/matches.m" "matlab/maxk.m" "matlab/mink.m" "matlab/nanmax.m"
        "matlab/nanmean.m" "matlab/nanmin.m" "matlab/nansum.m" "matlab/pad.m"
        "matlab/private/first_k.m" "matlab/private/like.m" "matlab/private/texts.m"
        "matlab/private/without_nan.m" "matlab/randsample.m" "matlab/replace.m" "matlab/reverse.m"
        "matlab/split.m" "matlab/splitlines.m" "matlab/string.m" "matlab/strings.m" "matlab/strip.m"
        "matlab/strlength.m" "matlab/struct2table.m" "matlab/table.m" "matlab/tail.m"
        "matlab/width.m" "nextprime.m" "onitama.toml" "random_bot.m" "referee.m"
    ),
];
