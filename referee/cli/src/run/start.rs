//! From a tournament to the moment before its first game: bots are built and greeted, the clock is
//! calibrated, and the results are opened.

use anyhow::Result;
use referee_arena::{Cores, Haven, House};
use referee_schedule::Issuer;
use referee_store::{self as store, Announcement, Header, Reserved, Run, Sitting, Writer};

use super::begin::{Begin, feed, issuer};
use super::compare::Edition;
use super::prepare::{prepare, tell_refused, tell_silent};
use super::{Settings, plan, stored};
use crate::build::Wishes;
use crate::config::Tournament;
use crate::exit::bad_input;
use crate::results::{self, unreadable};

/// What a run has before its first game.
pub struct Started {
    /// The bots.
    pub house: House,
    /// The results; nobody else can write into them any more.
    pub writer: Writer,
    /// What is played next.
    pub issuer: Issuer,
}

/// Makes everything ready for the first game. Whoever stops waiting for it ends it.
pub async fn start(
    tournament: &mut Tournament,
    settings: &Settings,
    begin: Begin,
    (haven, cores): (&Haven, &Cores),
    (wishes, announce): (&Wishes, impl Fn(Announcement) + Send + 'static),
) -> Result<Started> {
    if let Begin::Anew(now) = begin {
        // Builds may take minutes, and nobody else shall begin the same run meanwhile.
        let out = &settings.out;
        let reserved = if settings.new {
            Reserved::next(out)
        } else {
            Reserved::exactly(out)
        };
        let reserved = reserved.map_err(stored::failed)?;
        let draft = stored::edition(tournament, &now.plan, &now, None)?;
        let house = ready(tournament, haven, wishes).await?;
        let sitting = stored::sitting(haven, cores).await?;
        let (header, issuer) = anew(draft, &now, tournament, settings, sitting)?;
        let writer = Writer::create_at(reserved, &header, announce);
        return Ok(Started {
            house,
            writer: writer.map_err(stored::failed)?,
            issuer,
        });
    }
    let sitting = stored::sitting(haven, cores).await?;
    let writer = Writer::resume(&settings.out, &sitting, announce).map_err(stored::failed)?;
    let house = ready(tournament, haven, wishes).await?;
    let issuer = go_on(&writer, tournament)?;
    Ok(Started {
        house,
        writer,
        issuer,
    })
}

/// What is played next in a run that is gone on with; nobody else can write into it any more.
fn go_on(writer: &Writer, tournament: &Tournament) -> Result<Issuer> {
    let run = Run::open(writer.path()).map_err(unreadable)?;
    let plan = results::plan(&run)?;
    let gone = plan.withdrawn();
    let plays = |name: &str| tournament.bots.iter().any(|bot| bot.name == name);
    let missing =
        |bot: &&referee_schedule::Entrant| !gone.contains(&*bot.name) && !plays(&bot.name);
    if let Some(bot) = plan.everybody().find(missing) {
        let refused = tournament.refused.iter().find(|one| one.name == bot.name);
        let why = refused.map_or("it isn't there any more", |refused| &refused.why);
        return Err(bad_input(format!(
            "bot {} has played in this run and can't play now: {why}; mend it, or take it out of the \
             tournament file and use --extend",
            bot.name
        )));
    }
    let mut issuer = issuer(&plan, run.path())?;
    feed(&mut issuer, &run)?;
    Ok(issuer)
}

/// What a new run says of itself, and its schedule. Bots may have been left out since the draft was
/// made, which has their commands as they were before any build.
fn anew(
    draft: store::Edition,
    now: &Edition,
    tournament: &Tournament,
    settings: &Settings,
    sitting: Sitting,
) -> Result<(Header, Issuer)> {
    let plan = plan(tournament);
    let issuer = issuer(&plan, &settings.file)?;
    let mut edition = stored::edition(tournament, &plan, now, issuer.schedule().size())?;
    let plays = |name: &str| tournament.bots.iter().any(|bot| bot.name == name);
    edition.bots = draft.bots;
    edition.bots.retain(|bot| plays(&bot.name));
    let header = Header::new(tournament.seed, edition, sitting);
    Ok((header, issuer))
}

/// Makes the bots ready, and says who was left out and who isn't ready.
async fn ready(tournament: &mut Tournament, haven: &Haven, wishes: &Wishes) -> Result<House> {
    let prepared = prepare(tournament, haven, wishes).await?;
    tell_refused(tournament);
    tell_silent(&prepared.silent);
    Ok(prepared.house)
}
