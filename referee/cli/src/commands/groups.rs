//! The groups in which `referee --help` lists the commands.

use std::fmt::Write as _;

use clap::Command;

/// The commands by what people want to do, in the order of the help.
const GROUPS: [(&str, &[&str]); 6] = [
    ("Write a bot", &["new", "check", "play", "rules"]),
    ("Write a game", &["new-game", "check-rules"]),
    (
        "Measure",
        &[
            "run",
            "ladder",
            "match",
            "sprt",
            "regress",
            "book",
            "coming-from",
        ],
    ),
    (
        "Results",
        &[
            "standings",
            "games",
            "why",
            "report",
            "serve",
            "marks",
            "export",
        ],
    ),
    ("Defend", &["verify", "annul", "repro"]),
    ("Set up", &["jail", "fleet", "worker", "stats", "docs"]),
];

/// Returns the command with a help that lists its subcommands in groups.
pub fn grouped(command: Command) -> Command {
    let list = list(&command);
    command.help_template(format!(
        "{{about}}\n\n{{usage-heading}} {{usage}}\n\n{list}\nOptions:\n{{options}}{{after-help}}"
    ))
}

/// Returns a heading for each group, and a line for each command.
fn list(command: &Command) -> String {
    let mut text = String::new();
    for (group, names) in GROUPS {
        let _ = writeln!(text, "{group}:");
        for name in names {
            let about = command.find_subcommand(name).and_then(Command::get_about);
            let about = about.map(ToString::to_string).unwrap_or_default();
            let _ = writeln!(text, "  {name:11}  {about}");
        }
        text.push('\n');
    }
    text + "`referee COMMAND --help` has examples and all options of a command.\n"
}

#[cfg(test)]
mod tests {
    use super::GROUPS;

    #[test]
    fn every_command_stands_in_one_group() {
        let command = crate::command();
        let shown = command.get_subcommands().filter(|one| !one.is_hide_set());
        let mut shown: Vec<&str> = shown.map(clap::Command::get_name).collect();
        let mut listed: Vec<&str> = GROUPS
            .iter()
            .flat_map(|(_, names)| *names)
            .copied()
            .collect();
        shown.sort_unstable();
        listed.sort_unstable();
        assert_eq!(listed, shown);
    }

    #[test]
    fn help_fits_a_terminal() {
        let help = crate::command().render_help().to_string();
        assert!(
            help.lines().all(|line| line.chars().count() <= 80),
            "{help}"
        );
    }
}
