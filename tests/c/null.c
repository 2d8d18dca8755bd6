/*
 * Every function, given nothing: no handle, no place, no text. None crashes; each says what the
 * header says. A test of the build keeps this list complete.
 */
#include "check.h"

static void test_runtime(void) {
  mcpclient_runtime_options_init(NULL, 0);
  CHECK_STATUS(mcpclient_runtime_new(NULL, NULL, NULL), MCPCLIENT_E_INVALID_ARG);
  CHECK_NUMBER(mcpclient_runtime_wakeup_fd(NULL), -1);
  CHECK_STATUS(mcpclient_runtime_pump(NULL, 0, NULL), MCPCLIENT_E_INVALID_ARG);
  CHECK_STATUS(mcpclient_runtime_wait(NULL, 0), MCPCLIENT_E_INVALID_ARG);
  mcpclient_runtime_wake(NULL);
  CHECK_STATUS(mcpclient_runtime_close(NULL, 0), MCPCLIENT_E_INVALID_ARG);
  CHECK_STATUS(mcpclient_runtime_suspend_all(NULL, MCPCLIENT_SUSPEND_CONTINUE), MCPCLIENT_E_INVALID_ARG);
  CHECK_STATUS(mcpclient_runtime_wake_all(NULL), MCPCLIENT_E_INVALID_ARG);
  mcpclient_runtime_free(NULL);
}

static void test_transport(void) {
  CHECK_STATUS(mcpclient_transport_stdio(NULL, 0, NULL, NULL), MCPCLIENT_E_INVALID_ARG);
  CHECK_STATUS(mcpclient_transport_set_env(NULL, no_text, no_text), MCPCLIENT_E_INVALID_ARG);
  CHECK_STATUS(mcpclient_transport_clear_env(NULL), MCPCLIENT_E_INVALID_ARG);
  CHECK_STATUS(mcpclient_transport_set_directory(NULL, no_text), MCPCLIENT_E_INVALID_ARG);
  CHECK_STATUS(mcpclient_transport_set_grace(NULL, 0), MCPCLIENT_E_INVALID_ARG);
  CHECK_STATUS(mcpclient_transport_set_stderr_ring(NULL, 0), MCPCLIENT_E_INVALID_ARG);
  mcpclient_transport_free(NULL);
}

static void test_http(void) {
  mcpclient_transport *transport = NULL;
  CHECK_STATUS(mcpclient_transport_http(no_text, NULL, NULL), MCPCLIENT_E_INVALID_ARG);
  CHECK_STATUS(mcpclient_transport_http(no_text, &transport, NULL), MCPCLIENT_E_INVALID_ARG);
  CHECK_STATUS(mcpclient_transport_unix(no_text, NULL, NULL), MCPCLIENT_E_INVALID_ARG);
  CHECK_STATUS(mcpclient_transport_unix(no_text, &transport, NULL), MCPCLIENT_E_INVALID_ARG);
  CHECK_STATUS(mcpclient_transport_tcp(no_text, 0, NULL, NULL), MCPCLIENT_E_INVALID_ARG);
  CHECK_STATUS(mcpclient_transport_tcp(no_text, 0, &transport, NULL), MCPCLIENT_E_INVALID_ARG);
  CHECK_STATUS(mcpclient_transport_add_header(NULL, no_text, no_text), MCPCLIENT_E_INVALID_ARG);
  CHECK_STATUS(mcpclient_transport_set_user_agent(NULL, no_text), MCPCLIENT_E_INVALID_ARG);
  CHECK_STATUS(mcpclient_transport_set_ca_bundle(NULL, no_text), MCPCLIENT_E_INVALID_ARG);
  CHECK_STATUS(mcpclient_transport_set_platform_trust(NULL, MCPCLIENT_DEFAULT), MCPCLIENT_E_INVALID_ARG);
  CHECK_STATUS(mcpclient_transport_set_client_certificate(NULL, no_text, no_text),
               MCPCLIENT_E_INVALID_ARG);
  CHECK_STATUS(mcpclient_transport_set_proxy(NULL, MCPCLIENT_PROXY_DIRECT, no_text),
               MCPCLIENT_E_INVALID_ARG);
  CHECK_STATUS(mcpclient_transport_set_address_guard(NULL, MCPCLIENT_GUARD_OFF), MCPCLIENT_E_INVALID_ARG);
  CHECK_STATUS(mcpclient_transport_set_connect_timeout(NULL, 1), MCPCLIENT_E_INVALID_ARG);
  CHECK_STATUS(mcpclient_transport_set_head_timeout(NULL, 1), MCPCLIENT_E_INVALID_ARG);
  CHECK_STATUS(mcpclient_transport_set_idle_timeout(NULL, 1), MCPCLIENT_E_INVALID_ARG);
  CHECK_STATUS(mcpclient_transport_set_old_sse(NULL, MCPCLIENT_OLD_SSE_FALLBACK), MCPCLIENT_E_INVALID_ARG);
  CHECK_STATUS(mcpclient_transport_set_listen(NULL, MCPCLIENT_DEFAULT), MCPCLIENT_E_INVALID_ARG);
  CHECK_STATUS(mcpclient_transport_set_exchanger(NULL, NULL), MCPCLIENT_E_INVALID_ARG);
  CHECK(transport == NULL);
}

