// What the contender in JavaScript measures with.
import { readFileSync, writeFileSync } from 'node:fs';

export const now = () => process.hrtime.bigint();

const status = key => {
  const text = readFileSync('/proc/self/status', 'utf8');
  return Number(new RegExp(`^${key}:\\s+(\\d+)`, 'm').exec(text)[1]);
};
const cpuUs = () => {
  const { user, system } = process.cpuUsage();
  return user + system;
};
const peakMb = () => status('VmHWM') / 1024;

// A measured stretch: wall clock, CPU and memory since its start.
export class Phase {
  constructor() {
    try {
      writeFileSync('/proc/self/clear_refs', '5');
    } catch {
      // The peak is then that of the whole run.
    }
    this.rss = status('VmRSS');
    this.cpu = cpuUs();
    this.start = now();
  }
  get secs() {
    return Number(now() - this.start) / 1e9;
  }
  get cpuUs() {
    return cpuUs() - this.cpu;
  }
  get growthKb() {
    return Math.max(0, status('VmHWM') - this.rss);
  }
}

export const warmup = n => Math.min(500, Math.max(20, Math.floor(n / 10)));

export const operations = (phase, n) => {
  const { secs, cpuUs } = phase;
  return { ops_s: n / secs, cpu_us_op: cpuUs / n, peak_rss_mb: peakMb() };
};

const latencies = ns => {
  ns.sort((a, b) => a - b);
  const at = share => ns[Math.min(ns.length - 1, Math.floor(ns.length * share))] / 1e3;
  return { p50_us: at(0.5), p99_us: at(0.99) };
};

export async function timed(n, operation) {
  for (let i = 0; i < warmup(n); i++) await operation();
  const taken = new Array(n);
  const phase = new Phase();
  for (let i = 0; i < n; i++) {
    const start = now();
    await operation();
    taken[i] = Number(now() - start);
  }
  return { ...operations(phase, n), ...latencies(taken) };
}

export const blobs = (memory, phase, n, size) => {
  const { secs, cpuUs } = phase;
  const megabytes = (n * size) / 1e6;
  return {
    mb_s: megabytes / secs,
    cpu_ms_mb: cpuUs / 1e3 / megabytes,
    peak_rss_mb: peakMb(),
    growth_x: (memory.growthKb * 1024) / size,
  };
};

export const coldStart = () => {
  const end = now();
  return {
    cold_ms: Number(end - BigInt(process.env.BENCH_T0_NS ?? end)) / 1e6,
    cpu_ms: cpuUs() / 1e3,
    rss_mb: status('VmRSS') / 1024,
  };
};

export const listings = (phase, n) => {
  const { secs, cpuUs } = phase;
  return { list_ms: (secs * 1e3) / n, cpu_ms_list: cpuUs / 1e3 / n, peak_rss_mb: peakMb() };
};

export const servers = (phase, connected, n) => ({
  start_ms: connected * 1e3,
  first_round_ms: (phase.secs - connected) * 1e3,
  cpu_ms: phase.cpuUs / 1e3,
  rss_mb: status('VmRSS') / 1024,
  rss_per_conn_kb: phase.growthKb / n,
  threads: status('Threads'),
});
