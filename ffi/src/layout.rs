//! Keeps `tests/c/layout.c` true: what Rust knows of the structs that cross, for C to compare.
//!
//! `MCPCLIENT_WRITE=1 cargo test -p mcpclient-ffi` writes the file anew.

use crate::call::mcpclient_call_options;
use crate::exchanger::mcpclient_exchanger;
use crate::host::mcpclient_host;
use crate::lane::mcpclient_lane_host;
use crate::mcpclient_str;
use crate::model::{mcpclient_choice, mcpclient_model};
use crate::options::mcpclient_options;
use crate::runtime::mcpclient_runtime_options;
use std::fmt::Write as _;
use std::mem::offset_of;

const HEAD: &str = "\
/* Generated from the Rust sources; `MCPCLIENT_WRITE=1 cargo test -p mcpclient-ffi` writes it anew.
 * Sizes and offsets of the structs that cross, as Rust has them on systems with 64 bits. */
#include \"check.h\"

#include <stddef.h>

#define SIZE(type, size) CHECK_NUMBER(sizeof(type), size)
#define FIELD(type, field, offset) CHECK_NUMBER(offsetof(type, field), offset)

int main(void) {
  if (sizeof(void *) != 8) {
    CHECK(sizeof(void *) == 4);
    return check_finish();
  }
";

const TAIL: &str = "  return check_finish();\n}\n";

fn size<T, F>(_: fn(&T) -> &F) -> usize {
    size_of::<F>()
}

macro_rules! layout {
    ($out:ident, $($type:ident { $($field:ident)* })*) => { $(
        // Fails to compile when a field is missing here.
        let _ = |$type { $($field: _),* }: $type| ();
        let _ = writeln!($out, "  SIZE({}, {});", stringify!($type), size_of::<$type>());
        $(let _ = writeln!(
            $out,
            "  FIELD({}, {}, {});",
            stringify!($type),
            stringify!($field),
            offset_of!($type, $field)
        );)*
        // A field that is appended must make the struct larger, or an older library would not see
        // that there is one: nothing may fit behind the last.
        let ends = [$(offset_of!($type, $field) + size(|held: &$type| &held.$field)),*];
        assert_eq!(ends.last(), Some(&size_of::<$type>()), "{} ends in padding", stringify!($type));
    )* };
}

#[cfg(target_pointer_width = "64")]
#[test]
fn c_knows_the_structs_as_rust_does() {
    let mut text = String::from(HEAD);
    layout! { text,
        mcpclient_str { ptr len }
        mcpclient_runtime_options {
            struct_size dispatch wakeup log userdata userdata_free
        }
        mcpclient_lane_host { struct_size userdata userdata_free send close ready }
        mcpclient_exchanger { struct_size userdata userdata_free open abort ready }
        mcpclient_host {
            struct_size userdata userdata_free elicit_form elicit_url sample list_roots
            sample_features roots input_closed state progress log notification stderr_line warning
            paused visited task watching review confirm
        }
        mcpclient_options {
            struct_size label program_name program_version program_title connect_timeout_ms
            probe_timeout_ms timeout_ms total_timeout_ms input_timeout_ms max_message_bytes
            max_outgoing_bytes max_events max_calls max_inputs max_forms_per_minute
            max_urls_per_minute max_samples_per_minute max_roots_per_minute max_pages max_items
            revisions revision_count experimental extensions era known_era tasks restart cache
            max_cache_bytes wall_timeout_ms server_host max_completions_per_minute
        }
        mcpclient_call_options {
            struct_size timeout_ms total_timeout_ms done userdata userdata_free withhold meta
            log_level traceparent tracestate baggage flags progress
        }
        mcpclient_model {
            struct_size name aliases alias_count cheapness speed intelligence
        }
        mcpclient_choice { struct_size model reason hint among score }
    }
    text.push_str(TAIL);
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/c/layout.c");
    if std::env::var_os("MCPCLIENT_WRITE").is_some() {
        std::fs::write(path, &text).unwrap();
    }
    let written = std::fs::read_to_string(path).unwrap_or_default();
    assert!(written == text, "tests/c/layout.c is out of date");
}