static void test_lane(void) {
  mcpclient_lane *lane = NULL;
  mcpclient_transport *transport = NULL;
  mcpclient_lane_host_init(NULL, 0);
  CHECK_STATUS(mcpclient_transport_lane(NULL, NULL, NULL, NULL), MCPCLIENT_E_INVALID_ARG);
  CHECK_STATUS(mcpclient_transport_lane(NULL, &lane, &transport, NULL), MCPCLIENT_E_INVALID_ARG);
  CHECK(lane == NULL && transport == NULL);
  CHECK_STATUS(mcpclient_lane_feed(NULL, NULL, 0), MCPCLIENT_E_INVALID_ARG);
  CHECK_STATUS(mcpclient_lane_end(NULL, no_text), MCPCLIENT_E_INVALID_ARG);
  mcpclient_lane_free(NULL);
}

static void test_exchange(void) {
  mcpclient_exchanger_init(NULL, 0);
  CHECK_NUMBER(mcpclient_exchange_id(NULL), 0);
  CHECK_TEXT(mcpclient_exchange_method(NULL), NULL);
  CHECK_TEXT(mcpclient_exchange_url(NULL), NULL);
  CHECK_NUMBER(mcpclient_exchange_header_count(NULL), 0);
  CHECK_TEXT(mcpclient_exchange_header_name(NULL, 0), NULL);
  CHECK_TEXT(mcpclient_exchange_header_value(NULL, 0), NULL);
  CHECK_TEXT(mcpclient_exchange_body(NULL), NULL);
  CHECK_STATUS(mcpclient_exchange_add_header(NULL, no_text, no_text), MCPCLIENT_E_INVALID_ARG);
  CHECK_STATUS(mcpclient_exchange_head(NULL, 200), MCPCLIENT_E_INVALID_ARG);
  CHECK_STATUS(mcpclient_exchange_feed(NULL, NULL, 0), MCPCLIENT_E_INVALID_ARG);
  CHECK_STATUS(mcpclient_exchange_end(NULL, MCPCLIENT_EXCHANGE_COMPLETE, no_text), MCPCLIENT_E_INVALID_ARG);
  CHECK(!mcpclient_exchange_is_aborted(NULL));
  mcpclient_exchange_free(NULL);
}

static void test_host(void) {
  mcpclient_host_init(NULL, 0);
}

static void test_options(void) {
  mcpclient_options_init(NULL, 0);
}

