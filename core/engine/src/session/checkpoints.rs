//! The way of an input: from its arrival over the checkpoints, where it has any, to its answer.
//!
//! It is one input from end to end: it is open all the while, so that clocks stand still, and can be
//! withdrawn anywhere. What is approved at a checkpoint is what goes on.

use super::inputs::Origin;
use super::{Action, Answer, Checkpoint, Event, InputRequest, Roots, Session, Wants};
use crate::error::{Code, Error};
use crate::ids::InputId;
use crate::json::Json;
use crate::policy::{self, Decision, Reply};
use crate::time::Millis;
use std::sync::Arc;

impl Session {
    /// A new input stops at its first checkpoint, or waits for its answer.
    pub(super) fn begin_input(&mut self, now: Millis, request: InputRequest, origin: Origin) {
        let deadline = now + self.config.times.input;
        let (review, roots) = (self.config.review, self.config.offer.roots);
        let mut request = request;
        match (&request.wants, roots) {
            (Wants::Sample(_), _) if review.sample_request => {
                request.checkpoint = Some(Checkpoint::Request);
            }
            // There is an answer, which somebody wants to see first.
            (Wants::Roots, Roots::List) => {
                request.checkpoint = Some(Checkpoint::Result);
                request.result = Some(self.roots.to_result());
            }
            _ => {}
        }
        let unseen = matches!(request.wants, Wants::Roots) && roots == Roots::Live;
        let request = Arc::new(request);
        self.inputs.insert(Arc::clone(&request), origin, deadline);
        self.due_by(deadline);
        if unseen {
            self.actions.push_back(Action::AnswerRoots(request.id));
        } else {
            self.show(request);
        }
    }

    fn show(&mut self, request: Arc<InputRequest>) {
        self.inputs.show(&request);
        self.emit(Event::Input(request));
    }

    /// The host answers. What does not fit leaves the input open (ELI-34).
    pub(super) fn answer(
        &mut self,
        now: Millis,
        id: InputId,
        answer: &Answer,
    ) -> Result<(), Error> {
        if !self.input_stands(id, None) {
            return Err(gone());
        }
        let open = self.inputs.get(id).ok_or_else(gone)?;
        let reply = policy::check(&open.asked, &open.request, answer, self.revision)?;
        if let (Wants::Url { elicitation_id: Some(name), .. }, Answer::Accept(_)) =
            (&open.request.wants, answer)
        {
            self.visits.began(name, id);
        }
        let looks = match open.request.wants {
            Wants::Sample(_) => self.config.review.sample_result,
            Wants::Roots => self.config.review.roots,
            Wants::Form { .. } | Wants::Url { .. } => false,
        };
        match reply {
            Reply::Result(result) if looks => {
                let mut next = InputRequest::clone(&open.request);
                next.checkpoint = Some(Checkpoint::Result);
                next.result = Some(result);
                self.show(Arc::new(next));
            }
            reply => self.settle(now, id, &reply),
        }
        Ok(())
    }

    /// The host approves, changes or refuses. What does not fit leaves the input where it stands.
    pub(super) fn decide(
        &mut self,
        now: Millis,
        id: InputId,
        at: Checkpoint,
        answer: &Answer,
    ) -> Result<(), Error> {
        if !self.input_stands(id, Some(at)) {
            return Err(gone());
        }
        let open = self.inputs.get(id).ok_or_else(gone)?;
        let features = self.config.offer.sample_features();
        match policy::decide(&open.asked, &open.request, answer, self.revision, features)? {
            Decision::Proceed(changed) => {
                let mut next = InputRequest::clone(&open.request);
                next.checkpoint = None;
                if let Some(sample) = changed {
                    next.params = Json::clone(sample.params());
                    next.wants = Wants::Sample(sample);
                }
                self.show(Arc::new(next));
            }
            Decision::Reply(reply) => self.settle(now, id, &reply),
        }
        Ok(())
    }
}

fn gone() -> Error {
    Error::new(Code::Gone, "the input is answered or withdrawn")
}
