//! One thing that a server wants from the host, and its answer.

use crate::call::RawCall;
use crate::draft::RawForm;
use crate::error::McpError;
use crate::hazard::{Hazard, UrlHazard};
use crate::models::{Model, ModelChoice};
use crate::review::RawSampleDraft;
use crate::roots::{Root, list_of};
use crate::sample::{RawBlock, SampleRequest, SampleResult, answer};
use crate::text::{display_line, json, revision, safe};
use crate::words::{Checkpoint, InputKind, Offer};
use client::json::Json;
use client::{Code, Error, Input};
use std::sync::Arc;

/// What a server wants, taken apart. Texts are made safe to show unless they are called raw; whatever
/// they say, it is the server who says it (ELI-49).
#[derive(Clone, Debug, uniffi::Enum)]
pub enum Wants {
    /// A form for the user.
    Form {
        /// Why, in the server's words.
        message: String,
        /// Why, in the server's very words: not safe to show.
        message_raw: String,
    },
    /// A visit to a URL. The library never opens it (ELI-35).
    Url {
        /// Why, in the server's words.
        message: String,
        /// Why, in the server's very words: not safe to show.
        message_raw: String,
        /// Where to, whole, to be shown before anything is opened.
        url: String,
        /// Where to, as the server wrote it: to be opened, not shown.
        url_raw: String,
        /// Where to, as browsers read it.
        canonical: String,
        /// The host as people read it, which a dialog names plainly (URL-04).
        host: String,
        /// The host as it goes over the wire.
        host_raw: String,
        /// The end of the host that somebody had to register, which should stand out (URL-06).
        domain: Option<String>,
        /// What to be careful about in the URL (URL-07).
        url_hazards: Vec<UrlHazard>,
        /// The server's name for this visit, where the revision has one.
        elicitation_id: Option<String>,
    },
    /// A completion by the host's model.
    Sample {
        /// What the server asks the model.
        request: SampleRequest,
    },
    /// The list of roots.
    Roots,
}

/// See the class that wraps it. Letting go of one that was not answered turns the server away.
#[derive(uniffi::Object)]
pub struct RawInput {
    pub(crate) input: Input,
}

impl RawInput {
    pub(crate) fn new(input: Input) -> Arc<Self> {
        Arc::new(Self { input })
    }
}

#[uniffi::export]
impl RawInput {
    /// An input that no server sent, to try out and test dialogs: read and answered under the same
    /// checks, with no client, no calls, and nothing on any wire. Everything is offered; of sampling,
    /// `offer` says which features. `params` is a JSON object; `server_host` the asking server's own host,
    /// where it has one.
    ///
    /// # Errors
    /// `Refused`: the library refuses such a request on the host's behalf. `BadJson`, `Unsupported`
    /// (no such revision).
    #[uniffi::constructor]
    pub fn rehearse(
        revision_name: &str,
        method: &str,
        params: &str,
        offer: Offer,
        server_host: Option<String>,
    ) -> Result<Arc<Self>, McpError> {
        let (revision, params) = (revision(revision_name)?, json(params)?);
        let (offer, host) = (offer.plain(), server_host.as_deref());
        Ok(Self::new(Input::rehearse(revision, method, params, offer, host)?))
    }

    /// What the server would have been told, once a rehearsal is answered: `{"result": ...}` or
    /// `{"error": ...}`. None before that, if there is nothing to tell, and for real inputs.
    pub fn rehearsed(&self) -> Option<String> {
        self.input.rehearsed().map(Json::into_string)
    }

    /// Its number, which `input_closed` names; unique for its client.
    pub fn id(&self) -> u64 {
        self.input.id().0
    }

    /// Which kind it is.
    pub fn kind(&self) -> InputKind {
        self.input.kind().into()
    }