static void test_client(void) {
  CHECK_STATUS(mcpclient_new(NULL, NULL, NULL, NULL, NULL, NULL), MCPCLIENT_E_INVALID_ARG);
  CHECK_NUMBER(mcpclient_state(NULL), 0);
  CHECK_NUMBER(mcpclient_closed_reason(NULL), 0);
  CHECK_STATUS(mcpclient_closed_error(NULL, NULL), MCPCLIENT_E_INVALID_ARG);
  CHECK_TEXT(mcpclient_label(NULL), NULL);
  CHECK_NUMBER(mcpclient_pid(NULL), -1);
  CHECK_NUMBER(mcpclient_stderr_tail(NULL, NULL, 0), 0);
  CHECK_STATUS(mcpclient_suspend(NULL, MCPCLIENT_SUSPEND_FAIL), MCPCLIENT_E_INVALID_ARG);
  CHECK_STATUS(mcpclient_wake(NULL), MCPCLIENT_E_INVALID_ARG);
  CHECK_STATUS(mcpclient_close(NULL), MCPCLIENT_E_INVALID_ARG);
  mcpclient_free(NULL);
  CHECK_TEXT(mcpclient_revision(NULL), NULL);
  CHECK_NUMBER(mcpclient_server_era(NULL), MCPCLIENT_ERA_AUTO);
  CHECK_STATUS(mcpclient_watch(NULL, 0, NULL, 0), MCPCLIENT_E_INVALID_ARG);
  CHECK_NUMBER(mcpclient_call_age_ms(NULL), -1);
  CHECK_TEXT(mcpclient_server_name(NULL), NULL);
  CHECK_TEXT(mcpclient_server_title(NULL), NULL);
  CHECK_TEXT(mcpclient_server_version(NULL), NULL);
  CHECK_TEXT(mcpclient_server_instructions(NULL), NULL);
  CHECK_TEXT(mcpclient_server_capabilities(NULL), NULL);
  CHECK_TEXT(mcpclient_server_result(NULL), NULL);
  CHECK_STATUS(mcpclient_request(NULL, no_text, no_text, NULL, NULL), MCPCLIENT_E_INVALID_ARG);
  CHECK_STATUS(mcpclient_call_tool(NULL, no_text, no_text, NULL, NULL), MCPCLIENT_E_INVALID_ARG);
  CHECK_STATUS(mcpclient_list_tools(NULL, NULL, NULL), MCPCLIENT_E_INVALID_ARG);
  CHECK_STATUS(mcpclient_list_resources(NULL, NULL, NULL), MCPCLIENT_E_INVALID_ARG);
  CHECK_STATUS(mcpclient_list_resource_templates(NULL, NULL, NULL), MCPCLIENT_E_INVALID_ARG);
  CHECK_STATUS(mcpclient_list_prompts(NULL, NULL, NULL), MCPCLIENT_E_INVALID_ARG);
  CHECK_STATUS(mcpclient_read_resource(NULL, no_text, NULL, NULL), MCPCLIENT_E_INVALID_ARG);
  CHECK_STATUS(mcpclient_subscribe(NULL, no_text, NULL, NULL), MCPCLIENT_E_INVALID_ARG);
  CHECK_STATUS(mcpclient_unsubscribe(NULL, no_text, NULL, NULL), MCPCLIENT_E_INVALID_ARG);
  CHECK_STATUS(mcpclient_get_prompt(NULL, no_text, no_text, NULL, NULL), MCPCLIENT_E_INVALID_ARG);
  CHECK_STATUS(mcpclient_complete_prompt(NULL, no_text, no_text, no_text, no_text, NULL, NULL),
               MCPCLIENT_E_INVALID_ARG);
  CHECK_STATUS(mcpclient_complete_resource(NULL, no_text, no_text, no_text, no_text, NULL, NULL),
               MCPCLIENT_E_INVALID_ARG);
  CHECK_STATUS(mcpclient_set_log_level(NULL, no_text, NULL, NULL), MCPCLIENT_E_INVALID_ARG);
  CHECK_STATUS(mcpclient_ping(NULL, NULL, NULL), MCPCLIENT_E_INVALID_ARG);
  CHECK_STATUS(mcpclient_notify(NULL, no_text, no_text), MCPCLIENT_E_INVALID_ARG);
}

static void test_call(void) {
  mcpclient_call_options_init(NULL, 0);
  CHECK_STATUS(mcpclient_call_wait(NULL, 0), MCPCLIENT_E_INVALID_ARG);
  CHECK_STATUS(mcpclient_call_cancel(NULL, no_text), MCPCLIENT_E_INVALID_ARG);
  CHECK_STATUS(mcpclient_call_resume(NULL), MCPCLIENT_E_INVALID_ARG);
  CHECK_STATUS(mcpclient_call_status(NULL), MCPCLIENT_E_INVALID_ARG);
  CHECK_TEXT(mcpclient_call_result(NULL), NULL);
  CHECK(mcpclient_call_error(NULL) == NULL);
  CHECK_NUMBER(mcpclient_call_set_aside_count(NULL), 0);
  CHECK_TEXT(mcpclient_call_set_aside_name(NULL, 0), NULL);
  CHECK_TEXT(mcpclient_call_set_aside_reason(NULL, 0), NULL);
  CHECK(mcpclient_call_client(NULL) == NULL);
  CHECK(mcpclient_call_userdata(NULL) == NULL);
  mcpclient_call_free(NULL);
}

