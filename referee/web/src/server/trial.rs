//! A made-up run, and conversations with its pages without a network, for tests and for the fuzzer.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use referee_games::GameSource;
use referee_games::scene::Scene;
use tokio::io::{AsyncReadExt, AsyncWriteExt, duplex};

use super::accept::answer;
use super::{AccessToken, AppState, Pages, RunData, RunView, router};
use crate::board::ReplayFrames;
use crate::live::LiveGames;
use crate::model::{GameList, GameQuery, GameSummary, LastGame, RunStatus, RunSummary};

/// Text that only holders of the made-up run see.
pub const SECRET: &str = "SECRET-NAME";
/// Text that every reader of it sees.
pub const ALIAS: &str = "known-as";
/// Yields without output after which the server counts as silent: it waits for input, or for events.
const SILENCE: u32 = 30;

struct MadeUp(&'static str);

impl RunData for MadeUp {
    fn mark(&self) -> u64 {
        1
    }

    fn name(&self, _: &str) -> String {
        self.0.to_owned()
    }

    fn standing(&self) -> Result<RunStatus, String> {
        Ok(RunStatus {
            title: self.0.to_owned(),
            lead: self.0.to_owned(),
            ..RunStatus::default()
        })
    }

    fn games(&self, _: &GameQuery) -> Result<GameList, String> {
        Ok(GameList::default())
    }

    fn game(&self, _: u64) -> Result<Option<(GameSummary, ReplayFrames)>, String> {
        Ok(None)
    }

    fn record(&self, number: u64) -> Result<Option<String>, String> {
        Ok((self.0 == SECRET && number == 1).then(|| format!("{{\"bot\":{SECRET:?}}}")))
    }

    fn beside(&self, _: u64) -> Result<[Option<u64>; 2], String> {
        Ok([None; 2])
    }

    fn latest(&self) -> Result<Option<Arc<LastGame>>, String> {
        Ok(Some(Arc::new(LastGame {
            number: 1,
            seats: vec![('A', self.0.to_owned(), true)],
            scene: Scene::default(),
        })))
    }

    fn repro(&self, number: u64, _: char) -> Result<Option<Vec<u8>>, String> {
        Ok((self.0 == SECRET && number == 1).then(|| SECRET.into()))
    }

    fn analysis(&self) -> Result<Arc<RunSummary>, String> {
        Ok(Arc::new(RunSummary {
            lead: self.0.to_owned(),
            ..RunSummary::default()
        }))
    }
}

/// Returns the state of a server with one made-up run, whose secrets need this token.
pub fn site(address: SocketAddr, token: AccessToken) -> Arc<AppState> {
    let view = |name| RunView::new("made up", Arc::new(MadeUp(name)), Duration::ZERO);
    let pages = Pages {
        title: "made up".to_owned(),
        live_games: LiveGames::new(GameSource::built_in()),
        everything: view(SECRET),
        public: Some(view(ALIAS)),
    };
    Arc::new(AppState::new(vec![pages], None, address, Some(token)))
}

/// Returns the answer of a server to these bytes.
pub fn talk(site: &Arc<AppState>, bytes: &[u8]) -> std::io::Result<Vec<u8>> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_time()
        .build()?;
    runtime.block_on(async {
        let (mut client, server) = duplex(1 << 20);
        let served = tokio::spawn(answer(server, router(site)));
        client.write_all(bytes).await?;
        let (mut heard, mut quiet) = (Vec::new(), 0);
        while quiet < SILENCE || Arc::strong_count(&site.answering) > 1 {
            tokio::select! {
                biased;
                read = client.read_buf(&mut heard) => match read? {
                    0 => break,
                    _ => quiet = 0,
                },
                () = tokio::task::yield_now() => quiet += 1,
            }
        }
        served.abort();
        Ok(heard)
    })
}
