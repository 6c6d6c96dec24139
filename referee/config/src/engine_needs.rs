//! Says which engines are told to use more than they get.

use std::num::NonZeroU32;

use referee_record::Limits;

use crate::ConfiguredBot;

/// Adds a remark to each engine whose options name more memory than its limit, or more threads than a game has cores.
pub(crate) fn remark(bots: &mut [ConfiguredBot], limits: &Limits, cores: NonZeroU32) {
    for bot in bots {
        let memory = bot.limits.over(limits).memory_mib;
        let needs = [
            (
                ["Hash", "memory"],
                memory,
                "memory_mib",
                "it loses when it fills that",
            ),
            (
                ["Threads", "cores"],
                cores.get().into(),
                "cores",
                "they share what there is",
            ),
        ];
        for (names, most, limit, follows) in needs {
            let Some((name, value)) = option(bot, names).filter(|(_, value)| *value > most) else {
                continue;
            };
            let bot_name = &bot.name;
            let remark =
                format!("{bot_name}: {name} = {value} is more than {limit} = {most}; {follows}");
            bot.remarks.push(remark);
        }
    }
}

/// Returns an option of an engine that has one of these names, and its number.
fn option(bot: &ConfiguredBot, names: [&str; 2]) -> Option<(String, u64)> {
    let options = &bot.source.engine.as_ref()?.options;
    options.iter().find_map(|(name, value)| {
        let is_one = names.iter().any(|one| one.eq_ignore_ascii_case(name));
        let number = value.parse().ok().filter(|_| is_one)?;
        Some((name.clone(), number))
    })
}