static void test_error(void) {
  CHECK_STATUS(mcpclient_error_status(NULL), MCPCLIENT_OK);
  CHECK_TEXT(mcpclient_error_name(NULL), NULL);
  CHECK_TEXT(mcpclient_error_message(NULL), NULL);
  CHECK(!mcpclient_error_server_code(NULL, NULL));
  CHECK_TEXT(mcpclient_error_server_message(NULL), NULL);
  CHECK_TEXT(mcpclient_error_server_message_raw(NULL), NULL);
  CHECK_TEXT(mcpclient_error_server_data(NULL), NULL);
  CHECK(!mcpclient_error_exit_code(NULL, NULL));
  CHECK(!mcpclient_error_exit_signal(NULL, NULL));
  CHECK_TEXT(mcpclient_error_stderr_tail(NULL), NULL);
  CHECK_NUMBER(mcpclient_error_http_status(NULL), 0);
  CHECK_TEXT(mcpclient_error_http_content_type(NULL), NULL);
  CHECK_TEXT(mcpclient_error_http_excerpt(NULL), NULL);
  CHECK_NUMBER(mcpclient_error_http_retry_after_ms(NULL), -1);
  CHECK_NUMBER(mcpclient_error_field_count(NULL), 0);
  CHECK(!mcpclient_error_field_index(NULL, 0, NULL));
  CHECK_TEXT(mcpclient_error_field_name(NULL, 0), NULL);
  CHECK_NUMBER(mcpclient_error_field_code(NULL, 0), 0);
  CHECK_TEXT(mcpclient_error_field_code_name(NULL, 0), NULL);
  CHECK_TEXT(mcpclient_error_field_message(NULL, 0), NULL);
  CHECK_TEXT(mcpclient_error_field_param(NULL, 0, no_text), NULL);
  mcpclient_error_free(NULL);
}

static void test_item(void) {
  mcpclient_item *item = NULL;
  CHECK_STATUS(mcpclient_item_read(MCPCLIENT_ITEM_TOOL, no_text, &item, NULL), MCPCLIENT_E_INVALID_ARG);
  CHECK_STATUS(mcpclient_item_read(MCPCLIENT_ITEM_TOOL, no_text, NULL, NULL), MCPCLIENT_E_INVALID_ARG);
  CHECK_STATUS(mcpclient_item_find(NULL, MCPCLIENT_ITEM_TOOL, no_text, &item, NULL),
               MCPCLIENT_E_INVALID_ARG);
  mcpclient_item_free(NULL);
  CHECK_TEXT(mcpclient_item_json(NULL), NULL);
  CHECK_TEXT(mcpclient_item_name(NULL), NULL);
  CHECK_TEXT(mcpclient_item_label(NULL), NULL);
  CHECK_TEXT(mcpclient_item_description(NULL), NULL);
  CHECK_TEXT(mcpclient_item_uri(NULL), NULL);
  CHECK_TEXT(mcpclient_item_mime_type(NULL), NULL);
  CHECK(!mcpclient_item_size(NULL, NULL));
  CHECK_NUMBER(mcpclient_item_hints(NULL), 0);
  CHECK_NUMBER(mcpclient_item_hazard_count(NULL), 0);
  CHECK_NUMBER(mcpclient_item_hazard(NULL, 0), 0);
  CHECK_NUMBER(mcpclient_item_argument_count(NULL), 0);
  CHECK_TEXT(mcpclient_item_argument_name(NULL, 0), NULL);
  CHECK_TEXT(mcpclient_item_argument_label(NULL, 0), NULL);
  CHECK_TEXT(mcpclient_item_argument_description(NULL, 0), NULL);
  CHECK(!mcpclient_item_argument_required(NULL, 0));
  CHECK_STATUS(mcpclient_item_check_arguments(NULL, no_text, NULL), MCPCLIENT_E_INVALID_ARG);
  CHECK_STATUS(mcpclient_item_expand(NULL, no_text, NULL, 0, NULL, NULL), MCPCLIENT_E_INVALID_ARG);
  CHECK_NUMBER(mcpclient_item_icon_count(NULL), 0);
  CHECK_TEXT(mcpclient_item_icon_source(NULL, 0), NULL);
  CHECK_NUMBER(mcpclient_item_icon_theme(NULL, 0), MCPCLIENT_THEME_ANY);
  CHECK_NUMBER(mcpclient_item_icon_fault(NULL, 0), MCPCLIENT_ICON_MALFORMED);
  CHECK_NUMBER(mcpclient_item_vet_icon(NULL, 0, NULL, 0), MCPCLIENT_ICON_MALFORMED);
  CHECK_NUMBER(mcpclient_item_icon_bytes(NULL, 0, NULL, 0), 0);
  CHECK(!mcpclient_item_icon_may_redirect(NULL, 0, no_text));
  CHECK(mcpclient_item_choose_icon(NULL, 16, MCPCLIENT_THEME_ANY) == SIZE_MAX);
  CHECK_NUMBER(mcpclient_call_output(NULL), MCPCLIENT_OUTPUT_NONE);
  CHECK_TEXT(mcpclient_call_output_place(NULL), NULL);
  CHECK_TEXT(mcpclient_call_output_reason(NULL), NULL);
}

