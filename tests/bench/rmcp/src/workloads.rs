use crate::connect::{Client, connect};
use bench_common::{Args, CONCURRENCY, Metrics, Phase, blob_size, now_ns, say, warmup};
use futures::future::join_all;
use rmcp::model::{CallToolRequestParams, ContentBlock};
use serde_json::{Value, json};
use std::time::Duration;
use tokio::time::{sleep, timeout};

pub async fn run(args: &Args, tuned: bool) -> Metrics {
    let n = args.n;
    if args.workload == "w9" {
        return servers(args, tuned).await;
    }
    let client = connect(args, tuned).await;
    match args.workload.as_str() {
        "w1" => timed(n, async || echo(&client).await).await,
        "w2" => concurrent(n, &client).await,
        "w3-1m" | "w3-16m" => blobs(n, blob_size(&args.workload), &client).await,
        "w4" | "w5s" | "w5r" => {
            let (tool, expected) = say::asking(&args.workload);
            let ask = async || assert!(call(&client, tool, json!({})).await.contains(expected));
            timed(n, ask).await
        }
        "w6" => flood(n, &client).await,
        "w7" => {
            echo(&client).await;
            Metrics::cold_start()
        }
        "w8" => {
            list(&client).await;
            let phase = Phase::start();
            for _ in 0..n {
                list(&client).await;
            }
            Metrics::listings(&phase, n)
        }
        "d16" => default_limits(&client).await,
        other => panic!("no workload {other}"),
    }
}

fn request(tool: &'static str, arguments: Value) -> CallToolRequestParams {
    let Value::Object(arguments) = arguments else { panic!("arguments are an object") };
    CallToolRequestParams::new(tool).with_arguments(arguments)
}

async fn call(client: &Client, tool: &'static str, arguments: Value) -> String {
    let result = client.service.call_tool(request(tool, arguments)).await.expect(tool);
    match result.content.into_iter().next() {
        Some(ContentBlock::Text(block)) => block.text,
        other => panic!("no text: {other:?}"),
    }
}

async fn echo(client: &Client) {
    assert_eq!(call(client, "echo", json!({ "text": say::ECHO })).await, say::ECHO);
}

async fn list(client: &Client) {
    assert_eq!(client.service.list_all_tools().await.expect("a listing").len(), 1000);
}

async fn timed(n: usize, operation: impl AsyncFn()) -> Metrics {
    for _ in 0..warmup(n) {
        operation().await;
    }
    let mut latencies = Vec::with_capacity(n);
    let phase = Phase::start();
    for _ in 0..n {
        let start = now_ns();
        operation().await;
        latencies.push(now_ns() - start);
    }
    Metrics::operations(&phase, n).latencies(&mut latencies)
}

async fn concurrent(n: usize, client: &Client) -> Metrics {
    let run = async |each: usize| {
        let worker = async |_| {
            for _ in 0..each {
                echo(client).await;
            }
        };
        join_all((0..CONCURRENCY).map(worker)).await;
    };
    run(warmup(n).div_ceil(CONCURRENCY)).await;
    let each = n.div_ceil(CONCURRENCY);
    let phase = Phase::start();
    run(each).await;
    Metrics::operations(&phase, each * CONCURRENCY)
}

async fn blobs(n: usize, size: usize, client: &Client) -> Metrics {
    echo(client).await;
    let get = async || assert_eq!(call(client, "blob", json!({ "n": size })).await.len(), size);
    let memory = Phase::start();
    get().await;
    let phase = Phase::start();
    for _ in 0..n {
        get().await;
    }
    Metrics::blobs(&memory, &phase, n, size)
}

async fn flood(n: usize, client: &Client) -> Metrics {
    for _ in 0..20 {
        echo(client).await;
    }
    let phase = Phase::start();
    call(client, "notify", json!({ "n": n })).await;
    let early = client.seen.count();
    for _ in 0..10_000 {
        if client.seen.count() >= n {
            break;
        }
        sleep(Duration::from_millis(1)).await;
    }
    Metrics::flood(&phase, n, early, client.seen.count(), client.seen.disorder())
}

async fn servers(args: &Args, tuned: bool) -> Metrics {
    let phase = Phase::start();
    let clients = join_all((0..args.n).map(|_| connect(args, tuned))).await;
    let connected = phase.secs();
    join_all(clients.iter().map(echo)).await;
    Metrics::servers(&phase, connected, args.n)
}

async fn default_limits(client: &Client) -> Metrics {
    let call = client.service.call_tool(request("blob", json!({ "n": 16 << 20 })));
    Metrics::outcome(match timeout(Duration::from_secs(10), call).await {
        Ok(Ok(_)) => 1.0,
        Ok(Err(_)) => 0.0,
        Err(_) => -1.0,
    })
}
