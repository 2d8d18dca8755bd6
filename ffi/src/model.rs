//! Which of the host's models fits a sample.

use crate::guard::{guard, guard_error};
use crate::handle::{array, fill, need};
use crate::sized::{self, Sized};
use crate::{mcpclient_error, mcpclient_input, mcpclient_status, mcpclient_str};
use client::json::Value;
use client::sampling::{Choice, Model, Reason, SampleRequest};
use client::{Code, Error, Wants};
use std::ffi::c_char;

/// A model that you can use, in your catalogue. Set it up with mcpclient_model_init(). The three
/// measures go from 0 to 1, and more is better; compare your models with each other.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct mcpclient_model {
    /// What your compiler knows of this struct.
    pub struct_size: usize,
    /// The name that the answer will carry.
    pub name: mcpclient_str,
    /// Other names that servers may know it by, its counterparts of other providers included.
    pub aliases: *const mcpclient_str,
    /// How many `aliases` there are.
    pub alias_count: usize,
    /// How cheap it is.
    pub cheapness: f64,
    /// How fast it is.
    pub speed: f64,
    /// How capable it is.
    pub intelligence: f64,
}

// SAFETY: `repr(C)`, begins with a usize; zeroes are 0 and NULL.
unsafe impl Sized for mcpclient_model {
    const NAME: &'static str = "mcpclient_model";
}

/// Sets all fields to 0 and `struct_size` to `size`, which is sizeof(mcpclient_model). The struct stays
/// yours.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_model_init(model: *mut mcpclient_model, size: usize) {
    guard(|| sized::init(model, size));
}

/// Why a model was chosen.
pub type mcpclient_choice_reason = i32;

/// It fits a hint of the server's.
pub const MCPCLIENT_CHOICE_HINT: mcpclient_choice_reason = 1;
/// It is the best by the server's priorities.
pub const MCPCLIENT_CHOICE_PRIORITIES: mcpclient_choice_reason = 2;
/// The server has no wish that any model fits: it is the first of the catalogue.
pub const MCPCLIENT_CHOICE_FIRST: mcpclient_choice_reason = 3;

/// A choice, and why it was made. Set it up with mcpclient_choice_init().
#[repr(C)]
#[derive(Clone, Copy)]
pub struct mcpclient_choice {
    /// What your compiler knows of this struct.
    pub struct_size: usize,
    /// The place of the model in the catalogue.
    pub model: usize,
    /// One of MCPCLIENT_CHOICE_....
    pub reason: mcpclient_choice_reason,
    /// With MCPCLIENT_CHOICE_HINT: which hint, as mcpclient_input_sample_hint() counts.
    pub hint: u32,
    /// How many models were left for the priorities, or else the order of the catalogue, to decide
    /// between: those that the hint fits, or all.
    pub among: usize,
    /// With MCPCLIENT_CHOICE_PRIORITIES: how well it fits them; only good for comparing.
    pub score: f64,
}

// SAFETY: `repr(C)`, begins with a usize; zeroes are 0.
unsafe impl Sized for mcpclient_choice {
    const NAME: &'static str = "mcpclient_choice";
}

/// Sets all fields to 0 and `struct_size` to `size`, which is sizeof(mcpclient_choice). The struct stays
/// yours.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_choice_init(choice: *mut mcpclient_choice, size: usize) {
    guard(|| sized::init(choice, size));
}

