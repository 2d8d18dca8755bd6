//! What the server asks: answered here, refused here, or an input for the host.

use super::inputs::Origin;
use super::source::Source;
use super::{InputRequest, Offer, Roots, Session, Wants, WarningKind};
use crate::elicitation::{Form, UrlFacts};
use crate::json::{Json, Value};
use crate::policy::{self, Kind, Refusal};
use crate::rpc::batch::BatchId;
use crate::rpc::envelope::Id;
use crate::rpc::write;
use crate::sampling::SampleRequest;
use crate::time::Millis;
use std::sync::Arc;

const INVALID_REQUEST: i64 = -32_600;
const METHOD_NOT_FOUND: i64 = -32_601;
const INVALID_PARAMS: i64 = -32_602;

impl Session {
    #[expect(clippy::too_many_arguments, reason = "the parts of one message, taken apart once")]
    pub(super) fn request(
        &mut self,
        now: Millis,
        id: Value<'_>,
        key: Id,
        method: &str,
        params: Option<Value<'_>>,
        source: Source<'_>,
        batch: Option<BatchId>,
    ) {
        if self.writes_no_answers() {
            return self.warn(WarningKind::Malformed, "a stateless server sent a request");
        }
        let answer = match method {
            // At once, in any state (TMO-07).
            "ping" => Ok(Some(write::result(id.raw(), "{}"))),
            _ if self.inputs.by_key(&key).is_some() => {
                self.warn(
                    WarningKind::DuplicateRequest,
                    "a request has the id of one that is open",
                );
                Err(Refusal::new(INVALID_REQUEST, "a request with this id is open"))
            }
            "elicitation/create" | "sampling/createMessage" | "roots/list" => {
                self.input(now, id, key, method, params, source, batch).map(|()| None)
            }
            _ => Err(Refusal::new(METHOD_NOT_FOUND, "this client has no such method")),
        };
        match answer {
            Ok(None) => {}
            Ok(Some(result)) => self.reply(batch, result),
            Err(refusal) => {
                if refusal.rate {
                    self.warn(WarningKind::Rate, refusal.message.clone());
                }
                self.reply(batch, write::error(Some(id.raw()), refusal.code, &refusal.message));
            }
        }
    }

    /// A stateless server has no requests: nobody would read an answer (VER-31, STD-08).
    pub(super) fn writes_no_answers(&self) -> bool {
        self.revision.facts().stateless && self.server.is_some()
    }

    /// The pipeline: decoded, declared, rate, and then the host.
    #[expect(clippy::too_many_arguments, reason = "the parts of one message, taken apart once")]
    fn input(
        &mut self,
        now: Millis,
        id: Value<'_>,
        key: Id,
        method: &str,
        params: Option<Value<'_>>,
        source: Source<'_>,
        batch: Option<BatchId>,
    ) -> Result<(), Refusal> {
        if self.server.is_none() {
            self.warn(WarningKind::Early, "a request came before the handshake was done");
            return Err(Refusal::new(INVALID_REQUEST, "the session is not initialized"));
        }
        let offer = self.config.offer;
        let kind = kind_of(method, params)?;
        self.admit(now, kind, offer, self.inputs.len())?;
        if kind == Kind::Roots && offer.roots == Roots::List && !self.config.review.roots {
            let result = self.roots.to_result();
            self.reply(batch, write::result(id.raw(), result.as_str()));
            return Ok(());
        }
        let (method, wants) = self.decode(kind, params, offer)?;
        let call = self.call_of(source);
        let calls = call.map_or_else(|| self.calls.on_wire(), |call| vec![call]);
        if let [only] = calls[..] {
            self.count_input(only)?;
        }
        let params = params.map_or_else(Json::object, |params| source.own(params));
        let request = InputRequest {
            id: self.inputs.next_id(),
            method,
            params,
            calls,
            round: 0,
            refusal_ends_call: false,
            hazards: wants.hazards(),
            wants,
            checkpoint: None,
            result: None,
        };
        let origin = Origin::Request { wire: id.raw().to_owned(), key, batch, call };
        self.begin_input(now, request, origin);
        if let Some(call) = call.and_then(|call| self.calls.get_mut(call)) {
            call.asked += 1;
            call.follow(now, self.clocks_run);
        }
        self.clocks_follow(now);
        Ok(())
    }

