//! What the revision calls deprecated (VER-48). It works as ever; whoever looks after the host is told of it
//! once for each server.

use super::{Session, Wants, WarningKind};
use crate::json::Value;

/// What is on its way out.
#[derive(Clone, Copy, Debug)]
pub(super) enum Feature {
    Sampling,
    Context,
    Roots,
    Logging,
}

/// What was told already.
#[derive(Debug, Default)]
pub(super) struct Told([bool; 4]);

impl Feature {
    const fn detail(self) -> &'static str {
        match self {
            Self::Sampling => "sampling is deprecated in this revision of the protocol",
            Self::Context => "`includeContext` is deprecated in this revision of the protocol",
            Self::Roots => "roots are deprecated in this revision of the protocol",
            Self::Logging => "log messages are deprecated in this revision of the protocol",
        }
    }
}

impl Session {
    /// The server uses it.
    pub(super) fn used(&mut self, feature: Feature) {
        if self.revision.facts().deprecates
            && !std::mem::replace(&mut self.told.0[feature as usize], true)
        {
            self.warn(WarningKind::Deprecated, feature.detail());
        }
    }

    /// The server wants something of the host.
    pub(super) fn used_by(&mut self, wants: &Wants) {
        match wants {
            Wants::Sample(sample) => {
                let context = sample.params().value().get("includeContext").and_then(Value::text);
                let context = context.is_some_and(|context| context != "none");
                self.used(Feature::Sampling);
                if context {
                    self.used(Feature::Context);
                }
            }
            Wants::Roots => self.used(Feature::Roots),
            Wants::Form { .. } | Wants::Url { .. } => {}
        }
    }
}
