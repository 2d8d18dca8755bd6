//! The steps in order: what is quick and fails often comes first, what a fresh machine has to build a
//! tool for comes last.

use super::Step;
use crate::{
    bindings, c, cases, conformance, demo, deny, dist, fuzz, header, interop, kotlin, msrv, python,
    readme, requirements, rust, swift, symbols,
    tool::{
        CC, CLIPPY, CMAKE, GCC, GXX, JAVAC, LD, MAVEN, NGINX, NM, NODE, NPM, OBJCOPY, OPENSSL,
        PKG_CONFIG, PYTHON, READELF, RUSTFMT, VALGRIND,
    },
    transcripts, vectors, walls,
};

pub(super) const STEPS: &[Step] = &[
    Step { name: "fmt", about: "the sources are formatted", needs: &[RUSTFMT], run: rust::fmt },
    Step {
        name: "requirements",
        about: "every `proves:` mark names a row of the table",
        needs: &[],
        run: requirements::step,
    },
    Step {
        name: "cases",
        about: "every test that the list of cases names exists",
        needs: &[],
        run: cases::step,
    },
    Step {
        name: "engine-walls",
        about: "crates keep to their rooms, dates of revisions to their table",
        needs: &[],
        run: walls::step,
    },
    Step {
        name: "header",
        about: "include/mcpclient.h is what the ffi crate generates",
        needs: &[],
        run: header::step_drift,
    },
    Step {
        name: "header-docs",
        about: "the header documents ownership, threads and constants",
        needs: &[],
        run: header::step_docs,
    },
    Step {
        name: "header-standards",
        about: "the headers alone and twice, in every standard of C and C++",
        needs: &[GCC, GXX],
        run: header::step_standards,
    },
    Step {
        name: "clippy",
        about: "no warnings in any crate or test",
        needs: &[CLIPPY],
        run: rust::clippy,
    },
    Step { name: "doc", about: "the Rust documentation builds", needs: &[], run: rust::doc },
    Step {
        name: "cargo-test",
        about: "Rust tests and documentation tests",
        needs: &[],
        run: rust::test,
    },
    Step {
        name: "models",
        about: "what threads do to one client, in many orders",
        needs: &[],
        run: rust::models,
    },
    Step {
        name: "symbols",
        about: "exports, ffi/symbols.txt and the header agree",
        needs: &[NM],
        run: symbols::step,
    },
    Step { name: "c-plain", about: "the C99 tests", needs: &[GCC, READELF], run: c::step_plain },
    Step {
        name: "c-asan",
        about: "the C99 tests, both sides under ASan, the C side also under UBSan",
        needs: &[GCC, NM, READELF],
        run: c::step_asan,
    },
    Step {
        name: "c-valgrind",
        about: "the C99 tests under valgrind",
        needs: &[GCC, READELF, VALGRIND],
        run: c::step_valgrind,
    },
    Step {
        name: "cpp-plain",
        about: "the C++ tests; nothing that C offers is missing",
        needs: &[GXX, READELF],
        run: c::step_cpp_plain,
    },
    Step {
        name: "cpp-asan",
        about: "the C++ tests, both sides under ASan, the C++ side also under UBSan",
        needs: &[GXX, NM, READELF],
        run: c::step_cpp_asan,
    },
    Step {
        name: "install",
        about: "programs over an installed library: pkg-config, CMake, dlopen, beside another in Rust",
        needs: &[CC, GXX, CMAKE, PKG_CONFIG, LD, OBJCOPY, NM, READELF],
        run: dist::step,
    },
    Step {
        name: "readme",
        about: "README.md's links lead somewhere, and its examples compile",
        needs: &[CC, GXX, READELF],
        run: readme::step,
    },
    Step {
        name: "python",
        about: "the wheel, its tests, and what type checkers say of it",
        needs: &[NODE, NPM, PYTHON],
        run: python::step,
    },
    Step {
        name: "bindings-drift",
        about: "the sources of Kotlin and Swift are what the generator writes",
        needs: &[],
        run: bindings::step,
    },
    Step {
        name: "kotlin",
        about: "the Kotlin binding and its tests",
        needs: &[JAVAC, MAVEN],
        run: kotlin::step,
    },
    Step { name: "swift", about: "the Swift binding and its tests", needs: &[], run: swift::step },
    Step {
        name: "vectors",
        about: "the vectors in every language, beside two independent validators",
        needs: &[GXX, PYTHON],
        run: vectors::step,
    },
    Step {
        name: "transcripts",
        about: "the transcripts in every language, against a real server process",
        needs: &[],
        run: transcripts::step,
    },
    Step {
        name: "demo",
        about: "the booking demo by itself, under sanitizers, and typed in",
        needs: &[CC, READELF],
        run: demo::step,
    },
    Step {
        name: "demo-languages",
        about: "the booking demo in the other languages, by itself",
        needs: &[],
        run: demo::step_languages,
    },
    Step {
        name: "demo-valgrind",
        about: "the booking demo under valgrind",
        needs: &[CC, READELF, VALGRIND],
        run: demo::step_valgrind,
    },
    Step {
        name: "interop",
        about: "the reference servers and ours on the official SDKs, by pipes and HTTP, with a C host",
        needs: &[CC, READELF, NODE, NPM, PYTHON],
        run: interop::step,
    },
    Step {
        name: "interop-front",
        about: "servers behind nginx: buffered, with TLS, with certificates, through a proxy",
        needs: &[CC, READELF, NODE, NPM, PYTHON, NGINX, OPENSSL],
        run: interop::step_front,
    },
    Step {
        name: "conformance",
        about: "the official conformance suite, with a client in each language",
        needs: &[NODE, NPM],
        run: conformance::step,
    },
    Step {
        name: "fuzz-smoke",
        about: "each fuzz target on its seeds, and searching for a moment",
        needs: &[GXX],
        run: fuzz::step,
    },
    Step {
        name: "deny",
        about: "licences, duplicates and sources of dependencies",
        needs: &[],
        run: deny::step,
    },
    Step {
        name: "msrv",
        about: "what ships builds with the oldest compiler promised",
        needs: &[],
        run: msrv::step,
    },
];
