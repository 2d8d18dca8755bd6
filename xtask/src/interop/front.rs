//! What stands before a server: nginx as it is found in the world, with or without TLS, and a proxy.

use std::{
    collections::BTreeSet,
    ffi::OsString,
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context as _, Result};
use rustix::process::getuid;

use super::{
    certificates::{Certificates, NAME},
    proxy::Proxy,
    served::{Served, free_port},
};
use crate::{files, tool};

/// Which of them.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Front {
    /// Holds back what streams say, and ends what is silent for a second.
    Buffering,
    /// TLS by a private authority, HTTP/1.1, compressed.
    Tls,
    /// The same with HTTP/2, and connections that end after some requests.
    Http2,
    /// The same with HTTP/2, and clients have to show a certificate.
    Certificate,
    /// TLS at a name that only the proxy knows, which lets in who has the password.
    Proxy,
}

/// nginx, and what it leads to.
pub(super) struct Raised {
    front: Front,
    nginx: Served,
    proxy: Option<Proxy>,
    folder: PathBuf,
    url: String,
}

impl Front {
    /// Puts it before the server at `upstream`.
    pub(super) fn raise(
        self,
        folder: &Path,
        keys: &Certificates,
        upstream: &str,
    ) -> Result<Raised> {
        let origin = upstream.trim_end_matches("/mcp");
        let port = free_port()?;
        fs::write(folder.join("nginx.conf"), self.config(port, keys, origin))?;
        let program = tool::find("nginx").context("no nginx")?;
        let mut nginx = Command::new(program);
        nginx.arg("-p").arg(folder).args(["-c", "nginx.conf", "-e", "stderr"]);
        let is_there = |line: &str| line.contains("start worker process");
        let nginx = Served::start(nginx, &folder.join("nginx.log"), is_there)?;
        let proxy = if self == Self::Proxy { Some(Proxy::start(port)?) } else { None };
        let url = match self {
            Self::Buffering => format!("http://127.0.0.1:{port}/mcp"),
            Self::Proxy => format!("https://{NAME}:{port}/mcp"),
            _ => format!("https://localhost:{port}/mcp"),
        };
        Ok(Raised { front: self, nginx, proxy, folder: folder.to_owned(), url })
    }

    fn config(self, port: u16, keys: &Certificates, origin: &str) -> String {
        let listen = match self {
            Self::Buffering => "",
            Self::Tls | Self::Proxy => "ssl",
            Self::Http2 | Self::Certificate => "ssl http2",
        };
        let own = match self {
            // Servers ask not to be buffered; many a site does not listen.
            Self::Buffering => "proxy_buffering on; proxy_ignore_headers X-Accel-Buffering;
                 proxy_read_timeout 1s; keepalive_timeout 1s;"
                .to_owned(),
            Self::Tls => "gzip on; gzip_min_length 1; gzip_proxied any;
                 gzip_types application/json text/event-stream; proxy_buffering off;"
                .to_owned(),
            Self::Http2 => "keepalive_requests 40; proxy_buffering off;".to_owned(),
            Self::Proxy => "proxy_buffering off;".to_owned(),
            Self::Certificate => format!(
                "proxy_buffering off; ssl_verify_client on; ssl_client_certificate {};",
                keys.authority.display()
            ),
        };
        let tls = if listen.is_empty() {
            String::new()
        } else {
            let (certificate, key) = (keys.server.display(), keys.server_key.display());
            format!("ssl_certificate {certificate}; ssl_certificate_key {key};")
        };
        // As root its workers would be somebody who may not read here.
        let user = if getuid().is_root() { "user root;" } else { "" };
        format!(
            "daemon off; {user} worker_processes 1; pid nginx.pid; error_log stderr notice;
             events {{}}
             http {{
               client_body_temp_path body; proxy_temp_path proxy; fastcgi_temp_path fastcgi;
               uwsgi_temp_path uwsgi; scgi_temp_path scgi;
               log_format seen '$server_protocol $status $connection $ssl_client_verify $sent_http_content_encoding';
               access_log access.log seen;
               server {{
                 listen 127.0.0.1:{port} {listen};
                 {tls} {own}
                 location / {{ proxy_pass {origin}; proxy_http_version 1.1; proxy_set_header Connection ''; }}
               }}
             }}\n"
        )
    }
}

impl Raised {
    /// What the host is told: where to go, and what it needs for it.
    pub(super) fn words(&self, keys: &Certificates) -> Vec<OsString> {
        let mut words = vec![OsString::from(&self.url)];
        let mut add = |option: &str, value: OsString| words.extend([option.into(), value]);
        if self.front != Front::Buffering {
            add("--authority", keys.authority.clone().into());
        }
        if self.front == Front::Certificate {
            add("--certificate", keys.client.clone().into());
            add("--key", keys.client_key.clone().into());
        }
        if let Some(proxy) = &self.proxy {
            add("--proxy", proxy.url().into());
        }
        words
    }

    /// What it saw of the host that no host can see.
    pub(super) fn evidence(&self) -> Result<Vec<(&'static str, bool)>> {
        let log = files::read(&self.folder.join("access.log"))?;
        let seen: Vec<Vec<_>> = log.lines().map(|line| line.split(' ').collect()).collect();
        let all = |protocol| !seen.is_empty() && seen.iter().all(|line| line[0] == protocol);
        let connections: BTreeSet<_> = seen.iter().map(|line| line[2]).collect();
        let kept = ("connections are kept", connections.len() * 3 <= seen.len());
        Ok(match self.front {
            Front::Buffering => {
                let cut = self.nginx.said()?.contains("upstream timed out");
                vec![("streams were cut while they were silent", cut)]
            }
            Front::Tls => {
                let compressed = seen.iter().any(|line| line[4] == "gzip");
                vec![("HTTP/1.1", all("HTTP/1.1")), ("compressed", compressed), kept]
            }
            Front::Http2 => vec![("HTTP/2, by ALPN", all("HTTP/2.0")), kept],
            Front::Certificate => {
                let shown = seen.iter().any(|line| line[1] == "200" && line[3] == "SUCCESS");
                vec![("HTTP/2, by ALPN", all("HTTP/2.0")), ("a certificate was shown", shown)]
            }
            Front::Proxy => {
                let tunnels = self.proxy.as_ref().map_or(0, Proxy::tunnels);
                vec![("all went through the proxy", tunnels > 0 && tunnels == connections.len())]
            }
        })
    }
}
