//! The subcommands: one file each.

mod annul;
pub mod at_once;
mod bench;
mod book;
mod check;
mod check_rules;
mod coming_from;
mod completions;
mod docs;
mod export;
mod fleet;
mod form;
pub mod game;
mod games;
pub mod groups;
mod head_to_head;
mod house;
mod jail;
mod ladder;
mod man;
mod marks;
mod new;
mod new_game;
pub mod play;
mod regress;
mod report;
mod repro;
mod result;
mod rules;
mod run;
mod schema;
mod sequential;
mod serve;
mod standings;
pub mod stats;
mod translate;
mod verify;
mod watchdog;
mod why;
mod worker;

use clap::Subcommand;
use referee_output::Exit;

/// The subcommands.
#[derive(Subcommand)]
pub enum CliCommand {
    /// Create a bot: copy the kit of a language into a folder.
    New(new::NewArgs),
    /// Check whether a bot follows the protocol.
    Check(check::CheckArgs),
    /// Create a game whose rules are a program.
    NewGame(new_game::NewGameArgs),
    /// Check whether the rules of a game hold what every game promises.
    CheckRules(check_rules::CheckRulesArgs),
    /// Play one game and draw it move by move.
    Play(play::PlayCommandArgs),
    /// List the games, print their rules, draw positions, count moves.
    Rules(rules::RulesArgs),
    /// Play a tournament, or tune a bot's parameters.
    Run(run::RunArgs),
    /// Measure how much stronger one bot is than others.
    Match(head_to_head::match_args::MatchArgs),
    /// Test whether a new version of a bot is stronger.
    Sprt(head_to_head::sprt::SprtArgs),
    /// Run the regression tests of a bot, for continuous integration.
    Regress(regress::RegressArgs),
    /// Make start positions for tournaments and matches.
    Book(book::BookArgs),
    /// Translate a command line of fastchess or cutechess-cli.
    ComingFrom(coming_from::ComingFromArgs),
    /// Print the standings or the crosstable of a run.
    Standings(standings::StandingsArgs),
    /// List the games of a run, or show one of them.
    Games(games::GamesArgs),
    /// Explain why a bot lost by its own fault.
    Why(why::WhyArgs),
    /// Write a report of a run as one HTML page.
    Report(report::ReportArgs),
    /// Play a ladder that never ends, into which new bots come.
    Ladder(ladder::LadderArgs),
    /// Serve a run as web pages, during the run or afterwards.
    Serve(serve::ServeCommandArgs),
    /// Print the marks of an exam, and write reports for students.
    Marks(marks::MarksArgs),
    /// Export the games of a run for other programs.
    Export(export::ExportArgs),
    /// Check results: rules, dice, schedule and hash chain.
    Verify(verify::VerifyArgs),
    /// Rule that a game doesn't count.
    Annul(annul::AnnulArgs),
    /// Send a bot the messages of a recorded game again.
    Repro(repro::ReproArgs),
    /// Print the jail's guarantees, and which of them this machine gives.
    Jail(jail::JailCommandArgs),
    /// Set up a fleet of several machines.
    Fleet(fleet::FleetCommandArgs),
    /// Play games for runs of other machines.
    Worker(worker::WorkerArgs),
    /// Calculate strengths, tests and their lengths, ratings, pairings.
    Stats(stats::StatsArgs),
    /// Show a document, or list the documents.
    Docs(docs::DocsArgs),
    /// Measure the overhead of the referee.
    #[command(hide = true)]
    Bench(bench::BenchArgs),
    /// Print the JSON schema of tournament files or regression tests, for editors.
    #[command(hide = true)]
    Schema(schema::SchemaArgs),
    /// Print a completion script for a shell.
    #[command(hide = true)]
    Completions(completions::CompletionsArgs),
    /// Write the manual pages into a folder.
    #[command(hide = true)]
    Man(man::ManArgs),
    /// Clean up after a run; started by the referee itself.
    #[command(hide = true)]
    Watchdog(watchdog::WatchdogArgs),
    /// Play as a house bot; started by the referee itself.
    #[command(hide = true)]
    House(house::HouseArgs),
    /// Play for a chess engine; started by the referee itself.
    #[command(hide = true, name = referee_jail::TRANSLATOR)]
    Translate(translate::TranslateArgs),
}

impl CliCommand {
    /// Runs the subcommand.
    pub fn run(self) -> anyhow::Result<Exit> {
        match self {
            CliCommand::New(args) => args.run(),
            CliCommand::Check(args) => args.run(),
            CliCommand::NewGame(args) => args.run(),
            CliCommand::CheckRules(args) => args.run(),
            CliCommand::Play(args) => args.run(),
            CliCommand::Rules(args) => args.run(),
            CliCommand::Run(args) => args.run(),
            CliCommand::Match(args) => args.run(),
            CliCommand::Sprt(args) => args.run(),
            CliCommand::Regress(args) => args.run(),
            CliCommand::Book(args) => args.run(),
            CliCommand::ComingFrom(args) => args.run(),
            CliCommand::Standings(args) => args.run(),
            CliCommand::Games(args) => args.run(),
            CliCommand::Why(args) => args.run(),
            CliCommand::Report(args) => args.run(),
            CliCommand::Ladder(args) => args.run(),
            CliCommand::Serve(args) => args.run(),
            CliCommand::Marks(args) => args.run(),
            CliCommand::Export(args) => args.run(),
            CliCommand::Verify(args) => args.run(),
            CliCommand::Annul(args) => args.run(),
            CliCommand::Repro(args) => args.run(),
            CliCommand::Jail(args) => args.run(),
            CliCommand::Fleet(args) => args.run(),
            CliCommand::Worker(args) => args.run(),
            CliCommand::Stats(args) => args.run(),
            CliCommand::Docs(args) => args.run(),
            CliCommand::Bench(args) => args.run(),
            CliCommand::Schema(args) => args.run(),
            CliCommand::Completions(args) => args.run(),
            CliCommand::Man(args) => args.run(),
            CliCommand::Watchdog(args) => args.run(),
            CliCommand::House(args) => args.run(),
            CliCommand::Translate(args) => args.run(),
        }
    }
}