static void test_input(void) {
  CHECK_NUMBER(mcpclient_input_id(NULL), 0);
  CHECK_NUMBER(mcpclient_input_kind(NULL), 0);
  CHECK(!mcpclient_input_is_open(NULL));
  CHECK(mcpclient_input_client(NULL) == NULL);
  CHECK_TEXT(mcpclient_input_server(NULL), NULL);
  CHECK_NUMBER(mcpclient_input_call_count(NULL), 0);
  CHECK(mcpclient_input_call(NULL, 0) == NULL);
  CHECK_NUMBER(mcpclient_input_round(NULL), 0);
  CHECK(!mcpclient_input_refusal_ends_call(NULL));
  CHECK_TEXT(mcpclient_input_message(NULL), NULL);
  CHECK_TEXT(mcpclient_input_message_raw(NULL), NULL);
  CHECK_TEXT(mcpclient_input_params(NULL), NULL);
  CHECK_NUMBER(mcpclient_input_hazard_count(NULL), 0);
  CHECK_NUMBER(mcpclient_input_hazard(NULL, 0, NULL), 0);
  CHECK_TEXT(mcpclient_input_url_canonical(NULL), NULL);
  CHECK_TEXT(mcpclient_input_url_host(NULL), NULL);
  CHECK_TEXT(mcpclient_input_url_host_raw(NULL), NULL);
  CHECK_TEXT(mcpclient_input_url_domain(NULL), NULL);
  CHECK_NUMBER(mcpclient_input_url_hazard_count(NULL), 0);
  CHECK_NUMBER(mcpclient_input_url_hazard(NULL, 0), 0);
  CHECK_TEXT(mcpclient_input_url(NULL), NULL);
  CHECK_TEXT(mcpclient_input_url_raw(NULL), NULL);
  CHECK_TEXT(mcpclient_input_elicitation_id(NULL), NULL);
  CHECK_STATUS(mcpclient_input_rehearse(no_text, no_text, no_text, 0, NULL, NULL),
               MCPCLIENT_E_INVALID_ARG);
  CHECK_STATUS(mcpclient_input_rehearse_from(no_text, no_text, no_text, no_text, 0, NULL, NULL),
               MCPCLIENT_E_INVALID_ARG);
  CHECK_TEXT(mcpclient_input_rehearsed(NULL), NULL);
  CHECK_NUMBER(mcpclient_input_objection_count(NULL), 0);
  CHECK_TEXT(mcpclient_input_objection_name(NULL, 0), NULL);
  CHECK_TEXT(mcpclient_input_objection_property(NULL, 0), NULL);
  CHECK_TEXT(mcpclient_input_objection_text(NULL, 0), NULL);
  mcpclient_input_free(NULL);
  CHECK_NUMBER(mcpclient_input_field_count(NULL), 0);
  CHECK(mcpclient_input_field_by_name(NULL, no_text) == SIZE_MAX);
  CHECK_TEXT(mcpclient_input_field_name(NULL, 0), NULL);
  CHECK_TEXT(mcpclient_input_field_title(NULL, 0), NULL);
  CHECK_TEXT(mcpclient_input_field_title_raw(NULL, 0), NULL);
  CHECK_TEXT(mcpclient_input_field_description(NULL, 0), NULL);
  CHECK_TEXT(mcpclient_input_field_description_raw(NULL, 0), NULL);
  CHECK_NUMBER(mcpclient_input_field_kind(NULL, 0), 0);
  CHECK(!mcpclient_input_field_required(NULL, 0));
  CHECK(!mcpclient_input_field_answerable(NULL, 0));
  CHECK_TEXT(mcpclient_input_field_default(NULL, 0), NULL);
  CHECK_TEXT(mcpclient_input_field_min(NULL, 0, NULL), NULL);
  CHECK_TEXT(mcpclient_input_field_max(NULL, 0, NULL), NULL);
  CHECK_TEXT(mcpclient_input_field_step(NULL, 0), NULL);
  CHECK(!mcpclient_input_field_min_length(NULL, 0, NULL));
  CHECK(!mcpclient_input_field_max_length(NULL, 0, NULL));
  CHECK_TEXT(mcpclient_input_field_format(NULL, 0), NULL);
  CHECK_TEXT(mcpclient_input_field_pattern(NULL, 0), NULL);
  CHECK_NUMBER(mcpclient_input_option_count(NULL, 0), 0);
  CHECK_TEXT(mcpclient_input_option_value(NULL, 0, 0), NULL);
  CHECK_TEXT(mcpclient_input_option_label(NULL, 0, 0), NULL);
  CHECK_TEXT(mcpclient_input_option_label_raw(NULL, 0, 0), NULL);
  CHECK_STATUS(mcpclient_input_set_text(NULL, 0, no_text, NULL), MCPCLIENT_E_INVALID_ARG);
  CHECK_STATUS(mcpclient_input_set_json(NULL, 0, no_text, NULL), MCPCLIENT_E_INVALID_ARG);
  CHECK_STATUS(mcpclient_input_select(NULL, 0, 0, 0), MCPCLIENT_E_INVALID_ARG);
  CHECK(!mcpclient_input_selected(NULL, 0, 0));
  CHECK_STATUS(mcpclient_input_clear(NULL, 0), MCPCLIENT_E_INVALID_ARG);
  CHECK_STATUS(mcpclient_input_reset(NULL, 0), MCPCLIENT_E_INVALID_ARG);
  CHECK(!mcpclient_input_touched(NULL, 0));
  CHECK_TEXT(mcpclient_input_value(NULL, 0), NULL);
  CHECK_NUMBER(mcpclient_input_value_text(NULL, 0, NULL, 0), 0);
  CHECK_STATUS(mcpclient_input_check_field(NULL, 0, NULL), MCPCLIENT_E_INVALID_ARG);
  CHECK_STATUS(mcpclient_input_check(NULL, NULL), MCPCLIENT_E_INVALID_ARG);
  CHECK_STATUS(mcpclient_input_preview(NULL, NULL, NULL), MCPCLIENT_E_INVALID_ARG);
  CHECK_STATUS(mcpclient_input_with_defaults(NULL, no_text, NULL, NULL), MCPCLIENT_E_INVALID_ARG);
  CHECK_NUMBER(mcpclient_input_sample_message_count(NULL), 0);
  CHECK_TEXT(mcpclient_input_sample_role(NULL, 0), NULL);
  CHECK_NUMBER(mcpclient_input_sample_block_count(NULL, 0), 0);
  CHECK_NUMBER(mcpclient_input_sample_block_kind(NULL, 0, 0), 0);
  CHECK_TEXT(mcpclient_input_sample_block(NULL, 0, 0), NULL);
  CHECK_TEXT(mcpclient_input_sample_text(NULL, 0, 0), NULL);
  CHECK_TEXT(mcpclient_input_sample_text_raw(NULL, 0, 0), NULL);
  CHECK_TEXT(mcpclient_input_sample_mime(NULL, 0, 0), NULL);
  CHECK_TEXT(mcpclient_input_sample_data(NULL, 0, 0), NULL);
  CHECK_TEXT(mcpclient_input_sample_system_prompt(NULL), NULL);
  CHECK_TEXT(mcpclient_input_sample_system_prompt_raw(NULL), NULL);
  CHECK(!mcpclient_input_sample_max_tokens(NULL, NULL));
  CHECK(!mcpclient_input_sample_temperature(NULL, NULL));
  CHECK_NUMBER(mcpclient_input_sample_hint_count(NULL), 0);
  CHECK_TEXT(mcpclient_input_sample_hint(NULL, 0), NULL);
  CHECK(!mcpclient_input_sample_cost_priority(NULL, NULL));
  CHECK(!mcpclient_input_sample_speed_priority(NULL, NULL));
  CHECK(!mcpclient_input_sample_intelligence_priority(NULL, NULL));
  CHECK_NUMBER(mcpclient_input_sample_stop_count(NULL), 0);
  CHECK_TEXT(mcpclient_input_sample_stop(NULL, 0), NULL);
  CHECK_TEXT(mcpclient_input_sample_context(NULL), NULL);
  CHECK_TEXT(mcpclient_input_sample_tools(NULL), NULL);
  CHECK_TEXT(mcpclient_input_sample_tool_choice(NULL), NULL);
  CHECK_STATUS(mcpclient_input_accept(NULL, NULL), MCPCLIENT_E_INVALID_ARG);
  CHECK_STATUS(mcpclient_input_accept_json(NULL, no_text, NULL), MCPCLIENT_E_INVALID_ARG);
  CHECK_STATUS(mcpclient_input_decline(NULL, no_text), MCPCLIENT_E_INVALID_ARG);
  CHECK_STATUS(mcpclient_input_cancel(NULL), MCPCLIENT_E_INVALID_ARG);
  CHECK_STATUS(mcpclient_input_fail(NULL, 0, no_text), MCPCLIENT_E_INVALID_ARG);
  CHECK_STATUS(mcpclient_input_abort_call(NULL, no_text), MCPCLIENT_E_INVALID_ARG);
  CHECK_STATUS(mcpclient_input_answer_text(NULL, no_text, no_text, no_text, NULL),
               MCPCLIENT_E_INVALID_ARG);
  CHECK_STATUS(mcpclient_input_answer_json(NULL, no_text, NULL), MCPCLIENT_E_INVALID_ARG);
  CHECK_STATUS(mcpclient_input_answer_roots(NULL, NULL, NULL), MCPCLIENT_E_INVALID_ARG);
}

