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
    note(&mut found, None, &[message], LONG_MESSAGE);
    for (index, field) in form.into_iter().flat_map(Form::fields).enumerate() {
        let mut texts: Vec<&str> = vec![&field.name];
        texts.extend(field.title.as_deref());
        texts.extend(field.description.as_deref());
        texts.extend(field.choices().iter().map(|choice| choice.label.as_str()));
        note(&mut found, Some(index), &texts, LONG_LABEL);
    }
    found
}

fn note(found: &mut Vec<Hazard>, field: Option<usize>, texts: &[&str], long: usize) {
    let any = |check: fn(&str) -> bool| texts.iter().any(|text| check(text));
    let too_long = texts.iter().any(|text| text.chars().nth(long).is_some());
    for (kind, seen) in [
        (HazardKind::Secret, any(asks_for_secret)),
        (HazardKind::Link, any(holds_link)),
        (HazardKind::Control, any(holds_control)),
        (HazardKind::Long, too_long),
    ] {
        if seen {
            found.push(Hazard { kind, field });
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

fn asks_for_secret(text: &str) -> bool {
    let words = split_words(text);
    SECRETS.iter().any(|secret| words.contains(secret))
        || ALONE.iter().any(|alone| words.split(' ').any(|word| word == *alone))
}

/// Lower case, with single spaces between words: `apiKey`, `api_key` and `API-Key` become `api key`.
fn split_words(text: &str) -> String {
    let mut words = String::with_capacity(text.len() + 8);
    let mut last_lower = false;
    for c in text.chars() {
        if c.is_alphanumeric() || c == '\'' || c == '’' {
            if c.is_uppercase() && last_lower {
                words.push(' ');
            }
            last_lower = c.is_lowercase();
            if c == '’' {
                words.push('\'');
            } else {
                words.extend(c.to_lowercase());
            }
        } else {
            last_lower = false;
            if !words.ends_with(' ') && !words.is_empty() {
                words.push(' ');
            }
        }
    }
    words
}

fn holds_link(text: &str) -> bool {
    let lower = text.to_lowercase();
    const STARTS: [&str; 6] = ["http://", "https://", "www.", "javascript:", "data:", "file:"];
    STARTS.iter().any(|start| lower.contains(start))
        || (lower.contains("](") && lower.contains('['))
}

fn holds_control(text: &str) -> bool {
    let control = |c: char| {
        (c.is_control() && !matches!(c, '\n' | '\r' | '\t')) || crate::display::is_harmful(c)
    };
    text.chars().any(control)
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
            assert!(asks_for_secret(text), "{text}");
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
            assert!(!asks_for_secret(text), "{text}");
        }
    }

    // proves: ELI-50, ELI-49
    #[test]
    fn links_controls_and_length_are_seen() {
        let kinds = |message: &str| -> Vec<_> {
            hazards(message, None).iter().map(|hazard| hazard.kind).collect()
        };
        assert_eq!(kinds("Visit https://example.com/"), [HazardKind::Link]);
        assert_eq!(kinds("[click](javascript:1)"), [HazardKind::Link]);
        assert_eq!(kinds("ok\u{1b}[2J"), [HazardKind::Control]);
        assert_eq!(kinds("a\u{202e}b"), [HazardKind::Control]);
        assert_eq!(kinds(&"a ".repeat(1_001)), [HazardKind::Long]);
        assert_eq!(kinds("Two lines\r\nand a tab\t."), []);
    }
}
