//! Reads a JSON value where a word is expected; a value of any other form does no harm.

use std::borrow::Cow;
use std::fmt;

use serde::de::{Deserialize, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};

/// A word read from JSON: a string as it is, `true` and `false` as `on` and `off`, a list of strings joined
/// by commas, and anything else as the empty text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Loose<'a>(pub(crate) Cow<'a, str>);

impl Loose<'_> {
    pub(crate) fn text(&self) -> &str {
        &self.0
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for Loose<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Loose<'a>, D::Error> {
        deserializer.deserialize_any(Any).map(Loose)
    }
}

struct Any;

impl<'de> Visitor<'de> for Any {
    type Value = Cow<'de, str>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("any value")
    }

    fn visit_borrowed_str<E>(self, text: &'de str) -> Result<Self::Value, E> {
        Ok(Cow::Borrowed(text))
    }

    fn visit_str<E>(self, text: &str) -> Result<Self::Value, E> {
        Ok(Cow::Owned(text.to_owned()))
    }

    fn visit_bool<E>(self, yes: bool) -> Result<Self::Value, E> {
        Ok(Cow::Borrowed(if yes { "on" } else { "off" }))
    }

    fn visit_u64<E>(self, _: u64) -> Result<Self::Value, E> {
        Ok(Cow::default())
    }

    fn visit_i64<E>(self, _: i64) -> Result<Self::Value, E> {
        Ok(Cow::default())
    }

    fn visit_f64<E>(self, _: f64) -> Result<Self::Value, E> {
        Ok(Cow::default())
    }

    fn visit_unit<E>(self) -> Result<Self::Value, E> {
        Ok(Cow::default())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Self::Value, A::Error> {
        let mut joined = String::new();
        while let Some(Loose(text)) = list.next_element()? {
            if !joined.is_empty() && !text.is_empty() {
                joined.push(',');
            }
            joined.push_str(&text);
        }
        Ok(joined.into())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        while map.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
        Ok(Cow::default())
    }
}
