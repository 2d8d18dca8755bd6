//! `w2`: 64 requests in flight, the next one sent as each reply comes.

use crate::http::Http;
use crate::link::{Link as _, seen};
use crate::messages::echo;
use crate::pipe::Pipe;
use crate::workloads::connect;
use bench_common::{Args, CONCURRENCY, Metrics, Phase, warmup};

/// Over one pipe. What became possible with one read is sent with one write.
pub fn pipe(args: &Args) -> Metrics {
    let mut link = Pipe::open(&args.target);
    connect(&mut link, args.stateless);
    let mut run = |total: usize| {
        let mut sent = 0;
        let mut batch = Vec::new();
        let mut add = |batch: &mut Vec<u8>| {
            if sent < total {
                batch.extend_from_slice(&echo(sent, args.stateless));
                batch.push(b'\n');
                sent += 1;
            }
        };
        (0..CONCURRENCY).for_each(|_| add(&mut batch));
        let mut received = 0;
        while received < total {
            link.send_lines(&batch);
            batch.clear();
            loop {
                seen(link.receive());
                received += 1;
                add(&mut batch);
                if !link.has_message() {
                    break;
                }
            }
        }
    };
    measured(args.n, &mut run)
}

/// Over 64 connections.
pub fn http(args: &Args) -> Metrics {
    let open = |_| Http::open(&args.target, args.stateless);
    let mut links: Vec<Http> = (0..CONCURRENCY).map(open).collect();
    connect(&mut links[0], args.stateless);
    let mut run = |total: usize| {
        let mut sent = 0;
        for link in links.iter_mut().take(total) {
            link.send(&echo(sent, args.stateless));
            sent += 1;
        }
        for received in 0..total {
            let link = &mut links[received % CONCURRENCY];
            seen(link.receive());
            link.done();
            if sent < total {
                link.send(&echo(sent, args.stateless));
                sent += 1;
            }
        }
    };
    measured(args.n, &mut run)
}

fn measured(n: usize, run: &mut dyn FnMut(usize)) -> Metrics {
    run(warmup(n));
    let phase = Phase::start();
    run(n);
    Metrics::operations(&phase, n)
}