/// Chooses a model for a sample from your catalogue, an array of `count` models that were all set up by
/// the same program: by the server's hints in order, each a part of a name or alias, in whatever case
/// (SAM-12, SAM-13), and between several by its priorities (SAM-11, SAM-14). It is advice: use another
/// if you like (SAM-42). Borrows the catalogue; fills in `*choice`, which stays yours; so is `*error`.
///
/// Fails with MCPCLIENT_E_INVALID_ARG (no sample, an empty catalogue, a model without a name, a measure
/// that is not from 0 to 1), MCPCLIENT_E_BAD_JSON (not UTF-8), MCPCLIENT_E_UNSUPPORTED (a field that this
/// library does not have).
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_input_choose_model(
    input: *const mcpclient_input,
    catalogue: *const mcpclient_model,
    count: usize,
    choice: *mut mcpclient_choice,
    error: *mut *mut mcpclient_error,
) -> mcpclient_status {
    guard_error(error, || {
        let input = &need(input)?.input;
        let Wants::Sample(request) = &input.request().wants else {
            return Err(Error::new(Code::InvalidArg, "the server did not ask for a sample"));
        };
        let models = sized::read_array(catalogue, count)?;
        let models = models.iter().map(read).collect::<Result<Vec<_>, _>>()?;
        let chosen = input.choose_model(&models);
        let chosen =
            chosen.ok_or_else(|| Error::new(Code::InvalidArg, "the catalogue is empty"))?;
        sized::write(choice, &to_c(&chosen, request))
    })
}

/// Copies the reason of a choice, as an English sentence without a full stop, into `buffer`, as
/// mcpclient_str_copy() does. Returns the size that all of it needs with a terminating NUL; 0 for NULL.
///
/// The buffer stays yours; NULL asks for the size alone.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_choice_text(
    choice: *const mcpclient_choice,
    buffer: *mut c_char,
    size: usize,
) -> usize {
    guard(|| {
        let choice = sized::read(choice).ok()??;
        let reason = match choice.reason {
            MCPCLIENT_CHOICE_HINT => Reason::Hint(usize::try_from(choice.hint).ok()?),
            MCPCLIENT_CHOICE_PRIORITIES => Reason::Priorities(choice.score),
            MCPCLIENT_CHOICE_FIRST => Reason::First,
            _ => return None,
        };
        let choice = Choice { model: choice.model, reason, among: choice.among };
        Some(fill(buffer, size, &choice.to_string()))
    })
}

fn read(model: &mcpclient_model) -> Result<Model, Error> {
    let name = model.name.need("a model's name")?;
    let measures = [model.cheapness, model.speed, model.intelligence];
    if name.is_empty() || !measures.iter().all(|measure| (0.0..=1.0).contains(measure)) {
        let message = "a model without a name, or a measure that is not from 0 to 1";
        return Err(Error::new(Code::InvalidArg, message));
    }
    let aliases = array(model.aliases, model.alias_count)?.iter();
    let alias = |alias: &mcpclient_str| alias.need("an alias").map(str::to_owned);
    Ok(Model {
        name: name.to_owned(),
        aliases: aliases.map(alias).collect::<Result<_, _>>()?,
        cheapness: model.cheapness,
        speed: model.speed,
        intelligence: model.intelligence,
    })
}

/// The place among all hints of the one that is in that place among those with a name.
fn place(request: &SampleRequest, named: usize) -> Option<usize> {
    let hints = request.params().value().at("/modelPreferences/hints")?.items();
    let has_name = |hint: &Value<'_>| {
        hint.get("name").and_then(Value::text).is_some_and(|name| !name.is_empty())
    };
    hints.enumerate().filter(|(_, hint)| has_name(hint)).map(|(place, _)| place).nth(named)
}

fn to_c(choice: &Choice, request: &SampleRequest) -> mcpclient_choice {
    let (reason, hint, score) = match choice.reason {
        Reason::Hint(hint) => (MCPCLIENT_CHOICE_HINT, place(request, hint).unwrap_or(hint), 0.0),
        Reason::Priorities(score) => (MCPCLIENT_CHOICE_PRIORITIES, 0, score),
        Reason::First => (MCPCLIENT_CHOICE_FIRST, 0, 0.0),
    };
    mcpclient_choice {
        struct_size: size_of::<mcpclient_choice>(),
        model: choice.model,
        reason,
        hint: u32::try_from(hint).unwrap_or(u32::MAX),
        among: choice.among,
        score,
    }
}
