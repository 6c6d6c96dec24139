//! A page of tables that show how something is now.

use referee_report::TextTable;

/// A page of tables that show how something is now.
#[derive(Clone, Debug, Default)]
pub struct StatusPage {
    /// Its title.
    pub title: String,
    /// The sentence at its beginning.
    pub lead: String,
    /// Its tables, each with its title, and the sentence for one without rows.
    pub tables: Vec<(String, TextTable, String)>,
    /// Sentences below the tables.
    pub notes: Vec<String>,
}
