//! The subcommands: one file each.

mod annul;
pub mod at_once;
mod bench;
mod book;
mod check;
mod completions;
mod crosstable;
mod docs;
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

/// The subcommands.
#[derive(Subcommand)]
pub enum CliCommand {
    /// Create a bot: copy the kit of a language into a folder.
    New(new::NewArgs),
    /// Play a tournament.
    Run(run::RunArgs),
    /// Measure how much stronger one bot is than another.
    Match(head_to_head::fixed::MatchArgs),
    /// Test whether a new version of a bot is stronger.
    Sprt(head_to_head::sprt::SprtArgs),
    /// Measure a new bot against several others.
    Gauntlet(head_to_head::gauntlet::GauntletArgs),
    /// Run the regression tests of a bot, for continuous integration.
    Regress(regress::RegressArgs),
    /// Tune a bot's parameters by self-play.
    Tune(tune::TuneArgs),
    /// Play one game and draw it move by move.
    Play(play::PlayCommandArgs),
    /// Check whether a bot follows the protocol.
    Check(check::CheckArgs),
    /// Make start positions for tournaments and matches.
    Book(book::BookArgs),
    /// Step through a recorded game.
    Replay(replay::ReplayArgs),
    /// Check results: rules, dice, schedule and hash chain.
    Verify(verify::VerifyArgs),
    /// Rule that a game doesn't count.
    Annul(annul::AnnulArgs),
    /// Print the standings of a run.
    Standings(standings::StandingsArgs),
    /// Print the points of each bot against each other.
    Crosstable(crosstable::CrosstableArgs),
    /// Print the marks of an exam, and write reports for students.
    Marks(marks::MarksArgs),
    /// Write a report of a run as one HTML page.
    Report(report::ReportArgs),
    /// Serve a run as web pages, during the run or afterwards.
    Serve(serve::ServeCommandArgs),
    /// List the games of a run, or the games that the referee knows.
    Games(games::GamesArgs),
    /// Print a recorded game with all details.
    ShowGame(show_game::ShowGameArgs),
    /// Explain why a bot lost by its own fault.
    Why(why::WhyArgs),
    /// Send a bot the messages of a recorded game again.
    Repro(repro::ReproArgs),
    /// Export the games of a run for other programs.
    Export(export::ExportArgs),
    /// Draw a position.
    Show(show::ShowArgs),
    /// Count the move sequences of a length, to check an implementation of the rules.
    Perft(perft::PerftArgs),
    /// Answer commands about the rules of a game, one on each line.
    Rules(rules::RulesArgs),
    /// Play rolls of Ludo by the priority rules, and print the final squares.
    LudoScript(ludo_script::LudoScriptArgs),
    /// Calculate strengths, tests, ratings, Swiss pairings.
    Stats(stats::StatsArgs),
    /// Estimate before playing how many games a test needs.
    Plan(plan::PlanArgs),
    /// Print the guarantees of the jail, and whether this machine can give them.
    Jail(jail::JailCommandArgs),
    /// Measure the overhead of the referee.
    Bench(bench::BenchArgs),
    /// Show a document, or list the documents.
    Docs(docs::DocsArgs),
    /// Print the JSON schema of tournament files or regression tests, for editors.
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
            CliCommand::Docs(args) => args.run(),
            CliCommand::Schema(args) => args.run(),
            CliCommand::Completions(args) => args.run(),
            CliCommand::Man(args) => args.run(),
        }
    }
}
