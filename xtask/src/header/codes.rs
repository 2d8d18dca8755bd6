//! `include/mcpclient/codes.hpp`: the constants of the C header as enumerations of C++.

use anyhow::{Result, bail};

use super::parse::Item;

/// An enumeration, from the constants whose names begin with `MCPCLIENT_` and its prefix.
struct Enumeration {
    prefix: &'static str,
    name: &'static str,
    /// The type that the constants have in C.
    of: &'static str,
    about: &'static str,
    /// May several be joined?
    flags: bool,
}

const fn numbers(
    prefix: &'static str,
    name: &'static str,
    of: &'static str,
    about: &'static str,
) -> Enumeration {
    Enumeration { prefix, name, of, about, flags: false }
}

const fn flags(
    prefix: &'static str,
    name: &'static str,
    of: &'static str,
    about: &'static str,
) -> Enumeration {
    Enumeration { prefix, name, of, about, flags: true }
}

const ENUMERATIONS: &[Enumeration] = &[
    numbers(
        "E_",
        "status",
        "mcpclient_status",
        "How something ended. A number never changes its meaning, and new ones may come: treat one that you do \
         not know as a failure. A tool that reports an error of its own is a call that went well: see \
         success::is_error().",
    ),
    numbers(
        "FAULT_",
        "fault",
        "mcpclient_field_fault",
        "What is wrong with a field. New ones may come. The parameters in quotes are for field_error::param().",
    ),
    numbers("DISPATCH_", "dispatch", "mcpclient_dispatch", "Where callbacks run."),
    numbers(
        "LOG_",
        "log_level",
        "mcpclient_log_level",
        "How much a line of the library's own log matters.",
    ),
    numbers("STATE_", "state", "mcpclient_client_state", "How a client stands."),
    numbers("CLOSED_", "closing", "mcpclient_closing", "Why a client is closed."),
    numbers(
        "WITHDRAWN_",
        "withdrawn",
        "mcpclient_withdrawn",
        "Why an input is gone without your answer.",
    ),
    numbers(
        "WARNING_",
        "warning",
        "mcpclient_warning_kind",
        "A fault of a server's that cost nothing but itself.",
    ),
    numbers("BLOCK_", "block_kind", "mcpclient_block_kind", "What a block of content is."),
    numbers("JSON_", "json_kind", "mcpclient_json_type", "What a JSON value is."),
    numbers("INPUT_", "input_kind", "mcpclient_input_type", "What a server may want."),
    numbers(
        "HAZARD_",
        "hazard",
        "mcpclient_hazard",
        "What to be careful about in a message or a field (ELI-46, ELI-47). New ones may come.",
    ),
    numbers(
        "URL_HAZARD_",
        "url_hazard",
        "mcpclient_url_hazard",
        "What to be careful about in a URL (URL-07). New ones may come.",
    ),
    numbers("ITEM_", "item_kind", "mcpclient_item_kind", "What a server lists."),
    flags(
        "HINT_",
        "hints",
        "mcpclient_hints",
        "What a tool says of its effects (TOL-10); joined with |. Show it, and decide nothing by it unless you \
         trust the server (TOL-09).",
    ),
    numbers(
        "ICON_",
        "icon_fault",
        "mcpclient_icon_fault",
        "Why an icon is not to be shown (MET-09, MET-10). New ones may come.",
    ),
    numbers("THEME_", "theme", "mcpclient_theme", "For which background an icon is made."),
    numbers(
        "OUTPUT_",
        "output_state",
        "mcpclient_output",
        "Where a tool's structured output stands against its schema.",
    ),
    numbers("FIELD_", "field_kind", "mcpclient_field_kind", "What a field of a form takes."),
    numbers(
        "CHECKPOINT_",
        "checkpoint",
        "mcpclient_checkpoint",
        "Where an input stands on its way.",
    ),
    numbers("CHOICE_", "choice_reason", "mcpclient_choice_reason", "Why a model was chosen."),
    flags(
        "REVIEW_",
        "review",
        "mcpclient_review",
        "Where inputs stop on their way, for your approval (SAM-34); to be joined with |.",
    ),
    numbers("PROXY_", "proxy_kind", "mcpclient_proxy", "Through which proxy a server is reached."),
    numbers(
        "GUARD_",
        "address_guard",
        "mcpclient_address_guard",
        "Which addresses may be connected to, looked at after names are resolved, so that no name leads around \
         it (SEC-03, SEC-04).",
    ),
    numbers(
        "OLD_SSE_",
        "old_sse",
        "mcpclient_old_sse",
        "Whether the HTTP+SSE transport of \"2024-11-05\" is spoken (SSE-06).",
    ),
    numbers("EXCHANGE_", "exchange_end", "mcpclient_exchange_ending", "How an exchange ends."),
    numbers(
        "SUSPEND_",
        "on_suspend",
        "mcpclient_on_suspend",
        "What becomes of calls while a client is suspended.",
    ),
    numbers("ERA_", "era", "mcpclient_era", "An era of the protocol, or both."),
    flags(
        "LIST_",
        "lists",
        "mcpclient_lists",
        "Lists of a server that may change; to be joined with |.",
    ),
    flags(
        "SAMPLE_",
        "sample_features",
        "mcpclient_sample_features",
        "What host::sample can do beyond text; to be joined with |.",
    ),
    numbers("PATH_", "path_style", "mcpclient_path_style", "By whose rules a path is written."),
    flags(
        "OFFER_",
        "offers",
        "mcpclient_offers",
        "What a host offers to servers; to be joined with |.",
    ),
];

