//! Words that ask for what no form may ask for, in whatever way they are spelled.

use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::{decompose_canonical, is_combining_mark};

/// Words that stand for a secret wherever they stand, as [`split_words`] spells them: Latin letters
/// without their marks.
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
    "motdepasse",
    "code secret",
    "code d'acces",
    "cle api",
    "clef api",
    "cle d'acces",
    "cle privee",
    "cle secrete",
    "cle de securite",
    "carte bancaire",
    "carte de credit",
    "jeton d'acces",
    // Spanish, Portuguese, Italian
    "contrasena",
    "clave secreta",
    "clave api",
    "tarjeta de credito",
    "senha",
    "cartao de credito",
    "chave de api",
    "parola d'ordine",
    "chiave api",
    "carta di credito",
    // Dutch, Polish, Turkish, Swedish
    "wachtwoord",
    "hasło",
    "haslo",
    "sifre",
    "parola",
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

/// Whether a text seems to ask for a secret (ELI-46). `words` is room to work in.
pub(crate) fn asks_for_secret(text: &str, words: &mut String) -> bool {
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
/// However Unicode spells a letter, in one piece or several, wide or narrow, it is the same; Latin
/// letters lose their marks, and what nobody can see is not there.
fn split_words(text: &str, words: &mut String) {
    words.clear();
    if text.is_ascii() {
        split(text.chars(), words);
    } else {
        let seen = text.chars().filter(|c| !is_unseen(*c));
        split(seen.nfkc().filter_map(without_mark), words);
    }
}

fn split(text: impl Iterator<Item = char>, words: &mut String) {
    let mut last_lower = false;
    for c in text {
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

/// Characters that would part a word without a gap that anybody sees.
fn is_unseen(c: char) -> bool {
    matches!(c, '\u{200c}' | '\u{200d}') || !c.is_control() && crate::display::is_harmful(c)
}

/// The Latin letter that a composed one is made of; nothing for a mark that belongs to no letter. Other
/// scripts keep their marks, which make other letters there.
fn without_mark(c: char) -> Option<char> {
    let mut base = c;
    let mut first = true;
    decompose_canonical(c, |part| {
        if std::mem::take(&mut first) && part.is_ascii() {
            base = part;
        }
    });
    (base.is_alphanumeric() || !is_combining_mark(base) || base == '\u{94d}').then_some(base)
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

    // proves: ELI-46
    #[test]
    fn a_word_is_the_same_in_every_spelling_of_unicode() {
        for text in [
            "Contrase\u{f1}a",
            "Contrasen\u{303}a",
            "CONTRASEN\u{303}A",
            "cl\u{e9} API",
            "cle\u{301} API",
            "\u{15e}\u{130}FRE",
            "S\u{327}I\u{307}FRE",
            "L\u{f6}senord",
            "Lo\u{308}senord",
            "\u{30d1}\u{30b9}\u{30ef}\u{30fc}\u{30c9}",
            "\u{30cf}\u{309a}\u{30b9}\u{30ef}\u{30fc}\u{30c8}\u{3099}",
            "\u{1107}\u{1175}\u{1106}\u{1175}\u{11af}\u{1107}\u{1165}\u{11ab}\u{1112}\u{1169}",
            "секретны\u{439} ключ",
            "секретныи\u{306} ключ",
            "ｐａｓｓｗｏｒｄ",
            "p\u{e4}ssw\u{308}ord",
            "pass\u{ad}word",
            "pass\u{200b}word",
        ] {
            assert!(asks_for_secret(text, &mut String::new()), "{text}");
        }
        for text in
            ["ma\u{f1}ana", "man\u{303}ana", "\u{303}", "cle\u{301}ment", "p\u{85}in\u{301}g"]
        {
            assert!(!asks_for_secret(text, &mut String::new()), "{text}");
        }
    }

    #[test]
    fn every_secret_is_seen_in_the_middle_of_words() {
        for secret in SECRETS.iter().chain(ALONE) {
            let mut words = String::new();
            split_words(secret, &mut words);
            assert_eq!(words, *secret, "spelled as nothing else is");
        }
        for secret in SECRETS {
            assert!(asks_for_secret(&format!("x{secret}x"), &mut String::new()), "{secret}");
        }
        for alone in ALONE {
            assert!(asks_for_secret(&format!("x {alone}?"), &mut String::new()), "{alone}");
        }
    }
}
