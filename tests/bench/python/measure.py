"""What the contenders in Python measure with."""

import os
import resource
import time


def status(key):
    with open("/proc/self/status") as lines:
        for line in lines:
            if line.startswith(key + ":"):
                return int(line.split()[1])
    return 0


def cpu_us():
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return (usage.ru_utime + usage.ru_stime) * 1e6


class Phase:
    """A measured stretch: wall clock, CPU and memory since its start."""

    def __init__(self):
        try:
            with open("/proc/self/clear_refs", "w") as clear:
                clear.write("5")
        except OSError:
            pass  # the peak is then that of the whole run
        self.rss = status("VmRSS")
        self.cpu = cpu_us()
        self.start = time.monotonic_ns()

    def secs(self):
        return (time.monotonic_ns() - self.start) / 1e9

    def cpu_us(self):
        return cpu_us() - self.cpu

    def growth_kb(self):
        return max(0, status("VmHWM") - self.rss)


def warmup(n):
    return min(500, max(20, n // 10))


def peak_mb():
    return status("VmHWM") / 1024


def operations(phase, n):
    secs, cpu = phase.secs(), phase.cpu_us()
    return {"ops_s": n / secs, "cpu_us_op": cpu / n, "peak_rss_mb": peak_mb()}


def latencies(ns):
    ns.sort()

    def at(share):
        return ns[min(len(ns) - 1, int(len(ns) * share))] / 1e3

    return {"p50_us": at(0.50), "p99_us": at(0.99)}


async def timed(n, operation):
    for _ in range(warmup(n)):
        await operation()
    taken = []
    phase = Phase()
    for _ in range(n):
        start = time.monotonic_ns()
        await operation()
        taken.append(time.monotonic_ns() - start)
    return {**operations(phase, n), **latencies(taken)}


def blobs(memory, phase, n, size):
    secs, cpu, megabytes = phase.secs(), phase.cpu_us(), n * size / 1e6
    return {
        "mb_s": megabytes / secs,
        "cpu_ms_mb": cpu / 1e3 / megabytes,
        "peak_rss_mb": peak_mb(),
        "growth_x": memory.growth_kb() * 1024 / size,
    }


def cold_start():
    now = time.monotonic_ns()
    return {
        "cold_ms": (now - int(os.environ.get("BENCH_T0_NS", now))) / 1e6,
        "cpu_ms": cpu_us() / 1e3,
        "rss_mb": status("VmRSS") / 1024,
    }


def listings(phase, n):
    secs, cpu = phase.secs(), phase.cpu_us()
    return {"list_ms": secs * 1e3 / n, "cpu_ms_list": cpu / 1e3 / n, "peak_rss_mb": peak_mb()}


def servers(phase, connected, n):
    return {
        "start_ms": connected * 1e3,
        "first_round_ms": (phase.secs() - connected) * 1e3,
        "cpu_ms": phase.cpu_us() / 1e3,
        "rss_mb": status("VmRSS") / 1024,
        "rss_per_conn_kb": phase.growth_kb() / n,
        "threads": status("Threads"),
    }
