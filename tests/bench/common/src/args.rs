/// What the driver wants to be done.
pub struct Args {
    pub workload: String,
    /// True is stdio, false is Streamable HTTP.
    pub stdio: bool,
    /// True is 2026-07-28, false is 2025-11-25.
    pub stateless: bool,
    /// The server's command line, split at spaces, or its URL.
    pub target: String,
    /// How many operations.
    pub n: usize,
    /// `--parse`, `--tuned` and the like.
    pub flag: Option<String>,
}

impl Args {
    /// `[--FLAG] WORKLOAD stdio|http handshake|stateless TARGET N`
    pub fn parse() -> Self {
        let (flags, words): (Vec<_>, Vec<_>) =
            std::env::args().skip(1).partition(|word| word.starts_with("--"));
        let [workload, transport, era, target, n] = words.as_slice() else {
            eprintln!("usage: WORKLOAD stdio|http handshake|stateless TARGET N");
            std::process::exit(2);
        };
        Self {
            workload: workload.clone(),
            stdio: transport == "stdio",
            stateless: era == "stateless",
            target: target.clone(),
            n: n.parse().expect("N is a number"),
            flag: flags.into_iter().next(),
        }
    }
}
