//! Results that were kept.

use crate::call::mcpclient_call;
use crate::guard::guard;
use crate::handle::borrow;

/// How many milliseconds ago the server gave the call's result, if it is one that was kept from an
/// earlier call (CAC-01, CAC-03); -1 if the server gave it to this call, if there is no result, and
/// for NULL. MCPCLIENT_CALL_FRESH asks the server in any case. Borrows the call.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_call_age_ms(call: *const mcpclient_call) -> i64 {
    guard(|| {
        let age = borrow(call).and_then(|call| call.success()?.age);
        Some(age.map_or(-1, |age| i64::try_from(age.0).unwrap_or(i64::MAX)))
    })
}