/// Macros that are no members of an enumeration: the last five are bool, or std::optional<bool>.
const OTHERS: [&str; 9] =
    ["API", "STR", "PRINT", "ABI_VERSION", "CALL_FRESH", "CALL_RETRY_LOST", "DEFAULT", "ON", "OFF"];

/// Members whose names are words of the language.
const RESERVED: [(&str, &str); 6] = [
    ("auto", "auto_"),
    ("bool", "boolean"),
    ("continue", "continue_"),
    ("inline", "inline_"),
    ("long", "long_"),
    ("public", "public_"),
];

/// What comments call otherwise in C.
const RENAMED: [(&str, &str); 7] = [
    ("mcpclient_error_http_status()", "error::http_status()"),
    ("mcpclient_error_server_code()", "error::server_code()"),
    ("mcpclient_suspend()", "client_ref::suspend()"),
    ("mcpclient_runtime_pump()", "runtime::pump()"),
    ("mcpclient_runtime_wait() and mcpclient_call_wait()", "runtime::wait() and call_ref::wait()"),
    ("mcpclient_input_url_canonical()", "visit::canonical()"),
    ("_free functions", "destructors"),
];

const HEAD: &str = "\
/* What numbers mean. Part of mcpclient.hpp. Generated by `cargo xtask header` from mcpclient.h. Do not edit.
 * SPDX-License-Identifier: MIT OR Apache-2.0 */
#ifndef MCPCLIENT_CODES_HPP
#define MCPCLIENT_CODES_HPP

#include \"../mcpclient.h\"

namespace mcp {
";

const FOOT: &str = "
}  // namespace mcp

#endif
";

/// The file, from the items of the C header.
pub(super) fn generate(items: &[Item]) -> Result<String> {
    let mut text = HEAD.to_owned();
    let mut homeless: Vec<_> = constants(items).map(|(name, _)| name).collect();
    for enumeration in ENUMERATIONS {
        let members: Vec<_> = constants(items)
            .filter_map(|(name, doc)| Some((member(enumeration, name)?, name, doc)))
            .collect();
        homeless.retain(|name| members.iter().all(|(_, known, _)| known != name));
        text.push_str(&written(enumeration, &members));
    }
    if !homeless.is_empty() {
        bail!("xtask/src/header/codes.rs has no enumeration for {}", homeless.join(", "));
    }
    text.push_str(FOOT);
    Ok(text)
}

/// The constants, without the `MCPCLIENT_` of their names, and their comments.
fn constants(items: &[Item]) -> impl Iterator<Item = (&str, &str)> {
    items.iter().filter_map(|item| match item {
        Item::Macro { name, doc } => {
            let name = name.strip_prefix("MCPCLIENT_")?;
            let other = OTHERS.contains(&name) || name.starts_with("VERSION");
            (!other).then(|| (name, doc.as_deref().unwrap_or_default()))
        }
        Item::Function { .. } | Item::Type { .. } => None,
    })
}

