//! Which of the host's models fits a request: its hints in order, then its priorities (SAM-11 to SAM-14).

use super::request::SampleRequest;

/// A model that the host can use. The three measures go from 0 to 1, more is better.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Model {
    /// The name that the answer will carry.
    pub name: String,
    /// Other names that servers may know it by, its counterparts of other providers included.
    pub aliases: Vec<String>,
    /// How cheap it is.
    pub cheapness: f64,
    /// How fast it is.
    pub speed: f64,
    /// How capable it is.
    pub intelligence: f64,
}

/// A choice, and why it was made.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// The place in the catalogue.
    pub model: usize,
    /// Why.
    pub reason: Reason,
    /// How many models were left for the priorities, or else the order of the catalogue, to decide
    /// between: those that the hint fits, or all.
    pub among: usize,
}

impl std::fmt::Display for Choice {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match (&self.reason, self.among) {
            (Reason::Hint(_), 2..) => {
                write!(out, "{}, as do {} others", self.reason, self.among - 1)
            }
            (reason, _) => reason.fmt(out),
        }
    }
}

/// Why a model was chosen.
#[derive(Clone, Debug, PartialEq)]
pub enum Reason {
    /// The server's hint of that place is part of the model's name.
    Hint(usize),
    /// It is the best by the server's priorities, with this score.
    Priorities(f64),
    /// The server has no wish: the first of the catalogue.
    First,
}

impl std::fmt::Display for Reason {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Hint(place) => write!(out, "it fits hint {} of the server", place + 1),
            Self::Priorities(score) => {
                write!(out, "it is the best by the server's priorities ({score:.2})")
            }
            Self::First => write!(out, "the server has no preference"),
        }
    }
}

/// Chooses from `catalogue`; `None` only if that is empty. Advice: the host may choose otherwise.
#[must_use]
pub fn choose(request: &SampleRequest, catalogue: &[Model]) -> Option<Choice> {
    let all: Vec<usize> = (0..catalogue.len()).collect();
    for (place, hint) in request.hints().enumerate() {
        let fitting: Vec<usize> =
            all.iter().copied().filter(|model| fits(&catalogue[*model], &hint)).collect();
        // Priorities break ties between models that fit equally well.
        if let Some((model, _)) = best(request, catalogue, &fitting) {
            return Some(Choice { model, reason: Reason::Hint(place), among: fitting.len() });
        }
    }
    let (model, score) = best(request, catalogue, &all)?;
    let reason = score.map_or(Reason::First, Reason::Priorities);
    Some(Choice { model, reason, among: all.len() })
}

/// A hint is a part of a name (SAM-13).
fn fits(model: &Model, hint: &str) -> bool {
    let hint = hint.to_lowercase();
    !hint.is_empty()
        && std::iter::once(&model.name)
            .chain(&model.aliases)
            .any(|name| name.to_lowercase().contains(&hint))
}

/// The best of some models; the first of equals. No score where the server has no priorities.
fn best(
    request: &SampleRequest,
    catalogue: &[Model],
    among: &[usize],
) -> Option<(usize, Option<f64>)> {
    let priorities =
        [request.cost_priority(), request.speed_priority(), request.intelligence_priority()];
    let first = *among.first()?;
    if priorities.iter().all(|priority| priority.unwrap_or(0.0) == 0.0) {
        return Some((first, None));
    }
    let score = |model: usize| {
        let model = &catalogue[model];
        let measures = [model.cheapness, model.speed, model.intelligence];
        let pairs = priorities.iter().zip(measures);
        pairs.map(|(priority, measure)| priority.unwrap_or(0.0) * measure).sum::<f64>()
    };
    let mut winner = (first, score(first));
    for model in &among[1..] {
        let points = score(*model);
        if points > winner.1 {
            winner = (*model, points);
        }
    }
    Some((winner.0, Some(winner.1)))
}
