//! One thing that a server wants, from its arrival to its one answer.

use crate::call::Call;
use crate::client::Client;
use crate::driver::{Link, lock};
use crate::sync::atomic::{AtomicBool, Ordering};
use crate::sync::{Arc, Mutex, MutexGuard};
use mcpclient_engine::elicitation::Draft;
use mcpclient_engine::era::Revision;
use mcpclient_engine::json::Json;
use mcpclient_engine::roots::RootList;
use mcpclient_engine::sampling::{Choice, Model, SampleDraft, SampleResult, choose};
use mcpclient_engine::session::{
    Answer, Checkpoint, Command, InputRequest, Offer, Rehearsal, Roots, SessionConfig, Wants,
};
use mcpclient_engine::{Code, Error, InputId};
use std::fmt;

/// The kinds of input.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum InputKind {
    /// A form for the user.
    Form,
    /// A visit to a URL.
    Url,
    /// A completion by the host's model.
    Sample,
    /// The list of roots.
    Roots,
}

/// An input: answered at most once, from any thread, now or hours later. At a checkpoint it is a handle
/// to approve or refuse with, once; see [`crate::Host::confirm`].
///
/// Dropping it unanswered turns the server away: cancel for forms and URLs, refusal for the rest.
/// Every answer fails with [`Code::Gone`] when it comes too late. An answer that does not fit
/// ([`Code::Form`], [`Code::Sample`], [`Code::Root`], [`Code::BadJson`], [`Code::InvalidArg`]) is not
/// sent and leaves the input open.
pub struct Input {
    asker: Asker,
    request: Arc<InputRequest>,
    answered: AtomicBool,
    draft: Option<Mutex<Draft>>,
    /// At [`Checkpoint::Request`].
    sample: Option<Mutex<SampleDraft>>,
}

/// Who wants it.
enum Asker {
    Server(Arc<Link>),
    /// Nobody: it is a rehearsal, which keeps what the server would have been told.
    Nobody(Rehearsal, Mutex<Option<Json>>),
}

impl Input {
    pub(crate) fn new(link: Arc<Link>, request: Arc<InputRequest>) -> Self {
        Self::of(Asker::Server(link), request)
    }

    /// An input that no server sent, to try out and test dialogs: read and answered under the same
    /// checks, with no client, no calls, and nothing on any wire. Everything is offered; of sampling,
    /// `offer` says which features. `server_host` is the asking server's own host, where it has one:
    /// [`SessionConfig::server_host`].
    ///
    /// # Errors
    /// [`Code::Refused`] with what the server would have been told: the library refuses such a
    /// request on the host's behalf.
    pub fn rehearse(
        revision: Revision,
        method: &str,
        params: Json,
        offer: Offer,
        server_host: Option<&str>,
    ) -> Result<Self, Error> {
        let mut config = SessionConfig::new("rehearsal", "");
        config.server_host = server_host.map(str::to_owned);
        config.offer = Offer { form: true, url: true, sample: true, roots: Roots::Ask, ..offer };
        let rehearsal = Rehearsal::new(config, revision, method, params)?;
        let request = Arc::clone(rehearsal.request());
        Ok(Self::of(Asker::Nobody(rehearsal, Mutex::new(None)), request))
    }

    /// What the server would have been told, once a rehearsal is answered: `{"result": ...}` or
    /// `{"error": ...}`. `None` before that, if there is nothing to tell, and for real inputs.
    pub fn rehearsed(&self) -> Option<Json> {
        match &self.asker {
            Asker::Server(_) => None,
            Asker::Nobody(_, told) => lock(told).clone(),
        }
    }

    fn of(asker: Asker, request: Arc<InputRequest>) -> Self {
        let draft = match &request.wants {
            Wants::Form { form, .. } => Some(Mutex::new(Draft::new(Arc::clone(form)))),
            Wants::Url { .. } | Wants::Sample(_) | Wants::Roots => None,
        };
        let sample = match (&request.wants, request.checkpoint) {
            (Wants::Sample(sample), Some(Checkpoint::Request)) => {
                Some(Mutex::new(SampleDraft::new(sample)))
            }
            _ => None,
        };
        Self { asker, request, answered: AtomicBool::new(false), draft, sample }
    }

    /// Its name in this client.
    pub fn id(&self) -> InputId {
        self.request.id
    }

    /// The client whose server asks; its label says who in a dialog. A rehearsal has none.
    pub fn client(&self) -> Option<Client> {
        self.link().map(Client::of)
    }

    /// The host's name for the server that asks; empty for a rehearsal.
    pub fn label(&self) -> &str {
        self.link().map_or("", |link| &link.label)
    }

    fn link(&self) -> Option<&Arc<Link>> {
        match &self.asker {
            Asker::Server(link) => Some(link),
            Asker::Nobody(..) => None,
        }
    }