    /// What is wanted, taken apart.
    pub fn wants(&self) -> Wants {
        match &self.input.request().wants {
            client::Wants::Form { message, .. } => {
                Wants::Form { message: safe(message), message_raw: message.clone() }
            }
            client::Wants::Url { message, facts, elicitation_id } => Wants::Url {
                message: safe(message),
                message_raw: message.clone(),
                url: display_line(facts.url(), u32::MAX),
                url_raw: facts.url().into(),
                canonical: facts.canonical().into(),
                host: facts.shown_host().into(),
                host_raw: facts.host().into(),
                domain: facts
                    .registrable()
                    .and_then(|part| Some(facts.shown_host().get(part)?.to_owned())),
                url_hazards: facts
                    .hazards()
                    .iter()
                    .map(|hazard| UrlHazard::from(*hazard))
                    .collect(),
                elicitation_id: elicitation_id.clone(),
            },
            client::Wants::Sample(request) => Wants::Sample { request: (&**request).into() },
            client::Wants::Roots => Wants::Roots,
        }
    }

    /// The form, if it is one: what is filled in there is what `accept` sends.
    pub fn form(self: Arc<Self>) -> Option<Arc<RawForm>> {
        RawForm::of(self)
    }

    /// Which of the host's models fits a sample, and why: by the server's hints in order, then by its
    /// priorities (SAM-11, SAM-12). None for other inputs and an empty catalogue. Advice: the host may
    /// use another.
    pub fn choose_model(&self, catalogue: Vec<Model>) -> Option<ModelChoice> {
        let catalogue: Vec<_> = catalogue.into_iter().map(Into::into).collect();
        self.input.choose_model(&catalogue).map(Into::into)
    }

    /// All that the server sent, verbatim: a JSON object.
    pub fn params(&self) -> String {
        self.input.request().params.as_str().into()
    }

    /// Which round of its call's questions it belongs to, from 1; 0 where there are no rounds.
    pub fn round(&self) -> u32 {
        self.input.request().round
    }

    /// Whether saying no ends the call, as the wire has no way to tell the server (MRT-15).
    pub fn refusal_ends_call(&self) -> bool {
        self.input.request().refusal_ends_call
    }

    /// What a dialog should warn of, in order of appearance (ELI-46, ELI-47).
    pub fn hazards(&self) -> Vec<Hazard> {
        self.input.request().hazards.iter().map(|hazard| Hazard::from(*hazard)).collect()
    }

    /// The calls that may have caused it and are still running, oldest first.
    pub fn calls(&self) -> Vec<Arc<RawCall>> {
        self.input.calls().into_iter().map(RawCall::new).collect()
    }

    /// The checkpoint at which it stands; none if it waits for its answer.
    pub fn checkpoint(&self) -> Option<Checkpoint> {
        self.input.checkpoint().map(Into::into)
    }

    /// At the checkpoint of a result: what the server will be sent if it is approved, to the letter
    /// (SAM-33).
    pub fn result(&self) -> Option<String> {
        self.input.result().map(|result| result.as_str().into())
    }

    /// The same taken apart, if it is the result of a sample.
    pub fn sample_result(&self) -> Option<SampleResult> {
        SampleResult::read(self.input.result()?.value())
    }

    /// At the checkpoint of a request: the request as it will go to the model, to be changed (SAM-31).
    pub fn sample_draft(self: Arc<Self>) -> Option<Arc<RawSampleDraft>> {
        RawSampleDraft::of(self)
    }

    /// Approves at a checkpoint: a request as it was changed, a result as it is shown.
    ///
    /// # Errors
    /// `Sample` (the request was changed into one that the server does not allow; it still stands
    /// there), `Gone`, `InvalidArg`.
    pub fn approve(&self) -> Result<(), McpError> {
        Ok(self.input.approve()?)
    }

    /// Approves at a checkpoint, with other parameters or another result, a JSON object, in place of
    /// what is shown.
    ///
    /// # Errors
    /// As `approve`, and `BadJson`.
    pub fn approve_with(&self, changed: &str) -> Result<(), McpError> {
        Ok(self.input.approve_with(json(changed)?)?)
    }

    /// Whether an answer would still count.
    pub fn is_open(&self) -> bool {
        self.input.is_open()
    }

