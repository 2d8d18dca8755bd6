//! Numbered codes with stable names: what crosses every language border.

/// Declares an enum of codes. Each stands once, with its number and its name, so that the list of
/// all of them cannot lack one.
macro_rules! codes {
    ($(#[$about:meta])* $kind:ident { $($(#[$doc:meta])* $code:ident = $number:literal $name:literal;)+ }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[repr(i32)]
        #[non_exhaustive]
        pub enum $kind {
            $($(#[$doc])* $code = $number,)+
        }

        impl $kind {
            /// Every code, by number.
            pub const ALL: &'static [Self] = &[$(Self::$code),+];

            /// The number that crosses every language border.
            #[must_use]
            pub const fn number(self) -> i32 {
                self as i32
            }

            /// A short stable name.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$code => $name,)+
                }
            }
        }
    };
}

pub(crate) use codes;