    /// What is wanted, taken apart, and verbatim.
    pub fn request(&self) -> &Arc<InputRequest> {
        &self.request
    }

    /// Which kind it is.
    pub fn kind(&self) -> InputKind {
        match self.request.wants {
            Wants::Form { .. } => InputKind::Form,
            Wants::Url { .. } => InputKind::Url,
            Wants::Sample(_) => InputKind::Sample,
            Wants::Roots => InputKind::Roots,
        }
    }

    /// The calls that may have caused it and are still running, oldest first. On a handshake lane the
    /// wire does not say which.
    pub fn calls(&self) -> Vec<Call> {
        let running = self.link().map(|link| link.running(&self.request.calls));
        running.into_iter().flatten().map(|cell| Call { cell }).collect()
    }

    /// Whether an answer would still count.
    pub fn is_open(&self) -> bool {
        match &self.asker {
            Asker::Server(link) => {
                let (id, at) = (self.request.id, self.request.checkpoint);
                link.enter(|core| core.session.input_stands(id, at)).unwrap_or(false)
            }
            Asker::Nobody(..) => !self.answered.load(Ordering::Acquire),
        }
    }

    /// What has been filled in so far, if this is a form: any thread may go on with it. Do not keep it
    /// locked while answering on the same thread.
    pub fn draft(&self) -> Option<MutexGuard<'_, Draft>> {
        self.draft.as_ref().map(lock)
    }

    /// The checkpoint at which this input stands; `None` if it waits for its answer.
    pub fn checkpoint(&self) -> Option<Checkpoint> {
        self.request.checkpoint
    }

    /// At [`Checkpoint::Result`]: what the server will be sent if it is approved, to the letter
    /// (SAM-33).
    pub fn result(&self) -> Option<&Json> {
        self.request.result.as_ref()
    }

    /// At [`Checkpoint::Request`]: the request as it will go to the model, to be changed there
    /// (SAM-31). Do not keep it locked while approving on the same thread.
    pub fn sample_draft(&self) -> Option<MutexGuard<'_, SampleDraft>> {
        self.sample.as_ref().map(lock)
    }

    /// Approves at a checkpoint: a request as its [`Input::sample_draft`] has it, a result as
    /// [`Input::result`] shows it. What was approved is changed no more on its way.
    ///
    /// # Errors
    /// [`Code::Sample`] if the request was changed into one that the server does not allow: more tokens
    /// (SAM-17), other tools (SAM-21), or none at all; then it still stands there. Also see [`Input`].
    pub fn approve(&self) -> Result<(), Error> {
        let changed = self.sample_draft().filter(|draft| draft.is_changed());
        let params = changed.map(|draft| draft.params().clone());
        self.answer(Answer::Approve(params))
    }

    /// Approves at a checkpoint, with other parameters of the request or another result in place of what
    /// is shown: sent on to the letter once it is checked. A result may also be given with
    /// [`Input::answer_result`] and its kin.
    ///
    /// # Errors
    /// As [`Input::approve`].
    pub fn approve_with(&self, changed: Json) -> Result<(), Error> {
        self.answer(Answer::Approve(Some(changed)))
    }

    /// What goes on from here, to the letter, if it is accepted or approved now: the content of a form,
    /// the parameters that the model is asked, or the result that the server is sent.
    ///
    /// # Errors
    /// [`Code::Form`], with each field that is wrong; [`Code::InvalidArg`] where there is nothing to
    /// show before it is answered.
    pub fn preview(&self) -> Result<Json, Error> {
        if let Some(draft) = self.draft() {
            return draft.content().map_err(Error::form);
        }
        if let Some(draft) = self.sample_draft() {
            return Ok(draft.params().clone());
        }
        let nothing = || Error::new(Code::InvalidArg, "there is nothing to preview");
        self.result().cloned().ok_or_else(nothing)
    }

    /// Which of the host's models fits a sample, and why: by the server's hints in order, then by its
    /// priorities (SAM-11, SAM-12). `None` for other inputs and an empty catalogue. Advice: the host may
    /// use another.
    pub fn choose_model(&self, catalogue: &[Model]) -> Option<Choice> {
        match &self.request.wants {
            Wants::Sample(sample) => choose(sample, catalogue),
            _ => None,
        }
    }

    /// Accepts: a form with what its [`Input::draft`] holds (ELI-30), defaults included (ELI-24); a
    /// visit to a URL, which says that the user agrees and not that they have arrived (ELI-35).
    ///
    /// # Errors
    /// See [`Input`]; with [`Code::Form`], each field that is wrong is named.
    pub fn accept(&self) -> Result<(), Error> {
        let content = match &self.draft {
            Some(draft) => Some(lock(draft).content().map_err(Error::form)?),
            None => None,
        };
        self.answer(Answer::Accept(content))
    }

    /// Accepts a form with the whole of its content, a JSON object (ELI-30).
    ///
    /// # Errors
    /// See [`Input`]; with [`Code::Form`], each field that is wrong is named.
    pub fn accept_content(&self, content: Json) -> Result<(), Error> {
        self.answer(Answer::Accept(Some(content)))
    }

    /// The user says no (ELI-31); a sample or the roots are refused. The reason is for the host's own
    /// use and is never sent.
    ///
    /// # Errors
    /// See [`Input`].
    pub fn decline(&self, reason: Option<&str>) -> Result<(), Error> {
        let _ = reason;
        self.answer(Answer::Decline)
    }

    /// The user turned away without a choice (ELI-32); a sample or the roots are refused.
    ///
    /// # Errors
    /// See [`Input`].
    pub fn cancel(&self) -> Result<(), Error> {
        self.answer(Answer::Cancel)
    }

    /// The host could not: a JSON-RPC error for the server, with a message of the host's.
    ///
    /// # Errors
    /// See [`Input`].
    pub fn fail(&self, code: i64, message: &str) -> Result<(), Error> {
        self.answer(Answer::Fail { code, message: message.to_owned() })
    }

    /// Answers a sample or the roots with a JSON-RPC result, verbatim once its shape is checked.
    ///
    /// # Errors
    /// See [`Input`].
    pub fn answer_result(&self, result: Json) -> Result<(), Error> {
        self.answer(Answer::Result(result))
    }

    /// Answers a sample with the text that a model gave (SAM-20).
    ///
    /// # Errors
    /// See [`Input`].
    pub fn answer_sample_text(
        &self,
        model: &str,
        text: &str,
        stop_reason: Option<&str>,
    ) -> Result<(), Error> {
        self.answer_result(SampleResult::text(model, text, stop_reason))
    }

    /// Answers a sample with blocks of content (SAM-05, SAM-22).
    ///
    /// # Errors
    /// See [`Input`].
    pub fn answer_sample(&self, result: &SampleResult) -> Result<(), Error> {
        self.answer_result(result.finish())
    }

    /// Answers a request for the roots.
    ///
    /// # Errors
    /// See [`Input`].
    pub fn answer_roots(&self, roots: &RootList) -> Result<(), Error> {
        self.answer_result(roots.to_result())
    }

    /// Ends the whole operation: turns the server away and cancels every call that the input may
    /// belong to. `reason` goes to the server's log.
    ///
    /// # Errors
    /// [`Code::Gone`] if the input is not open any more; then no call is cancelled.
    pub fn abort_call(&self, reason: Option<&str>) -> Result<(), Error> {
        let Some(link) = self.link() else { return self.answer(Answer::Cancel) };
        let refusal = self.command(Answer::Cancel);
        self.answered_by(link.abort(refusal, &self.request.calls, reason))
    }

    fn answer(&self, answer: Answer) -> Result<(), Error> {
        match &self.asker {
            Asker::Server(link) => self.answered_by(link.command(self.command(answer))),
            Asker::Nobody(rehearsal, told) => {
                // The lock makes one of two answers the later one.
                let mut told = lock(told);
                if !self.is_open() {
                    return Err(Error::new(Code::Gone, "the input was answered already"));
                }
                *told = rehearsal.answer(&answer)?;
                self.answered_by(Ok(()))
            }
        }
    }

    /// What the answer is where this handle stands: a handle of an earlier step comes too late.
    fn command(&self, answer: Answer) -> Command {
        let input = self.request.id;
        match self.request.checkpoint {
            None => Command::Answer { input, answer },
            Some(at) => Command::Decide { input, at, answer },
        }
    }

    fn answered_by(&self, result: Result<(), Error>) -> Result<(), Error> {
        if result.as_ref().map_or_else(|error| error.code == Code::Gone, |()| true) {
            self.answered.store(true, Ordering::Release);
        }
        result
    }
}

/// What the server is told of a host that could not answer: nobody has said no. The code is JSON-RPC's for an
/// internal error.
pub(crate) const HOST_FAILED: (i64, &str) = (-32_603, "the host failed");

impl Drop for Input {
    fn drop(&mut self) {
        if !self.answered.load(Ordering::Acquire) {
            // Gone means that nobody waits for it any more.
            let _ = match std::thread::panicking() {
                true => self.fail(HOST_FAILED.0, HOST_FAILED.1),
                false => self.cancel(),
            };
        }
    }
}

impl fmt::Debug for Input {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Input")
            .field("id", &self.request.id)
            .field("kind", &self.kind())
            .field("checkpoint", &self.checkpoint())
            .finish_non_exhaustive()
    }
}
