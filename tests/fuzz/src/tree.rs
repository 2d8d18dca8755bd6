//! JSON as another reader sees it: members in order, doubles included.

use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use std::fmt;

/// A value, as far as the shape of a message goes.
#[derive(Debug)]
pub enum Tree {
    Null,
    Bool,
    /// With its value, if it is an integer that fits.
    Number(Option<i64>),
    /// A number that this reader has rounded to an integer: what it was, it cannot say.
    Rounded,
    Text(String),
    List,
    Object(Vec<(String, Tree)>),
}

impl Tree {
    /// The members of that name.
    pub fn all<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a Tree> {
        let members = if let Self::Object(members) = self { members.as_slice() } else { &[] };
        members.iter().filter(move |(key, _)| key == name).map(|(_, value)| value)
    }

    /// The last member of that name.
    pub fn last<'a>(&'a self, name: &'a str) -> Option<&'a Tree> {
        self.all(name).last()
    }
}

impl<'de> Deserialize<'de> for Tree {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Shape)
    }
}

struct Shape;

impl<'de> Visitor<'de> for Shape {
    type Value = Tree;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_unit<E>(self) -> Result<Tree, E> {
        Ok(Tree::Null)
    }

    fn visit_bool<E>(self, _: bool) -> Result<Tree, E> {
        Ok(Tree::Bool)
    }

    fn visit_i64<E>(self, value: i64) -> Result<Tree, E> {
        Ok(Tree::Number(Some(value)))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Tree, E> {
        Ok(Tree::Number(i64::try_from(value).ok()))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Tree, E> {
        Ok(if value.fract() == 0.0 { Tree::Rounded } else { Tree::Number(None) })
    }

    fn visit_str<E>(self, text: &str) -> Result<Tree, E> {
        Ok(Tree::Text(text.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Tree, A::Error> {
        while items.next_element::<Tree>()?.is_some() {}
        Ok(Tree::List)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Tree, A::Error> {
        let mut members = Vec::new();
        while let Some(member) = map.next_entry()? {
            members.push(member);
        }
        Ok(Tree::Object(members))
    }
}
