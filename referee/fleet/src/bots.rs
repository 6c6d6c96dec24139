//! Describes a bot for other machines, and makes a bot of a description and its files.

use std::path::Path;

use anyhow::Result;
use referee_build::{bot_files, pack, unpack};
use referee_config::{
    BotProtocol, BotSpec, CommandLine, ConfiguredBot, EngineDialect, EngineValue, Files, Given,
    ProgramLookup, ResolveContext, entrant,
};
use referee_jail::Pin;
use referee_output::failure::bad_input;
use referee_record::TimeControl;

use crate::messages::BotManifest;
use crate::object_id::{ObjectContents, ObjectId};

/// Most bytes of a bot's files.
pub(crate) const LARGEST: u64 = 1 << 30;

/// A bot that is ready to be sent.
#[derive(Clone, Debug)]
pub(crate) struct PackedBot {
    pub(crate) manifest: BotManifest,
    /// Its files; none of a bot that is built into the referee.
    pub(crate) archive: Option<Vec<u8>>,
}

/// Packs a bot before its build. Returns an error if its files can't be read, or are too large.
pub(crate) fn pack_bot(bot: &ConfiguredBot) -> Result<PackedBot> {
    let refuse = |why: String| bad_input(format!("bot {}: {why}", bot.name));
    let source = &bot.source;
    let (folder, run) = match &source.files {
        Files::House => (None, source.run.iter().skip(1).cloned().collect()),
        Files::Folder(folder) | Files::Named(folder) => (Some(folder.clone()), source.run.clone()),
        Files::File(file) => {
            let name = file.file_name().unwrap_or_default();
            let name = name.to_str().ok_or_else(|| {
                let shown = file.display();
                refuse(format!(
                    "{shown}: the file's name isn't UTF-8; rename it, to send it to other machines"
                ))
            })?;
            let words = std::iter::once(format!("./{name}")).chain(source.run.iter().cloned());
            (file.parent().map(Path::to_owned), words.collect())
        }
    };
    let archive = if folder.is_some() {
        let tree = bot_files(bot).map_err(refuse)?;
        if tree.bytes > LARGEST {
            let most = LARGEST >> 20;
            return Err(refuse(format!(
                "its files have {} MiB; a bot that is sent to other machines may have {most}",
                tree.bytes >> 20
            )));
        }
        Some(pack(&tree).map_err(|e| refuse(format!("its files: {e}")))?)
    } else {
        None
    };
    let own = |path: &Path| match &folder {
        Some(folder) => path.strip_prefix(folder).unwrap_or(path).to_owned(),
        None => path.to_owned(),
    };
    // The program itself is found anew.
    let asked = bot.program.read.iter().map(Pin::at);
    let asked = asked.filter(|path| *path != bot.program.executable);
    Ok(PackedBot {
        manifest: BotManifest {
            name: bot.name.clone(),
            archive: archive
                .as_deref()
                .map(|bytes| ObjectId::of(ObjectContents::Bot, bytes)),
            run,
            engine: source.engine.clone(),
            build: source.build.clone(),
            fetch: source.fetch.clone(),
            env: source.env.clone(),
            path: source.path.iter().map(|path| own(path)).collect(),
            read: asked.map(own).collect(),
            games: bot.program.games.clone(),
            settings: bot.program.settings.clone(),
        },
        archive,
    })
}

/// Makes a bot of its description and its files, which are unpacked into a new folder in `place`. Returns an
/// error if it can't be found there. It is built in the jail if bots are `jailed` here, whatever others say.
pub(crate) fn unpack_bot(
    bot: &BotManifest,
    archive: Option<&[u8]>,
    place: &Path,
    jailed: bool,
) -> Result<ConfiguredBot, String> {
    let spec = BotSpec {
        name: Some(bot.name.clone()),
        settings: bot.settings.clone(),
        games: bot.games.clone(),
        ..BotSpec::default()
    };
    let places = ProgramLookup { jailed };
    let context = ResolveContext {
        build_jailed: jailed,
        ..ResolveContext::new(TimeControl::default(), places)
    };
    let (Some(archive), Some(id)) = (archive, bot.archive) else {
        let house = bot.run.first().ok_or("it has no name")?;
        let spec = BotSpec {
            bot: Some(format!("house:{house}")),
            ..spec
        };
        return entrant(spec, place, context);
    };
    let folder = place.join(id.to_string());
    // Several bots may have the same files.
    if !folder.exists() {
        unpack(archive, &folder, context.bounds).map_err(|e| format!("its files: {e}"))?;
    }
    let command = |words: &[String]| -> Option<CommandLine> {
        let (program, args) = words.split_first()?;
        Some(CommandLine {
            program: program.clone(),
            args: args.to_vec(),
        })
    };
    let options = |dialect: EngineDialect| {
        let engine = bot.engine.iter().filter(|engine| engine.dialect == dialect);
        let options = engine.flat_map(|engine| &engine.options);
        let text =
            |(name, value): (&String, &String)| (name.clone(), EngineValue::Text(value.clone()));
        options.map(text).collect()
    };
    let spec = BotSpec {
        bot: Some(".".to_owned()),
        run: command(&bot.run),
        protocol: (bot.engine.as_ref()).map(|engine| BotProtocol::from(engine.dialect)),
        uci: options(EngineDialect::Uci),
        xboard: options(EngineDialect::Xboard),
        build: bot.build.as_deref().and_then(command),
        fetch: bot.fetch.as_deref().and_then(command),
        env: bot.env.clone(),
        path: bot.path.clone(),
        read: bot.read.clone(),
        ..spec
    };
    let mut made = entrant(spec, &folder, context)?;
    // These are the words of others: what they ask to read, the worker has to allow.
    made.given = Given::default();
    Ok(made)
}
