//! `mcpclient-bindgen LIBRARY KOTLIN-FOLDER SWIFT-FOLDER`: writes the sources that each language needs
//! to call the library of `bindings/uniffi`, which must not be stripped.

mod swift;

use std::fs;

use anyhow::{Context as _, Result};
use camino::{Utf8Path, Utf8PathBuf};
use uniffi_bindgen::{
    BindgenPaths, BindgenPathsLayer,
    bindings::{GenerateOptions, TargetLanguage, generate_with_bindgen_paths},
};

fn main() -> Result<()> {
    let mut words = std::env::args().skip(1).map(Utf8PathBuf::from);
    let mut next = || words.next().context("mcpclient-bindgen LIBRARY KOTLIN-FOLDER SWIFT-FOLDER");
    let (library, kotlin, swift) = (next()?, next()?, next()?);
    generate(&library, TargetLanguage::Kotlin, &kotlin)?;
    generate(&library, TargetLanguage::Swift, &swift)?;
    for (folder, name, fix) in [
        (kotlin.join("mcpclient"), "mcpclient.kt", plain as fn(&str) -> Result<String>),
        (swift.clone(), "MCPClient.swift", swift::fix),
        (swift.clone(), "CMCPClient.h", plain),
    ] {
        let file = folder.join(name);
        let text = fs::read_to_string(&file).with_context(|| file.to_string())?;
        fs::write(&file, tidy(&fix(&text)?))?;
    }
    Ok(())
}

fn generate(library: &Utf8Path, language: TargetLanguage, out_dir: &Utf8Path) -> Result<()> {
    let mut paths = BindgenPaths::default();
    paths.add_layer(Config);
    let options = GenerateOptions {
        languages: vec![language],
        source: library.to_owned(),
        out_dir: out_dir.to_owned(),
        ..GenerateOptions::default()
    };
    generate_with_bindgen_paths(options, paths)
}

/// The library's crate is beside this one.
struct Config;

impl BindgenPathsLayer for Config {
    fn get_crate_root(&self, name: &str) -> Option<Utf8PathBuf> {
        let here = Utf8Path::new(env!("CARGO_MANIFEST_DIR"));
        if name == "mcpclient_uniffi" { here.parent().map(Utf8Path::to_owned) } else { None }
    }
}

fn plain(text: &str) -> Result<String> {
    Ok(text.to_owned())
}

/// Without blanks at the ends of lines, and with one line feed at the end.
fn tidy(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for line in text.lines() {
        out.push_str(line.trim_end());
        out.push('\n');
    }
    out.truncate(out.trim_end().len());
    out.push('\n');
    out
}
