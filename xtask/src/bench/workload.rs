//! What is measured. tests/bench/README.md says it in words.

use super::figure::{
    CPU_AND_WALL, FLOOD, Figure, LARGE, LATENCY, LISTING, OUTCOME, SERVERS, START,
};

/// How often an operation is done: by fast, middling and slow contenders. All figures are for one
/// operation, so that slow ones may do fewer.
pub(crate) type Counts = [u32; 3];

/// One thing that clients do.
pub(crate) struct Workload {
    pub(crate) name: &'static str,
    pub(crate) title: &'static str,
    pub(super) stdio: Counts,
    pub(super) http: Counts,
    /// Client and server share one processor: see [`super::pin`].
    pub(super) pinned: bool,
    /// How many processes make one sample, their median; one operation is too little.
    pub(super) tries: usize,
    /// More rounds would tell nothing more.
    pub(super) once: bool,
    pub(crate) figures: &'static [Figure],
}

const fn many(name: &'static str, title: &'static str, stdio: Counts, http: Counts) -> Workload {
    Workload {
        name,
        title,
        stdio,
        http,
        pinned: false,
        tries: 1,
        once: false,
        figures: CPU_AND_WALL,
    }
}

impl Workload {
    const fn pinned(mut self) -> Self {
        self.pinned = true;
        self.figures = LATENCY;
        self
    }

    const fn figures(mut self, figures: &'static [Figure]) -> Self {
        self.figures = figures;
        self
    }

    const fn once(mut self) -> Self {
        self.once = true;
        self
    }

    const fn tries(mut self, tries: usize) -> Self {
        self.tries = tries;
        self
    }
}

/// All workloads, in the order of the tables.
pub(crate) const WORKLOADS: &[Workload] = &[
    many("w1", "Echo", [8_000, 3_000, 400], [2_500, 800, 150]).pinned(),
    many("w2", "64 echoes in flight", [32_000, 8_000, 640], [6_400, 1_280, 256]),
    many("w3-1m", "1 MiB result", [40, 15, 6], [40, 15, 6]).figures(LARGE),
    many("w3-16m", "16 MiB result", [4, 2, 1], [4, 2, 1]).figures(LARGE),
    many("w4", "Elicitation", [2_500, 800, 150], [800, 250, 60]).pinned(),
    many("w5s", "Sampling", [2_500, 800, 150], [800, 250, 60]).pinned(),
    many("w5r", "Roots", [2_500, 800, 150], [800, 250, 60]).pinned(),
    many("w6", "Notification flood", [100_000, 50_000, 10_000], [100_000, 50_000, 10_000])
        .figures(FLOOD),
    many("w7", "Cold start", [1, 1, 1], [1, 1, 1]).figures(START).tries(3),
    many("w8", "1,000 tools in 20 pages", [10, 5, 2], [10, 5, 2]).figures(LISTING),
    many("w9", "100 servers", [100, 100, 100], [100, 100, 100]).figures(SERVERS),
    many("d16", "16 MiB result, default limits", [1, 1, 1], [1, 1, 1]).figures(OUTCOME).once(),
];
