//! Facts about a run as a whole, for its page.

use anyhow::Result;
use referee_record::RunSession;
use referee_schedule::Plan;
use referee_store::Run;
use referee_tournament::results::unreadable;

/// Returns facts about the run with their names. Returns an error if the run can't be read.
pub(super) fn facts(run: &Run, plan: &Plan) -> Result<Vec<(String, String)>> {
    let header = run.header();
    let options = plan.setup.options.iter();
    let options: Vec<String> = options
        .map(|(name, value)| format!("{name}={value}"))
        .collect();
    let own = |session: &&RunSession| session.worker.is_none();
    let last = header.sessions.iter().rfind(own);
    let machine = last.map(|session| &session.machine);
    let machine = machine.map(|m| format!("{}, {}, {} cores", m.processor, m.system, m.cores));
    let facts = [
        ("game", Some(plan.setup.game.clone())),
        ("options", Some(options.join(" "))),
        ("seed", Some(header.master.to_string())),
        ("machine", machine),
        (
            "played by",
            last.map(|session| format!("referee {}", session.referee)),
        ),
        ("fingerprint", Some(run.fingerprint().map_err(unreadable)?)),
    ];
    let known = facts
        .into_iter()
        .filter_map(|(name, fact)| Some((name.to_owned(), fact?)));
    Ok(known.filter(|(_, fact)| !fact.is_empty()).collect())
}
