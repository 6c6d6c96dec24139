//! The subcommands: one file each.

mod annul;
pub mod at_once;
mod bench;
mod book;
mod check;
mod completions;
mod crosstable;
mod export;
mod form;
pub mod game;
mod games;
mod head_to_head;
mod house;
mod jail;
mod ludo_script;
mod man;
mod marks;
mod new;
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
mod watchdog;
mod why;

use clap::Subcommand;
use referee_output::Exit;

/// What the referee can be asked to do.
#[derive(Subcommand)]
pub enum CliCommand {
    /// Begin a bot: a kit for a language, copied into a folder.
    New(new::NewArgs),
    /// Play a tournament.
    Run(run::RunArgs),
    /// Measure how much stronger one bot is than another.
    Match(head_to_head::fixed::MatchArgs),
    /// Test whether a new version of a bot is stronger.
    Sprt(head_to_head::sprt::SprtArgs),
    /// Measure a newcomer against several bots.
    Gauntlet(head_to_head::gauntlet::GauntletArgs),
    /// Test a bot against a file of what it must do, for continuous integration.
    Regress(regress::RegressArgs),
    /// Tune a bot's parameters by games against itself.
    Tune(tune::TuneArgs),
    /// Play one game and draw it as it goes.
    Play(play::PlayCommandArgs),
    /// Try whether a bot keeps to the protocol.
    Check(check::CheckArgs),
    /// Make start positions for tournaments and matches.
    Book(book::BookArgs),
    /// Step through a recorded game.
    Replay(replay::ReplayArgs),
    /// Check results against rules, dice, schedule and their chain.
    Verify(verify::VerifyArgs),
    /// Rule that a game doesn't count.
    Annul(annul::AnnulArgs),
    /// Print the standings of a run.
    Standings(standings::StandingsArgs),
    /// Print the points of everybody against everybody.
    Crosstable(crosstable::CrosstableArgs),
    /// Print the marks of an exam, and write reports for students.
    Marks(marks::MarksArgs),
    /// Write pages that show a run, in one file for a browser.
    Report(report::ReportArgs),
    /// Show a run in the browser, while it goes on or afterwards.
    Serve(serve::ServeCommandArgs),
    /// List the games of a run, or those that there are.
    Games(games::GamesArgs),
    /// Print a recorded game with all that is known about it.
    ShowGame(show_game::ShowGameArgs),
    /// Explain why a bot lost by its own fault.
    Why(why::WhyArgs),
    /// Tell a bot again what was told in a recorded game.
    Repro(repro::ReproArgs),
    /// Write the games of a run for other programs.
    Export(export::ExportArgs),
    /// Draw a position.
    Show(show::ShowArgs),
    /// Count the move sequences of a length, to check a program's rules.
    Perft(perft::PerftArgs),
    /// Answer questions about the rules, a line each.
    Rules(rules::RulesArgs),
    /// Play rolls of Ludo by the priority rules, and print where they lead.
    LudoScript(ludo_script::LudoScriptArgs),
    /// Calculate strengths, tests, ratings, Swiss pairings.
    Stats(stats::StatsArgs),
    /// Say before playing how many games a test takes.
    Plan(plan::PlanArgs),
    /// Print what the jail promises, and what keeps it on this machine.
    Jail(jail::JailCommandArgs),
    /// Measure what the referee costs.
    Bench(bench::BenchArgs),
    /// Print the JSON schema of tournament files, for editors.
    Schema(schema::SchemaArgs),
    /// Print a completion script for a shell.
    Completions(completions::CompletionsArgs),
    /// Write the manual pages into a folder.
    Man(man::ManArgs),
    /// Clean up after a run; started by the referee itself.
    #[command(hide = true)]
    Watchdog(watchdog::WatchdogArgs),
    /// Play as a house bot; started by the referee itself.
    #[command(hide = true)]
    House(house::HouseArgs),
}

impl CliCommand {
    /// Runs the subcommand.
    pub fn run(self) -> anyhow::Result<Exit> {
        match self {
            CliCommand::New(args) => args.run(),
            CliCommand::Run(args) => args.run(),
            CliCommand::Play(args) => args.run(),
            CliCommand::Match(args) => args.run(),
            CliCommand::Sprt(args) => args.run(),
            CliCommand::Gauntlet(args) => args.run(),
            CliCommand::Regress(args) => args.run(),
            CliCommand::Tune(args) => args.run(),
            CliCommand::Check(args) => args.run(),
            CliCommand::Book(args) => args.run(),
            CliCommand::Replay(args) => args.run(),
            CliCommand::Verify(args) => args.run(),
            CliCommand::Annul(args) => args.run(),
            CliCommand::Marks(args) => args.run(),
            CliCommand::Jail(args) => args.run(),
            CliCommand::Bench(args) => args.run(),
            CliCommand::House(args) => args.run(),
            CliCommand::Watchdog(args) => args.run(),
            CliCommand::Standings(args) => args.run(),
            CliCommand::Crosstable(args) => args.run(),
            CliCommand::Games(args) => args.run(),
            CliCommand::Report(args) => args.run(),
            CliCommand::Serve(args) => args.run(),
            CliCommand::ShowGame(args) => args.run(),
            CliCommand::Why(args) => args.run(),
            CliCommand::Repro(args) => args.run(),
            CliCommand::Export(args) => args.run(),
            CliCommand::Show(args) => args.run(),
            CliCommand::Perft(args) => args.run(),
            CliCommand::Rules(args) => args.run(),
            CliCommand::LudoScript(args) => args.run(),
            CliCommand::Stats(args) => args.run(),
            CliCommand::Plan(args) => args.run(),
            CliCommand::Schema(args) => args.run(),
            CliCommand::Completions(args) => args.run(),
            CliCommand::Man(args) => args.run(),
        }
    }
}
