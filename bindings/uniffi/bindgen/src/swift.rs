//! Makes the generated Swift honour the cancellation of tasks.
//!
//! As generated, an awaited call of the library goes on when its task is cancelled. Each edit is
//! counted: where the generator's text is not as expected, nothing is written.

use anyhow::{Result, bail};

/// The whole file with all edits.
pub(crate) fn fix(source: &str) -> Result<String> {
    let is_call = |line: &&str| line.contains("uniffiRustCallAsync(");
    if source.lines().filter(is_call).any(|line| line.contains("try!")) {
        bail!("an exported async function returns no Result: cancelling it would crash");
    }
    if source.contains("uniffiTraitInterfaceCallAsync") {
        bail!("a foreign trait has an async method: its closures are not Sendable");
    }
    let source = once(
        source,
        "fatalError(\"Cancellation not supported yet\")",
        "throw CancellationError()",
    )?;
    let source = once(
        &source,
        "    freeFunc: (UInt64) -> (),\n    liftFunc",
        "    freeFunc: (UInt64) -> (),\n    cancelFunc: @escaping @Sendable (UInt64) -> (),\n    liftFunc",
    )?;
    wrap(&hand_over(&source)?)
}

/// Each call passes the function that cancels it.
fn hand_over(source: &str) -> Result<String> {
    let calls = source.matches("uniffiRustCallAsync(").count();
    let mut out = String::with_capacity(source.len() + 128 * calls);
    let mut edits = 0;
    for line in source.lines() {
        out.push_str(line);
        out.push('\n');
        let word = line.trim_start();
        if word.starts_with("freeFunc: ffi_") && word.contains("_rust_future_free_") {
            let cancel = line.replacen("freeFunc", "cancelFunc", 1);
            out.push_str(&cancel.replacen("_rust_future_free_", "_rust_future_cancel_", 1));
            out.push('\n');
            edits += 1;
        }
    }
    if calls == 0 || edits != calls {
        bail!("{edits} functions to free futures in {calls} calls: has the generator changed?");
    }
    Ok(out)
}

/// The loop that polls runs where it hears of the task's cancellation.
fn wrap(source: &str) -> Result<String> {
    const BEGIN: &str = "    var pollResult: Int8;\n    repeat {";
    const END: &str = "    return try liftFunc(makeRustCall(";
    let source = once(
        source,
        BEGIN,
        "    await withTaskCancellationHandler {\n    var pollResult: Int8;\n    repeat {",
    )?;
    once(
        &source,
        END,
        "    } onCancel: {\n        cancelFunc(rustFuture)\n    }\n\n    return try liftFunc(makeRustCall(",
    )
}

fn once(source: &str, old: &str, new: &str) -> Result<String> {
    match source.matches(old).count() {
        1 => Ok(source.replacen(old, new, 1)),
        count => bail!("{count} places for {old:?}, and not 1: has the generator changed?"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GENERATED: &str = "\
fileprivate func uniffiRustCallAsync<F, T>(
    freeFunc: (UInt64) -> (),
    liftFunc: (F) throws -> T,
) async throws -> T {
    var pollResult: Int8;
    repeat {
    } while pollResult != UNIFFI_RUST_FUTURE_POLL_READY

    return try liftFunc(makeRustCall(
}
        case CALL_CANCELLED:
            fatalError(\"Cancellation not supported yet\")
        return try  await uniffiRustCallAsync(
                freeFunc: ffi_x_rust_future_free_u64,
        )
";

    #[test]
    fn every_call_can_be_cancelled() {
        let fixed = fix(GENERATED).unwrap();
        assert!(fixed.contains("                cancelFunc: ffi_x_rust_future_cancel_u64,\n"));
        assert!(fixed.contains("await withTaskCancellationHandler {\n    var pollResult"));
        assert!(fixed.contains("throw CancellationError()"));
    }

    #[test]
    fn text_that_is_not_as_expected_is_an_error() {
        for (old, new) in [
            ("fatalError", "fail"),
            ("freeFunc: ffi_x", "free: ffi_x"),
            ("    var pollResult", "    var result"),
            ("try  await", "try!  await"),
        ] {
            assert!(fix(&GENERATED.replace(old, new)).is_err(), "{old}");
        }
        assert!(fix(&format!("{GENERATED}uniffiTraitInterfaceCallAsync(")).is_err());
    }
}
