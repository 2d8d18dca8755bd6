//! A workload over one transport in one era.

use std::fmt;

use super::{
    figure::Figure,
    workload::{WORKLOADS, Workload},
};

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Over {
    Stdio,
    /// Streamable HTTP; plain requests are answered with JSON.
    Http,
    /// Streamable HTTP; every request is answered with a stream of events.
    HttpStream,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Era {
    /// 2025-11-25.
    Handshake,
    /// 2026-07-28.
    Stateless,
}

#[derive(Clone, Copy)]
pub(crate) struct Cell {
    pub(crate) workload: &'static Workload,
    pub(crate) over: Over,
    pub(crate) era: Era,
}

impl Cell {
    /// Every cell that is measured.
    pub(crate) fn all() -> Vec<Self> {
        let mut cells = Vec::new();
        for workload in WORKLOADS {
            let eras: &[_] = match workload.name {
                "w1" | "w4" => &[Era::Handshake, Era::Stateless],
                _ => &[Era::Handshake],
            };
            let overs: &[_] = match workload.name {
                "w1" => &[Over::Stdio, Over::Http, Over::HttpStream],
                "w9" => &[Over::Stdio],
                _ => &[Over::Stdio, Over::Http],
            };
            for &over in overs {
                let eras =
                    eras.iter().filter(|&&era| (over, era) != (Over::HttpStream, Era::Stateless));
                cells.extend(eras.map(|&era| Self { workload, over, era }));
            }
        }
        cells
    }

    /// What it is called in the lines of the short run.
    pub(super) fn name(&self) -> String {
        let over = match self.over {
            Over::Stdio => "",
            Over::Http => "-http",
            Over::HttpStream => "-http-streams",
        };
        let era = if self.era == Era::Stateless { "-2026-07-28" } else { "" };
        format!("{}{over}{era}", self.workload.name)
    }

    /// Whether that is measured here.
    pub(crate) fn has(&self, figure: &Figure) -> bool {
        self.over != Over::Stdio || !figure.only_http
    }

    /// What a contender is told of its transport and of its era.
    pub(super) fn words(&self) -> [&'static str; 2] {
        let over = if self.over == Over::Stdio { "stdio" } else { "http" };
        [over, if self.era == Era::Handshake { "handshake" } else { "stateless" }]
    }

    /// How often a contender of that speed does it.
    pub(super) fn count(&self, speed: usize, scale: f64) -> u32 {
        let counts =
            if self.over == Over::Stdio { &self.workload.stdio } else { &self.workload.http };
        let count = counts[speed];
        if count == 1 { 1 } else { ((f64::from(count) * scale) as u32).max(2) }
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.workload.title)?;
        out.write_str(match self.over {
            Over::Stdio => "",
            Over::Http => ", HTTP",
            Over::HttpStream => ", HTTP streams",
        })?;
        out.write_str(if self.era == Era::Stateless { ", 2026-07-28" } else { "" })
    }
}
