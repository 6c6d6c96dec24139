//! Pages without a run, where people only play.

use referee_web::board::Reel;
use referee_web::model::Story;
use referee_web::server::{Source, Standing};

/// Who answers where there is no run.
pub struct Nobody;

impl Source for Nobody {
    fn mark(&self) -> u64 {
        1
    }

    fn standing(&self) -> Result<Standing, String> {
        Ok(Standing {
            title: "Referee".to_owned(),
            lead: "No run is shown here; you can play.".to_owned(),
            ..Standing::default()
        })
    }

    fn games(&self, _: u64, _: usize) -> Result<Vec<Story>, String> {
        Ok(Vec::new())
    }

    fn game(&self, _: u64) -> Result<Option<(Story, Reel)>, String> {
        Ok(None)
    }

    fn record(&self, _: u64) -> Result<Option<String>, String> {
        Ok(None)
    }
}
