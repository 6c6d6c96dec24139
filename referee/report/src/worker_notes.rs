//! Describes the machines of a fleet that took part in a run.

use referee_output::text_layout::count;
use referee_record::RunSession;
use referee_store::Header;
use referee_tournament::calibration;
use serde::Serialize;

use crate::lists::each_once;
use crate::worker_results::WorkerResults;

/// The workers of a run, a sentence each.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct WorkerNotes {
    /// Workers that were left out, and why.
    pub left_out: Vec<String>,
    /// Workers on which games end otherwise than on the others beyond chance.
    pub differ: Vec<String>,
    /// Workers that played, with their machines.
    pub played: Vec<String>,
}

impl WorkerNotes {
    /// Describes the workers of all sessions of a run, each once, and their results.
    pub(crate) fn of(header: &Header, results: &WorkerResults) -> WorkerNotes {
        let workers = || {
            let sessions = header.sessions.iter();
            sessions.filter_map(|session| Some((session.worker.as_ref()?, session)))
        };
        let left_out = workers().filter_map(|(name, session)| {
            let why = session.left_out.as_ref()?;
            Some(format!("{name} was left out: {why}."))
        });
        let played = workers().filter(|(_, session)| session.left_out.is_none());
        WorkerNotes {
            left_out: each_once(left_out),
            differ: results.differences(),
            played: each_once(played.map(|(name, session)| describe(name, session))),
        }
    }

    /// Tells if the run had no workers.
    pub fn is_empty(&self) -> bool {
        self.left_out.is_empty() && self.played.is_empty() && self.differ.is_empty()
    }
}

fn describe(name: &str, session: &RunSession) -> String {
    let machine = &session.machine;
    let cores = count(machine.cores as u64, "core");
    let jail = session.jail.as_ref();
    let jail = jail.map(|jail| format!("; jail {}: {}", jail.level, jail.by));
    let work = session.work_us.map(|us| format!("; test of speed {us} µs"));
    let clock = session.clock.as_ref().map(calibration::sentence);
    let clock = clock.map(|clock| format!("; {clock}"));
    let more = [jail, work, clock].into_iter().flatten();
    let more: String = more.collect();
    format!(
        "{name}: {}, {cores}, {}{more}.",
        machine.processor, machine.system
    )
}
