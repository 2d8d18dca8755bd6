//! An authority of our own, and what it vouches for: made for each run, good for two days.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context as _, Result};

use crate::run;

/// A name that is known nowhere (RFC 6761, section 6.2).
pub(super) const NAME: &str = "server.test";

const CONFIG: &str = "[req]
distinguished_name = name
[name]
[authority]
basicConstraints = critical, CA:TRUE
keyUsage = critical, keyCertSign
[server]
basicConstraints = critical, CA:FALSE
extendedKeyUsage = serverAuth
subjectAltName = DNS:localhost, DNS:server.test, IP:127.0.0.1
[client]
basicConstraints = critical, CA:FALSE
extendedKeyUsage = clientAuth
";

/// Files in PEM.
pub(super) struct Certificates {
    pub(super) authority: PathBuf,
    pub(super) server: PathBuf,
    pub(super) server_key: PathBuf,
    pub(super) client: PathBuf,
    pub(super) client_key: PathBuf,
}

impl Certificates {
    pub(super) fn make(folder: &Path) -> Result<Self> {
        fs::create_dir_all(folder)?;
        let folder = fs::canonicalize(folder).context("its own folder")?;
        fs::write(folder.join("openssl.cnf"), CONFIG)?;
        for name in ["authority", "server", "client"] {
            let mut make = Command::new("openssl");
            make.current_dir(&folder).args(["req", "-x509", "-config", "openssl.cnf"]);
            make.args(["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]);
            make.args(["-days", "2", "-subj", &format!("/CN={name}"), "-extensions", name]);
            make.args(["-out", &format!("{name}.pem"), "-keyout", &format!("{name}.key")]);
            if name != "authority" {
                make.args(["-CA", "authority.pem", "-CAkey", "authority.key"]);
            }
            run::quiet(&mut make)?;
        }
        Ok(Self {
            authority: folder.join("authority.pem"),
            server: folder.join("server.pem"),
            server_key: folder.join("server.key"),
            client: folder.join("client.pem"),
            client_key: folder.join("client.key"),
        })
    }
}
