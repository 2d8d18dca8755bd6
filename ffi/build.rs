//! How the shared library is linked.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let system = std::env::var("CARGO_CFG_TARGET_OS").unwrap_or_default();
    if system == "linux" || system == "android" {
        // Changes only when the binary interface breaks.
        println!("cargo::rustc-cdylib-link-arg=-Wl,-soname,libmcpclient.so.0");
        // Threads of the library's may be on their way out when a host unloads it.
        println!("cargo::rustc-cdylib-link-arg=-Wl,-z,nodelete");
    }
}
