//! Web pages: boards, tables and replays in the browser.
//!
//! Pages get finished data ([`model`]): tables hold the same texts that a terminal shows, so the numbers
//! agree to the digit. [`board`] turns games into pictures and the changes between them; [`pages`] writes
//! HTML; [`assets`] holds the style sheet and the scripts, which draw boards from
//! [scenes](referee_games::scene) and know no rules. None of these reads a file or a database: [`run_page`]
//! makes their data from a run, and [`serve`] queries the run during play, for [`server`].
//!
//! Each script is one ES module without a build step, in parts that `assets` joins in their order. It creates
//! elements and text, never HTML. The content security policy allows a report only its own scripts and
//! styles, by hash, and a served page only those of the server; everything else is forbidden.
//!
//! During a run, the thread of each game reports every ply to [`live`], which plays the move on a copy of the
//! position. Ten times a second, if there are readers, the event stream draws what has changed and writes one
//! event for all readers. Each run has one view for holders of the token and another one for everyone else,
//! each with its own stream, so that no reader is sent anything that it may not see. The server runs on one
//! thread of low priority.
//!
//! Games with people go through the trait `PlayApi`. A move is a list of squares that the server derives from
//! its notation; the script narrows it down. The key of a seat is in the fragment of a link, after the `#`,
//! and its hash is in the file.
//!
//! Begin at [`run_page`] for a report and at [`serve`] for a server. This crate must not know arguments or the
//! terminal.

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
