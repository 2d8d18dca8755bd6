//! What there is to choose from.

use std::ops::Deref;

/// One thing to choose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// What is sent.
    pub value: String,
    /// What is shown: the title, or the value where there is none.
    pub label: String,
}

/// The choices of a field in the server's order: a slice that finds its values quickly.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Choices {
    list: Vec<Choice>,
    /// The places of long lists by value. Sorted rather than hashed: no list makes it slow.
    by_value: Vec<usize>,
}

/// Lists up to here are searched from the front.
const SHORT: usize = 8;

impl Choices {
    /// The place of the choice with this value. Only values count, never labels.
    #[must_use]
    pub fn find(&self, value: &str) -> Option<usize> {
        if self.by_value.is_empty() {
            return self.list.iter().position(|choice| choice.value == value);
        }
        let compare = |place: &usize| self.list[*place].value.as_str().cmp(value);
        self.by_value.binary_search_by(compare).ok().map(|found| self.by_value[found])
    }
}

/// The values differ from each other.
impl From<Vec<Choice>> for Choices {
    fn from(list: Vec<Choice>) -> Self {
        let mut by_value = Vec::new();
        if list.len() > SHORT {
            by_value = (0..list.len()).collect();
            by_value.sort_unstable_by_key(|place| &list[*place].value);
        }
        Self { list, by_value }
    }
}

impl Deref for Choices {
    type Target = [Choice];

    fn deref(&self) -> &[Choice] {
        &self.list
    }
}
