//! A server's question and the host's answer, without a server: to try out and test dialogs.

use super::requests::kind_of;
use super::{Answer, InputRequest, Session, SessionConfig};
use crate::era::Revision;
use crate::error::{Code, Error};
use crate::ids::InputId;
use crate::json::{Json, Writer};
use crate::policy::{self, Refusal, Reply};
use crate::time::Millis;
use std::sync::Arc;

/// One input that passes the same checks, in both directions, as one that came over the wire.
#[derive(Debug)]
pub struct Rehearsal {
    request: Arc<InputRequest>,
    revision: Revision,
}

impl Rehearsal {
    /// Asks what a server of that revision would, of a host that is set up as `config` says.
    ///
    /// # Errors
    /// [`Code::Refused`]: the library would have refused it on the host's behalf, with this sentence.
    pub fn new(
        config: SessionConfig,
        revision: Revision,
        method: &str,
        params: Json,
    ) -> Result<Self, Error> {
        let offer = config.offer;
        let now = Millis::default();
        let mut session = Session::new(config, now);
        session.revision = revision;
        let refused = |refusal: Refusal| Error::new(Code::Refused, refusal.message);
        let value = params.value();
        let kind = kind_of(method, Some(value)).map_err(refused)?;
        session.admit(now, kind, offer, 0).map_err(refused)?;
        let (method, wants) = session.decode(kind, Some(value), offer).map_err(refused)?;
        let request = Arc::new(InputRequest {
            id: InputId(0),
            method,
            params,
            calls: Vec::new(),
            round: u32::from(revision.facts().stateless),
            refusal_ends_call: false,
            hazards: wants.hazards(),
            wants,
            checkpoint: None,
            result: None,
        });
        Ok(Self { request, revision })
    }

    /// What is wanted.
    #[must_use]
    pub fn request(&self) -> &Arc<InputRequest> {
        &self.request
    }

    /// What the server would have been told: `{"result": ...}` or `{"error": ...}`. In the stateless
    /// revision there are no errors: `None`.
    ///
    /// # Errors
    /// The answer does not fit, and would not have been sent.
    pub fn answer(&self, answer: &Answer) -> Result<Option<Json>, Error> {
        let mut out = Writer::new();
        out.object();
        match policy::check(&self.request, &self.request, answer, self.revision)? {
            Reply::Result(result) => {
                out.key("result").raw(result.as_str());
            }
            Reply::Error { .. } if self.revision.facts().stateless => return Ok(None),
            Reply::Error { code, message } => {
                out.key("error").object().key("code").integer(code);
                out.key("message").string(&message).end_object();
            }
        }
        out.end_object();
        Ok(Some(out.finish()))
    }
}