/// What a constant is called in the enumeration, if it belongs there.
fn member(enumeration: &Enumeration, constant: &str) -> Option<String> {
    if constant == "OK" {
        return (enumeration.name == "status").then(|| "ok".to_owned());
    }
    let name = constant.strip_prefix(enumeration.prefix)?.to_lowercase();
    let reserved = RESERVED.iter().find(|(word, _)| *word == name);
    Some(reserved.map_or(name, |(_, instead)| (*instead).to_owned()))
}

fn written(enumeration: &Enumeration, members: &[(String, &str, &str)]) -> String {
    let Enumeration { name, of, about, flags, .. } = enumeration;
    let mut text = format!("\n{}enum class {name} : {of} {{\n", comment(about, ""));
    if *flags {
        text.push_str("  /// Nothing of it.\n  none = 0,\n");
    }
    for (member, constant, doc) in members {
        let doc = RENAMED.iter().fold((*doc).to_owned(), |doc, (from, to)| doc.replace(from, to));
        text.push_str(&comment(&doc, "  "));
        text.push_str(&format!("  {member} = MCPCLIENT_{constant},\n"));
    }
    text.push_str("};\n");
    let operators = [('|', "Both."), ('&', "What is in both.")];
    for (operator, about) in operators.iter().filter(|_| *flags) {
        text.push_str(&format!(
            "\n/// {about}\nconstexpr {name} operator{operator}({name} a, {name} b) noexcept {{\n  \
             return static_cast<{name}>(static_cast<{of}>(a) {operator} static_cast<{of}>(b));\n}}\n"
        ));
    }
    text
}

/// A comment in lines of at most 100 characters.
fn comment(words: &str, indent: &str) -> String {
    let start = format!("{indent}///");
    let (mut text, mut line) = (String::new(), start.clone());
    for word in words.split_whitespace() {
        if line.chars().count() + 1 + word.chars().count() > 100 {
            text.push_str(&line);
            text.push('\n');
            line.clone_from(&start);
        }
        line.push(' ');
        line.push_str(word);
    }
    text + &line + "\n"
}

#[cfg(test)]
mod tests {
    use super::{super::parse::items, *};

    #[test]
    fn constants_become_members_with_their_comments() {
        let header = "/** All is well. */\n#define MCPCLIENT_OK 0\n\
            /** Too\n * long. */\n#define MCPCLIENT_HAZARD_LONG 4\n\
            /** The URL. */\n#define MCPCLIENT_URL_HAZARD_LONG 10\n\
            /** Forms. */\n#define MCPCLIENT_OFFER_FORM 1\n";
        let text = generate(&items(header)).unwrap();
        for part in [
            "enum class status : mcpclient_status {\n  /// All is well.\n  ok = MCPCLIENT_OK,\n};\n",
            "{\n  /// Too long.\n  long_ = MCPCLIENT_HAZARD_LONG,\n};\n",
            "{\n  /// The URL.\n  long_ = MCPCLIENT_URL_HAZARD_LONG,\n};\n",
            "  none = 0,\n  /// Forms.\n  form = MCPCLIENT_OFFER_FORM,\n};\n",
            "constexpr offers operator&(offers a, offers b) noexcept {",
        ] {
            assert!(text.contains(part), "{part} is not in {text}");
        }
    }

    #[test]
    fn a_constant_without_an_enumeration_is_told() {
        let error = generate(&items("/** New. */\n#define MCPCLIENT_NEW_THING 1\n")).unwrap_err();
        assert!(error.to_string().ends_with("no enumeration for NEW_THING"), "{error}");
    }

    #[test]
    fn long_comments_are_wrapped() {
        let text = comment(&"word ".repeat(30), "  ");
        assert!(text.lines().all(|line| line.len() <= 100 && line.starts_with("  /// word")));
        assert_eq!(text.matches("word").count(), 30);
    }
}
