//! What a dialog should warn of: facts about a request, as data. Nothing is refused here.

use crate::codes::codes;
use crate::elicitation::Form;

/// Longer texts bury what they ask for.
const LONG_MESSAGE: usize = 2_000;
const LONG_LABEL: usize = 200;

codes! {
    /// What to be careful about. Numbers and names never change their meaning; new ones may be added.
    HazardKind {
        /// It seems to ask for a password, a key, a token or card data, which forms must not (ELI-46).
        Secret = 1 "secret";
        /// It holds a link; nothing but the URL of a URL visit may be made clickable (ELI-50).
        Link = 2 "link";
        /// It holds characters that control terminals, turn the writing direction, or cannot be seen.
        Control = 3 "control";
        /// It is long enough to bury what it asks for.
        Long = 4 "long";
    }
}

/// One warning, and what it is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hazard {
    /// What to be careful about.
    pub kind: HazardKind,
    /// The field it is about; `None` is the message.
    pub field: Option<usize>,
}

/// Warnings about a message and, where there is one, its form (ELI-46, ELI-47). In order of appearance.
#[must_use]
pub fn hazards(message: &str, form: Option<&Form>) -> Vec<Hazard> {
    let mut found = Vec::new();
    let mut words = String::new();
    let mut seen = Seen::default();
    seen.look_at(message, LONG_MESSAGE, &mut words);
    seen.note(&mut found, None);
    for (index, field) in form.into_iter().flat_map(Form::fields).enumerate() {
        let mut seen = Seen::default();
        let labels = field.choices().iter().map(|choice| choice.label.as_str());
        let texts = [field.title.as_deref(), field.description.as_deref()].into_iter().flatten();
        for text in texts.chain([field.name.as_str()]).chain(labels) {
            seen.look_at(text, LONG_LABEL, &mut words);
        }
        seen.note(&mut found, Some(index));
    }
    found
}

/// What was seen in the texts of one thing.
#[derive(Default)]
struct Seen {
    secret: bool,
    link: bool,
    control: bool,
    long: bool,
}

impl Seen {
    fn look_at(&mut self, text: &str, long: usize, words: &mut String) {
        self.secret = self.secret || asks_for_secret(text, words);
        self.link = self.link || holds_link(text);
        self.control = self.control || holds_control(text);
        self.long = self.long || text.len() > long && text.chars().nth(long).is_some();
    }

    fn note(self, found: &mut Vec<Hazard>, field: Option<usize>) {
        for (kind, seen) in [
            (HazardKind::Secret, self.secret),
            (HazardKind::Link, self.link),
            (HazardKind::Control, self.control),
            (HazardKind::Long, self.long),
        ] {
            if seen {
                found.push(Hazard { kind, field });
            }
        }
    }
}

/// Words that stand for a secret wherever they stand.
const SECRETS: &[&str] = &[
    // English, as words and as names of fields
    "password",
    "passwd",
    "passphrase",
    "pass phrase",
    "passcode",
    "pass code",
    "secret",
    "api key",
    "apikey",
    "access key",
    "private key",
    "secret key",
    "ssh key",
    "encryption key",
    "access token",
    "auth token",
    "bearer token",
    "refresh token",
    "session token",
    "api token",
    "credential",
    "card number",
    "credit card",
    "debit card",
    "card no",
    "security code",
    "cvv",
    "cvc",
    "seed phrase",
    "recovery phrase",
    "recovery code",
    "mnemonic",
    "one time code",
    "verification code",
    "social security",
    "master key",
    "iban",
    "account number",
    "login data",
    // German
    "passwort",
    "kennwort",
    "zugangsdaten",
    "geheimnis",
    "kreditkarte",
    "kartennummer",
    "sicherheitscode",
    // French
    "mot de passe",
    "code secret",
    "cle api",
    "clé api",
    "clef api",
    "carte bancaire",
    "carte de credit",
    "carte de crédit",
    "jeton d'acces",
    "jeton d'accès",
    // Spanish, Portuguese, Italian
    "contrasena",
    "contraseña",
    "clave secreta",
    "clave api",
    "tarjeta de credito",
    "tarjeta de crédito",
    "senha",
    "cartao de credito",
    "cartão de crédito",
    "chave de api",
    "parola d'ordine",
    "chiave api",
    "carta di credito",
    // Dutch, Polish, Turkish, Swedish
    "wachtwoord",
    "hasło",
    "haslo",
    "şifre",
    "sifre",
    "parola",
    "lösenord",
    "losenord",
    // Russian, Ukrainian
    "пароль",
    "секретный ключ",
    "номер карты",
    "ключ api",
    // Chinese, Japanese, Korean
    "密码",
    "密碼",
    "口令",
    "密钥",
    "密鑰",
    "令牌",
    "信用卡",
    "パスワード",
    "暗証番号",
    "クレジットカード",
    "비밀번호",
    "암호",
    "신용카드",
    // Arabic, Hindi
    "كلمة المرور",
    "كلمة السر",
    "पासवर्ड",
];

/// Short words that only count when they stand alone: they are parts of harmless ones.
const ALONE: &[&str] =
    &["pin", "pwd", "pass", "token", "otp", "ssn", "tan", "psk", "mdp", "pw", "2fa", "mfa", "totp"];