    /// What a call offers the server: no more than the session, perhaps less (VER-21).
    pub(super) fn offer_for(&mut self, call: crate::ids::CallId) -> Offer {
        let most = self.config.offer;
        let narrowed = self.calls.get_mut(call).and_then(|call| call.options.offer);
        narrowed.map_or(most, |offer| offer.within(most))
    }

    /// May the server ask this at all, with so many inputs open?
    pub(super) fn admit(
        &mut self,
        now: Millis,
        kind: Kind,
        offer: Offer,
        open: usize,
    ) -> Result<(), Refusal> {
        policy::admit(kind, self.revision, offer, &self.config.limits, open, &mut self.buckets, now)
    }

    /// No call may ask without end.
    pub(super) fn count_input(&mut self, call: crate::ids::CallId) -> Result<(), Refusal> {
        let most = self.config.limits.inputs_per_call;
        let Some(call) = self.calls.get_mut(call) else { return Ok(()) };
        call.inputs += 1;
        if call.inputs > most {
            return Err(Refusal {
                rate: true,
                ..Refusal::new(-32_603, "this call has asked too often")
            });
        }
        Ok(())
    }

    /// Takes the parameters apart; what cannot be shown whole is refused by name (ELI-11).
    pub(super) fn decode(
        &self,
        kind: Kind,
        params: Option<Value<'_>>,
        offer: Offer,
    ) -> Result<(&'static str, Wants), Refusal> {
        let invalid = |message: &str| Refusal::new(INVALID_PARAMS, message);
        match kind {
            Kind::Roots => Ok(("roots/list", Wants::Roots)),
            Kind::Sample => {
                let params = params.ok_or_else(|| invalid("`params` are missing"))?;
                let sample = SampleRequest::parse(params, self.revision, offer.sample_features())
                    .map_err(|fault| Refusal::new(fault.code, fault.message))?;
                Ok(("sampling/createMessage", Wants::Sample(Box::new(sample))))
            }
            Kind::Form | Kind::Url => {
                let params = params.ok_or_else(|| invalid("`params` are missing"))?;
                let text = |name: &str| {
                    let value = params.get(name).and_then(Value::text);
                    value
                        .map(std::borrow::Cow::into_owned)
                        .ok_or_else(|| invalid(&format!("`{name}` is no string")))
                };
                let message = text("message")?;
                let wants = if kind == Kind::Url {
                    let named = self.revision.facts().elicitation_id;
                    let elicitation_id = if named { Some(text("elicitationId")?) } else { None };
                    let own = self.config.server_host.as_deref();
                    let facts = UrlFacts::read(&text("url")?, own).map_err(invalid)?;
                    let facts = Box::new(facts);
                    Wants::Url { message, facts, elicitation_id }
                } else {
                    let schema = params
                        .get("requestedSchema")
                        .ok_or_else(|| invalid("`requestedSchema` is missing"))?;
                    let form = Form::parse(schema, self.revision, &self.config.limits)
                        .map_err(|fault| Refusal::new(INVALID_PARAMS, fault.to_string()))?;
                    Wants::Form { message, form: Arc::new(form) }
                };
                Ok(("elicitation/create", wants))
            }
        }
    }
}

/// Which kind of input a request asks for.
pub(super) fn kind_of(method: &str, params: Option<Value<'_>>) -> Result<Kind, Refusal> {
    match method {
        "elicitation/create" => mode_of(params),
        "sampling/createMessage" => Ok(Kind::Sample),
        "roots/list" => Ok(Kind::Roots),
        _ => Err(Refusal::new(METHOD_NOT_FOUND, "this client has no such method")),
    }
}

/// A missing mode means a form (ELI-07).
fn mode_of(params: Option<Value<'_>>) -> Result<Kind, Refusal> {
    match params.and_then(|params| params.get("mode")).map(Value::text) {
        None => Ok(Kind::Form),
        Some(Some(mode)) if mode == "form" => Ok(Kind::Form),
        Some(Some(mode)) if mode == "url" => Ok(Kind::Url),
        Some(_) => Err(Refusal::new(INVALID_PARAMS, "`mode` is neither \"form\" nor \"url\"")),
    }
}
