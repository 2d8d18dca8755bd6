//! Another library in Rust, as a program may link one beside ours: it allocates, starts a thread, panics
//! and catches that.

use std::{
    collections::HashMap,
    panic::catch_unwind,
    sync::atomic::{AtomicI32, Ordering},
    thread,
};

static PANICS: AtomicI32 = AtomicI32::new(0);

/// The sum of both.
#[unsafe(no_mangle)]
pub extern "C" fn beside_sum(a: i32, b: i32) -> i32 {
    let sums: HashMap<_, _> = (0..100).map(|n| (format!("{n}"), n)).collect();
    let of = move |n: i32| sums.get(&n.to_string()).copied().unwrap_or_default();
    thread::spawn(move || of(a) + of(b)).join().unwrap_or_default()
}

/// How often this was called, by way of a panic that goes no further.
#[unsafe(no_mangle)]
pub extern "C" fn beside_panics() -> i32 {
    let caught = catch_unwind(|| {
        PANICS.fetch_add(1, Ordering::SeqCst);
        std::panic::resume_unwind(Box::new("as planned"));
    });
    if caught.is_err() { PANICS.load(Ordering::SeqCst) } else { -1 }
}
