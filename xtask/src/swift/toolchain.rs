//! Swift 6 from Debian 13's packages, in a folder that outlives the checkout.

use anyhow::{Result, bail};

use crate::{
    debian::{Contents, Debian},
    repo::Repo,
};

/// The compiler does not ask for the headers of C and C++, and cannot do without. What it does not need
/// is more than half of it.
const SWIFT: Contents = Contents {
    packages: &["swiftlang", "libc6-dev", "libstdc++-14-dev"],
    without: &[
        "/usr/share/doc/*",
        "/usr/share/man/*",
        "/usr/share/locale/*",
        "/usr/libexec/swift/bin/clangd",
        "/usr/libexec/swift/bin/sourcekit-lsp",
        "/usr/libexec/swift/bin/lldb*",
        "/usr/libexec/swift/bin/docc",
        "/usr/libexec/swift/lib/liblldb*",
        "/usr/libexec/swift/lib/libsourcekitd*",
        "/usr/libexec/swift/lib/libLTO*",
        "/usr/libexec/swift/lib/swift_static/*",
        "/usr/libexec/swift/lib/swift/embedded/*",
    ],
};

/// `cargo xtask swift-toolchain`.
pub(crate) fn run(repo: &Repo) -> Result<()> {
    match get(repo, true)? {
        Toolchain::There(debian) => println!("Swift is in {}", debian.root().display()),
        Toolchain::Missing(what) => bail!("{what}"),
    }
    Ok(())
}

/// Whether there is one.
pub(super) enum Toolchain {
    There(Debian),
    /// What the machine lacks, and how to get it.
    Missing(String),
}

/// The toolchain; `setup` allows to make it, which downloads half a gigabyte.
pub(super) fn get(repo: &Repo, setup: bool) -> Result<Toolchain> {
    let debian = Debian::at(repo.cache("swift-debian-13"));
    if debian.is_ready(&SWIFT) {
        return Ok(Toolchain::There(debian));
    }
    if let Some(lacks) = Debian::lacks()? {
        return Ok(Toolchain::Missing(format!("no Swift: {lacks}")));
    }
    if !setup {
        return Ok(Toolchain::Missing(
            "no Swift: cargo xtask swift-toolchain, which unpacks one".into(),
        ));
    }
    debian.make(&SWIFT)?;
    Ok(Toolchain::There(debian))
}
