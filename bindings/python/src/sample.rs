//! A completion that a server wants from the host's model.

use crate::draft::SampleDraft;
use crate::input::{Answer, Input, Shared, give};
use crate::text::{Given, Text, json, value, whole};
use mcpclient::Wants;
use mcpclient::sampling::{self, Context, ToolChoice};
use pyo3::prelude::*;

/// A completion by the host's model.
#[pyclass(frozen, extends = Input, module = "mcpclient")]
pub(crate) struct SampleRequest;

/// One message of it.
#[pyclass(frozen, module = "mcpclient")]
pub(crate) struct Message {
    input: Shared,
    index: usize,
}

/// One block of a message.
#[pyclass(frozen, module = "mcpclient")]
pub(crate) struct Block {
    input: Shared,
    message: usize,
    index: usize,
}

fn sample(input: &Shared) -> &sampling::SampleRequest {
    match &input.request().wants {
        Wants::Sample(sample) => sample,
        Wants::Form { .. } | Wants::Url { .. } | Wants::Roots => {
            unreachable!("made for samples alone")
        }
    }
}

fn of<'a>(this: &'a PyRef<'_, SampleRequest>) -> &'a sampling::SampleRequest {
    sample(&this.as_super().input)
}

#[pymethods]
impl SampleRequest {
    #[getter]
    fn messages(this: PyRef<'_, Self>) -> Vec<Message> {
        let input = &this.as_super().input;
        (0..of(&this).messages().len())
            .map(|index| Message { input: input.clone(), index })
            .collect()
    }

    /// The system prompt that the server suggests, made safe to show.
    #[getter]
    fn system_prompt(this: PyRef<'_, Self>) -> Option<String> {
        of(&this).system_prompt().map(|text| whole(&text))
    }

    #[getter]
    fn system_prompt_raw(this: PyRef<'_, Self>) -> Option<String> {
        of(&this).system_prompt().map(Into::into)
    }

    #[getter]
    fn max_tokens(this: PyRef<'_, Self>) -> u64 {
        of(&this).max_tokens()
    }

    #[getter]
    fn temperature(this: PyRef<'_, Self>) -> Option<f64> {
        of(&this).temperature().map(mcpclient::json::Number::as_f64)
    }

    #[getter]
    fn stop_sequences(this: PyRef<'_, Self>) -> Vec<String> {
        of(&this).stop_sequences().map(Into::into).collect()
    }

    /// `none`, `thisServer` or `allServers`.
    #[getter]
    fn include_context(this: PyRef<'_, Self>) -> &'static str {
        match of(&this).include_context() {
            Context::None => "none",
            Context::ThisServer => "thisServer",
            Context::AllServers => "allServers",
        }
    }

    #[getter]
    fn hints(this: PyRef<'_, Self>) -> Vec<String> {
        of(&this).hints().map(Into::into).collect()
    }

    #[getter]
    fn cost_priority(this: PyRef<'_, Self>) -> Option<f64> {
        of(&this).cost_priority()
    }

    #[getter]
    fn speed_priority(this: PyRef<'_, Self>) -> Option<f64> {
        of(&this).speed_priority()
    }

    #[getter]
    fn intelligence_priority(this: PyRef<'_, Self>) -> Option<f64> {
        of(&this).intelligence_priority()
    }

    /// The tools that the model may use, each verbatim.
    #[getter]
    fn tools<'py>(this: PyRef<'_, Self>, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        of(&this).tools().map(|tool| json(py, tool.raw())).collect()
    }

    /// `auto`, `required` or `none`.
    #[getter]
    fn tool_choice(this: PyRef<'_, Self>) -> &'static str {
        match of(&this).tool_choice() {
            ToolChoice::Auto => "auto",
            ToolChoice::Required => "required",
            ToolChoice::None => "none",
        }
    }

    /// What the server passes on to the model's provider.
    #[getter]
    fn metadata<'py>(
        this: PyRef<'_, Self>,
        py: Python<'py>,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        of(&this).metadata().map(|value| json(py, value.raw())).transpose()
    }

