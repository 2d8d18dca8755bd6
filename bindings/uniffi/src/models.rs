//! Choosing one of the host's models for a sample.

use client::sampling;

/// A model that the host can use. The three measures go from 0 to 1, more is better.
#[derive(Clone, Debug, PartialEq, uniffi::Record)]
pub struct Model {
    /// The name that the answer will carry.
    pub name: String,
    /// Other names that servers may know it by, its counterparts of other providers included.
    #[uniffi(default = [])]
    pub aliases: Vec<String>,
    /// How cheap it is.
    #[uniffi(default = 0.0)]
    pub cheapness: f64,
    /// How fast it is.
    #[uniffi(default = 0.0)]
    pub speed: f64,
    /// How capable it is.
    #[uniffi(default = 0.0)]
    pub intelligence: f64,
}

impl From<Model> for sampling::Model {
    fn from(model: Model) -> Self {
        let Model { name, aliases, cheapness, speed, intelligence } = model;
        Self { name, aliases, cheapness, speed, intelligence }
    }
}

/// A choice among the host's models, and why it was made (SAM-14).
#[derive(Clone, Debug, PartialEq, uniffi::Record)]
pub struct ModelChoice {
    /// The place in the catalogue.
    pub model: u32,
    /// Why.
    pub reason: ModelReason,
    /// How many models were left for the priorities, or else the order of the catalogue, to decide
    /// between.
    pub among: u32,
    /// An English sentence that says why.
    pub text: String,
}

/// Why a model was chosen.
#[derive(Clone, Debug, PartialEq, uniffi::Enum)]
pub enum ModelReason {
    /// The server's hint of that place is part of the model's name.
    Hint {
        /// Counted from 0.
        place: u32,
    },
    /// It is the best by the server's priorities.
    Priorities {
        /// Its score.
        score: f64,
    },
    /// The server has no wish: the first of the catalogue.
    First,
}

impl From<sampling::Choice> for ModelChoice {
    fn from(choice: sampling::Choice) -> Self {
        let count = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
        Self {
            model: count(choice.model),
            among: count(choice.among),
            text: choice.to_string(),
            reason: match choice.reason {
                sampling::Reason::Hint(place) => ModelReason::Hint { place: count(place) },
                sampling::Reason::Priorities(score) => ModelReason::Priorities { score },
                sampling::Reason::First => ModelReason::First,
            },
        }
    }
}