static void test_checkpoints(void) {
  CHECK_NUMBER(mcpclient_input_checkpoint(NULL), MCPCLIENT_CHECKPOINT_NONE);
  CHECK_STATUS(mcpclient_input_approve(NULL, NULL), MCPCLIENT_E_INVALID_ARG);
  CHECK_STATUS(mcpclient_input_approve_json(NULL, no_text, NULL), MCPCLIENT_E_INVALID_ARG);
  CHECK_STATUS(mcpclient_input_change_text(NULL, 0, 0, no_text), MCPCLIENT_E_INVALID_ARG);
  CHECK_STATUS(mcpclient_input_change_add_message(NULL, no_text, no_text), MCPCLIENT_E_INVALID_ARG);
  CHECK_STATUS(mcpclient_input_change_remove_message(NULL, 0), MCPCLIENT_E_INVALID_ARG);
  CHECK_STATUS(mcpclient_input_change_system_prompt(NULL, no_text), MCPCLIENT_E_INVALID_ARG);
  CHECK_STATUS(mcpclient_input_change_max_tokens(NULL, 1), MCPCLIENT_E_INVALID_ARG);
  CHECK_STATUS(mcpclient_input_change_model(NULL, no_text), MCPCLIENT_E_INVALID_ARG);
  CHECK_STATUS(mcpclient_input_change_reset(NULL), MCPCLIENT_E_INVALID_ARG);
  CHECK_TEXT(mcpclient_input_result(NULL), NULL);
  CHECK_TEXT(mcpclient_input_result_text(NULL), NULL);
  CHECK_NUMBER(mcpclient_input_result_block_count(NULL), 0);
  CHECK_NUMBER(mcpclient_input_result_block_kind(NULL, 0), 0);
  CHECK_TEXT(mcpclient_input_result_block(NULL, 0), NULL);
  CHECK_TEXT(mcpclient_input_result_model(NULL), NULL);
  CHECK_TEXT(mcpclient_input_result_stop_reason(NULL), NULL);
  CHECK_STATUS(mcpclient_input_add_text(NULL, no_text), MCPCLIENT_E_INVALID_ARG);
  CHECK_STATUS(mcpclient_input_add_image(NULL, no_text, no_text), MCPCLIENT_E_INVALID_ARG);
  CHECK_STATUS(mcpclient_input_add_audio(NULL, no_text, no_text), MCPCLIENT_E_INVALID_ARG);
  CHECK_STATUS(mcpclient_input_add_tool_use(NULL, no_text, no_text, no_text),
               MCPCLIENT_E_INVALID_ARG);
  CHECK_STATUS(mcpclient_input_add_block(NULL, no_text), MCPCLIENT_E_INVALID_ARG);
  CHECK_STATUS(mcpclient_input_clear_blocks(NULL), MCPCLIENT_E_INVALID_ARG);
  CHECK_STATUS(mcpclient_input_answer_blocks(NULL, no_text, no_text, NULL),
               MCPCLIENT_E_INVALID_ARG);
}

