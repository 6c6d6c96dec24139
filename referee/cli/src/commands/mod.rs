//! The subcommands: one file each.

mod annul;
pub mod at_once;
mod bench;
mod book;
mod check;
mod completions;
mod crosstable;
mod duel;
mod export;
mod form;
pub mod game;
mod games;
mod guardian;
mod house;
mod jail;
mod ludo_script;
mod man;
mod marks;
mod new;
pub mod number;
mod perft;
mod plan;
pub mod play;
mod regress;
mod replay;
mod report;
mod repro;
mod rules;
mod run;
mod schema;
mod seat;
mod sequential;
mod serve;
mod show;
mod show_game;
mod standings;
pub mod stats;
mod tune;
mod verify;
mod why;

use clap::Subcommand;
pub use play::found as entrant_of;

use crate::exit::Exit;

/// What the referee can be asked to do.
#[derive(Subcommand)]
pub enum Command {
    /// Begin a bot: a kit for a language, copied into a folder.
    New(new::Args),
    /// Play a tournament.
    Run(run::Args),
    /// Measure how much stronger one bot is than another.
    Match(duel::fixed::Args),
    /// Test whether a new version of a bot is stronger.
    Sprt(duel::sprt::Args),
    /// Measure a newcomer against several bots.
    Gauntlet(duel::gauntlet::Args),
    /// Test a bot against a file of what it must do, for continuous integration.
    Regress(regress::Args),
    /// Tune a bot's parameters by games against itself.
    Tune(tune::Args),
    /// Play one game and draw it as it goes.
    Play(play::Args),
    /// Try whether a bot keeps to the protocol.
    Check(check::Args),
    /// Make start positions for tournaments and matches.
    Book(book::Args),
    /// Step through a recorded game.
    Replay(replay::Args),
    /// Check results against rules, dice, schedule and their chain.
    Verify(verify::Args),
    /// Rule that a game doesn't count.
    Annul(annul::Args),
    /// Print the standings of a run.
    Standings(standings::Args),
    /// Print the points of everybody against everybody.
    Crosstable(crosstable::Args),
    /// Print the marks of an exam, and write reports for students.
    Marks(marks::Args),
    /// Write pages that show a run, in one file for a browser.
    Report(report::Args),
    /// Show a run in the browser, while it goes on or afterwards.
    Serve(serve::Args),
    /// List the games of a run, or those that there are.
    Games(games::Args),
    /// Print a recorded game with all that is known about it.
    ShowGame(show_game::Args),
    /// Explain why a bot lost by its own fault.
    Why(why::Args),
    /// Tell a bot again what was told in a recorded game.
    Repro(repro::Args),
    /// Write the games of a run for other programs.
    Export(export::Args),
    /// Draw a position.
    Show(show::Args),
    /// Count the move sequences of a length, to check a program's rules.
    Perft(perft::Args),
    /// Answer questions about the rules, a line each.
    Rules(rules::Args),
    /// Play rolls of Ludo by the priority rules, and print where they lead.
    LudoScript(ludo_script::Args),
    /// Calculate strengths, tests, ratings, Swiss pairings.
    Stats(stats::Args),
    /// Say before playing how many games a test takes.
    Plan(plan::Args),
    /// Print what the jail promises, and what keeps it on this machine.
    Jail(jail::Args),
    /// Measure what the referee costs.
    Bench(bench::Args),
    /// Print the JSON schema of tournament files, for editors.
    Schema(schema::Args),
    /// Print a completion script for a shell.
    Completions(completions::Args),
    /// Write the manual pages into a folder.
    Man(man::Args),
    /// Clean up after a run; started by the referee itself.
    #[command(hide = true)]
    Guardian(guardian::Args),
    /// Play as a house bot; started by the referee itself.
    #[command(hide = true)]
    House(house::Args),
}

impl Command {
    /// Does it.
    pub fn run(self) -> anyhow::Result<Exit> {
        match self {
            Command::New(args) => args.run(),
            Command::Run(args) => args.run(),
            Command::Play(args) => args.run(),
            Command::Match(args) => args.run(),
            Command::Sprt(args) => args.run(),
            Command::Gauntlet(args) => args.run(),
            Command::Regress(args) => args.run(),
            Command::Tune(args) => args.run(),
            Command::Check(args) => args.run(),
            Command::Book(args) => args.run(),
            Command::Replay(args) => args.run(),
            Command::Verify(args) => args.run(),
            Command::Annul(args) => args.run(),
            Command::Marks(args) => args.run(),
            Command::Jail(args) => args.run(),
            Command::Bench(args) => args.run(),
            Command::House(args) => args.run(),
            Command::Guardian(args) => args.run(),
            Command::Standings(args) => args.run(),
            Command::Crosstable(args) => args.run(),
            Command::Games(args) => args.run(),
            Command::Report(args) => args.run(),
            Command::Serve(args) => args.run(),
            Command::ShowGame(args) => args.run(),
            Command::Why(args) => args.run(),
            Command::Repro(args) => args.run(),
            Command::Export(args) => args.run(),
            Command::Show(args) => args.run(),
            Command::Perft(args) => args.run(),
            Command::Rules(args) => args.run(),
            Command::LudoScript(args) => args.run(),
            Command::Stats(args) => args.run(),
            Command::Plan(args) => args.run(),
            Command::Schema(args) => args.run(),
            Command::Completions(args) => args.run(),
            Command::Man(args) => args.run(),
        }
    }
}
