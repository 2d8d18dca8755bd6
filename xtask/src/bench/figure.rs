//! What is read off the metrics that a contender prints.

use std::collections::BTreeMap;

/// What a contender printed.
pub(crate) type Metrics = BTreeMap<String, f64>;

/// How the rounds' values become one.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Compared with that of `raw` in the same round; the median of the rounds.
    Cost,
    /// The median of the rounds, as it is.
    Level,
    /// The largest of the rounds.
    Fault,
    /// 1 is delivered, 0 an error, -1 neither: the smallest of the rounds.
    Outcome,
}

/// A number that is better when it is lower, but for [`Kind::Outcome`].
pub(crate) struct Figure {
    /// In the lines of the short run, if it is in these.
    pub(crate) line: Option<&'static str>,
    pub(crate) title: &'static str,
    pub(crate) kind: Kind,
    metric: &'static str,
    /// There is none over standard input and output.
    pub(crate) only_http: bool,
    /// The metric is a rate: the figure is this number divided by it.
    per: Option<f64>,
}

impl Figure {
    /// Its value in one sample, if the contender printed it.
    pub(crate) fn value(&self, metrics: &Metrics) -> Option<f64> {
        let value = *metrics.get(self.metric)?;
        match self.per {
            None => Some(value),
            Some(scale) => (value != 0.0).then(|| scale / value),
        }
    }

    const fn only_http(mut self) -> Self {
        self.only_http = true;
        self
    }

    const fn line(mut self, name: &'static str) -> Self {
        self.line = Some(name);
        self
    }
}

const fn figure(kind: Kind, title: &'static str, metric: &'static str) -> Figure {
    Figure { line: None, title, kind, metric, only_http: false, per: None }
}

const fn cost(title: &'static str, metric: &'static str) -> Figure {
    figure(Kind::Cost, title, metric)
}

const fn rate(title: &'static str, metric: &'static str, scale: f64) -> Figure {
    Figure { per: Some(scale), ..figure(Kind::Cost, title, metric) }
}

/// Whether connections are kept: how many the server took, for all calls of a run.
const CONNECTIONS: Figure =
    figure(Kind::Level, "connections", "connections").line("connections").only_http();

pub(super) const LATENCY: &[Figure] = &[
    cost("CPU µs/call", "cpu_us_op").line("cpu"),
    cost("p50 µs", "p50_us"),
    cost("p99 µs", "p99_us"),
    CONNECTIONS,
];

pub(super) const CPU_AND_WALL: &[Figure] = &[
    cost("CPU µs/call", "cpu_us_op").line("cpu"),
    rate("wall µs/call", "ops_s", 1e6),
    CONNECTIONS,
];

pub(super) const LARGE: &[Figure] = &[
    cost("CPU ms/MB", "cpu_ms_mb").line("cpu"),
    rate("wall ms/MB", "mb_s", 1e3),
    figure(Kind::Level, "memory growth ÷ payload", "growth_x").line("memory_growth"),
    CONNECTIONS,
];

pub(super) const FLOOD: &[Figure] = &[
    cost("CPU µs each", "cpu_us_notif").line("cpu"),
    rate("wall µs each", "notif_s", 1e6),
    figure(Kind::Level, "memory growth MB", "growth_mb").line("memory_growth_mb"),
    figure(Kind::Fault, "% handled after the call returned", "late_pct").line("late_pct"),
    figure(Kind::Fault, "% handled out of order", "disorder_pct").line("disorder_pct"),
    figure(Kind::Fault, "% never handled", "lost_pct").line("lost_pct"),
];

pub(super) const START: &[Figure] = &[
    cost("CPU ms", "cpu_ms").line("cpu"),
    cost("to first result ms", "cold_ms"),
    figure(Kind::Level, "RSS MB", "rss_mb"),
];

pub(super) const LISTING: &[Figure] = &[
    cost("CPU ms/listing", "cpu_ms_list").line("cpu"),
    cost("wall ms/listing", "list_ms"),
    CONNECTIONS,
];

pub(super) const SERVERS: &[Figure] = &[
    cost("CPU ms", "cpu_ms").line("cpu"),
    cost("all connected ms", "start_ms"),
    figure(Kind::Level, "RSS MB", "rss_mb"),
];

pub(super) const OUTCOME: &[Figure] =
    &[figure(Kind::Outcome, "outcome", "outcome").line("delivered")];