static void test_models(void) {
  mcpclient_model_init(NULL, 0);
  mcpclient_choice_init(NULL, 0);
  CHECK_STATUS(mcpclient_input_choose_model(NULL, NULL, 0, NULL, NULL), MCPCLIENT_E_INVALID_ARG);
  CHECK_NUMBER(mcpclient_choice_text(NULL, NULL, 0), 0);
}

static void test_roots(void) {
  CHECK_STATUS(mcpclient_roots_new(NULL), MCPCLIENT_E_INVALID_ARG);
  CHECK_STATUS(mcpclient_roots_add_path(NULL, no_text, no_text, NULL), MCPCLIENT_E_INVALID_ARG);
  CHECK_STATUS(mcpclient_roots_add_uri(NULL, no_text, no_text, NULL), MCPCLIENT_E_INVALID_ARG);
  CHECK_STATUS(mcpclient_roots_remove(NULL, no_text), MCPCLIENT_E_INVALID_ARG);
  CHECK_STATUS(mcpclient_roots_clear(NULL), MCPCLIENT_E_INVALID_ARG);
  CHECK_STATUS(mcpclient_roots_replace(NULL, NULL), MCPCLIENT_E_INVALID_ARG);
  CHECK_NUMBER(mcpclient_roots_count(NULL), 0);
  CHECK_TEXT(mcpclient_roots_uri(NULL, 0), NULL);
  CHECK_TEXT(mcpclient_roots_name(NULL, 0), NULL);
  CHECK_STATUS(mcpclient_roots_rename(NULL, no_text, no_text), MCPCLIENT_E_INVALID_ARG);
  CHECK_STATUS(mcpclient_roots_add_workspace(NULL, no_text, no_text, NULL),
               MCPCLIENT_E_INVALID_ARG);
  CHECK_STATUS(mcpclient_roots_exclude(NULL, no_text, NULL), MCPCLIENT_E_INVALID_ARG);
  CHECK_STATUS(mcpclient_roots_include(NULL, no_text), MCPCLIENT_E_INVALID_ARG);
  CHECK(!mcpclient_roots_offered(NULL, 0));
  CHECK(!mcpclient_roots_contains(NULL, no_text));
  CHECK(!mcpclient_roots_contains_uri(NULL, no_text));
  CHECK(!mcpclient_root_contains(no_text, no_text, MCPCLIENT_PATH_NATIVE));
  CHECK_NUMBER(mcpclient_path_to_uri(no_text, MCPCLIENT_PATH_NATIVE, NULL, 0, NULL), 0);
  CHECK_NUMBER(mcpclient_uri_to_path(no_text, MCPCLIENT_PATH_NATIVE, NULL, 0, NULL), 0);
  CHECK(!mcpclient_roots_look(NULL));
  CHECK_STATUS(mcpclient_roots_set_interval(NULL, 0), MCPCLIENT_E_INVALID_ARG);
  CHECK_STATUS(mcpclient_roots_set_checked(NULL, 0), MCPCLIENT_E_INVALID_ARG);
  mcpclient_roots_free(NULL);
}

