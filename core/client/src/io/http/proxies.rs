//! Which requests go through a proxy, and through which.

use crate::Error;
use crate::transport::Proxy;
use http::{HeaderValue, Uri};
use hyper_util::client::proxy::matcher::{Intercept, Matcher};
use mcpclient_engine::Code;
use std::env;
use url::Url;

/// What was said about proxies, in the environment or by the host.
#[derive(Clone, Default, PartialEq, Eq)]
pub(super) struct Wishes {
    all: String,
    http: String,
    https: String,
    no: String,
}

impl Wishes {
    /// Reads the environment, if it is asked for.
    pub(super) fn new(proxy: &Proxy) -> Result<Self, Error> {
        Self::read(proxy, |name| env::var(name).ok())
    }

    /// With `variable` in place of the environment.
    pub(super) fn read(
        proxy: &Proxy,
        variable: impl Fn(&str) -> Option<String>,
    ) -> Result<Self, Error> {
        let first = |names: [&str; 2]| {
            let mut values = names.into_iter().filter_map(&variable);
            values.find(|value| !value.is_empty()).unwrap_or_default()
        };
        Ok(match proxy {
            Proxy::Direct => Self::default(),
            Proxy::Url(url) => {
                check(url)?;
                Self { all: url.clone(), ..Self::default() }
            }
            Proxy::Environment => Self {
                all: first(["ALL_PROXY", "all_proxy"]),
                // In a CGI program a request could set the upper one.
                http: match variable("REQUEST_METHOD") {
                    Some(_) => variable("http_proxy").unwrap_or_default(),
                    None => first(["HTTP_PROXY", "http_proxy"]),
                },
                https: first(["HTTPS_PROXY", "https_proxy"]),
                no: first(["NO_PROXY", "no_proxy"]),
            },
        })
    }
}

/// The rules that follow.
pub(super) struct Proxies {
    matcher: Option<Matcher>,
}

impl Proxies {
    pub(super) fn new(wishes: &Wishes) -> Self {
        let Wishes { all, http, https, no } = wishes.clone();
        let matcher = (*wishes != Wishes::default())
            .then(|| Matcher::builder().all(all).http(http).https(https).no(no).build());
        Self { matcher }
    }

    /// The proxy for a URL.
    pub(super) fn of(&self, target: &Uri) -> Option<Intercept> {
        self.matcher.as_ref()?.intercept(target)
    }

    /// Whether there is one that reads requests, and has to be told the whole URL: if they are in plain HTTP.
    pub(super) fn reads_requests(&self, target: &Uri) -> bool {
        let proxy = self.of(target).filter(|_| target.scheme_str() == Some("http"));
        proxy.is_some_and(|proxy| matches!(proxy.uri().scheme_str(), Some("http" | "https")))
    }

    /// What each request has to show to the proxy, where that reads requests.
    pub(super) fn authorization(&self, target: &Uri) -> Option<HeaderValue> {
        let proxy = self.of(target).filter(|_| self.reads_requests(target))?;
        let mut value = proxy.basic_auth()?.clone();
        value.set_sensitive(true);
        Some(value)
    }
}

fn check(url: &str) -> Result<(), Error> {
    let fit = Url::parse(url).is_ok_and(|url| {
        matches!(url.scheme(), "http" | "https" | "socks5" | "socks5h") && url.has_host()
    });
    if fit && url.parse::<Uri>().is_ok() {
        return Ok(());
    }
    let message = "proxy: neither an http, https or socks5 URL";
    Err(Error::new(Code::InvalidArg, message))
}

#[cfg(test)]
mod tests {
    use super::{Proxies, Wishes};
    use crate::Code;
    use crate::transport::Proxy;

    fn of(environment: &[(&str, &str)], target: &str) -> Option<String> {
        let variable = |name: &str| {
            let found = environment.iter().find(|(key, _)| *key == name);
            found.map(|(_, value)| (*value).to_owned())
        };
        let wishes = Wishes::read(&Proxy::Environment, variable).unwrap();
        let proxy = Proxies::new(&wishes).of(&target.parse().unwrap());
        proxy.map(|proxy| proxy.uri().to_string())
    }

    #[test]
    fn the_environment_names_proxies() {
        // proves: SEC-05
        let one = [("HTTPS_PROXY", "http://p:1"), ("NO_PROXY", "inside.example, 10.0.0.0/8,.org")];
        assert_eq!(of(&one, "https://a.example/"), Some("http://p:1/".into()));
        assert_eq!(of(&one, "http://a.example/"), None);
        assert_eq!(of(&one, "https://inside.example/"), None);
        assert_eq!(of(&one, "https://deep.inside.example/"), None);
        assert_eq!(of(&one, "https://www.example.org/"), None);
        assert_eq!(of(&one, "https://10.1.2.3/"), None);
        assert_eq!(of(&[], "https://a.example/"), None);
        assert_eq!(of(&[("all_proxy", "socks5://p:1")], "http://a/"), Some("socks5://p:1/".into()));
        assert_eq!(of(&[("http_proxy", "p:1")], "http://a/"), Some("http://p:1/".into()));
        let both =
            [("http_proxy", "http://l:1"), ("ALL_PROXY", "http://all:1"), ("HTTP_PROXY", "")];
        assert_eq!(of(&both, "http://a/"), Some("http://l:1/".into()));
        assert_eq!(of(&both, "https://a/"), Some("http://all:1/".into()));
        assert_eq!(of(&[("NO_PROXY", "*"), ("ALL_PROXY", "http://p:1")], "https://a/"), None);
        // A header of a request to a CGI program.
        let cgi = [("REQUEST_METHOD", "GET"), ("HTTP_PROXY", "http://evil:1")];
        assert_eq!(of(&cgi, "http://a/"), None);
    }

    #[test]
    fn proxies_that_cannot_be_asked_are_refused() {
        for url in ["", "p:1", "socks4://p", "ftp://p", "http://", "http://user:secret@"] {
            let refused = Wishes::new(&Proxy::Url(url.into())).err().unwrap();
            assert_eq!(refused.code, Code::InvalidArg, "{url}");
            assert!(!refused.message.contains("secret"), "{refused}");
        }
        for url in ["http://p", "https://u:s@p:1", "socks5://[::1]:1080", "socks5h://p"] {
            Wishes::new(&Proxy::Url(url.into())).unwrap();
        }
    }
}