    /// Accepts: a form as it is filled in (ELI-30); a visit to a URL, which says that the user agrees
    /// and not that they have arrived (ELI-35).
    ///
    /// # Errors
    /// `Form` (nothing was sent; each wrong field is named), `Gone` (too late), `InvalidArg` (not for
    /// this kind).
    pub fn accept(&self) -> Result<(), McpError> {
        // Nobody should be asked to correct what would come too late.
        if !self.input.is_open() {
            return Err(Error::new(Code::Gone, "the input is not open any more").into());
        }
        Ok(self.input.accept()?)
    }

    /// Accepts a form with the whole of its content, a JSON object (ELI-30).
    ///
    /// # Errors
    /// As `accept`, and `BadJson`.
    pub fn accept_content(&self, content: &str) -> Result<(), McpError> {
        Ok(self.input.accept_content(json(content)?)?)
    }

    /// The user says no (ELI-31); a sample or the roots are refused. The reason is never sent.
    ///
    /// # Errors
    /// `Gone` (too late).
    pub fn decline(&self, reason: Option<String>) -> Result<(), McpError> {
        Ok(self.input.decline(reason.as_deref())?)
    }

    /// The user turned away without a choice (ELI-32); a sample or the roots are refused.
    ///
    /// # Errors
    /// `Gone` (too late).
    pub fn cancel(&self) -> Result<(), McpError> {
        Ok(self.input.cancel()?)
    }

    /// The host could not: a JSON-RPC error for the server.
    ///
    /// # Errors
    /// `Gone` (too late).
    pub fn fail(&self, code: i64, message: &str) -> Result<(), McpError> {
        Ok(self.input.fail(code, message)?)
    }

    /// Ends the whole operation (ELI-38): turns the server away and cancels every call that the input
    /// may belong to. `reason` goes to the server's log.
    ///
    /// # Errors
    /// `Gone` (too late); then no call is cancelled.
    pub fn abort_call(&self, reason: Option<String>) -> Result<(), McpError> {
        Ok(self.input.abort_call(reason.as_deref())?)
    }

    /// Answers a sample with the text that a model gave (SAM-09).
    ///
    /// # Errors
    /// `Sample` (nothing was sent), `Gone`, `InvalidArg`.
    pub fn answer_sample_text(
        &self,
        model: &str,
        text: &str,
        stop_reason: Option<String>,
    ) -> Result<(), McpError> {
        Ok(self.input.answer_sample_text(model, text, stop_reason.as_deref())?)
    }

    /// Answers a sample with blocks of content: one is sent as it is, several as a list, which not every
    /// server knows (SAM-05, SAM-06).
    ///
    /// # Errors
    /// `Sample` (nothing was sent), `Gone`, `InvalidArg`, `BadJson` (a block, or the arguments of a tool,
    /// is no JSON object).
    pub fn answer_sample(
        &self,
        model: &str,
        blocks: Vec<RawBlock>,
        stop_reason: Option<String>,
    ) -> Result<(), McpError> {
        if self.kind() != InputKind::Sample {
            return Err(Error::new(Code::InvalidArg, "the server did not ask for a sample").into());
        }
        Ok(self.input.answer_sample(&answer(model, blocks, stop_reason.as_deref())?)?)
    }

    /// Answers a sample or the roots with a JSON-RPC result, verbatim once its shape is checked.
    ///
    /// # Errors
    /// `Sample` or `Root` (nothing was sent), `Gone`, `InvalidArg`, `BadJson`.
    pub fn answer_result(&self, result: &str) -> Result<(), McpError> {
        Ok(self.input.answer_result(json(result)?)?)
    }

    /// Answers a request for the roots (ROO-02).
    ///
    /// # Errors
    /// `Root` (one of them cannot be a root), `Gone`, `InvalidArg`.
    pub fn answer_roots(&self, roots: Vec<Root>) -> Result<(), McpError> {
        if self.kind() != InputKind::Roots {
            return Err(Error::new(Code::InvalidArg, "the server did not ask for the roots").into());
        }
        Ok(self.input.answer_roots(&list_of(roots)?)?)
    }
}
