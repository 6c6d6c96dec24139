//! Reads the roster of an exam: who takes it, and the aliases that others see.

use std::collections::{BTreeMap, HashSet};
use std::path::Path;

use referee_engine::read_text;

use crate::check_name;
use crate::submission_names::folder_name;

/// Columns of the file, in any order; others are ignored.
const COLUMNS: [&str; 3] = ["id", "name", "alias"];

/// A person who takes the exam.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Person {
    /// Name of the student's bot, which is that of the submission's folder or made of it.
    pub id: String,
    /// The id as the roster has it, and other systems.
    pub listed: String,
    /// Real name.
    pub name: String,
    /// Alias that all others see.
    pub alias: String,
}

/// All persons, by id.
pub type Roster = BTreeMap<String, Person>;

/// Reads a roster file; an error names it.
pub fn read_roster(path: &Path) -> Result<Roster, String> {
    let shown = path.display();
    let text = read_text(path)
        .map_err(|e| format!("roster {shown}: {e}; expected a CSV file with id,name,alias"))?;
    parse_roster(text.as_bytes()).map_err(|why| format!("roster {shown}: {why}"))
}

/// Parses the bytes of a roster file.
pub fn parse_roster(bytes: &[u8]) -> Result<Roster, String> {
    let mut reader = csv::ReaderBuilder::new()
        .trim(csv::Trim::All)
        .from_reader(bytes);
    let head = reader.headers().map_err(|e| e.to_string())?.clone();
    let column = |wanted: &str| {
        let mut names = head.iter();
        let column_index = names.position(|name| name.eq_ignore_ascii_case(wanted));
        column_index.ok_or_else(|| {
            format!(
                "line 1: there is no column {wanted}; expected {}",
                COLUMNS.join(",")
            )
        })
    };
    let [id, name, alias] = [column("id")?, column("name")?, column("alias")?];
    let (mut roster, mut aliases) = (Roster::new(), HashSet::new());
    for row in reader.records() {
        let row = row.map_err(|e| e.to_string())?;
        let line = row.position().map_or(0, csv::Position::line);
        let cell = |column: usize| row.get(column).unwrap_or_default().to_owned();
        let person = Person {
            id: named(cell(id)),
            listed: cell(id),
            name: cell(name),
            alias: cell(alias),
        };
        let refuse = |why: String| Err(format!("line {line}: {why}"));
        for (column, value) in [("id", &person.id), ("alias", &person.alias)] {
            check_name(value).map_err(|why| format!("line {line}: {column}: {why}"))?;
        }
        if person.name.is_empty() {
            return refuse("name is empty; an alias may be made up, a name not".to_owned());
        }
        if [&person.id, &person.listed, &person.name].contains(&&person.alias) {
            let alias = &person.alias;
            return refuse(format!(
                "alias {alias:?} is the id or name itself; make one up"
            ));
        }
        if !aliases.insert(person.alias.clone()) {
            let alias = &person.alias;
            return refuse(format!("alias {alias:?} stands there twice"));
        }
        if let Some(twice) = roster.insert(person.id.clone(), person) {
            return refuse(format!("id {:?} stands there twice", twice.id));
        }
    }
    Ok(roster)
}

/// Returns the name of a student's bot, of which the roster may hold the folder's name as it is.
fn named(id: String) -> String {
    if id.is_empty() || id.contains('/') || check_name(&id).is_ok() {
        return id;
    }
    folder_name(Path::new(&id))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn columns_may_stand_in_any_order() {
        let text = "\u{feff}Alias, e-mail ,ID,name\nfox,x@y,s1,\"Lovelace, Ada\"\nowl,,s2,Alan\n";
        let roster = parse_roster(text.as_bytes()).expect("a roster");
        let ada = &roster["s1"];
        assert_eq!(
            (ada.name.as_str(), ada.alias.as_str()),
            ("Lovelace, Ada", "fox")
        );
        assert_eq!(roster.len(), 2);
    }

    #[test]
    fn a_folder_is_named_as_it_is() {
        let text = "id,name,alias\nAda King,Ada,fox\na-b~d612e08239e3,Alan,owl\n";
        let roster = parse_roster(text.as_bytes()).expect("a roster");
        let ids: Vec<&str> = roster.keys().map(String::as_str).collect();
        assert_eq!(
            ids,
            [&*folder_name(Path::new("Ada King")), "a-b~d612e08239e3"]
        );
    }

    #[test]
    fn what_would_mix_people_up_is_refused_with_its_line() {
        for (rows, why) in [
            ("id,name\n", "line 1: there is no column alias"),
            (
                "id,name,alias\na,A,x\na,B,y\n",
                "line 3: id \"a\" stands there twice",
            ),
            (
                "id,name,alias\na,A,x\nb,B,x\n",
                "line 3: alias \"x\" stands there twice",
            ),
            ("id,name,alias\na,A,\n", "line 2: alias: name \"\""),
            ("id,name,alias\na b/c,A,x\n", "line 2: id: name \"a b/c\""),
            ("id,name,alias\na,,x\n", "line 2: name is empty"),
            ("id,name,alias\na,A,a\n", "is the id or name itself"),
            ("id,name,alias\na,Ada,Ada\n", "is the id or name itself"),
            ("id,name,alias\na,A\n", "found record with 2 fields"),
        ] {
            let refusal = parse_roster(rows.as_bytes()).expect_err(rows);
            assert!(refusal.contains(why), "{rows:?}: {refusal}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        /// Any bytes are a valid roster or an error, and in a roster no two persons can be confused.
        #[test]
        fn any_bytes_are_read_or_refused(rows in prop::collection::vec("[ab,\"\n\r é]{0,12}", 0..6)) {
            let text = format!("id,name,alias\n{}", rows.join("\n"));
            if let Ok(roster) = parse_roster(text.as_bytes()) {
                let aliases: HashSet<_> = roster.values().map(|person| &person.alias).collect();
                prop_assert_eq!(aliases.len(), roster.len());
                for (id, person) in &roster {
                    prop_assert!(*id == person.id && person.alias != person.name);
                }
            }
        }

        /// A person written to a roster is read back from it.
        #[test]
        fn a_roster_is_read_as_it_was_written(
            people in prop::collection::btree_map("[a-z]{1,8}", "[ -~]{0,8}[A-Z]", 0..9)
        ) {
            let mut writer = csv::Writer::from_writer(Vec::new());
            writer.write_record(COLUMNS).expect("in memory");
            for (number, (id, name)) in people.iter().enumerate() {
                let row = [id.clone(), name.trim().to_owned(), format!("alias-{number}")];
                writer.write_record(row).expect("in memory");
            }
            let roster = parse_roster(&writer.into_inner().expect("in memory")).expect("a roster");
            prop_assert_eq!(roster.len(), people.len());
            for (id, name) in &people {
                prop_assert_eq!(roster[id].name.as_str(), name.trim());
            }
        }
    }
}
