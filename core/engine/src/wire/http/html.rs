//! The words of a page, for a line of an error. Nothing is rendered, and nothing has to be right.

/// What stands in these is not for people.
const HIDDEN: &[&str] = &["script", "style", "svg", "template", "noscript"];
const ENTITIES: &[(&str, &str)] = &[
    ("&nbsp;", " "),
    ("&lt;", "<"),
    ("&gt;", ">"),
    ("&quot;", "\""),
    ("&#39;", "'"),
    ("&amp;", "&"),
];

/// Whether it is a page, by what it is called or by how it begins.
pub(super) fn is_page(content_type: Option<&str>, text: &str) -> bool {
    let kind = content_type.and_then(|kind| kind.split(';').next()).unwrap_or_default().trim();
    let named =
        ["text/html", "application/xhtml+xml"].iter().any(|name| kind.eq_ignore_ascii_case(name));
    let begins = |start: &str| {
        let text = text.trim_start().as_bytes();
        text.len() >= start.len() && text[..start.len()].eq_ignore_ascii_case(start.as_bytes())
    };
    named || begins("<!doctype html") || begins("<html")
}

/// The title, or where there is none the text.
pub(super) fn words(page: &str) -> String {
    let mut title = String::new();
    let mut text = String::new();
    let mut rest = page;
    while let Some(at) = rest.find('<') {
        text.push_str(&rest[..at]);
        text.push(' ');
        let tag = &rest[at..];
        let (end, length) = if tag.starts_with("<!--") { ("-->", 3) } else { (">", 1) };
        let Some(close) = tag.find(end) else {
            rest = "";
            break;
        };
        let name = tag[1..close].split(|c: char| !c.is_ascii_alphanumeric()).next();
        let name = name.unwrap_or_default().to_ascii_lowercase();
        rest = &tag[close + length..];
        if name == "title" || HIDDEN.contains(&name.as_str()) {
            let end = rest.to_ascii_lowercase().find(&format!("</{name}")).unwrap_or(rest.len());
            if name == "title" {
                title.push_str(&rest[..end]);
            }
            rest = &rest[end..];
        }
    }
    text.push_str(rest);
    let best = if title.trim().is_empty() { text } else { title };
    ENTITIES.iter().fold(best, |text, (entity, sign)| text.replace(entity, sign))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(page: &str) -> String {
        words(page).split_whitespace().collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn titles_come_first_and_code_never() {
        assert_eq!(line("<TITLE>A &amp;lt; B</TITLE><p>c"), "A &lt; B");
        assert_eq!(
            line("<title> </title><style>p{}</style><p>No<br>way</p><script>x<y</script>!"),
            "No way !"
        );
        assert_eq!(line("<!-- a > b --><b class='x'>c</b> &lt;d&gt;<unclosed"), "c <d>");
        assert_eq!(line("<script>alert(1)"), "");
        assert_eq!(line("a<"), "a");
        assert_eq!(line("<title>cut"), "cut");
    }

    #[test]
    fn a_page_is_known_by_name_and_by_sight() {
        assert!(is_page(Some("Text/HTML ;x=y"), ""));
        assert!(is_page(Some("text/plain"), " <!DOCTYPE HTML>"));
        assert!(is_page(None, "<HTML lang=en>"));
        assert!(!is_page(Some("text/plain"), "<p>"));
        assert!(!is_page(None, "{}"));
    }
}
