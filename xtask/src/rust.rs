//! The steps that are one Cargo command each.

use anyhow::{Result, ensure};

use crate::{
    gate::{Context, Done},
    run,
};

/// Formatting.
pub(crate) fn fmt(context: &Context<'_>) -> Result<Done> {
    run::quiet(context.repo.cargo("fmt").args(["--all", "--check"]))?;
    for manifest in ["tests/fuzz/Cargo.toml", "bindings/uniffi/bindgen/Cargo.toml"] {
        let apart = ["--all", "--check", "--manifest-path", manifest];
        run::quiet(context.repo.cargo("fmt").args(apart))?;
    }
    Ok(Done::Passed("all crates".into()))
}

/// Lints.
pub(crate) fn clippy(context: &Context<'_>) -> Result<Done> {
    let mut clippy = context.repo.cargo("clippy");
    clippy.args(["--locked", "--workspace", "--all-targets", "--", "-D", "warnings"]);
    run::quiet(&mut clippy)?;
    Ok(Done::Passed("all crates, all targets".into()))
}

/// Unit, integration and documentation tests.
pub(crate) fn test(context: &Context<'_>) -> Result<Done> {
    let said = run::quiet(context.repo.cargo("test").args(["--locked", "--workspace"]))?;
    Ok(Done::Passed(format!("{} tests", passed(&said))))
}

/// What threads may do to one client, in many orders.
pub(crate) fn models(context: &Context<'_>) -> Result<Done> {
    let mut models = context.repo.cargo("test");
    models.args(["--locked", "-p", "mcpclient", "--features", "shuttle", "--lib", "models::"]);
    let said = run::quiet(&mut models)?;
    let count = passed(&said);
    ensure!(count > 0, "there are no models");
    Ok(Done::Passed(format!("{count} models")))
}

/// Rust documentation, of the crates whose API is Rust.
pub(crate) fn doc(context: &Context<'_>) -> Result<Done> {
    let mut doc = context.repo.cargo("doc");
    doc.args(["--locked", "--no-deps", "-p", "mcpclient-engine", "-p", "mcpclient"]);
    run::quiet(doc.env("RUSTDOCFLAGS", "-D warnings"))?;
    Ok(Done::Passed("mcpclient-engine, mcpclient".into()))
}

/// The sum over all lines `test result: ok. 12 passed; ...`.
fn passed(said: &str) -> usize {
    let lines = said.lines().filter_map(|line| line.strip_prefix("test result: ok. "));
    lines.filter_map(|line| line.split(' ').next()?.parse::<usize>().ok()).sum()
}

#[cfg(test)]
mod tests {
    use super::passed;

    #[test]
    fn sums_what_every_test_program_counted() {
        let said = "running 2 tests\ntest result: ok. 2 passed; 0 failed\n\
                    noise\ntest result: ok. 40 passed; 0 failed; 1 ignored\n";
        assert_eq!(passed(said), 42);
    }
}
