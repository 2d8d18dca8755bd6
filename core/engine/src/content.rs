//! What results hold for people and models, read in one pass: it may be large.

use crate::json::read_string;
use crate::json::scan::skip_space;
use crate::json::walk::{Element, child, element, first};

/// A result from the value of its `content` on, which is an array for tools; other results have none.
#[must_use]
pub fn blocks(result: &str) -> Option<&str> {
    result.get(result.len() - child(result.as_bytes(), "content")?.len()..)
}

/// Tells the text of all text blocks of a tool's result, with a line feed between two, piece by piece. None if the
/// result cannot be read to the end of its content; what was told before stands.
pub fn text(result: &str, tell: &mut impl FnMut(&str)) -> Option<()> {
    let content = blocks(result)?;
    let bytes = content.as_bytes();
    let (mut at, mut between) = (0, "");
    while let Some(Element { key: None, start }) = element(bytes, at) {
        let block = &content[start..];
        let length = match text_of(block.as_bytes()) {
            Some(literal) => {
                tell(std::mem::replace(&mut between, "\n"));
                let read = read_string(&block[literal..], tell).ok()?;
                end(block.as_bytes(), literal + read)?
            }
            None => first(block.as_bytes(), 0)?.raw().len(),
        };
        at = start + length;
    }
    Some(())
}

/// Where the text of a text block begins, as a string literal. It may be large, so nothing behind its beginning is
/// looked at if the block says before what it is.
#[must_use]
pub fn text_of(block: &[u8]) -> Option<usize> {
    let (mut is_text, mut literal, mut at) = (false, None, 0);
    while !is_text || literal.is_none() {
        let Element { key, start } = element(block, at)?;
        let key = key?.text()?;
        if key == "text" && literal.is_none() {
            literal = Some(start).filter(|start| block.get(*start) == Some(&b'"'));
            if is_text || literal.is_none() {
                break;
            }
        }
        let value = first(block, start)?;
        if key == "type" && !is_text {
            is_text = value.text()? == "text";
            is_text.then_some(())?;
        }
        at = start + value.raw().len();
    }
    literal
}

/// Where the container ends that was walked through as far as `at`.
fn end(container: &[u8], mut at: usize) -> Option<usize> {
    while let Some(Element { start, .. }) = element(container, at) {
        at = start + first(container, start)?.raw().len();
    }
    let at = skip_space(container, at);
    matches!(container.get(at)?, b'}' | b']').then_some(at + 1)
}

#[cfg(test)]
mod tests {
    use super::text;

    fn told(result: &str) -> Option<String> {
        let mut out = String::new();
        text(result, &mut |piece| out.push_str(piece)).map(|()| out)
    }

    #[test]
    fn text_blocks_are_told_and_nothing_else() {
        let result = r#"{"isError":false,"content":[{"type":"image","text":"no"},{"text":"a\nb","type":"text"},
            {"type":"text","text":7},{"type":"text","text":"\u00e9","_meta":{"text":"no"}}],"more":1}"#;
        assert_eq!(told(result).as_deref(), Some("a\nb\né"));
        assert_eq!(told(r#"{"content":[]}"#).as_deref(), Some(""));
        assert_eq!(told(r#"{"content":"text"}"#).as_deref(), Some(""));
        assert_eq!(told(r#"{"contents":[]}"#), None);
    }
}
