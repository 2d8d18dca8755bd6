use crate::link::{Link, seen};
use crate::messages::{INITIALIZE, INITIALIZED, answer, call, echo, list};
use bench_common::{Args, Metrics, Phase, blob_size, now_ns, say, warmup};
use memchr::memmem;

/// All but `w2`, over links that `open` makes.
pub fn run<L: Link>(args: &Args, mut open: impl FnMut() -> L) -> Metrics {
    let (n, stateless) = (args.n, args.stateless);
    if args.workload == "w9" {
        return servers(n, stateless, open);
    }
    let mut link = open();
    connect(&mut link, stateless);
    match args.workload.as_str() {
        "w1" => timed(n, |id| link.round(&echo(id, stateless))),
        "w3-1m" | "w3-16m" => blobs(n, blob_size(&args.workload), stateless, &mut link),
        "w4" | "w5s" | "w5r" => {
            let (tool, _) = say::asking(&args.workload);
            timed(n, |id| ask(&mut link, stateless, tool, id))
        }
        "w6" => flood(n, stateless, &mut link),
        "w7" => {
            link.round(&echo(1, stateless));
            Metrics::cold_start()
        }
        "w8" => {
            let mut pages = || (0..20).for_each(|page| link.round(&list(page, stateless)));
            pages();
            let phase = Phase::start();
            (0..n).for_each(|_| pages());
            Metrics::listings(&phase, n)
        }
        other => panic!("no workload {other}"),
    }
}

/// The handshake, in the era that has one.
pub fn connect(link: &mut impl Link, stateless: bool) {
    if !stateless {
        link.round(INITIALIZE);
        link.tell(INITIALIZED);
    }
}

fn timed(n: usize, mut operation: impl FnMut(usize)) -> Metrics {
    (0..warmup(n)).for_each(&mut operation);
    let mut latencies = Vec::with_capacity(n);
    let phase = Phase::start();
    for id in 0..n {
        let start = now_ns();
        operation(id);
        latencies.push(now_ns() - start);
    }
    Metrics::operations(&phase, n).latencies(&mut latencies)
}

/// One call during which the server asks.
fn ask(link: &mut impl Link, stateless: bool, tool: &str, id: usize) {
    if stateless {
        link.round(&call(id, true, tool, "", ""));
        let more =
            format!(r#","inputResponses":{{"in":{}}},"requestState":"bench-state""#, answer(tool));
        link.round(&call(id + 1, true, tool, "", &more));
        return;
    }
    link.send(&call(id, false, tool, "", ""));
    let request = link.receive();
    seen(request);
    let asked = id_of(request);
    link.tell(format!(r#"{{"jsonrpc":"2.0","id":{asked},"result":{}}}"#, answer(tool)).as_bytes());
    seen(link.receive());
    link.done();
}

fn id_of(request: &[u8]) -> String {
    let at = memmem::find(request, b"\"id\":").expect("an id") + 5;
    let digits = request[at..].iter().take_while(|byte| byte.is_ascii_digit());
    digits.map(|&digit| char::from(digit)).collect()
}

fn blobs(n: usize, size: usize, stateless: bool, link: &mut impl Link) -> Metrics {
    link.round(&echo(0, stateless));
    let request = call(1, stateless, "blob", &format!(r#""n":{size}"#), "");
    let memory = Phase::start();
    link.round(&request);
    let phase = Phase::start();
    (0..n).for_each(|_| link.round(&request));
    Metrics::blobs(&memory, &phase, n, size)
}

fn flood(n: usize, stateless: bool, link: &mut impl Link) -> Metrics {
    (0..20).for_each(|id| link.round(&echo(id, stateless)));
    let phase = Phase::start();
    link.send(&call(9, stateless, "notify", &format!(r#""n":{n}"#), ""));
    let mut got = 0;
    loop {
        let message = link.receive();
        seen(message);
        if message.starts_with(br#"{"jsonrpc":"2.0","id""#) {
            break;
        }
        got += 1;
    }
    link.done();
    Metrics::flood(&phase, n, got, got, 0)
}

/// All requests go out before the first reply is awaited.
fn servers<L: Link>(n: usize, stateless: bool, mut open: impl FnMut() -> L) -> Metrics {
    let phase = Phase::start();
    let mut links: Vec<L> = (0..n).map(|_| open()).collect();
    if !stateless {
        for link in &mut links {
            link.send(INITIALIZE);
        }
        for link in &mut links {
            seen(link.receive());
            link.done();
            link.tell(INITIALIZED);
        }
    }
    let connected = phase.secs();
    for link in &mut links {
        link.send(&echo(1, stateless));
    }
    for link in &mut links {
        seen(link.receive());
        link.done();
    }
    Metrics::servers(&phase, connected, n)
}
