//! Output of the ratings of a field.

use referee_output::numbers::signed;
use referee_output::text_layout::{WIDTH, wrap};
use referee_report::columns::Columns;
use referee_stats::field::Fit;
use serde::Serialize;

/// The figures of a field, by the keys of the JSON object.
#[derive(Serialize)]
pub struct Figures {
    ratings: Vec<Player>,
    first_seat: Option<f64>,
    prior: Option<&'static str>,
}

/// The figures of a player.
#[derive(Serialize)]
struct Player {
    name: String,
    rating: Option<f64>,
    error: Option<f64>,
}

impl Figures {
    /// Sorts the players by rating, those without a rating last, and equal ones by name; `names` must be
    /// sorted.
    pub fn new(names: Vec<String>, fit: &Fit) -> Figures {
        let rating = |(player, name): (usize, String)| Player {
            name,
            rating: fit.ratings[player],
            error: fit.error(player),
        };
        let mut ratings: Vec<Player> = names.into_iter().enumerate().map(rating).collect();
        let key = |rating: &Player| rating.rating.unwrap_or(f64::NEG_INFINITY);
        ratings.sort_by(|a, b| key(b).total_cmp(&key(a)));
        Figures {
            ratings,
            first_seat: fit.first_seat,
            prior: fit.prior,
        }
    }

    /// Returns the table of the figures, with notes on them.
    pub fn text(&self, fit: &Fit) -> String {
        let mut columns = Columns::<(usize, &Player)>::default();
        columns.people("#", |(place, _)| *place);
        columns
            .people("name", |(_, player)| player.name.as_str())
            .left();
        columns.people("rating", |(_, player)| {
            player
                .rating
                .map_or("-".to_owned(), |rating| signed(rating, 1))
        });
        columns.people("error", |(_, player)| {
            player
                .error
                .map_or("-".to_owned(), |error| format!("{error:.1}"))
        });
        let mut text = columns
            .table(&(1..).zip(&self.ratings).collect::<Vec<_>>())
            .text(WIDTH)
            + "\n";
        if let (Some(points), Some(error)) = (self.first_seat, fit.first_seat_error()) {
            let points = signed(points, 1);
            text += &format!("\nThe first seat is worth {points} with an error of {error:.1}.\n");
        }
        let error = "Ratings are on the scale of Elo, their mean is 0. An error is one standard error \
                     of a model in which games are independent; 1.96 errors to both sides are the \
                     95 % interval.";
        text += &format!("\n{}\n", wrap(error, 0));
        if let Some(prior) = self.prior {
            let prior =
                format!("No finite ratings fit these results best, so there is a prior: {prior}.");
            text += &format!("\n{}\n", wrap(&prior, 0));
        }
        text
    }
}
