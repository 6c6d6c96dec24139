//! Pages: boards, tables and replays in the browser.
//!
//! What is shown comes in as finished data ([`model`]): tables hold the texts that a terminal shows too, so
//! the numbers agree to the digit. [`board`] turns games into pictures and what changes between them;
//! [`pages`] writes HTML; [`assets`] are the style sheet and the one script, which draws boards from
//! [scenes](referee_games::scene) and knows no rules. None of these reads a file or a database: [`run_page`] makes their
//! data of a run, and [`serve`] asks the run while it goes on, for [`server`].
//!
//! The script is one ES module without a build step, in parts that `assets` joins in their order. It makes elements and
//! text, never HTML, and a page names its scripts and styles by hash in its own policy; everything else is forbidden.
//!
//! While a run goes on, each ply is told on the game's own thread to [`live`], which makes the move on a copy of the
//! position. Ten times a second, if anybody reads, the event stream draws what has changed and writes one event for all
//! readers. Each run has a view for whoever holds the token and another for everybody else, each with a stream
//! of its own, so nobody is sent what he may not see. The server runs on one thread of low priority.
//!
//! Games with people are asked for through the trait `PlayApi`. A move is a list of squares that the server makes of its
//! word; the script narrows it down. The key of a seat stands after the `#` of a link, and its hash in the file.

pub mod analysis;
pub mod assets;
pub mod board;
pub mod live;
pub mod model;
pub mod pages;
pub mod run_page;
pub mod serve;
pub mod server;
mod text;
