/* Generated from the Rust sources; `MCPCLIENT_WRITE=1 cargo test -p mcpclient-ffi` writes it anew.
 * Sizes and offsets of the structs that cross, as Rust has them on systems with 64 bits. */
#include "check.h"

#include <stddef.h>

#define SIZE(type, size) CHECK_NUMBER(sizeof(type), size)
#define FIELD(type, field, offset) CHECK_NUMBER(offsetof(type, field), offset)

int main(void) {
  if (sizeof(void *) != 8) {
    CHECK(sizeof(void *) == 4);
    return check_finish();
  }
  SIZE(mcpclient_str, 16);
  FIELD(mcpclient_str, ptr, 0);
  FIELD(mcpclient_str, len, 8);
  SIZE(mcpclient_runtime_options, 48);
  FIELD(mcpclient_runtime_options, struct_size, 0);
  FIELD(mcpclient_runtime_options, dispatch, 8);
  FIELD(mcpclient_runtime_options, wakeup, 16);
  FIELD(mcpclient_runtime_options, log, 24);
  FIELD(mcpclient_runtime_options, userdata, 32);
  FIELD(mcpclient_runtime_options, userdata_free, 40);
  SIZE(mcpclient_lane_host, 48);
  FIELD(mcpclient_lane_host, struct_size, 0);
  FIELD(mcpclient_lane_host, userdata, 8);
  FIELD(mcpclient_lane_host, userdata_free, 16);
  FIELD(mcpclient_lane_host, send, 24);
  FIELD(mcpclient_lane_host, close, 32);
  FIELD(mcpclient_lane_host, ready, 40);
  SIZE(mcpclient_exchanger, 48);
  FIELD(mcpclient_exchanger, struct_size, 0);
  FIELD(mcpclient_exchanger, userdata, 8);
  FIELD(mcpclient_exchanger, userdata_free, 16);
  FIELD(mcpclient_exchanger, open, 24);
  FIELD(mcpclient_exchanger, abort, 32);
  FIELD(mcpclient_exchanger, ready, 40);
  SIZE(mcpclient_host, 176);
  FIELD(mcpclient_host, struct_size, 0);
  FIELD(mcpclient_host, userdata, 8);
  FIELD(mcpclient_host, userdata_free, 16);
  FIELD(mcpclient_host, elicit_form, 24);
  FIELD(mcpclient_host, elicit_url, 32);
  FIELD(mcpclient_host, sample, 40);
  FIELD(mcpclient_host, list_roots, 48);
  FIELD(mcpclient_host, sample_features, 56);
  FIELD(mcpclient_host, roots, 64);
  FIELD(mcpclient_host, input_closed, 72);
  FIELD(mcpclient_host, state, 80);
  FIELD(mcpclient_host, progress, 88);
  FIELD(mcpclient_host, log, 96);
  FIELD(mcpclient_host, notification, 104);
  FIELD(mcpclient_host, stderr_line, 112);
  FIELD(mcpclient_host, warning, 120);
  FIELD(mcpclient_host, paused, 128);
  FIELD(mcpclient_host, visited, 136);
  FIELD(mcpclient_host, task, 144);
  FIELD(mcpclient_host, watching, 152);
  FIELD(mcpclient_host, review, 160);
  FIELD(mcpclient_host, confirm, 168);
  SIZE(mcpclient_options, 312);
  FIELD(mcpclient_options, struct_size, 0);
  FIELD(mcpclient_options, label, 8);
  FIELD(mcpclient_options, program_name, 24);
  FIELD(mcpclient_options, program_version, 40);
  FIELD(mcpclient_options, program_title, 56);
  FIELD(mcpclient_options, connect_timeout_ms, 72);
  FIELD(mcpclient_options, probe_timeout_ms, 80);
  FIELD(mcpclient_options, timeout_ms, 88);
  FIELD(mcpclient_options, total_timeout_ms, 96);
  FIELD(mcpclient_options, input_timeout_ms, 104);
  FIELD(mcpclient_options, max_message_bytes, 112);
  FIELD(mcpclient_options, max_outgoing_bytes, 120);
  FIELD(mcpclient_options, max_events, 128);
  FIELD(mcpclient_options, max_calls, 136);
  FIELD(mcpclient_options, max_inputs, 144);
  FIELD(mcpclient_options, max_forms_per_minute, 152);
  FIELD(mcpclient_options, max_urls_per_minute, 160);
  FIELD(mcpclient_options, max_samples_per_minute, 168);
  FIELD(mcpclient_options, max_roots_per_minute, 176);
  FIELD(mcpclient_options, max_pages, 184);
  FIELD(mcpclient_options, max_items, 192);
  FIELD(mcpclient_options, revisions, 200);
  FIELD(mcpclient_options, revision_count, 208);
  FIELD(mcpclient_options, experimental, 216);
  FIELD(mcpclient_options, extensions, 232);
  FIELD(mcpclient_options, era, 248);
  FIELD(mcpclient_options, known_era, 252);
  FIELD(mcpclient_options, tasks, 256);
  FIELD(mcpclient_options, restart, 260);
  FIELD(mcpclient_options, cache, 264);
  FIELD(mcpclient_options, max_cache_bytes, 272);
  FIELD(mcpclient_options, wall_timeout_ms, 280);
  FIELD(mcpclient_options, server_host, 288);
  FIELD(mcpclient_options, max_completions_per_minute, 304);
  SIZE(mcpclient_call_options, 144);
  FIELD(mcpclient_call_options, struct_size, 0);
  FIELD(mcpclient_call_options, timeout_ms, 8);
  FIELD(mcpclient_call_options, total_timeout_ms, 16);
  FIELD(mcpclient_call_options, done, 24);
  FIELD(mcpclient_call_options, userdata, 32);
  FIELD(mcpclient_call_options, userdata_free, 40);
  FIELD(mcpclient_call_options, withhold, 48);
  FIELD(mcpclient_call_options, meta, 56);
  FIELD(mcpclient_call_options, log_level, 72);
  FIELD(mcpclient_call_options, traceparent, 88);
  FIELD(mcpclient_call_options, tracestate, 104);
  FIELD(mcpclient_call_options, baggage, 120);
  FIELD(mcpclient_call_options, flags, 136);
  FIELD(mcpclient_call_options, progress, 140);
  SIZE(mcpclient_model, 64);
  FIELD(mcpclient_model, struct_size, 0);
  FIELD(mcpclient_model, name, 8);
  FIELD(mcpclient_model, aliases, 24);
  FIELD(mcpclient_model, alias_count, 32);
  FIELD(mcpclient_model, cheapness, 40);
  FIELD(mcpclient_model, speed, 48);
  FIELD(mcpclient_model, intelligence, 56);
  SIZE(mcpclient_choice, 40);
  FIELD(mcpclient_choice, struct_size, 0);
  FIELD(mcpclient_choice, model, 8);
  FIELD(mcpclient_choice, reason, 16);
  FIELD(mcpclient_choice, hint, 20);
  FIELD(mcpclient_choice, among, 24);
  FIELD(mcpclient_choice, score, 32);
  return check_finish();
}
