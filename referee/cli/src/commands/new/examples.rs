//! Example tournaments with all that they need, for a referee outside of its repository.

use std::path::Path;

use referee_bots::kits::{self, Kit};

use super::Planned;

/// An example tournament.
pub struct Example {
    /// The word for it, which is also the name of its folder and of its tournament file.
    pub name: &'static str,
    /// What it is, in a few words.
    pub title: &'static str,
    /// Paths and texts of its files; the last one is the tournament file.
    files: &'static [(&'static str, &'static str)],
    /// The kit whose bot plays in it, in a folder of that name.
    kit: Option<&'static str>,
    /// The command that plays it.
    play: &'static str,
    /// What to do after that.
    then: &'static str,
}

macro_rules! example_file {
    ($name:literal, $path:literal) => {
        (
            $name,
            include_str!(concat!("../../../../../tournaments/", $path)),
        )
    };
    ($path:literal) => {
        example_file!($path, $path)
    };
}

const SCHEMA: (&str, &str) = example_file!("tournament.schema.json");

/// All examples.
pub const EXAMPLES: [Example; 3] = [
    Example {
        name: "quickstart",
        title: "a small tournament of four bots, one of them in Python",
        files: &[SCHEMA, example_file!("quickstart.toml")],
        kit: Some("python"),
        play: "referee run {folder}/quickstart.toml",
        then: "",
    },
    Example {
        name: "exam",
        title: "an exam of onitama with the submissions of six students",
        files: &[
            SCHEMA,
            example_file!("deals.txt", "exam/deals.txt"),
            example_file!("roster.csv", "exam/roster.csv"),
            example_file!("submissions/s101/bot.py", "exam/submissions/s101/bot.py"),
            example_file!("submissions/s102/bot.py", "exam/submissions/s102/bot.py"),
            example_file!("submissions/s103/bot.py", "exam/submissions/s103/bot.py"),
            example_file!("submissions/s104/bot.py", "exam/submissions/s104/bot.py"),
            example_file!(
                "submissions/s104/bot.toml",
                "exam/submissions/s104/bot.toml"
            ),
            example_file!("submissions/s106/bot.py", "exam/submissions/s106/bot.py"),
            example_file!("exam.toml", "exam/exam.toml"),
        ],
        kit: None,
        play: "referee run {folder}/exam.toml",
        then: "  referee marks {folder}/exam.db\n  referee docs exam\n",
    },
    Example {
        name: "ladder",
        title: "a ladder of onitama that never ends, with five bots as its first rungs",
        files: &[SCHEMA, example_file!("ladder.toml", "standing.toml")],
        kit: None,
        play: "referee ladder {folder}",
        then: "  referee docs ladder\n",
    },
];

/// Finds an example by its name.
pub fn find(name: &str) -> Option<&'static Example> {
    EXAMPLES.iter().find(|example| example.name == name)
}

impl Example {
    /// Returns the files of the example in this folder.
    pub fn plan(&self, folder: &Path) -> Planned {
        let here = |text: &str| {
            text.replace("../tournament.schema", "tournament.schema")
                .replace("tournaments/exam/", "")
                .replace("tournaments/", "")
                .replace("../sample-bots/", "")
        };
        let kit = self.kit().into_iter().flat_map(|kit| {
            let file = |(file, text): &(&str, &str)| {
                (folder.join(kit.name).join(file), (*text).to_owned())
            };
            kit.files.iter().map(file)
        });
        let files = self
            .files
            .iter()
            .map(|(file, text)| (folder.join(file), here(text)));
        kit.chain(files).collect()
    }

    fn kit(&self) -> Option<&'static Kit> {
        kits::find(self.kit?)
    }

    /// Returns what is said about the new folder.
    pub fn farewell(&self, folder: &Path) -> String {
        let folder = folder.display().to_string();
        let needs = self.kit().map_or(String::new(), |kit| {
            format!("\nThe bot in {} needs {}.", kit.title, kit.needs)
        });
        format!(
            "{folder} holds {}.{needs} Then:\n\n  {}\n{}",
            self.title,
            self.play.replace("{folder}", &folder),
            self.then.replace("{folder}", &folder)
        )
    }
}
