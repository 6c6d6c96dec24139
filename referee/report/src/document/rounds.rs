//! Pairings that depend on results: a bracket, or rounds.

use referee_output::numbers::decimal;
use referee_schedule::pairings::{EventPart, Meeting, MeetingState, Pairings, Round};
use serde::Serialize;

/// Rounds, shown next to each other.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Rounds {
    /// Part of the event, if it has several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// The winner of each meeting goes on, so that two meetings lead to one.
    pub bracket: bool,
    /// The rounds, in order.
    pub rounds: Vec<RoundView>,
}

/// A round.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct RoundView {
    /// Its name.
    pub title: String,
    /// Its meetings.
    pub ties: Vec<Tie>,
}

/// A meeting of two bots.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Tie {
    /// The two sides.
    pub sides: [RoundSide; 2],
    /// A remark, such as that it is being played, or that there is no opponent.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub note: String,
}

/// One side of a meeting.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct RoundSide {
    /// The bot; `None` if it isn't known yet, or if no bot is left.
    pub bot: Option<String>,
    /// Its points, for each time that the two met.
    pub points: String,
    /// It had more points, or went on.
    pub won: bool,
}

impl Tie {
    /// Returns both bots; `None` if one of them is missing.
    pub fn bots(&self) -> Option<[&str; 2]> {
        let [a, b] = &self.sides;
        Some([a.bot.as_deref()?, b.bot.as_deref()?])
    }

    /// Returns the meeting in a line.
    pub(super) fn line(&self) -> String {
        let [one, other] = &self.sides;
        let name = |side: &RoundSide| side.bot.clone().unwrap_or_else(|| "–".to_owned());
        let points = match (&*one.points, &*other.points) {
            ("", "") => "–".to_owned(),
            (a, b) => format!("{a} – {b}"),
        };
        let note = if self.note.is_empty() {
            String::new()
        } else {
            format!(" ({})", self.note)
        };
        format!("{} {points} {}{note}", name(one), name(other))
    }
}

/// Returns the parts of an event, each with its rounds.
pub fn rounds(pairings: &Pairings) -> Vec<Rounds> {
    let parts = [
        (EventPart::Main, "Winners"),
        (EventPart::Losers, "Losers"),
        (EventPart::Final, "Final"),
    ];
    let all = parts.map(|(part, title)| Rounds {
        title: Some(title.to_owned()),
        bracket: pairings.bracket && part != EventPart::Final,
        rounds: pairings
            .rounds
            .iter()
            .filter(|round| round.part == part)
            .map(round)
            .collect(),
    });
    let mut all: Vec<Rounds> = all
        .into_iter()
        .filter(|part_rounds| !part_rounds.rounds.is_empty())
        .collect();
    if let [only] = &mut all[..] {
        only.title = None;
    }
    all
}

fn round(round: &Round) -> RoundView {
    let bye = round.bye.iter().map(|bot| Tie {
        sides: [side(Some(bot), String::new(), true), RoundSide::default()],
        note: "bye".to_owned(),
    });
    RoundView {
        title: round.title.clone(),
        ties: round.meetings.iter().map(tie).chain(bye).collect(),
    }
}

fn tie(meeting: &Meeting) -> Tie {
    let points = |at: usize| {
        let times = meeting.points.iter().flatten();
        times
            .map(|points| decimal(points[at]))
            .collect::<Vec<_>>()
            .join(", ")
    };
    let sides = [0, 1].map(|at| {
        side(
            meeting.bots[at].as_ref(),
            points(at),
            meeting.winner == Some(at),
        )
    });
    let void = meeting.points.iter().any(Option::is_none);
    let note = match (meeting.state, &meeting.bots) {
        (MeetingState::Playing, _) => "in play",
        (MeetingState::Over, [None, None]) => "nobody is left",
        (MeetingState::Over, [None, _] | [_, None]) => "bye",
        (MeetingState::Over, _) if meeting.points.is_empty() => "walkover",
        (MeetingState::Over, _) if void => "void",
        (MeetingState::Open | MeetingState::Over, _) => "",
    };
    Tie {
        sides,
        note: note.to_owned(),
    }
}

fn side(bot: Option<&String>, points: String, won: bool) -> RoundSide {
    RoundSide {
        bot: bot.cloned(),
        points,
        won,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn meeting(
        bots: [Option<&str>; 2],
        points: &[Option<[f64; 2]>],
        state: MeetingState,
    ) -> Meeting {
        Meeting {
            bots: bots.map(|bot| bot.map(str::to_owned)),
            points: points.to_vec(),
            winner: None,
            state,
        }
    }

    #[test]
    fn a_meeting_says_what_it_came_to() {
        let both = [Some("ann"), Some("bob")];
        let note = |bots, points: &[_], state| tie(&meeting(bots, points, state)).note;
        assert_eq!(note(both, &[Some([2.0, 0.0])], MeetingState::Over), "");
        assert_eq!(note(both, &[None], MeetingState::Over), "void");
        assert_eq!(note(both, &[None], MeetingState::Playing), "in play");
        assert_eq!(note(both, &[], MeetingState::Over), "walkover");
        assert_eq!(note([Some("ann"), None], &[], MeetingState::Over), "bye");
        assert_eq!(note([None, None], &[], MeetingState::Open), "");
        let twice = tie(&meeting(
            both,
            &[Some([1.0, 1.0]), Some([1.5, 0.5])],
            MeetingState::Over,
        ));
        assert_eq!(twice.sides.map(|side| side.points), ["1, 1.5", "1, 0.5"]);
    }

    #[test]
    fn parts_have_names_where_there_are_several() {
        let round = |part| Round {
            title: "a round".to_owned(),
            part,
            meetings: Vec::new(),
            bye: None,
        };
        let of = |parts: &[EventPart]| {
            let rounds = parts.iter().map(|part| round(*part)).collect();
            let all = super::rounds(&Pairings {
                bracket: true,
                rounds,
            });
            all.into_iter()
                .map(|part_rounds| part_rounds.title)
                .collect::<Vec<_>>()
        };
        assert_eq!(of(&[EventPart::Main]), [None]);
        let names = [Some("Winners".to_owned()), Some("Final".to_owned())];
        assert_eq!(of(&[EventPart::Main, EventPart::Final]), names);
    }
}
