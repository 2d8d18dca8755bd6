//! An object whose members were walked over once: for whoever looks up several.

use super::members::Key;
use super::value::{Kind, Value};

/// Where more members are sorted to find equal names, fewer are compared with one another.
const FEW: usize = 16;

/// The members of an object, in the order of the text.
#[derive(Clone, Debug)]
pub(crate) struct Object<'a> {
    members: Vec<(Key<'a>, Value<'a>)>,
}

impl<'a> Object<'a> {
    /// `None`: the value is no object.
    pub(crate) fn of(value: Value<'a>) -> Option<Self> {
        (value.kind() == Kind::Object).then(|| Self { members: value.members().collect() })
    }

    /// The same, but not if a name occurs twice: whoever reads the raw text may take the other one.
    pub(crate) fn unique(value: Value<'a>) -> Option<Self> {
        Self::of(value).filter(|object| !object.repeats())
    }

    /// The member called `name`; the first, should there be several.
    pub(crate) fn get(&self, name: &str) -> Option<Value<'a>> {
        self.members.iter().find(|(key, _)| key.is(name)).map(|(_, value)| *value)
    }

    /// The same, if it is not null, which is what some writers put for absent.
    pub(crate) fn set(&self, name: &str) -> Option<Value<'a>> {
        self.get(name).filter(|value| !value.is_null())
    }

    pub(crate) fn members(&self) -> impl Iterator<Item = (Key<'a>, Value<'a>)> + '_ {
        self.members.iter().copied()
    }

    /// Whether a name occurs twice.
    pub(crate) fn repeats(&self) -> bool {
        if self.members.len() > FEW || self.members.iter().any(|(key, _)| key.is_escaped()) {
            let mut names: Vec<_> = self.members.iter().map(|(key, _)| key.text()).collect();
            names.sort_unstable();
            return names.windows(2).any(|pair| pair[0] == pair[1]);
        }
        let earlier = |at: usize| self.members[..at].iter();
        let repeated =
            |at: usize, key: Key<'_>| earlier(at).any(|(other, _)| other.raw() == key.raw());
        self.members.iter().enumerate().any(|(at, (key, _))| repeated(at, *key))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::Json;

    fn json(text: &str) -> Json {
        Json::parse(text).unwrap()
    }

    #[test]
    fn members_are_found_by_what_their_names_spell() {
        let text = json(r#"{"a":1,"b":null,"c":{"a":2}}"#);
        let object = Object::of(text.value()).unwrap();
        assert_eq!(object.get("a").map(Value::raw), Some("1"));
        assert_eq!(object.get("b").map(Value::raw), Some("null"));
        assert!(object.set("b").is_none() && object.get("d").is_none());
        assert_eq!(object.members().count(), 3);
        assert!(Object::of(json("[1]").value()).is_none());
    }

    #[test]
    fn a_name_that_occurs_twice_is_seen_however_it_is_spelled_and_among_however_many() {
        for text in [r#"{"a":1,"b":2,"a":3}"#, r#"{"a":1,"\u0061":2}"#] {
            assert!(Object::unique(json(text).value()).is_none(), "{text}");
        }
        for count in [0, 1, FEW, FEW + 1, 500] {
            let members = (0..count).map(|at| format!("\"m{at}\":{at}")).collect::<Vec<_>>();
            let text = format!("{{{}}}", members.join(","));
            assert!(Object::unique(json(&text).value()).is_some(), "{count}");
            let text = format!(
                "{{{}}}",
                [&members[..], &["\"m0\":0".into(), "\"m0\":1".into()]].concat().join(",")
            );
            assert!(Object::unique(json(&text).value()).is_none(), "{count}");
        }
    }
}
