//! Seeds for each kind of randomness: they depend on places and names, never on order or threads.

use referee_record::{Place, Seed, derive};

/// Seed of a deal's start: the same for all blocks.
pub(crate) fn deal(master: u64, deal: u32) -> Seed {
    derive(master, "deal", &[&deal.to_string()])
}

/// Seed of a block's dice with one deal: the same for all seatings.
pub(crate) fn dice(master: u64, place: &Place) -> Seed {
    let deal = place.deal.to_string();
    let mut names: Vec<&str> = place.block.iter().map(String::as_str).collect();
    names.sort_unstable();
    names.insert(0, &deal);
    derive(master, "dice", &names)
}

/// Seed that the bot in a seat gets for its own randomness: different in each game.
pub(crate) fn seated(master: u64, place: &Place, seat: char) -> u32 {
    let numbers = [place.round, place.deal, place.rotation].map(|n| n.to_string());
    let seat = seat.to_string();
    let mut parts = vec![place.stage.as_str(), seat.as_str()];
    parts.extend(numbers.iter().map(String::as_str));
    parts.extend(place.block.iter().map(String::as_str));
    derive(master, "seat", &parts).small()
}