/// `words` is room to work in.
fn asks_for_secret(text: &str, words: &mut String) -> bool {
    split_words(text, words);
    let bytes = words.as_bytes();
    let begins = |start: &[u8]| BEGINNINGS[slot(start[0], start[1], start[2])];
    let secret =
        |at: usize| SECRETS.iter().any(|secret| bytes[at..].starts_with(secret.as_bytes()));
    bytes.windows(3).enumerate().any(|(at, start)| begins(start) && secret(at))
        || words.split(' ').any(|word| ALONE.contains(&word))
}

/// Which three bytes a secret may begin with: few texts hold any of them, and those alone are compared
/// with all secrets.
static BEGINNINGS: [bool; 1 << 11] = {
    let mut slots = [false; 1 << 11];
    let mut at = 0;
    while at < SECRETS.len() {
        let secret = SECRETS[at].as_bytes();
        slots[slot(secret[0], secret[1], secret[2])] = true;
        at += 1;
    }
    slots
};

const fn slot(one: u8, two: u8, three: u8) -> usize {
    (one as usize ^ ((two as usize) << 3) ^ ((three as usize) << 6)) & ((1 << 11) - 1)
}

/// Lower case, with single spaces between words: `apiKey`, `api_key` and `API-Key` become `api key`.
fn split_words(text: &str, words: &mut String) {
    words.clear();
    let mut last_lower = false;
    for c in text.chars() {
        // U+094D joins letters of Devanagari, and is none itself.
        if c.is_alphanumeric() || matches!(c, '\'' | '’' | '\u{94d}') {
            if c.is_uppercase() && last_lower {
                words.push(' ');
            }
            last_lower = c.is_lowercase();
            match c {
                '’' => words.push('\''),
                _ if c.is_ascii() => words.push(c.to_ascii_lowercase()),
                _ => words.extend(c.to_lowercase()),
            }
        } else {
            last_lower = false;
            if !words.ends_with(' ') && !words.is_empty() {
                words.push(' ');
            }
        }
    }
}

fn holds_link(text: &str) -> bool {
    const BEFORE_COLON: [&str; 3] = ["javascript", "data", "file"];
    let bytes = text.as_bytes();
    let ends = |end: usize, with: &str| {
        let start = end.checked_sub(with.len());
        start.is_some_and(|start| bytes[start..end].eq_ignore_ascii_case(with.as_bytes()))
    };
    let scheme = |colon: usize| {
        BEFORE_COLON.iter().any(|scheme| ends(colon, scheme))
            || bytes[colon..].starts_with(b"://") && (ends(colon, "http") || ends(colon, "https"))
    };
    memchr::memchr_iter(b':', bytes).any(scheme)
        || memchr::memchr_iter(b'.', bytes).any(|dot| ends(dot, "www"))
        || memchr::memchr(b'[', bytes).is_some() && text.contains("](")
}

fn holds_control(text: &str) -> bool {
    let plain = |byte: u8| matches!(byte, 0x20..=0x7e | b'\n' | b'\r' | b'\t');
    let control = |c: char| {
        (c.is_control() && !matches!(c, '\n' | '\r' | '\t')) || crate::display::is_harmful(c)
    };
    !text.bytes().all(plain) && text.chars().any(control)
}

#[cfg(test)]
mod tests {
    use super::*;

    // proves: ELI-46, ELI-47
    #[test]
    fn secrets_are_seen_in_many_spellings_and_languages() {
        for text in [
            "Password",
            "Your API key, please",
            "apiKey",
            "API_KEY",
            "accessToken",
            "github-token",
            "PIN",
            "Ihr Kennwort",
            "Votre mot de passe",
            "Contraseña",
            "Введите пароль",
            "请输入密码",
            "パスワード",
            "비밀번호",
            "Credit card number",
            "CVV",
            "ssh private_key",
            "one-time code",
        ] {
            assert!(asks_for_secret(text, &mut String::new()), "{text}");
        }
        for text in [
            "City",
            "Spinning wheel",
            "Passenger name",
            "Compass",
            "Pink or blue?",
            "Opinion",
            "Date of travel",
            "Tokenizer settings count",
            "Passport country",
            "Bearing",
            "Standard or express",
        ] {
            assert!(!asks_for_secret(text, &mut String::new()), "{text}");
        }
    }

    #[test]
    fn every_secret_is_seen_in_the_middle_of_words() {
        for secret in SECRETS {
            assert!(asks_for_secret(&format!("x{secret}x"), &mut String::new()), "{secret}");
        }
        for alone in ALONE {
            assert!(asks_for_secret(&format!("x {alone}?"), &mut String::new()), "{alone}");
        }
    }

    // proves: ELI-50, ELI-49
    #[test]
    fn links_controls_and_length_are_seen() {
        let kinds = |message: &str| -> Vec<_> {
            hazards(message, None).iter().map(|hazard| hazard.kind).collect()
        };
        assert_eq!(kinds("Visit https://example.com/"), [HazardKind::Link]);
        for link in ["[click](javascript:1)", "[a](b)", "HTTP://A", "at WWW.x", "Data:,", "FILE:/"]
        {
            assert_eq!(kinds(link), [HazardKind::Link], "{link}");
        }
        for text in ["http:/a", "://", ":", "ww.", "a](b)", "profile", "is[0] (1)"] {
            assert_eq!(kinds(text), [], "{text}");
        }
        assert_eq!(kinds("ok\u{1b}[2J"), [HazardKind::Control]);
        assert_eq!(kinds("a\u{202e}b"), [HazardKind::Control]);
        assert_eq!(kinds(&"a ".repeat(1_001)), [HazardKind::Long]);
        assert_eq!(kinds("Two lines\r\nand a tab\t."), []);
    }
}
