//! Reads the header that cbindgen wrote: enough C for that, and no more.

/// Something that the header gives to a program, with the comment above it.
#[derive(Debug, PartialEq)]
pub(super) enum Item {
    /// `declaration` runs from the return type to the closing parenthesis.
    Function { name: String, declaration: String, doc: Option<String> },
    /// A constant or a macro with parameters.
    Macro { name: String, doc: Option<String> },
    /// A typedef.
    Type { name: String, doc: Option<String> },
}

/// All items of a header, in order.
pub(super) fn items(header: &str) -> Vec<Item> {
    let mut items = Vec::new();
    let mut doc = None;
    let mut rest = header.trim_start();
    while !rest.is_empty() {
        if let Some(after) = rest.strip_prefix("/*") {
            let (comment, after) = after.split_once("*/").unwrap_or((after, ""));
            if let Some(text) = comment.strip_prefix('*') {
                doc = Some(plain(text));
            }
            rest = after;
        } else if rest.starts_with("//") {
            rest = line(rest).1;
        } else if rest.starts_with('#') {
            let (directive, after) = line(rest);
            items.extend(definition(directive, doc.take()));
            rest = after;
        } else if let Some(after) = rest.strip_prefix("extern \"C\" {") {
            rest = after;
        } else if let Some(after) = rest.strip_prefix('}') {
            rest = after;
        } else {
            let (text, after) = declaration(rest);
            items.extend(declared(&text, doc.take()));
            rest = after;
        }
        rest = rest.trim_start();
    }
    items
}

/// A comment without the stars at its edge.
fn plain(comment: &str) -> String {
    let lines = comment.lines().map(|line| {
        let line = line.trim();
        line.strip_prefix('*').unwrap_or(line).trim()
    });
    lines.collect::<Vec<_>>().join("\n").trim().to_owned()
}

/// A directive with its continuation lines, and what follows it.
fn line(text: &str) -> (&str, &str) {
    let mut from = 0;
    while let Some(at) = text[from..].find('\n') {
        let end = from + at;
        if !text[..end].ends_with('\\') {
            return (&text[..end], &text[end..]);
        }
        from = end + 1;
    }
    (text, "")
}

/// The macro that a directive defines: the include guard has no value, and is none.
fn definition(directive: &str, doc: Option<String>) -> Option<Item> {
    let definition = directive.strip_prefix("#define ")?;
    let end = definition.find(|char: char| !is_word(char))?;
    Some(Item::Macro { name: definition[..end].to_owned(), doc })
}

/// A declaration up to its semicolon, without comments and in single spaces, and what follows it.
fn declaration(text: &str) -> (String, &str) {
    let (mut found, mut depth, mut rest) = (String::new(), 0_usize, text);
    while let Some(char) = rest.chars().next() {
        if let Some(after) = rest.strip_prefix("/*") {
            rest = after.split_once("*/").map_or("", |(_, after)| after);
            continue;
        }
        rest = &rest[char.len_utf8()..];
        match char {
            '{' => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            ';' if depth == 0 => break,
            _ => {}
        }
        found.push(char);
    }
    (found.split_whitespace().collect::<Vec<_>>().join(" "), rest)
}

fn declared(text: &str, doc: Option<String>) -> Option<Item> {
    if let Some(text) = text.strip_prefix("typedef ") {
        // `typedef void (*name)(...)`, or the last word.
        let name = match text.split_once("(*") {
            Some((before, name)) if !before.contains('{') => name.split(')').next()?,
            _ => text.rsplit(|char| !is_word(char)).next()?,
        };
        return Some(Item::Type { name: name.to_owned(), doc });
    }
    let (before, _) = text.split_once('(')?;
    let name = before.rsplit(|char| !is_word(char)).next()?;
    Some(Item::Function { name: name.to_owned(), declaration: text.to_owned(), doc })
}

fn is_word(char: char) -> bool {
    char.is_ascii_alphanumeric() || char == '_'
}

#[cfg(test)]
mod tests {
    use super::*;

    const SAMPLE: &str = r#"
/* What this is; not the comment of anything. */
#ifndef X_H
#define X_H
#include <stdint.h>
#ifndef X_API
#define X_API __attribute__((visibility("default")))
#endif
/**
 * The answer.
 */
#define X_ANSWER 42
/** Adds. */
#define X_ADD(a, b) \
  ((a) + (b))
/** Opaque. */
typedef struct x x;
/** A view. */
typedef struct {
  /** Bytes; not ended. */
  const char *ptr;
} x_str;
/** Called once. */
typedef void (*x_fn)(void *userdata,
                     x_str text);
#ifdef __cplusplus
extern "C" {
#endif // __cplusplus
/**
 * Makes one.
 *
 * @thread any
 */
X_API
int32_t x_new(const x_str *name, /* why */
              x **out);
X_API x_str x_name(const x *self);
#ifdef __cplusplus
}  // extern "C"
#endif
#endif /* X_H */
"#;

    #[test]
    fn each_item_is_found_with_its_comment() {
        let doc = |text: &str| Some(text.to_owned());
        let name = |name: &str| name.to_owned();
        let expected = [
            Item::Macro { name: name("X_API"), doc: None },
            Item::Macro { name: name("X_ANSWER"), doc: doc("The answer.") },
            Item::Macro { name: name("X_ADD"), doc: doc("Adds.") },
            Item::Type { name: name("x"), doc: doc("Opaque.") },
            Item::Type { name: name("x_str"), doc: doc("A view.") },
            Item::Type { name: name("x_fn"), doc: doc("Called once.") },
            Item::Function {
                name: name("x_new"),
                declaration: name("X_API int32_t x_new(const x_str *name, x **out)"),
                doc: doc("Makes one.\n\n@thread any"),
            },
            Item::Function {
                name: name("x_name"),
                declaration: name("X_API x_str x_name(const x *self)"),
                doc: None,
            },
        ];
        assert_eq!(items(SAMPLE), expected);
    }

    #[test]
    fn a_header_that_ends_early_ends_the_reading() {
        for cut in 0..SAMPLE.len() {
            items(&SAMPLE[..cut]);
        }
    }
}