    /// Answers with the text that a model gave.
    #[pyo3(signature = (model, text, stop_reason = None))]
    fn answer_text(
        this: PyRef<'_, Self>,
        py: Python<'_>,
        model: Text,
        text: Text,
        stop_reason: Option<Text>,
    ) -> PyResult<Answer> {
        give(py, &this.as_super().input, "result", |input| {
            let reason = stop_reason.as_ref().map(|reason| reason.0.as_str());
            input.answer_sample_text(&model.0, &text.0, reason)
        })
    }

    /// Answers with blocks of content.
    #[pyo3(signature = (model, blocks, stop_reason = None))]
    fn answer_blocks(
        this: PyRef<'_, Self>,
        py: Python<'_>,
        model: Text,
        blocks: Vec<Given>,
        stop_reason: Option<Text>,
    ) -> PyResult<Answer> {
        let mut result = sampling::SampleResult::new(&model.0);
        for block in blocks {
            result.push_block(block.0);
        }
        if let Some(reason) = stop_reason {
            result.stop_reason(&reason.0);
        }
        give(py, &this.as_super().input, "result", |input| input.answer_sample(&result))
    }

    /// The request as it will go to the model, to be changed there; at its checkpoint alone.
    #[getter]
    fn draft(this: PyRef<'_, Self>) -> Option<SampleDraft> {
        let input = &this.as_super().input;
        let has = input.sample_draft().is_some();
        has.then(|| SampleDraft { input: input.clone() })
    }

    /// Which of the host's models fits, and why.
    fn choose_model(
        this: PyRef<'_, Self>,
        models: Vec<PyRef<'_, crate::model::Model>>,
    ) -> Option<crate::model::ModelChoice> {
        let models: Vec<_> = models.iter().map(|model| model.model.clone()).collect();
        this.as_super().input.choose_model(&models).map(Into::into)
    }

    /// Answers with a JSON-RPC result, verbatim once its shape is checked.
    fn answer_json(this: PyRef<'_, Self>, py: Python<'_>, result: Given) -> PyResult<Answer> {
        give(py, &this.as_super().input, "result", |input| input.answer_result(result.0))
    }
}

impl Message {
    fn message(&self) -> sampling::Message<'_> {
        sample(&self.input).message(self.index).expect("an index in bounds")
    }
}

#[pymethods]
impl Message {
    /// `user` or `assistant`.
    #[getter]
    fn role(&self) -> &'static str {
        match self.message().role() {
            sampling::Role::User => "user",
            sampling::Role::Assistant => "assistant",
        }
    }

    /// Whether the content came as a list, be it of one block.
    #[getter]
    fn is_list(&self) -> bool {
        self.message().is_list()
    }

    #[getter]
    fn blocks(&self) -> Vec<Block> {
        let block = |index| Block { input: self.input.clone(), message: self.index, index };
        (0..self.message().blocks().len()).map(block).collect()
    }

    /// As it came.
    #[getter]
    fn json<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        json(py, self.message().value().raw())
    }
}

impl Block {
    fn block(&self) -> sampling::Block<'_> {
        let message = sample(&self.input).message(self.message).expect("an index in bounds");
        message.block(self.index).expect("an index in bounds")
    }
}

#[pymethods]
impl Block {
    /// `text`, `image`, `audio`, `tool_use` or `tool_result`.
    #[getter]
    fn kind(&self) -> &'static str {
        self.block().kind().name()
    }

    /// The words of a text block, made safe to show.
    #[getter]
    fn text(&self) -> Option<String> {
        self.block().text().map(|text| whole(&text))
    }

    #[getter]
    fn text_raw(&self) -> Option<String> {
        self.block().text().map(Into::into)
    }

    /// The base64 of an image or sound.
    #[getter]
    fn data(&self) -> Option<String> {
        self.block().data().map(Into::into)
    }

    #[getter]
    fn mime_type(&self) -> Option<String> {
        self.block().mime_type().map(Into::into)
    }

    #[getter]
    fn tool_use_id(&self) -> Option<String> {
        self.block().tool_use_id().map(Into::into)
    }

    #[getter]
    fn tool_name(&self) -> Option<String> {
        self.block().tool_name().map(Into::into)
    }

    #[getter]
    fn tool_input<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        value(py, self.block().tool_input())
    }

    #[getter]
    fn is_error(&self) -> bool {
        self.block().is_error()
    }

    /// As it came, with annotations and `_meta`.
    #[getter]
    fn json<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        json(py, self.block().value().raw())
    }
}