static void test_json(void) {
  CHECK_STATUS(mcpclient_json_check(no_text, NULL), MCPCLIENT_E_BAD_JSON);
  CHECK_NUMBER(mcpclient_json_kind(no_text), 0);
  CHECK_TEXT(mcpclient_json_at(no_text, no_text), NULL);
  CHECK(!mcpclient_json_next(no_text, NULL, NULL));
  CHECK_NUMBER(mcpclient_json_text(no_text, NULL, 0), 0);
  CHECK_TEXT(mcpclient_json_number(no_text), NULL);
  CHECK(!mcpclient_json_integer(no_text, NULL));
  CHECK(!mcpclient_json_double(no_text, NULL));
  CHECK(!mcpclient_json_true(no_text));
  CHECK_NUMBER(mcpclient_json_quote(no_text, NULL, 0), 0);
  CHECK_STATUS(mcpclient_base64_decode(no_text, 0, NULL, 0, NULL, NULL), MCPCLIENT_E_INVALID_ARG);
}

static void test_result(void) {
  CHECK(!mcpclient_result_is_error(no_text));
  CHECK_NUMBER(mcpclient_result_block_count(no_text), 0);
  CHECK_NUMBER(mcpclient_result_block_kind(no_text, 0), 0);
  CHECK_TEXT(mcpclient_result_block(no_text, 0), NULL);
  CHECK_NUMBER(mcpclient_result_block_text(no_text, 0, NULL, 0), 0);
  CHECK_NUMBER(mcpclient_result_text(no_text, NULL, 0), 0);
}

static void test_str(void) {
  CHECK_TEXT(mcpclient_str_from(NULL), NULL);
  CHECK(mcpclient_str_equal(no_text, no_text));
  CHECK_NUMBER(mcpclient_str_copy(no_text, NULL, 0), 0);
  CHECK_NUMBER(mcpclient_str_display(no_text, NULL, 0), 0);
  CHECK_NUMBER(mcpclient_str_display_lines(no_text, 0, NULL, 0), 0);
  CHECK_NUMBER(mcpclient_str_display_line(no_text, 0, NULL, 0), 0);
}

int main(void) {
  test_runtime();
  test_transport();
  test_http();
  test_lane();
  test_exchange();
  test_host();
  test_options();
  test_client();
  test_call();
  test_error();
  test_item();
  test_input();
  test_checkpoints();
  test_models();
  test_roots();
  test_json();
  test_result();
  test_str();
  return check_finish();
}
