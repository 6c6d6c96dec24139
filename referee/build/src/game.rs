//! Makes a game ready whose rules are a program: its snapshot, its build, and a jail of its own. Packs its files for the
//! results, so that its games can be looked at when its folder is gone.

use std::fs;
use std::io::{Read, Write};
use std::path::Path;
use std::sync::Arc;

use base64::prelude::{BASE64_STANDARD, Engine};
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use referee_config::{Builds, ConfiguredGame, ProgramLookup, SourceLimits};
use referee_engine::ProcessScope;
use referee_games::GameSource;
use referee_output::failure::bad_input;
use referee_record::Limits;
use referee_rules::{ProgramGame, RequestLimits};
use referee_store::StoredGame;

use crate::archive::{pack, unpack};
use crate::jail::{self, JailRequest};
use crate::{BuildOptions, Sources, bot_files, build, snapshot};

/// Most bytes of a game's files that results hold.
const LARGEST: u64 = 4 << 20;
/// Most files and folders of a game that results hold.
const FILES: u64 = 1000;
/// Failures of a program of the results after which it isn't asked for a minute.
const MOST_FAILURES: u32 = 3;

/// How the program of a game is made ready.
#[derive(Clone, Copy, Debug)]
pub struct GameBuild {
    /// Settings of its build.
    pub builds: Builds,
    /// True if it may fetch from the network what its build needs.
    pub fetch: bool,
    /// True if the stored result of an earlier build is not used.
    pub anew: bool,
}

/// Returns the games that are built in, and the one of this program, if there is one: built, and confined as bots are.
/// Its processes and files are gone when the games are dropped. Returns an error if it can't be built, or if the machine
/// can't confine it as it must.
pub async fn bring(
    game: Option<&ConfiguredGame>,
    jail: &JailRequest,
    how: GameBuild,
) -> anyhow::Result<GameSource> {
    let Some(game) = game else {
        return Ok(GameSource::built_in());
    };
    let scope = jail::checked(jail)?;
    let options = BuildOptions {
        fetch: how.fetch,
        anew: how.anew,
        ..BuildOptions::new(how.builds, jail)
    };
    let game = bring_in(scope, game, options).await?;
    Ok(GameSource::built_in().with(Arc::new(game)))
}

/// Builds a game in this scope. Its snapshot is of the files that its hash is of.
async fn bring_in(
    scope: ProcessScope,
    game: &ConfiguredGame,
    mut options: BuildOptions,
) -> anyhow::Result<ProgramGame> {
    let sources = Sources::of(&game.program).map_err(bad_input)?;
    let hash = sources.hash.clone();
    options.sources.insert(game.program.name.clone(), sources);
    let mut program = [game.program.clone()];
    build(&mut program, &scope, &options).await?;
    let [program] = program;
    Ok(ProgramGame::new(
        (game.description.clone(), hash),
        program.program,
        scope,
        (game.limits, game.times),
    ))
}

/// Packs a game for the results: its files, if they aren't larger than results may hold. Returns an error if they can't
/// be read.
pub fn pack_game(game: &ConfiguredGame) -> Result<StoredGame, String> {
    let program = &game.program;
    let tree = bot_files(program)?;
    let entries = tree.files.len() + tree.folders.len();
    let small = tree.bytes <= LARGEST && entries as u64 <= FILES;
    let files = small.then(|| {
        let bytes = pack(&tree)?;
        let mut packed = GzEncoder::new(Vec::new(), Compression::default());
        packed.write_all(&bytes)?;
        std::io::Result::Ok(BASE64_STANDARD.encode(packed.finish()?))
    });
    let files = files.transpose();
    Ok(StoredGame {
        name: game.description.name.clone(),
        sources: Sources::of(program)?.hash,
        files: files.map_err(|e| format!("the files of {}: {e}", game.description.name))?,
    })
}

/// Makes the game of a run ready from what the results hold, and returns it among those that are built in.
///
/// The results may be a stranger's: unless the user `trusts` the program, it is started only where something confines
/// it, and reads no more than its own files and the system's. Returns an error in words if it can't be.
pub async fn bring_stored(
    game: &StoredGame,
    jail: &JailRequest,
    trusts: bool,
) -> Result<GameSource, String> {
    let scope = jail::checked(jail).map_err(|e| e.to_string())?;
    if let Some(lost) = jail::unconfined(scope.jail()).filter(|_| !trusts) {
        return Err(format!(
            "here nothing keeps {lost}; --trust-rules starts it all the same"
        ));
    }
    let places = ProgramLookup::at(jail.level());
    let place = snapshot::place(&scope)?;
    let mut configured = unpack_game(game, &place, places)?;
    if !trusts {
        let usual = Limits::USUAL;
        let limits = &mut configured.limits;
        limits.memory_mib = limits.memory_mib.min(usual.memory_mib);
        limits.processes = limits.processes.min(usual.processes);
        let (times, usual) = (&mut configured.times, RequestLimits::default());
        times.start = times.start.min(usual.start);
        times.request = times.request.min(2 * usual.request);
    }
    let options = BuildOptions {
        cache: false,
        ..BuildOptions::new(Builds::of(places), &jail.reading(trusts))
    };
    let game = bring_in(scope, &configured, options).await;
    let mut game = game.map_err(|e| e.to_string().replace("--allow-read", "--trust-rules"))?;
    game.most_failures = Some(MOST_FAILURES);
    Ok(GameSource::built_in().with(Arc::new(game)))
}

/// Unpacks a game into a new folder `place`. Returns an error in words if its files aren't there or aren't a game, or are
/// others than those of its hash.
pub fn unpack_game(
    game: &StoredGame,
    place: &Path,
    places: ProgramLookup,
) -> Result<ConfiguredGame, String> {
    let files = game.files.as_ref().ok_or_else(|| {
        let most = LARGEST >> 20;
        format!(
            "its files have more than {most} MiB, or are more than {FILES}, and weren't kept; name a copy of its folder by --rules"
        )
    })?;
    let unsound = |why: &str| format!("the files that were kept of it: {why}");
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    if game.name.is_empty() || !game.name.chars().all(plain) {
        return Err(unsound("the name isn't one of a game"));
    }
    let packed = BASE64_STANDARD.decode(files);
    let packed = packed.map_err(|e| unsound(&e.to_string()))?;
    let bounds = SourceLimits {
        mib: LARGEST >> 20,
        files: FILES,
    };
    // Headers and padding of the archive are some more.
    let most = LARGEST + FILES * 4096;
    let mut bytes = Vec::new();
    let read = GzDecoder::new(&*packed).take(most).read_to_end(&mut bytes);
    read.map_err(|e| unsound(&e.to_string()))?;
    fs::create_dir(place).map_err(|e| e.to_string())?;
    // A game without a name is called like its folder.
    let folder = place.join(&game.name);
    unpack(&bytes, &folder, bounds).map_err(|e| unsound(&e.to_string()))?;
    let configured = ConfiguredGame::read(&folder, places)?;
    if configured.description.name != game.name
        || Sources::of(&configured.program)?.hash != game.sources
    {
        return Err(unsound("they are others than those that were played by"));
    }
    Ok(configured)
}
