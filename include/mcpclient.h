/*
 * libmcpclient 0.1.0: the Model Context Protocol's client side, for any program.
 * SPDX-License-Identifier: MIT OR Apache-2.0
 *
 * Generated from the Rust sources by `cargo xtask header`. Do not edit.
 *
 * A runtime does the work for any number of clients; a client speaks with one server, which a
 * transport reaches. What your program asks of a server is a call. What a server asks of you - a
 * form for the user, a visit to a URL, a sample of your model, the roots - is an input, which one
 * of your host's callbacks is given, and which is answered now or later, from any thread.
 *
 * Ownership: a handle that comes out through a pointer is yours; free it once, in any order, parents
 * before children if you like; NULL is fine. A value that is returned is borrowed from the handle it
 * was read from. What goes in is copied if it is kept.
 *
 * Text and JSON are UTF-8 with a length. Text to show is made safe to show and ends with a NUL; names
 * that end in _raw give the server's very words instead, and JSON is as it came.
 *
 * Errors: what can fail returns a status. A place for a mcpclient_error, which may be NULL, is set if
 * and only if the status is not MCPCLIENT_OK, and what is set is yours to free. Functions that return
 * a value give nothing (no text, 0, false, NULL) for what is not there, a NULL handle included.
 *
 * Threads: "@thread any" means from every thread, callbacks included. A handle must not be freed while
 * another thread is inside a function with it. Callbacks never run under a lock, nor on the stack of
 * the function that caused them; from inside one everything is allowed but waiting.
 *
 * Structs that begin with struct_size are set up by their _init function, with sizeof. Then a library
 * that is older or newer than this header knows what it was given.
 *
 * Marks such as ELI-30 name the protocol's requirements; see tests/requirements.md of the sources.
 */

#ifndef MCPCLIENT_H
#define MCPCLIENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/**
 * The version of this header, as text.
 */
#define MCPCLIENT_VERSION "0.1.0"

/**
 * The parts of the version of this header.
 */
#define MCPCLIENT_VERSION_MAJOR 0
/**
 * See MCPCLIENT_VERSION_MAJOR.
 */
#define MCPCLIENT_VERSION_MINOR 1
/**
 * See MCPCLIENT_VERSION_MAJOR.
 */
#define MCPCLIENT_VERSION_PATCH 0

/*
 * How a function is imported. Programs for Windows that link the static library define
 * MCPCLIENT_STATIC.
 */
#ifndef MCPCLIENT_API
#if defined(_WIN32) && !defined(MCPCLIENT_STATIC)
#define MCPCLIENT_API __declspec(dllimport)
#elif defined(__GNUC__)
#define MCPCLIENT_API __attribute__((visibility("default")))
#else
#define MCPCLIENT_API
#endif
#endif

#ifdef __cplusplus
/**
 * A mcpclient_str that views a string literal.
 */
#define MCPCLIENT_STR(literal) (mcpclient_str{"" literal, sizeof(literal) - 1})
/**
 * The two arguments that "%.*s" of printf wants, from a mcpclient_str; evaluates it twice.
 */
#define MCPCLIENT_PRINT(text) \
  static_cast<int>((text).len & 0x7fffffff), ((text).ptr ? (text).ptr : "")
#else
/**
 * A mcpclient_str that views a string literal.
 */
#define MCPCLIENT_STR(literal) ((mcpclient_str){"" literal, sizeof(literal) - 1})
/**
 * The two arguments that "%.*s" of printf wants, from a mcpclient_str; evaluates it twice.
 */
#define MCPCLIENT_PRINT(text) (int)((text).len & 0x7fffffff), ((text).ptr ? (text).ptr : "")
#endif

/**
 * The version of the binary interface that this header describes; it grows when something is
 * added.
 */
#define MCPCLIENT_ABI_VERSION 1

/**
 * One connection to one server.
 */
typedef struct mcpclient mcpclient;

/**
 * What you asked a server for, from its start to its one end.
 */
typedef struct mcpclient_call mcpclient_call;

/**
 * Why something failed. One that comes out through a `mcpclient_error **` is yours to free; one
 * that a callback is given, or that is read from a call, is borrowed from there.
 *
 * The texts that the library wrote name what was wrong and where, and carry nobody's data; what
 * a server wrote is kept apart from them.
 */
typedef struct mcpclient_error mcpclient_error;

/**
 * One HTTP request that your stack is to make, and what comes of it. To be answered with
 * mcpclient_exchange_head() once, mcpclient_exchange_feed() as often as there is something, and
 * mcpclient_exchange_end() once. It may outlive its client and its runtime.
 */
typedef struct mcpclient_exchange mcpclient_exchange;

/**
 * What a server wants from you: answered at most once, from any thread, now or hours later, and
 * freed in any case.
 *
 * What a function returns lives until the input is freed, answered or not; where it is less, the
 * function says so.
 */
typedef struct mcpclient_input mcpclient_input;

/**
 * A tool, a resource, a template, a prompt or a server: what a dialog shows of it, and what a call needs
 * to know. All of it is the server's word: made to be shown to whoever decides, and nothing to decide by
 * (TOL-09, TOL-18, TOL-19). Used from any thread; free it with mcpclient_item_free().
 */
typedef struct mcpclient_item mcpclient_item;

/**
 * Says what the server at the other end says.
 */
typedef struct mcpclient_lane mcpclient_lane;

/**
 * A list of roots: the folders and files that servers should work with (ROO-01). They
 * coordinate, and protect nothing: a server that means ill is stopped by the system's
 * permissions alone (ROO-20).
 *
 * It is live: a change is announced once to the servers of every client that was made with it
 * (ROO-06), and so is what becomes of its roots on the file system. A root is offered only while it
 * is there and can be read: it is looked at before a server learns of it, when one asks, and every two
 * seconds while there are clients (ROO-11, ROO-14, ROO-17), where the runtime does its input and
 * output. One that vanishes is taken from what is offered, and comes back.
 */
typedef struct mcpclient_roots mcpclient_roots;

/**
 * Where I/O and callbacks run. One serves any number of clients, and a program may have several.
 */
typedef struct mcpclient_runtime mcpclient_runtime;

/**
 * A way to reach one server. mcpclient_new() takes it over.
 *
 * Each function below that sets something says for which ways it is; for the others it fails with
 * MCPCLIENT_E_INVALID_ARG, and changes nothing.
 */
typedef struct mcpclient_transport mcpclient_transport;

/**
 * Borrowed UTF-8: `len` bytes at `ptr`. A NULL `ptr` with a `len` of 0 means that there is no
 * text, which is not the same as an empty one.
 *
 * What goes in is checked, and copied if it is kept; text that is not UTF-8 is answered with
 * MCPCLIENT_E_BAD_JSON. What comes out is borrowed as its function says, and ends with a NUL
 * only where its function says so.
 */
typedef struct {
  /**
   * The first byte.
   */
  const char *ptr;
  /**
   * The number of bytes, without a terminating NUL.
   */
  size_t len;
} mcpclient_str;

/**
 * How something ended: MCPCLIENT_OK or one of MCPCLIENT_E_... A number never changes its
 * meaning, and new ones may come: treat a negative number that you do not know as a failure.
 *
 * A tool that reports an error of its own is a call that went well: see
 * mcpclient_result_is_error().
 */
typedef int32_t mcpclient_status;

/**
 * What is wrong with a field. A number never changes its meaning, and new ones may come. The
 * parameters in quotes are for mcpclient_error_field_param().
 */
typedef int32_t mcpclient_field_fault;

/**
 * Where callbacks run.
 */
typedef int32_t mcpclient_dispatch;

/**
 * Tells that there is something to pump: the queue of callbacks stopped being empty, or a pump
 * left some behind. Post to your loop; make no mcpclient_ call here.
 *
 * @thread any
 */
typedef void (*mcpclient_wakeup_fn)(void *userdata);

/**
 * How much a log line matters.
 */
typedef int32_t mcpclient_log_level;

/**
 * Takes one line of the library's own log. `line` is borrowed until this returns, ends with a
 * NUL, and holds nothing that a user or a server said. Make no mcpclient_ call here.
 *
 * @thread any
 */
typedef void (*mcpclient_log_fn)(void *userdata, mcpclient_log_level level, mcpclient_str line);

/**
 * Frees the userdata that it was registered with. Runs exactly once, after the last callback,
 * also when the function that took the userdata failed: then before that function returns.
 */
typedef void (*mcpclient_free_fn)(void *userdata);

/**
 * How a runtime works. Set it up with mcpclient_runtime_options_init().
 */
typedef struct {
  /**
   * What your compiler knows of this struct.
   */
  size_t struct_size;
  /**
   * MCPCLIENT_DISPATCH_...: where callbacks run. 0 is MCPCLIENT_DISPATCH_THREAD.
   */
  mcpclient_dispatch dispatch;
  /**
   * With MCPCLIENT_DISPATCH_PUMP: called when there is something to pump. NULL if
   * mcpclient_runtime_wakeup_fd() is enough.
   */
  mcpclient_wakeup_fn wakeup;
  /**
   * Takes the library's own log lines, or NULL.
   */
  mcpclient_log_fn log;
  /**
   * Handed to the functions of this struct, and never followed.
   */
  void *userdata;
  /**
   * Frees `userdata` when the runtime is gone, also if mcpclient_runtime_new() fails. Or NULL.
   */
  mcpclient_free_fn userdata_free;
} mcpclient_runtime_options;

/**
 * For settings that are on or off.
 */
typedef int32_t mcpclient_switch;

/**
 * Through which proxy a server is reached.
 */
typedef int32_t mcpclient_proxy;

/**
 * Which addresses may be connected to, looked at after names are resolved, so that no name leads around it
 * (SEC-03, SEC-04).
 */
typedef int32_t mcpclient_address_guard;

/**
 * Whether the HTTP+SSE transport of "2024-11-05" is spoken (SSE-06).
 */
typedef int32_t mcpclient_old_sse;

/**
 * Bytes for the server: whole lines, each ending with a newline, to be taken in full. `bytes` is borrowed
 * until this returns. It must not block for long: every server of the runtime waits meanwhile. Make no
 * mcpclient_ call here but those of lanes.
 *
 * @thread the library's own, or that of mcpclient_runtime_wait(); for one lane one at a time
 */
typedef void (*mcpclient_lane_send_fn)(void *userdata, const void *bytes, size_t size);

/**
 * The client is over, and nothing more is sent: answer with mcpclient_lane_end() once what was sent is
 * gone. It is waited for as long as mcpclient_transport_set_grace() says. Make no mcpclient_ call here but
 * those of lanes.
 *
 * @thread as mcpclient_lane_send_fn
 */
typedef void (*mcpclient_lane_close_fn)(void *userdata);

/**
 * mcpclient_lane_feed() may be tried again, after it was refused with MCPCLIENT_E_BUSY; told once after one
 * or more refusals, and also when the lane is over meanwhile. Make no mcpclient_ call here but those of lanes.
 *
 * @thread any
 */
typedef void (*mcpclient_lane_ready_fn)(void *userdata);

/**
 * Your half of a lane. Set it up with mcpclient_lane_host_init(). None of the functions is called under a
 * lock of the library's; none must throw or longjmp into it.
 */
typedef struct {
  /**
   * What your compiler knows of this struct.
   */
  size_t struct_size;
  /**
   * Handed to the functions of this struct, and never followed.
   */
  void *userdata;
  /**
   * Frees `userdata` once the client is over, or the transport was freed, and the lane was freed too: so
   * not from in here. Also if mcpclient_transport_lane() fails. Or NULL.
   */
  mcpclient_free_fn userdata_free;
  /**
   * Takes what is for the server. Needed.
   */
  mcpclient_lane_send_fn send;
  /**
   * The client is over. NULL if there is nothing to be done about it: then nobody waits for the lane's end.
   */
  mcpclient_lane_close_fn close;
  /**
   * Tells that there is room again. NULL if you find out by trying.
   */
  mcpclient_lane_ready_fn ready;
} mcpclient_lane_host;

/**
 * Make this HTTP request, without waiting for it here. `exchange` is yours: it says what to request, takes
 * what comes of it from any thread, and is to be freed. It must not block for long: every server of the
 * runtime waits meanwhile. Make no mcpclient_ call here but those of exchanges.
 *
 * Redirects are not to be followed, cookies not to be kept, and headers to be sent as they stand; a
 * `Content-Length` is yours to add, and so is compression to undo.
 *
 * @thread the library's own, or that of mcpclient_runtime_wait()
 */
typedef void (*mcpclient_exchange_open_fn)(void *userdata, mcpclient_exchange *exchange);

/**
 * The exchange of that `id` is not wanted any more: close its connection, or its stream of one that others
 * use. Told once, never before `open` has returned, and perhaps for one that you have ended meanwhile. Its
 * handle is still yours to free. Make no mcpclient_ call here but those of exchanges.
 *
 * @thread any
 */
typedef void (*mcpclient_exchange_abort_fn)(void *userdata, uint64_t id);

/**
 * mcpclient_exchange_feed() may be tried again with the exchange of that `id`, after it was refused with
 * MCPCLIENT_E_BUSY; told once after one or more refusals, and also when the exchange is over meanwhile. Make no
 * mcpclient_ call here but those of exchanges.
 *
 * @thread any
 */
typedef void (*mcpclient_exchange_ready_fn)(void *userdata, uint64_t id);

/**
 * The host's own HTTP stack, for programs that must use the platform's. Set it up with
 * mcpclient_exchanger_init(). None of the functions is called under a lock of the library's; none must
 * throw or longjmp into it.
 */
typedef struct {
  /**
   * What your compiler knows of this struct.
   */
  size_t struct_size;
  /**
   * Handed to the functions of this struct, and never followed.
   */
  void *userdata;
  /**
   * Frees `userdata` once the client is over, or the transport was freed, and all exchanges were freed
   * too. Also if mcpclient_transport_set_exchanger() fails. Or NULL.
   */
  mcpclient_free_fn userdata_free;
  /**
   * Makes a request. Needed.
   */
  mcpclient_exchange_open_fn open;
  /**
   * Gives one up. NULL if you look with mcpclient_exchange_is_aborted(), or see it when you say something
   * of an exchange: MCPCLIENT_E_GONE.
   */
  mcpclient_exchange_abort_fn abort;
  /**
   * Tells that there is room again. NULL if you find out by trying.
   */
  mcpclient_exchange_ready_fn ready;
} mcpclient_exchanger;

/**
 * How an exchange ends.
 */
typedef int32_t mcpclient_exchange_ending;

/**
 * Hands over `input`, which is yours: answer it now or later, on any thread, then free it.
 *
 * @thread as the runtime's dispatch says
 */
typedef void (*mcpclient_input_fn)(void *userdata, mcpclient_input *input);

/**
 * For mcpclient_host.sample_features.
 */
typedef uint32_t mcpclient_sample_features;

/**
 * Why an input is gone without your answer.
 */
typedef int32_t mcpclient_withdrawn;

/**
 * Tells that an input is gone without your answer: take its dialog away (CAN-06). `client` is
 * borrowed. `id` is what mcpclient_input_id() gave, `why` one of MCPCLIENT_WITHDRAWN_...; the
 * handle is still yours to free.
 *
 * @thread as the runtime's dispatch says
 */
typedef void (*mcpclient_input_closed_fn)(void *userdata,
                                          mcpclient *client,
                                          uint64_t id,
                                          mcpclient_withdrawn why);

/**
 * How a client stands.
 */
typedef int32_t mcpclient_client_state;

/**
 * Tells that a client is ready (MCPCLIENT_STATE_READY, no error), that its server ended
 * unexpectedly and is started again, or its session over HTTP (MCPCLIENT_STATE_CONNECTING, no error; ready
 * follows), that you suspended it (MCPCLIENT_STATE_SUSPENDED, no error; after mcpclient_wake() ready or
 * connecting follows), or that it is closed (MCPCLIENT_STATE_CLOSED, and why, which is MCPCLIENT_E_CLOSED if it was by your wish):
 * the last callback of that client. `client` and `error` are borrowed until this returns.
 *
 * @thread as the runtime's dispatch says
 */
typedef void (*mcpclient_state_fn)(void *userdata,
                                   mcpclient *client,
                                   mcpclient_client_state state,
                                   const mcpclient_error *error);

/**
 * A call reports progress (PRG-03). `params` is the notification's parameters, verbatim:
 * "/progress" is a number, "/total" and "/message" may be there. `call` and `params` are
 * borrowed until this returns; mcpclient_call_userdata() tells which call it is.
 *
 * @thread as the runtime's dispatch says
 */
typedef void (*mcpclient_progress_fn)(void *userdata, mcpclient_call *call, mcpclient_str params);

/**
 * The server logs (LOG-03). `params` is the notification's parameters, verbatim: "/level",
 * "/data", and perhaps "/logger". `client` and `params` are borrowed until this returns.
 *
 * @thread as the runtime's dispatch says
 */
typedef void (*mcpclient_server_log_fn)(void *userdata, mcpclient *client, mcpclient_str params);

/**
 * Any other notification of the server's, verbatim: a list changed, a resource was updated.
 * `params` is no text if it has none. All three are borrowed until this returns.
 *
 * @thread as the runtime's dispatch says
 */
typedef void (*mcpclient_notification_fn)(void *userdata,
                                          mcpclient *client,
                                          mcpclient_str method,
                                          mcpclient_str params);

/**
 * A line of the server's stderr, without its ending, made safe to show; a long one comes in
 * pieces. Never a sign of failure by itself (STD-06). `client` and `line`, which ends with a
 * NUL, are borrowed until this returns.
 *
 * @thread as the runtime's dispatch says
 */
typedef void (*mcpclient_stderr_fn)(void *userdata, mcpclient *client, mcpclient_str line);

/**
 * A fault of a server's that cost nothing but itself.
 */
typedef int32_t mcpclient_warning_kind;

/**
 * The server did something that it should not have; nothing was lost but what `detail` names.
 * `kind` is one of MCPCLIENT_WARNING_...; `detail` is a sentence for developers, ends with a
 * NUL, and is never the server's text. `client` and `detail` are borrowed until this returns.
 *
 * @thread as the runtime's dispatch says
 */
typedef void (*mcpclient_warning_fn)(void *userdata,
                                     mcpclient *client,
                                     mcpclient_warning_kind kind,
                                     mcpclient_str detail);

/**
 * The server asked for patience, not for input: the call is sent again after this time, or at
 * once with mcpclient_call_resume(). `call` is borrowed until this returns.
 *
 * @thread as the runtime's dispatch says
 */
typedef void (*mcpclient_paused_fn)(void *userdata, mcpclient_call *call, uint64_t milliseconds);

/**
 * Tells that the server calls a URL visit finished, to which you had agreed (URL-10). `client`
 * is borrowed. `id` is what mcpclient_input_id() gave.
 *
 * @thread as the runtime's dispatch says
 */
typedef void (*mcpclient_visited_fn)(void *userdata, mcpclient *client, uint64_t id);

/**
 * A call became a task of the server's, or its task changed (TSX-02, TSX-05). `state` is the
 * server's word on it, verbatim: "/status", and perhaps "/statusMessage". "/taskId" is a secret
 * (TSX-15). `call` and `state` are borrowed until this returns.
 *
 * @thread as the runtime's dispatch says
 */
typedef void (*mcpclient_task_fn)(void *userdata, mcpclient_call *call, mcpclient_str state);

/**
 * Lists of a server that may change: MCPCLIENT_LIST_....
 */
typedef uint32_t mcpclient_lists;

/**
 * Tells what the server grants of your wish with mcpclient_watch(): `lists` are MCPCLIENT_LIST_...
 * together (SUB-06). `client` and `uris` are borrowed until this returns.
 *
 * @thread as the runtime's dispatch says
 */
typedef void (*mcpclient_watching_fn)(void *userdata,
                                      mcpclient *client,
                                      mcpclient_lists lists,
                                      const mcpclient_str *uris,
                                      size_t uri_count);

/**
 * For mcpclient_host.review: where inputs stop on their way, for your approval (SAM-34).
 */
typedef uint32_t mcpclient_review;

/**
 * What the host does for one client's server. Set it up with mcpclient_host_init(). What is NULL
 * is not declared to the server, and refused without asking you if it wants it all the same
 * (VER-15).
 *
 * Callbacks of one client run one at a time and in order, where the runtime's dispatch says;
 * never under a lock of the library's, and never on the stack of the function that caused them.
 * From inside one everything is allowed but waiting, which is answered with
 * MCPCLIENT_E_REENTRANT; a callback must not throw or longjmp into the library.
 */
typedef struct {
  /**
   * What your compiler knows of this struct.
   */
  size_t struct_size;
  /**
   * Handed to the functions of this struct, and never followed.
   */
  void *userdata;
  /**
   * Frees `userdata` after the last callback, also if mcpclient_new() fails. Or NULL.
   */
  mcpclient_free_fn userdata_free;
  /**
   * The server asks the user to fill in a form (ELI-30).
   */
  mcpclient_input_fn elicit_form;
  /**
   * The server asks the user to visit a URL. The library never opens it (ELI-35).
   */
  mcpclient_input_fn elicit_url;
  /**
   * The server asks for a completion by your model, which a user should approve (SAM-28).
   */
  mcpclient_input_fn sample;
  /**
   * The server asks for the roots: answer with a list made for the occasion. It wins over
   * `roots`.
   */
  mcpclient_input_fn list_roots;
  /**
   * MCPCLIENT_SAMPLE_...: what `sample` can do beyond text.
   */
  mcpclient_sample_features sample_features;
  /**
   * A list that the library answers from, and whose changes it announces (ROO-06). Borrowed:
   * you may free it while the client lives, and the client keeps to what was in it.
   */
  mcpclient_roots *roots;
  /**
   * An input is gone without your answer.
   */
  mcpclient_input_closed_fn input_closed;
  /**
   * The client is ready, or closed.
   */
  mcpclient_state_fn state;
  /**
   * A call reports progress. If it is set, calls ask for it (PRG-01).
   */
  mcpclient_progress_fn progress;
  /**
   * The server logs.
   */
  mcpclient_server_log_fn log;
  /**
   * The server notifies of something else.
   */
  mcpclient_notification_fn notification;
  /**
   * The server writes to stderr.
   */
  mcpclient_stderr_fn stderr_line;
  /**
   * The server did something that it should not have.
   */
  mcpclient_warning_fn warning;
  /**
   * The server asked for patience.
   */
  mcpclient_paused_fn paused;
  /**
   * The server says that a URL visit is finished, to which you had agreed.
   */
  mcpclient_visited_fn visited;
  /**
   * The task behind a call changed. mcpclient_options.tasks says whether there can be any.
   */
  mcpclient_task_fn task;
  /**
   * The server says what it grants of what you watch.
   */
  mcpclient_watching_fn watching;
  /**
   * MCPCLIENT_REVIEW_...: which inputs stop at a checkpoint. The others go on without `confirm`,
   * as if you had approved them.
   */
  mcpclient_review review;
  /**
   * An input stands at a checkpoint: mcpclient_input_checkpoint() says at which. It is yours as any
   * other: look at it, perhaps change it, then mcpclient_input_approve() it or turn the server away,
   * and free it. What was approved goes on under the same id, with a handle of its own. Needed
   * if `review` is not 0.
   */
  mcpclient_input_fn confirm;
} mcpclient_host;

/**
 * An era of the protocol, or both.
 */
typedef int32_t mcpclient_era;

/**
 * How a client works. Set it up with mcpclient_options_init(). A field that is 0 or no text is a
 * default; everything is copied.
 */
typedef struct {
  /**
   * What your compiler knows of this struct.
   */
  size_t struct_size;
  /**
   * Your name for the server: what dialogs show when they say who asks (ELI-39). Default:
   * "server".
   */
  mcpclient_str label;
  /**
   * What your program calls itself to servers (MET-06). Default: this library.
   */
  mcpclient_str program_name;
  /**
   * The version of your program.
   */
  mcpclient_str program_version;
  /**
   * The name of your program for people; sent where the revision has it.
   */
  mcpclient_str program_title;
  /**
   * Until the server has answered the handshake. Default: a minute.
   */
  uint64_t connect_timeout_ms;
  /**
   * Until the server has answered the question which era of the protocol it speaks, if more
   * than one may be spoken; silence means a handshake (VER-35). Default: ten seconds.
   */
  uint64_t probe_timeout_ms;
  /**
   * Until the next sign of life of a call, its result or its progress; it stands still while
   * you owe the server an answer (TMO-01, TMO-05). Default: a minute.
   */
  uint64_t timeout_ms;
  /**
   * The whole of a call, whatever progress it reports; it stands still likewise (TMO-04).
   * Default: an hour.
   */
  uint64_t total_timeout_ms;
  /**
   * Until you have answered an input; then the server is told "cancel" (ELI-51). Default: a
   * day.
   */
  uint64_t input_timeout_ms;
  /**
   * Bytes of one message. A longer one costs its call, not the connection. Default: 64 MiB.
   */
  uint64_t max_message_bytes;
  /**
   * Bytes that wait to be sent; beyond, calls are answered with MCPCLIENT_E_BUSY. Default: 64
   * MiB.
   */
  uint64_t max_outgoing_bytes;
  /**
   * Callbacks that wait; beyond, progress is merged and log messages are dropped. Default:
   * 8192.
   */
  uint64_t max_events;
  /**
   * Calls in flight; beyond, MCPCLIENT_E_BUSY. Default: 65536.
   */
  uint64_t max_calls;
  /**
   * Inputs open at once; beyond, servers are refused. Default: 64.
   */
  uint64_t max_inputs;
  /**
   * Forms that a server may ask for in a minute, and at once after a quiet one; beyond, it is
   * refused (ELI-45). Default: 60.
   */
  uint64_t max_forms_per_minute;
  /**
   * URL visits, as `max_forms_per_minute`. Default: 30.
   */
  uint64_t max_urls_per_minute;
  /**
   * Samples, as `max_forms_per_minute` (SAM-37). Default: 120.
   */
  uint64_t max_samples_per_minute;
  /**
   * Lists of roots, as `max_forms_per_minute`. Default: 600.
   */
  uint64_t max_roots_per_minute;
  /**
   * Pages of one listing. Default: 1000.
   */
  uint64_t max_pages;
  /**
   * Items of one listing. Default: 100000.
   */
  uint64_t max_items;
  /**
   * The protocol revisions that may be spoken, such as "2025-06-18" (VER-05, VER-06). Default: as
   * `era` says.
   */
  const mcpclient_str *revisions;
  /**
   * How many `revisions` there are.
   */
  size_t revision_count;
  /**
   * Members for `capabilities.experimental`: a JSON object, sent verbatim.
   */
  mcpclient_str experimental;
  /**
   * Members for `capabilities.extensions`: a JSON object, sent verbatim where the revision has
   * it (EXT-01).
   */
  mcpclient_str extensions;
  /**
   * Which eras of the protocol may be spoken, unless `revisions` says it: MCPCLIENT_ERA_....
   * Default: both, the newest first.
   */
  mcpclient_era era;
  /**
   * What mcpclient_server_era() said of this server before, in an earlier run of your program: a
   * server that makes a handshake is then not asked first. Doubted when that does not work; within
   * a runtime the library remembers it by itself (VER-45).
   */
  mcpclient_era known_era;
  /**
   * Whether a tool may take its time as a task, in the era that has them (TSX-01). Default: off.
   */
  mcpclient_switch tasks;
  /**
   * Whether a server that ends unexpectedly is started again, in the era where nothing but the
   * requests in flight is lost (STD-13). Default: on.
   */
  mcpclient_switch restart;
  /**
   * Whether results are kept for as long as the server allows (CAC-01). Default: on.
   */
  mcpclient_switch cache;
  /**
   * Bytes of results that are kept at most. Default: 16 MiB.
   */
  uint64_t max_cache_bytes;
  /**
   * The whole of a call by the clock on the wall; it never stands still. Default: a day.
   */
  uint64_t wall_timeout_ms;
  /**
   * The server's own host, such as "mcp.example.com", where it has one: a URL that it wants visited and
   * that imitates this name is pointed out (URL-06), and its icons elsewhere are at fault (MET-10).
   * Default: the host of mcpclient_transport_http(); otherwise none, as for a program of this machine.
   */
  mcpclient_str server_host;
  /**
   * Suggestions that you may ask of the server in a minute, and at once after a quiet one: people type
   * for them (CMP-06); beyond, MCPCLIENT_E_BUSY. Default: 1200, of which 200 at once.
   */
  uint64_t max_completions_per_minute;
} mcpclient_options;

/**
 * Why a client is closed.
 */
typedef int32_t mcpclient_closing;

/**
 * What becomes of calls while a client is suspended.
 */
typedef int32_t mcpclient_on_suspend;

/**
 * Tells how a call ended; once per call. `status` is MCPCLIENT_OK and `result` the JSON-RPC
 * result, verbatim, or `error` says what went wrong, and `result` is no text. `call` is borrowed
 * until this returns, and so are `result` and `error` unless you hold the call: then they live
 * until you free it.
 *
 * @thread as the runtime's dispatch says
 */
typedef void (*mcpclient_done_fn)(void *userdata,
                                  mcpclient_call *call,
                                  mcpclient_status status,
                                  mcpclient_str result,
                                  const mcpclient_error *error);

/**
 * For mcpclient_call_options.withhold.
 */
typedef uint32_t mcpclient_offers;

/**
 * For mcpclient_call_options.flags.
 */
typedef uint32_t mcpclient_call_flags;

/**
 * Settings of one call. Set it up with mcpclient_call_options_init().
 */
typedef struct {
  /**
   * What your compiler knows of this struct.
   */
  size_t struct_size;
  /**
   * Until the server's next sign of life, its result or its progress; it stands still while
   * you owe the server an answer (TMO-01, TMO-03, TMO-05). 0: as the client has it.
   */
  uint64_t timeout_ms;
  /**
   * The whole of the call, whatever progress it reports; it stands still likewise (TMO-04). 0:
   * as the client has it.
   */
  uint64_t total_timeout_ms;
  /**
   * Called when the call is over. Or NULL.
   */
  mcpclient_done_fn done;
  /**
   * Handed to `done`, and never followed.
   */
  void *userdata;
  /**
   * Frees `userdata` after `done`, also if the call could not be started, or has no `done`. Or
   * NULL.
   */
  mcpclient_free_fn userdata_free;
  /**
   * MCPCLIENT_OFFER_...: what the host offers to the server, but not for this call: a batch
   * job can run without dialogs (VER-21). Where offers are made once for all calls, it has no
   * effect.
   */
  mcpclient_offers withhold;
  /**
   * Members for `_meta` of the request: a JSON object, merged with the request's own (MET-04).
   */
  mcpclient_str meta;
  /**
   * From which level on the server shall log about this call, such as "info", in place of
   * mcpclient_set_log_level() (LOG-04). Where levels are set once for all calls, it has no effect.
   */
  mcpclient_str log_level;
  /**
   * Your own trace context, in the formats of the W3C, sent in `_meta` of the request (MET-04).
   */
  mcpclient_str traceparent;
  /**
   * See `traceparent`.
   */
  mcpclient_str tracestate;
  /**
   * See `traceparent`.
   */
  mcpclient_str baggage;
  /**
   * MCPCLIENT_CALL_...
   */
  mcpclient_call_flags flags;
  /**
   * Whether the server is asked for progress (PRG-01). Default: if the host has a `progress`
   * callback.
   */
  mcpclient_switch progress;
} mcpclient_call_options;

/**
 * Where a tool's structured output stands against the schema that the tool was listed with.
 */
typedef int32_t mcpclient_output;

/**
 * What a block of content is.
 */
typedef int32_t mcpclient_block_kind;

/**
 * What a JSON value is.
 */
typedef int32_t mcpclient_json_type;

/**
 * What a server may want.
 */
typedef int32_t mcpclient_input_type;

/**
 * What to be careful about in a message or a field (ELI-46, ELI-47). A number never changes its
 * meaning, and new ones may come.
 */
typedef int32_t mcpclient_hazard;

/**
 * What to be careful about in a URL (URL-07). A number never changes its meaning, and new ones
 * may come.
 */
typedef int32_t mcpclient_url_hazard;

/**
 * What an item is.
 */
typedef int32_t mcpclient_item_kind;

/**
 * What a tool says of its effects, with what the protocol says where the tool says nothing (TOL-10). A
 * server may say what it likes: show it, and decide nothing by it unless you trust the server (TOL-09).
 */
typedef uint32_t mcpclient_hints;

/**
 * For which background an icon is made.
 */
typedef int32_t mcpclient_theme;

/**
 * Why an icon is not to be shown (MET-09, MET-10). A number never changes its meaning, and new ones may
 * come.
 */
typedef int32_t mcpclient_icon_fault;

/**
 * What a field of a form takes.
 */
typedef int32_t mcpclient_field_kind;

/**
 * A model that you can use, in your catalogue. Set it up with mcpclient_model_init(). The three
 * measures go from 0 to 1, and more is better; compare your models with each other.
 */
typedef struct {
  /**
   * What your compiler knows of this struct.
   */
  size_t struct_size;
  /**
   * The name that the answer will carry.
   */
  mcpclient_str name;
  /**
   * Other names that servers may know it by, its counterparts of other providers included.
   */
  const mcpclient_str *aliases;
  /**
   * How many `aliases` there are.
   */
  size_t alias_count;
  /**
   * How cheap it is.
   */
  double cheapness;
  /**
   * How fast it is.
   */
  double speed;
  /**
   * How capable it is.
   */
  double intelligence;
} mcpclient_model;

/**
 * Why a model was chosen.
 */
typedef int32_t mcpclient_choice_reason;

/**
 * A choice, and why it was made. Set it up with mcpclient_choice_init().
 */
typedef struct {
  /**
   * What your compiler knows of this struct.
   */
  size_t struct_size;
  /**
   * The place of the model in the catalogue.
   */
  size_t model;
  /**
   * One of MCPCLIENT_CHOICE_....
   */
  mcpclient_choice_reason reason;
  /**
   * With MCPCLIENT_CHOICE_HINT: which hint, as mcpclient_input_sample_hint() counts.
   */
  uint32_t hint;
  /**
   * How many models were left for the priorities, or else the order of the catalogue, to decide
   * between: those that the hint fits, or all.
   */
  size_t among;
  /**
   * With MCPCLIENT_CHOICE_PRIORITIES: how well it fits them; only good for comparing.
   */
  double score;
} mcpclient_choice;

/**
 * Where an input stands on its way.
 */
typedef int32_t mcpclient_checkpoint;

/**
 * By whose rules a path is written: a host may speak of another machine's paths.
 */
typedef int32_t mcpclient_path_style;

/**
 * All is well.
 */
#define MCPCLIENT_OK 0

/**
 * An argument that cannot be right: a pointer, a length, an index, a struct_size, text that is
 * missing.
 */
#define MCPCLIENT_E_INVALID_ARG -1

/**
 * Text that is not UTF-8, or not the JSON that was asked for.
 */
#define MCPCLIENT_E_BAD_JSON -2

/**
 * Already answered, finished, cancelled or closed; nothing changed.
 */
#define MCPCLIENT_E_GONE -3

/**
 * Waiting is not possible from inside a callback.
 */
#define MCPCLIENT_E_REENTRANT -4

/**
 * The values do not fit the form: nothing was sent, the input is still open, the error names the
 * fields.
 */
#define MCPCLIENT_E_FORM -5

/**
 * A bug in the library; the client that it struck is closed.
 */
#define MCPCLIENT_E_PANIC -6

/**
 * You cancelled the call.
 */
#define MCPCLIENT_E_CANCELLED -7

/**
 * The server took too long.
 */
#define MCPCLIENT_E_TIMEOUT -8

/**
 * The server answered with an error of its own: mcpclient_error_server_code() and its siblings
 * have it.
 */
#define MCPCLIENT_E_SERVER -9

/**
 * The connection ended, or the client was closed.
 */
#define MCPCLIENT_E_CLOSED -10

/**
 * The request was lost on its way, and must not be repeated unasked: nobody knows what became of
 * it.
 */
#define MCPCLIENT_E_LOST -11

/**
 * Refused by the host, its policy, or the library on its behalf.
 */
#define MCPCLIENT_E_REFUSED -12

/**
 * A message was over a size limit.
 */
#define MCPCLIENT_E_TOO_LARGE -13

/**
 * A queue is full: try again when something has finished.
 */
#define MCPCLIENT_E_BUSY -14

/**
 * Not offered by the server, the revision, or this library.
 */
#define MCPCLIENT_E_UNSUPPORTED -15

/**
 * The process was forked, and this is the child: nothing works here but the _free functions.
 */
#define MCPCLIENT_E_FORKED -16

/**
 * No protocol revision in common with the server.
 */
#define MCPCLIENT_E_VERSION -17

/**
 * The server broke the protocol.
 */
#define MCPCLIENT_E_PROTOCOL -18

/**
 * The server could not be started or reached.
 */
#define MCPCLIENT_E_START -19

/**
 * Not finished yet. Never how something ended.
 */
#define MCPCLIENT_E_PENDING -20

/**
 * The answer does not fit the sampling request: nothing was sent, the input is still open.
 */
#define MCPCLIENT_E_SAMPLE -21

/**
 * Not a list of roots as the protocol wants it, or not a path or URI that can be one.
 */
#define MCPCLIENT_E_ROOT -22

/**
 * The server answered over HTTP with a status, or with a body, that is no answer of the protocol's:
 * mcpclient_error_http_status() and its siblings have it.
 */
#define MCPCLIENT_E_HTTP -23

/**
 * The server could not be reached over the network: its name, the connection, TLS or a proxy failed. The
 * request did not arrive.
 */
#define MCPCLIENT_E_NETWORK -24

/**
 * You suspended the client with MCPCLIENT_SUSPEND_FAIL.
 */
#define MCPCLIENT_E_SUSPENDED -25

/**
 * A required field has no answer.
 */
#define MCPCLIENT_FAULT_REQUIRED 1

/**
 * JSON of the wrong type; "expected" is the right one.
 */
#define MCPCLIENT_FAULT_TYPE 2

/**
 * Typed text that is no number.
 */
#define MCPCLIENT_FAULT_NOT_NUMBER 3

/**
 * A number with a fractional part where none may be.
 */
#define MCPCLIENT_FAULT_NOT_INTEGER 4

/**
 * Typed text that is neither a yes nor a no.
 */
#define MCPCLIENT_FAULT_NOT_YES_NO 5

/**
 * Not one of the options.
 */
#define MCPCLIENT_FAULT_NOT_CHOICE 6

/**
 * Typed text that fits several options.
 */
#define MCPCLIENT_FAULT_AMBIGUOUS 7

/**
 * Below "minimum".
 */
#define MCPCLIENT_FAULT_MINIMUM 8

/**
 * Above "maximum".
 */
#define MCPCLIENT_FAULT_MAXIMUM 9

/**
 * Not above "exclusiveMinimum".
 */
#define MCPCLIENT_FAULT_EXCLUSIVE_MINIMUM 10

/**
 * Not below "exclusiveMaximum".
 */
#define MCPCLIENT_FAULT_EXCLUSIVE_MAXIMUM 11

/**
 * A number so large that no server could read it.
 */
#define MCPCLIENT_FAULT_NOT_FINITE 12

/**
 * Fewer characters than "minLength".
 */
#define MCPCLIENT_FAULT_MIN_LENGTH 13

/**
 * More characters than "maxLength".
 */
#define MCPCLIENT_FAULT_MAX_LENGTH 14

/**
 * Not of the format "format".
 */
#define MCPCLIENT_FAULT_FORMAT 15

/**
 * Does not match "pattern".
 */
#define MCPCLIENT_FAULT_PATTERN 16

/**
 * Fewer chosen than "minItems".
 */
#define MCPCLIENT_FAULT_MIN_ITEMS 17

/**
 * More chosen than "maxItems".
 */
#define MCPCLIENT_FAULT_MAX_ITEMS 18

/**
 * The same option twice where that is forbidden.
 */
#define MCPCLIENT_FAULT_UNIQUE_ITEMS 19

/**
 * A member that the form does not have, and the server wants no others.
 */
#define MCPCLIENT_FAULT_UNKNOWN_FIELD 20

/**
 * A member that occurs twice.
 */
#define MCPCLIENT_FAULT_DUPLICATE_FIELD 21

/**
 * Not a whole multiple of "multipleOf".
 */
#define MCPCLIENT_FAULT_MULTIPLE_OF 22

/**
 * A bug in the library.
 */
#define MCPCLIENT_LOG_ERROR 1

/**
 * Something went wrong that the library could live with.
 */
#define MCPCLIENT_LOG_WARNING 2

/**
 * A connection began or ended.
 */
#define MCPCLIENT_LOG_INFO 3

/**
 * As the library has it.
 */
#define MCPCLIENT_DEFAULT 0

/**
 * On.
 */
#define MCPCLIENT_ON 1

/**
 * Off.
 */
#define MCPCLIENT_OFF 2

/**
 * On threads of the library's: those of one client one at a time and in order, those of two
 * clients side by side, so that a dialog which blocks for one server delays no other.
 */
#define MCPCLIENT_DISPATCH_THREAD 0

/**
 * Inside mcpclient_runtime_pump(), on your thread: for programs with a loop of their own.
 */
#define MCPCLIENT_DISPATCH_PUMP 1

/**
 * Inside mcpclient_runtime_wait() and mcpclient_call_wait(), on your thread, and so does all
 * I/O: for programs that block. Between these calls nothing moves, no timeout, no ping, no
 * stderr line.
 */
#define MCPCLIENT_DISPATCH_INLINE 2

/**
 * What the environment says when the client is made: HTTPS_PROXY, HTTP_PROXY, ALL_PROXY, NO_PROXY.
 */
#define MCPCLIENT_PROXY_ENVIRONMENT 0

/**
 * None.
 */
#define MCPCLIENT_PROXY_DIRECT 1

/**
 * The one that you name.
 */
#define MCPCLIENT_PROXY_URL 2

/**
 * All.
 */
#define MCPCLIENT_GUARD_OFF 0

/**
 * Public ones: none that is private, link-local, loopback, unspecified or multicast, and no cloud's
 * metadata service. A proxy resolves names itself: with one, only addresses in URLs can be looked at.
 */
#define MCPCLIENT_GUARD_PUBLIC 1

/**
 * Where the server refuses everything newer (HTP-47).
 */
#define MCPCLIENT_OLD_SSE_FALLBACK 0

/**
 * At once, and nothing else.
 */
#define MCPCLIENT_OLD_SSE_ONLY 1

/**
 * Not at all.
 */
#define MCPCLIENT_OLD_SSE_NEVER 2

/**
 * The answer is complete.
 */
#define MCPCLIENT_EXCHANGE_COMPLETE 0

/**
 * Nothing was sent: the name, the connection, TLS or the proxy failed.
 */
#define MCPCLIENT_EXCHANGE_UNREACHABLE 1

/**
 * Nothing was sent: the address is one that you do not allow.
 */
#define MCPCLIENT_EXCHANGE_FORBIDDEN 2

/**
 * It took longer than you allow.
 */
#define MCPCLIENT_EXCHANGE_TIMEOUT 3

/**
 * It broke after something was sent: the server may have acted on it.
 */
#define MCPCLIENT_EXCHANGE_BROKEN 4

/**
 * The body is larger than you allow.
 */
#define MCPCLIENT_EXCHANGE_TOO_LARGE 5

/**
 * Your model takes tools, where the revision has them in sampling (SAM-06).
 */
#define MCPCLIENT_SAMPLE_TOOLS 1

/**
 * You add context of servers to prompts when they ask for it (SAM-16).
 */
#define MCPCLIENT_SAMPLE_CONTEXT 2

/**
 * Samples, before `sample` is given them to be answered (SAM-29, SAM-31).
 */
#define MCPCLIENT_REVIEW_SAMPLE_REQUEST 1

/**
 * Samples, before the server gets the result (SAM-33).
 */
#define MCPCLIENT_REVIEW_SAMPLE_RESULT 2

/**
 * The roots, before the server learns of them, wherever they come from (ROO-15).
 */
#define MCPCLIENT_REVIEW_ROOTS 4

/**
 * The handshake is under way, or the server is started again; calls wait for it.
 */
#define MCPCLIENT_STATE_CONNECTING 1

/**
 * The handshake is done.
 */
#define MCPCLIENT_STATE_READY 2

/**
 * The connection is over, or about to be: calls are not taken any more.
 */
#define MCPCLIENT_STATE_CLOSED 3

/**
 * You have suspended it; see mcpclient_suspend().
 */
#define MCPCLIENT_STATE_SUSPENDED 4

/**
 * You closed it.
 */
#define MCPCLIENT_CLOSED_BY_HOST 1

/**
 * The server, or the way to it, ended.
 */
#define MCPCLIENT_CLOSED_BY_SERVER 2

/**
 * No protocol revision in common (VER-07).
 */
#define MCPCLIENT_CLOSED_REVISION 3

/**
 * The server answered the handshake with an error.
 */
#define MCPCLIENT_CLOSED_REFUSED 4

/**
 * The server did not answer the handshake in time.
 */
#define MCPCLIENT_CLOSED_TIMEOUT 5

/**
 * The server's answer to the handshake was none.
 */
#define MCPCLIENT_CLOSED_PROTOCOL 6

/**
 * The server cancelled it (CAN-06).
 */
#define MCPCLIENT_WITHDRAWN_BY_SERVER 1

/**
 * The call that caused it ended.
 */
#define MCPCLIENT_WITHDRAWN_CALL_ENDED 2

/**
 * Nobody answered in time; the server was told "cancel" (ELI-51).
 */
#define MCPCLIENT_WITHDRAWN_EXPIRED 3

/**
 * The connection ended, or the client was closed.
 */
#define MCPCLIENT_WITHDRAWN_CLOSED 4

/**
 * A kind that is newer than this header.
 */
#define MCPCLIENT_WARNING_OTHER 0

/**
 * A line that is no JSON (STD-05).
 */
#define MCPCLIENT_WARNING_NOISE 1

/**
 * JSON that is no JSON-RPC message.
 */
#define MCPCLIENT_WARNING_MALFORMED 2

/**
 * An answer to a request that was never sent (RPC-04).
 */
#define MCPCLIENT_WARNING_UNKNOWN_ANSWER 3

/**
 * A second answer to the same request.
 */
#define MCPCLIENT_WARNING_DOUBLE_ANSWER 4

/**
 * An error without an id (RPC-07).
 */
#define MCPCLIENT_WARNING_ERROR_WITHOUT_ID 5

/**
 * A message over the size limit.
 */
#define MCPCLIENT_WARNING_TOO_LARGE 6

/**
 * A batch where the revision has none (RPC-13).
 */
#define MCPCLIENT_WARNING_BATCH 7

/**
 * A request with an id that is in use.
 */
#define MCPCLIENT_WARNING_DUPLICATE_REQUEST 8

/**
 * A request before the handshake was done.
 */
#define MCPCLIENT_WARNING_EARLY 9

/**
 * Events were dropped because they were not taken in time.
 */
#define MCPCLIENT_WARNING_DROPPED 10

/**
 * More inputs, or more often, than the limits allow (ELI-45, SAM-37).
 */
#define MCPCLIENT_WARNING_RATE 11

/**
 * The server uses what its revision of the protocol calls deprecated; it works as ever. Told once for each
 * (VER-48).
 */
#define MCPCLIENT_WARNING_DEPRECATED 12

/**
 * Over HTTP, a message that a server only has to accept was refused, or did not arrive (HTP-05).
 */
#define MCPCLIENT_WARNING_UNSENT 13

/**
 * The newest first, and a handshake with servers that do not speak it (VER-32). As an answer: not
 * known yet.
 */
#define MCPCLIENT_ERA_AUTO 0

/**
 * The revisions that begin with a handshake, "2025-11-25" and before.
 */
#define MCPCLIENT_ERA_LEGACY 1

/**
 * The revisions without one, "2026-07-28" and after: a server asks for inputs in rounds, within the
 * call that needs them.
 */
#define MCPCLIENT_ERA_MODERN 2

/**
 * The tools.
 */
#define MCPCLIENT_LIST_TOOLS 1

/**
 * The prompts.
 */
#define MCPCLIENT_LIST_PROMPTS 2

/**
 * The resources and their templates.
 */
#define MCPCLIENT_LIST_RESOURCES 4

/**
 * Their time stands still, and they go on afterwards: on a stream that can be resumed, or by being sent
 * again where that is safe. A tool call that can do neither ends with MCPCLIENT_E_LOST. New calls wait.
 */
#define MCPCLIENT_SUSPEND_CONTINUE 0

/**
 * All end with MCPCLIENT_E_SUSPENDED; so do new ones.
 */
#define MCPCLIENT_SUSPEND_FAIL 1

/**
 * Do not use a result that was kept, however fresh (CAC-06).
 */
#define MCPCLIENT_CALL_FRESH 1

/**
 * Send a call of a tool, or of a method that is not the protocol's, again, once, if it was lost with its server or its
 * stream: only for what may run twice (HTP-21).
 */
#define MCPCLIENT_CALL_RETRY_LOST 2

/**
 * Forms.
 */
#define MCPCLIENT_OFFER_FORM 1

/**
 * Visits to a URL.
 */
#define MCPCLIENT_OFFER_URL 2

/**
 * Samples.
 */
#define MCPCLIENT_OFFER_SAMPLE 4

/**
 * The roots.
 */
#define MCPCLIENT_OFFER_ROOTS 8

/**
 * There is nothing to say: the call is no tool's or has no result yet, the tools were not listed before, or
 * the tool has no schema for its output, or failed and gave none.
 */
#define MCPCLIENT_OUTPUT_NONE 0

/**
 * It is as the schema wants it.
 */
#define MCPCLIENT_OUTPUT_FITS 1

/**
 * It is not; the result is there in any case.
 */
#define MCPCLIENT_OUTPUT_VIOLATES 2

/**
 * There is a schema, and nobody can tell: it is none, refers to others, or is more work than it may be; or a
 * number cannot be read exactly.
 */
#define MCPCLIENT_OUTPUT_UNCHECKED 3

/**
 * Not there, or a kind that is newer than this header: its JSON says what it is.
 */
#define MCPCLIENT_BLOCK_OTHER 0

/**
 * Text.
 */
#define MCPCLIENT_BLOCK_TEXT 1

/**
 * An image: "/mimeType", and "/data" in base64.
 */
#define MCPCLIENT_BLOCK_IMAGE 2

/**
 * Sound: "/mimeType", and "/data" in base64.
 */
#define MCPCLIENT_BLOCK_AUDIO 3

/**
 * A link to a resource: "/uri", and perhaps "/name" and "/mimeType".
 */
#define MCPCLIENT_BLOCK_RESOURCE_LINK 4

/**
 * A resource itself: "/resource/uri", and "/resource/text" or "/resource/blob".
 */
#define MCPCLIENT_BLOCK_RESOURCE 5

/**
 * In a sample: the model used a tool.
 */
#define MCPCLIENT_BLOCK_TOOL_USE 6

/**
 * In a sample: what the tool gave.
 */
#define MCPCLIENT_BLOCK_TOOL_RESULT 7

/**
 * Not there, or not JSON.
 */
#define MCPCLIENT_JSON_NONE 0

/**
 * `null`.
 */
#define MCPCLIENT_JSON_NULL 1

/**
 * `true` or `false`.
 */
#define MCPCLIENT_JSON_BOOL 2

/**
 * A number of any size.
 */
#define MCPCLIENT_JSON_NUMBER 3

/**
 * A string.
 */
#define MCPCLIENT_JSON_STRING 4

/**
 * An array.
 */
#define MCPCLIENT_JSON_ARRAY 5

/**
 * An object.
 */
#define MCPCLIENT_JSON_OBJECT 6

/**
 * A form for the user.
 */
#define MCPCLIENT_INPUT_FORM 1

/**
 * A visit to a URL.
 */
#define MCPCLIENT_INPUT_URL 2

/**
 * A completion by your model.
 */
#define MCPCLIENT_INPUT_SAMPLE 3

/**
 * The list of roots.
 */
#define MCPCLIENT_INPUT_ROOTS 4

/**
 * It seems to ask for a password, a key, a token or card data, which forms must not.
 */
#define MCPCLIENT_HAZARD_SECRET 1

/**
 * It holds a link; make nothing clickable but the URL of a URL visit (ELI-50).
 */
#define MCPCLIENT_HAZARD_LINK 2

/**
 * It holds characters that control terminals, turn the writing direction, or cannot be seen.
 */
#define MCPCLIENT_HAZARD_CONTROL 3

/**
 * It is long enough to bury what it asks for.
 */
#define MCPCLIENT_HAZARD_LONG 4

/**
 * A user name or password stands before the host, perhaps to be taken for it.
 */
#define MCPCLIENT_URL_HAZARD_USER_INFO 1

/**
 * The host has letters beyond ASCII.
 */
#define MCPCLIENT_URL_HAZARD_PUNYCODE 2

/**
 * Letters of several scripts in one part of the host, as in imitations.
 */
#define MCPCLIENT_URL_HAZARD_MIXED_SCRIPTS 3

/**
 * The host is an address instead of a name.
 */
#define MCPCLIENT_URL_HAZARD_ADDRESS_LITERAL 4

/**
 * The address leads to this machine or its neighbourhood.
 */
#define MCPCLIENT_URL_HAZARD_PRIVATE_ADDRESS 5

/**
 * A port that browsers would not use by themselves.
 */
#define MCPCLIENT_URL_HAZARD_ODD_PORT 6

/**
 * No encryption.
 */
#define MCPCLIENT_URL_HAZARD_PLAIN_HTTP 7

/**
 * The name looks like the server's own and is another.
 */
#define MCPCLIENT_URL_HAZARD_LOOK_ALIKE 8

/**
 * The URL is not written as browsers read it; mcpclient_input_url_canonical() is how they do.
 */
#define MCPCLIENT_URL_HAZARD_REWRITTEN 9

/**
 * Too long to be read in a dialog.
 */
#define MCPCLIENT_URL_HAZARD_LONG 10

/**
 * No part of the host can be registered, so nobody stands for it.
 */
#define MCPCLIENT_URL_HAZARD_NO_REGISTRABLE_DOMAIN 11

/**
 * A tool, of mcpclient_list_tools().
 */
#define MCPCLIENT_ITEM_TOOL 1

/**
 * A resource, of mcpclient_list_resources(), or a "resource_link" in a tool's content (TOL-21).
 */
#define MCPCLIENT_ITEM_RESOURCE 2

/**
 * A template of mcpclient_list_resource_templates().
 */
#define MCPCLIENT_ITEM_RESOURCE_TEMPLATE 3

/**
 * A prompt, of mcpclient_list_prompts().
 */
#define MCPCLIENT_ITEM_PROMPT 4

/**
 * The server itself, as its "serverInfo" says (MET-06).
 */
#define MCPCLIENT_ITEM_SERVER 5

/**
 * It changes nothing.
 */
#define MCPCLIENT_HINT_READ_ONLY 1

/**
 * It may destroy what was there before. Never of what is read-only.
 */
#define MCPCLIENT_HINT_DESTRUCTIVE 2

/**
 * Calling it twice with the same arguments is calling it once. Never of what is read-only.
 */
#define MCPCLIENT_HINT_IDEMPOTENT 4

/**
 * It deals with things outside of the server, such as the web.
 */
#define MCPCLIENT_HINT_OPEN_WORLD 8

/**
 * It may be shown.
 */
#define MCPCLIENT_ICON_GOOD 0

/**
 * It is no object with a "src", or there is no such icon.
 */
#define MCPCLIENT_ICON_MALFORMED 1

/**
 * Its source is neither "https:" nor "data:".
 */
#define MCPCLIENT_ICON_SCHEME 2

/**
 * It is said to be something else than PNG, JPEG, WebP or SVG.
 */
#define MCPCLIENT_ICON_TYPE 3

/**
 * The bytes that it brings are not written as they must be.
 */
#define MCPCLIENT_ICON_DATA 4

/**
 * It is not an image of the kind that it is said to be, by what its bytes begin with.
 */
#define MCPCLIENT_ICON_CONTENT 5

/**
 * It has more than a mebibyte.
 */
#define MCPCLIENT_ICON_LARGE 6

/**
 * It is on another host than the server's own, where the client was told of that.
 */
#define MCPCLIENT_ICON_ORIGIN 7

/**
 * A drawing that could run or load something.
 */
#define MCPCLIENT_ICON_ACTIVE 8

/**
 * Any.
 */
#define MCPCLIENT_THEME_ANY 0

/**
 * A light one.
 */
#define MCPCLIENT_THEME_LIGHT 1

/**
 * A dark one.
 */
#define MCPCLIENT_THEME_DARK 2

/**
 * Text (ELI-12): a line to type in.
 */
#define MCPCLIENT_FIELD_TEXT 1

/**
 * A number (ELI-15).
 */
#define MCPCLIENT_FIELD_NUMBER 2

/**
 * A number without a fractional part (ELI-15).
 */
#define MCPCLIENT_FIELD_INTEGER 3

/**
 * Yes or no (ELI-17): a check box.
 */
#define MCPCLIENT_FIELD_YES_NO 4

/**
 * One of several options (ELI-18): a list to choose from.
 */
#define MCPCLIENT_FIELD_ONE_OF 5

/**
 * Any of several options (ELI-22): a list to choose from, more than once.
 */
#define MCPCLIENT_FIELD_SOME_OF 6

/**
 * It fits a hint of the server's.
 */
#define MCPCLIENT_CHOICE_HINT 1

/**
 * It is the best by the server's priorities.
 */
#define MCPCLIENT_CHOICE_PRIORITIES 2

/**
 * The server has no wish that any model fits: it is the first of the catalogue.
 */
#define MCPCLIENT_CHOICE_FIRST 3

/**
 * Nowhere: it waits for its answer.
 */
#define MCPCLIENT_CHECKPOINT_NONE 0

/**
 * Before your model is asked: the functions for samples say what (SAM-31).
 */
#define MCPCLIENT_CHECKPOINT_REQUEST 1

/**
 * Before the server is sent mcpclient_input_result() (SAM-33).
 */
#define MCPCLIENT_CHECKPOINT_RESULT 2

/**
 * Those of the system that this runs on.
 */
#define MCPCLIENT_PATH_NATIVE 0

/**
 * With slashes; names are bytes.
 */
#define MCPCLIENT_PATH_POSIX 1

/**
 * With drives, shares and either slash; names are text, and letter case does not count.
 */
#define MCPCLIENT_PATH_WINDOWS 2

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * A view of text that ends with a NUL; no text for NULL.
 *
 * Borrowed: the view is good while `text` is.
 *
 * @thread any
 */
MCPCLIENT_API mcpclient_str mcpclient_str_from(const char *text);

/**
 * Whether both are the same bytes. No text equals no text alone.
 *
 * Borrows both until it returns.
 *
 * @thread any
 */
MCPCLIENT_API bool mcpclient_str_equal(mcpclient_str a, mcpclient_str b);

/**
 * Copies text into `buffer` with a terminating NUL: as much as fits into `size` bytes, whole
 * characters only. Returns the size that all of it needs, so more than `size` means that it was
 * cut; 0 if `text` is not UTF-8 or no text, and then nothing is written.
 *
 * The buffer stays yours; NULL asks for the size alone.
 *
 * @thread any
 */
MCPCLIENT_API size_t mcpclient_str_copy(mcpclient_str text, char *buffer, size_t size);

/**
 * As mcpclient_str_copy(), with the text made safe to show at a terminal or in a dialog: without
 * control characters, escape sequences and direction overrides (ELI-49). Whatever a server says
 * should pass through here or its siblings, or come from a function that has it made safe already.
 *
 * The buffer stays yours; NULL asks for the size alone.
 *
 * @thread any
 */
MCPCLIENT_API size_t mcpclient_str_display(mcpclient_str text, char *buffer, size_t size);

/**
 * As mcpclient_str_display(), and at most `limit` characters (Unicode code points), so that a server
 * does not choose how much of the screen it takes: what is cut off leaves an ellipsis, which counts.
 * SIZE_MAX cuts nothing. Line ends of every kind become "\n"; tabs stay.
 *
 * The buffer stays yours; NULL asks for the size alone.
 *
 * @thread any
 */
MCPCLIENT_API
size_t mcpclient_str_display_lines(mcpclient_str text,
                                   size_t limit,
                                   char *buffer,
                                   size_t size);

/**
 * As mcpclient_str_display_lines(), in one line: a line end or a tab becomes a space.
 *
 * The buffer stays yours; NULL asks for the size alone.
 *
 * @thread any
 */
MCPCLIENT_API
size_t mcpclient_str_display_line(mcpclient_str text,
                                  size_t limit,
                                  char *buffer,
                                  size_t size);

/**
 * The constant's name, such as "MCPCLIENT_E_TIMEOUT"; "MCPCLIENT_E_UNKNOWN" for a number that
 * this library does not have. Borrowed, lives for ever, and ends with a NUL.
 *
 * @thread any
 */
MCPCLIENT_API mcpclient_str mcpclient_status_name(mcpclient_status status);

/**
 * The version of the binary interface that the loaded library has: at least
 * MCPCLIENT_ABI_VERSION of the header that you compiled with, or a function of that header may
 * be missing.
 *
 * @thread any
 */
MCPCLIENT_API uint32_t mcpclient_abi_version(void);

/**
 * The version of the loaded library, such as "1.2.3". Borrowed, lives for ever, and ends with a
 * NUL.
 *
 * @thread any
 */
MCPCLIENT_API mcpclient_str mcpclient_version(void);

/**
 * The status that came with it; MCPCLIENT_OK for NULL. Borrows the error.
 *
 * @thread any
 */
MCPCLIENT_API mcpclient_status mcpclient_error_status(const mcpclient_error *error);

/**
 * The name of its status, such as "MCPCLIENT_E_TIMEOUT". Borrowed, lives for ever, and ends with
 * a NUL.
 *
 * @thread any
 */
MCPCLIENT_API mcpclient_str mcpclient_error_name(const mcpclient_error *error);

/**
 * One English sentence for developers: what was wrong and where. Borrowed from the error, and
 * ends with a NUL. Safe to show and to log: it never holds what a user or a server said.
 *
 * @thread any
 */
MCPCLIENT_API mcpclient_str mcpclient_error_message(const mcpclient_error *error);

/**
 * The JSON-RPC code that the server answered with (RPC-06). False, and nothing written, unless
 * the status is MCPCLIENT_E_SERVER. Borrows the error; `code` may be NULL.
 *
 * @thread any
 */
MCPCLIENT_API bool mcpclient_error_server_code(const mcpclient_error *error, int64_t *code);

/**
 * What the server said about its error, made safe to show. Borrowed from the error, and ends
 * with a NUL; no text unless the status is MCPCLIENT_E_SERVER.
 *
 * @thread any
 */
MCPCLIENT_API mcpclient_str mcpclient_error_server_message(const mcpclient_error *error);

/**
 * As mcpclient_error_server_message(), in the server's very words: not safe to show. Borrowed
 * from the error, without a NUL.
 *
 * @thread any
 */
MCPCLIENT_API mcpclient_str mcpclient_error_server_message_raw(const mcpclient_error *error);

/**
 * The `data` of the server's error, as JSON. Borrowed from the error; no text if there is none.
 *
 * @thread any
 */
MCPCLIENT_API mcpclient_str mcpclient_error_server_data(const mcpclient_error *error);

/**
 * The code with which the server's process exited. False, and nothing written, if it did not
 * exit by itself, that is not why this failed, or nobody could see it. Borrows the error; `code`
 * may be NULL.
 *
 * @thread any
 */
MCPCLIENT_API bool mcpclient_error_exit_code(const mcpclient_error *error, int32_t *code);

/**
 * The signal that ended the server's process. False, and nothing written, if none did. Borrows
 * the error; `signal` may be NULL.
 *
 * @thread any
 */
MCPCLIENT_API bool mcpclient_error_exit_signal(const mcpclient_error *error, int32_t *signal);

/**
 * The last of what the server's process wrote to stderr, made safe to show. Borrowed from the
 * error, and ends with a NUL; no text if the process is not why this failed.
 *
 * @thread any
 */
MCPCLIENT_API mcpclient_str mcpclient_error_stderr_tail(const mcpclient_error *error);

/**
 * How many fields of a form are wrong; 0 unless the status is MCPCLIENT_E_FORM. Borrows the
 * error.
 *
 * @thread any
 */
MCPCLIENT_API size_t mcpclient_error_field_count(const mcpclient_error *error);

/**
 * The index in the form of the `index`th wrong field, for mcpclient_input_field_title() and its
 * siblings. False, and nothing written, for a wrong `index` and for an answer's member that the
 * form does not have. Borrows the error; `field` may be NULL.
 *
 * @thread any
 */
MCPCLIENT_API
bool mcpclient_error_field_index(const mcpclient_error *error,
                                 size_t index,
                                 size_t *field);

/**
 * The name of the `index`th wrong field, as the server wrote it. Borrowed from the error,
 * without a NUL.
 *
 * @thread any
 */
MCPCLIENT_API mcpclient_str mcpclient_error_field_name(const mcpclient_error *error, size_t index);

/**
 * What is wrong with the `index`th wrong field, for programs; 0 for a wrong `index`. Borrows the
 * error.
 *
 * @thread any
 */
MCPCLIENT_API
mcpclient_field_fault mcpclient_error_field_code(const mcpclient_error *error,
                                                 size_t index);

/**
 * The code's name, such as "too-short". Borrowed from the error, and ends with a NUL.
 *
 * @thread any
 */
MCPCLIENT_API
mcpclient_str mcpclient_error_field_code_name(const mcpclient_error *error,
                                              size_t index);

/**
 * What is wrong with the `index`th wrong field, as an English sentence for the person who filled
 * it in. Borrowed from the error, and ends with a NUL.
 *
 * @thread any
 */
MCPCLIENT_API
mcpclient_str mcpclient_error_field_message(const mcpclient_error *error,
                                            size_t index);

/**
 * A parameter of the code, for sentences in other languages: the "min" of a number that is too
 * small, say. Borrowed from the error, without a NUL; no text if the code has no such parameter.
 *
 * @thread any
 */
MCPCLIENT_API
mcpclient_str mcpclient_error_field_param(const mcpclient_error *error,
                                          size_t index,
                                          mcpclient_str name);

/**
 * Frees an error of yours, and what was borrowed from it; NULL is fine.
 *
 * @thread any
 */
MCPCLIENT_API void mcpclient_error_free(mcpclient_error *error);

/**
 * The status that the server answered with over HTTP, such as 503; 0 if that is not why this failed.
 * A status of success stands here where the rest of the answer was at fault: 200, and a page for people.
 * Borrows the error.
 *
 * @thread any
 */
MCPCLIENT_API
uint32_t mcpclient_error_http_status(const mcpclient_error *error);

/**
 * What the server called the type of its answer, made safe to show. Borrowed from the error, and ends with
 * a NUL; no text if it did not say, or an answer over HTTP is not why this failed.
 *
 * @thread any
 */
MCPCLIENT_API
mcpclient_str mcpclient_error_http_content_type(const mcpclient_error *error);

/**
 * The beginning of the answer's body, made safe to show, without what looks like a secret; empty if there
 * is none. The server's words all the same: not for a log. Borrowed from the error, and ends with a NUL; no
 * text if an answer over HTTP is not why this failed.
 *
 * @thread any
 */
MCPCLIENT_API
mcpclient_str mcpclient_error_http_excerpt(const mcpclient_error *error);

/**
 * For how many milliseconds the server wants to be left alone (`Retry-After`); -1 if it did not say. The
 * library does not wait: it is your call to make again. Borrows the error.
 *
 * @thread any
 */
MCPCLIENT_API
int64_t mcpclient_error_http_retry_after_ms(const mcpclient_error *error);

/**
 * Sets all fields to 0, the defaults, and `struct_size` to `size`, which is
 * sizeof(mcpclient_runtime_options). The struct stays yours.
 *
 * @thread any
 */
MCPCLIENT_API void mcpclient_runtime_options_init(mcpclient_runtime_options *options, size_t size);

/**
 * Makes a runtime. NULL `options` are the defaults: callbacks run on threads of the library's.
 * `options` is copied; `*out` is yours to free.
 *
 * Fails with MCPCLIENT_E_INVALID_ARG, MCPCLIENT_E_UNSUPPORTED (an option, or a dispatch, that
 * this library or this system does not have), MCPCLIENT_E_START (no thread or descriptor to be
 * had).
 *
 * @thread any
 */
MCPCLIENT_API
mcpclient_status mcpclient_runtime_new(const mcpclient_runtime_options *options,
                                       mcpclient_runtime **out,
                                       mcpclient_error **error);

/**
 * A descriptor that is readable while mcpclient_runtime_pump() has work: poll it, never read or
 * close it. It lives as long as the runtime. -1 if callbacks are not pumped, or the system has
 * no such thing. Borrows the runtime.
 *
 * @thread any
 */
MCPCLIENT_API int32_t mcpclient_runtime_wakeup_fd(const mcpclient_runtime *runtime);

/**
 * Runs up to `max` waiting callbacks (0: all that wait now) and returns; never blocks. `*left`,
 * which may be NULL, is how many still wait; for them the wakeup comes again. Pumps may nest: a
 * callback may run a loop of its own, as a modal dialog does. Borrows the runtime.
 *
 * Fails with MCPCLIENT_E_UNSUPPORTED unless callbacks are pumped.
 *
 * @thread one at a time, nested ones aside
 */
MCPCLIENT_API
mcpclient_status mcpclient_runtime_pump(mcpclient_runtime *runtime,
                                        size_t max,
                                        size_t *left);

/**
 * With MCPCLIENT_DISPATCH_INLINE: does I/O and runs callbacks until some have run,
 * mcpclient_runtime_wake() is called, or the time is over, which is MCPCLIENT_E_PENDING. A
 * negative `timeout_ms` waits for as long as it takes, 0 does what is ready. Borrows the
 * runtime.
 *
 * Fails with MCPCLIENT_E_UNSUPPORTED with another dispatch, MCPCLIENT_E_REENTRANT from inside a
 * callback.
 *
 * @thread one at a time, not from a callback
 */
MCPCLIENT_API
mcpclient_status mcpclient_runtime_wait(mcpclient_runtime *runtime,
                                        int64_t timeout_ms);

/**
 * Ends a mcpclient_runtime_wait(), or the next one if none is under way. Borrows the runtime;
 * NULL is fine.
 *
 * @thread any
 */
MCPCLIENT_API void mcpclient_runtime_wake(mcpclient_runtime *runtime);

/**
 * Closes all clients as mcpclient_close() does: calls end, inputs are withdrawn, the servers are
 * asked to go, and made to after `grace_ms` for each step of the asking. Never blocks; callbacks
 * still come, a client's `state` last. Borrows the runtime.
 *
 * @thread any
 */
MCPCLIENT_API
mcpclient_status mcpclient_runtime_close(mcpclient_runtime *runtime,
                                         uint64_t grace_ms);

/**
 * Frees a runtime of yours; NULL is fine. What is still open is closed, and waited for:
 * callbacks that are still owed run on this thread, before the function returns. From inside a
 * callback it returns at once, and all that happens when the callback has returned. Clients,
 * calls and inputs of it stay valid handles until you free them; whatever you ask of them is
 * answered with MCPCLIENT_E_CLOSED or MCPCLIENT_E_GONE.
 *
 * @thread any
 */
MCPCLIENT_API void mcpclient_runtime_free(mcpclient_runtime *runtime);

/**
 * A server that is run as a child process and spoken to over its standard input and output
 * (STD-02): `argv[0]` is the program, looked up in PATH if it is a bare name, the rest its
 * arguments, verbatim: no shell is in between. Nothing is started yet.
 *
 * The server inherits the environment and the working directory unless the functions below say
 * otherwise, and runs in a process group of its own. `argv` is copied; `*out` is yours until
 * mcpclient_new() takes it.
 *
 * Fails with MCPCLIENT_E_INVALID_ARG (no program, a NUL in the text), MCPCLIENT_E_BAD_JSON (not
 * UTF-8).
 *
 * @thread any
 */
MCPCLIENT_API
mcpclient_status mcpclient_transport_stdio(const mcpclient_str *argv,
                                           size_t argc,
                                           mcpclient_transport **out,
                                           mcpclient_error **error);

/**
 * Sets a variable of the environment of a server that is run (mcpclient_transport_stdio()); credentials
 * belong here (STD-16). Copies both texts.
 *
 * Fails with MCPCLIENT_E_INVALID_ARG (an empty name, a '=' in it, a NUL), MCPCLIENT_E_BAD_JSON
 * (not UTF-8).
 *
 * @thread one at a time
 */
MCPCLIENT_API
mcpclient_status mcpclient_transport_set_env(mcpclient_transport *transport,
                                             mcpclient_str name,
                                             mcpclient_str value);

/**
 * A server that is run inherits no variables: it gets only those of mcpclient_transport_set_env(), before
 * and after. Borrows the transport.
 *
 * @thread one at a time
 */
MCPCLIENT_API
mcpclient_status mcpclient_transport_clear_env(mcpclient_transport *transport);

/**
 * Sets the working directory of a server that is run. Copies the path; whether it exists is seen by
 * mcpclient_new().
 *
 * Fails with MCPCLIENT_E_INVALID_ARG (empty, or a NUL), MCPCLIENT_E_BAD_JSON (not UTF-8).
 *
 * @thread one at a time
 */
MCPCLIENT_API
mcpclient_status mcpclient_transport_set_directory(mcpclient_transport *transport,
                                                   mcpclient_str path);

/**
 * How long a server that is run gets for each step of its ending (STD-11): after its input was closed, and
 * after it was told to terminate; then it is killed, with its process group. What left the group
 * as a daemon is not followed. With mcpclient_transport_http(): how long the end of the session may take on
 * its way to the server (HTP-26). With mcpclient_transport_lane(): how long the lane may take to end. Default: two seconds. Borrows the transport.
 *
 * @thread one at a time
 */
MCPCLIENT_API
mcpclient_status mcpclient_transport_set_grace(mcpclient_transport *transport,
                                               uint64_t milliseconds);

/**
 * How many bytes of the stderr of a server that is run are kept for mcpclient_stderr_tail() and for errors
 * (STD-06). It is read always, so that the server never blocks on it. Borrows the transport.
 *
 * @thread one at a time
 */
MCPCLIENT_API
mcpclient_status mcpclient_transport_set_stderr_ring(mcpclient_transport *transport,
                                                     size_t bytes);

/**
 * Frees a transport that mcpclient_new() did not take; NULL is fine.
 *
 * @thread any
 */
MCPCLIENT_API void mcpclient_transport_free(mcpclient_transport *transport);

/**
 * A server behind a URL: Streamable HTTP of every revision, and the older HTTP+SSE where a server knows
 * nothing newer (HTP-01, SSE-07). `url` is the server's endpoint, `http` or `https`; whether it is one is
 * seen by mcpclient_new(). Nothing is connected yet.
 *
 * No cookies are kept, and no redirects to another origin followed; what the functions below set is sent to
 * the origin of the URL alone (HTP-48). The URL is copied; `*out` is yours until mcpclient_new() takes it.
 *
 * Fails with MCPCLIENT_E_INVALID_ARG (no URL), MCPCLIENT_E_BAD_JSON (not UTF-8).
 *
 * @thread any
 */
MCPCLIENT_API
mcpclient_status mcpclient_transport_http(mcpclient_str url,
                                          mcpclient_transport **out,
                                          mcpclient_error **error);

/**
 * With mcpclient_transport_http(): adds a header to every request. A name may be added more than once;
 * headers of the protocol's own cannot be replaced. Credentials belong here: no log and no error has them.
 * Copies both texts.
 *
 * Fails with MCPCLIENT_E_INVALID_ARG (a name or a value that cannot stand in a header),
 * MCPCLIENT_E_BAD_JSON (not UTF-8).
 *
 * @thread one at a time
 */
MCPCLIENT_API
mcpclient_status mcpclient_transport_add_header(mcpclient_transport *transport,
                                                mcpclient_str name,
                                                mcpclient_str value);

/**
 * With mcpclient_transport_http(): `User-Agent` of every request. Default: the library's name and version.
 * Copies the text.
 *
 * Fails with MCPCLIENT_E_INVALID_ARG (no text, or text that cannot stand in a header),
 * MCPCLIENT_E_BAD_JSON (not UTF-8).
 *
 * @thread one at a time
 */
MCPCLIENT_API
mcpclient_status mcpclient_transport_set_user_agent(mcpclient_transport *transport,
                                                    mcpclient_str text);

/**
 * With mcpclient_transport_http(): certificates of authorities to trust, as PEM, beside those of the
 * platform. Copies them; whether they can be read is seen by mcpclient_new().
 *
 * Fails with MCPCLIENT_E_INVALID_ARG (nothing).
 *
 * @thread one at a time
 */
MCPCLIENT_API
mcpclient_status mcpclient_transport_set_ca_bundle(mcpclient_transport *transport,
                                                   mcpclient_str pem);

/**
 * With mcpclient_transport_http(): whether the platform's authorities are trusted. Default: on. Borrows the
 * transport.
 *
 * Fails with MCPCLIENT_E_INVALID_ARG (no such switch).
 *
 * @thread one at a time
 */
MCPCLIENT_API
mcpclient_status mcpclient_transport_set_platform_trust(mcpclient_transport *transport,
                                                        mcpclient_switch trust);

/**
 * With mcpclient_transport_http(): the certificate, with its chain, and the private key, both as PEM, for
 * servers that ask who you are. Copies both; whether they can be read, and belong together, is seen by
 * mcpclient_new().
 *
 * Fails with MCPCLIENT_E_INVALID_ARG (one of them is missing).
 *
 * @thread one at a time
 */
MCPCLIENT_API
mcpclient_status mcpclient_transport_set_client_certificate(mcpclient_transport *transport,
                                                            mcpclient_str chain,
                                                            mcpclient_str key);

/**
 * With mcpclient_transport_http(): through which proxy, one of MCPCLIENT_PROXY_.... With
 * MCPCLIENT_PROXY_URL `url` names it: `http`, `https` or `socks5`, perhaps with a user name and a password;
 * otherwise it is no text. Default: MCPCLIENT_PROXY_ENVIRONMENT. Copies the URL; whether it is one is seen
 * by mcpclient_new().
 *
 * Fails with MCPCLIENT_E_INVALID_ARG (none of the constants, a URL too few or too many),
 * MCPCLIENT_E_BAD_JSON (not UTF-8).
 *
 * @thread one at a time
 */
MCPCLIENT_API
mcpclient_status mcpclient_transport_set_proxy(mcpclient_transport *transport,
                                               mcpclient_proxy proxy,
                                               mcpclient_str url);

/**
 * With mcpclient_transport_http(): which addresses may be connected to, one of MCPCLIENT_GUARD_...: for
 * hosts whose URLs come from elsewhere. A server at another address is refused with
 * MCPCLIENT_E_REFUSED. Default: MCPCLIENT_GUARD_OFF. Borrows the transport.
 *
 * Fails with MCPCLIENT_E_INVALID_ARG (none of the constants).
 *
 * @thread one at a time
 */
MCPCLIENT_API
mcpclient_status mcpclient_transport_set_address_guard(mcpclient_transport *transport,
                                                       mcpclient_address_guard addresses);

/**
 * With mcpclient_transport_http(), mcpclient_transport_unix() and mcpclient_transport_tcp(): how long
 * connecting may take, the look-up of the name and TLS included. Default: ten seconds. Borrows the
 * transport.
 *
 * Fails with MCPCLIENT_E_INVALID_ARG (0).
 *
 * @thread one at a time
 */
MCPCLIENT_API
mcpclient_status mcpclient_transport_set_connect_timeout(mcpclient_transport *transport,
                                                         uint64_t milliseconds);

/**
 * With mcpclient_transport_http(): how long the head of an answer may take where no call waits for it; a
 * call has limits of its own, those of mcpclient_options. Default: thirty seconds. Borrows the transport.
 *
 * Fails with MCPCLIENT_E_INVALID_ARG (0).
 *
 * @thread one at a time
 */
MCPCLIENT_API
mcpclient_status mcpclient_transport_set_head_timeout(mcpclient_transport *transport,
                                                      uint64_t milliseconds);

/**
 * With mcpclient_transport_http(): how long the body of an answer, other than a stream of events, may be
 * silent, and how long a connection is kept that nobody uses. Default: a minute. Borrows the transport.
 *
 * Fails with MCPCLIENT_E_INVALID_ARG (0).
 *
 * @thread one at a time
 */
MCPCLIENT_API
mcpclient_status mcpclient_transport_set_idle_timeout(mcpclient_transport *transport,
                                                      uint64_t milliseconds);

/**
 * With mcpclient_transport_http(): whether the older HTTP+SSE transport is spoken, one of
 * MCPCLIENT_OLD_SSE_.... Default: MCPCLIENT_OLD_SSE_FALLBACK. Borrows the transport.
 *
 * Fails with MCPCLIENT_E_INVALID_ARG (none of the constants).
 *
 * @thread one at a time
 */
MCPCLIENT_API
mcpclient_status mcpclient_transport_set_old_sse(mcpclient_transport *transport,
                                                 mcpclient_old_sse old_sse);

/**
 * With mcpclient_transport_http(): whether a stream is opened for what the server says unasked, where the
 * revision has one (HTP-13). Default: on. Borrows the transport.
 *
 * Fails with MCPCLIENT_E_INVALID_ARG (no such switch).
 *
 * @thread one at a time
 */
MCPCLIENT_API
mcpclient_status mcpclient_transport_set_listen(mcpclient_transport *transport,
                                                mcpclient_switch listen);

/**
 * A server behind a Unix domain socket, which carries one message on each line, as standard streams do:
 * no part of the protocol's own, but what servers on one machine agree on. When the socket closes, the
 * connection is over. Nothing is connected yet. The path is copied; `*out` is yours until mcpclient_new()
 * takes it.
 *
 * Fails with MCPCLIENT_E_INVALID_ARG (empty, or a NUL), MCPCLIENT_E_BAD_JSON (not UTF-8).
 *
 * @thread any
 */
MCPCLIENT_API
mcpclient_status mcpclient_transport_unix(mcpclient_str path,
                                          mcpclient_transport **out,
                                          mcpclient_error **error);

/**
 * As mcpclient_transport_unix(), for a TCP connection to `host`, a name or an address, and `port`. It is
 * neither encrypted nor authenticated: for your own machine only. Copies the name; `*out` is yours until
 * mcpclient_new() takes it.
 *
 * Fails with MCPCLIENT_E_INVALID_ARG (no host, a NUL, a port that is 0 or over 65535),
 * MCPCLIENT_E_BAD_JSON (not UTF-8).
 *
 * @thread any
 */
MCPCLIENT_API
mcpclient_status mcpclient_transport_tcp(mcpclient_str host,
                                         uint32_t port,
                                         mcpclient_transport **out,
                                         mcpclient_error **error);

/**
 * Sets all fields to 0 and `struct_size` to `size`, which is sizeof(mcpclient_lane_host). The struct stays
 * yours.
 *
 * @thread any
 */
MCPCLIENT_API
void mcpclient_lane_host_init(mcpclient_lane_host *host,
                              size_t size);

/**
 * A lane of your own making, one message on each line: what the library sends is given to `host`, and what
 * the server says is fed with mcpclient_lane_feed(), from any thread. It serves one client.
 *
 * `host` is copied. Both `*lane` and `*out` are yours, the transport until mcpclient_new() takes it; the
 * lane may outlive the client and the runtime.
 *
 * Fails with MCPCLIENT_E_INVALID_ARG (no `send`), MCPCLIENT_E_UNSUPPORTED (a field that this library does
 * not have).
 *
 * @thread any
 */
MCPCLIENT_API
mcpclient_status mcpclient_transport_lane(const mcpclient_lane_host *host,
                                          mcpclient_lane **lane,
                                          mcpclient_transport **out,
                                          mcpclient_error **error);

/**
 * The next bytes that the server has sent, however its lines are cut. Copies them. May come before the
 * client is made.
 *
 * Fails with MCPCLIENT_E_BUSY when too much waits already: nothing was taken, and no more should be read
 * from the server until `ready` is called; MCPCLIENT_E_GONE once the lane has ended, its client is over, or its
 * transport was freed without one; MCPCLIENT_E_INVALID_ARG, MCPCLIENT_E_FORKED.
 *
 * @thread any, one at a time
 */
MCPCLIENT_API
mcpclient_status mcpclient_lane_feed(mcpclient_lane *lane,
                                     const void *bytes,
                                     size_t size);

/**
 * The lane is at its end: in order with no text, or broken as `failure` says in one sentence for
 * developers. Borrows the lane, which stays yours to free.
 *
 * Fails with MCPCLIENT_E_GONE if it has ended already or its client is over, MCPCLIENT_E_BAD_JSON (not
 * UTF-8), MCPCLIENT_E_INVALID_ARG, MCPCLIENT_E_FORKED.
 *
 * @thread any
 */
MCPCLIENT_API
mcpclient_status mcpclient_lane_end(mcpclient_lane *lane,
                                    mcpclient_str failure);

/**
 * Frees a lane of yours; NULL is fine. One that has not ended is broken by it, as nobody could feed it any
 * more.
 *
 * @thread any
 */
MCPCLIENT_API
void mcpclient_lane_free(mcpclient_lane *lane);

/**
 * Sets all fields to 0 and `struct_size` to `size`, which is sizeof(mcpclient_exchanger). The struct stays
 * yours.
 *
 * @thread any
 */
MCPCLIENT_API
void mcpclient_exchanger_init(mcpclient_exchanger *exchanger,
                              size_t size);

/**
 * With mcpclient_transport_http(): has the HTTP requests made by `exchanger`, which is copied, in place of
 * the library's own stack. What the other functions say of certificates, proxies, addresses and connecting
 * is then its own business; headers and times for whole exchanges stay the library's.
 *
 * Fails with MCPCLIENT_E_INVALID_ARG (no `open`), MCPCLIENT_E_UNSUPPORTED (a field that this library does
 * not have).
 *
 * @thread one at a time
 */
MCPCLIENT_API
mcpclient_status mcpclient_transport_set_exchanger(mcpclient_transport *transport,
                                                   const mcpclient_exchanger *exchanger);

/**
 * A number that no other exchange of this process has; 0 for NULL. Borrows the exchange.
 *
 * @thread any
 */
MCPCLIENT_API uint64_t mcpclient_exchange_id(const mcpclient_exchange *exchange);

/**
 * "GET", "POST" or "DELETE". Borrowed from the exchange, and ends with a NUL.
 *
 * @thread any
 */
MCPCLIENT_API mcpclient_str mcpclient_exchange_method(const mcpclient_exchange *exchange);

/**
 * Where to, in full. Borrowed from the exchange, and ends with a NUL.
 *
 * @thread any
 */
MCPCLIENT_API mcpclient_str mcpclient_exchange_url(const mcpclient_exchange *exchange);

/**
 * How many headers are to be sent. Borrows the exchange.
 *
 * @thread any
 */
MCPCLIENT_API size_t mcpclient_exchange_header_count(const mcpclient_exchange *exchange);

/**
 * The name of the `index`th header; the same one may come more than once. Borrowed from the exchange, and
 * ends with a NUL; no text for a wrong `index`.
 *
 * @thread any
 */
MCPCLIENT_API
mcpclient_str mcpclient_exchange_header_name(const mcpclient_exchange *exchange,
                                             size_t index);

/**
 * The value of the `index`th header; it may be a secret. Borrowed from the exchange, and ends with a NUL;
 * no text for a wrong `index`.
 *
 * @thread any
 */
MCPCLIENT_API
mcpclient_str mcpclient_exchange_header_value(const mcpclient_exchange *exchange,
                                              size_t index);

/**
 * The body that is to be sent, which is UTF-8; empty with GET and DELETE. Borrowed from the exchange,
 * without a NUL; no text for NULL alone.
 *
 * @thread any
 */
MCPCLIENT_API
mcpclient_str mcpclient_exchange_body(const mcpclient_exchange *exchange);

/**
 * Adds a header of the answer, before mcpclient_exchange_head(); the same one may be added more than once.
 * All may be, and a few matter. Copies both texts, of which `value` need not be UTF-8.
 *
 * Fails with MCPCLIENT_E_INVALID_ARG (a text is missing), MCPCLIENT_E_BAD_JSON (`name` is not UTF-8).
 *
 * @thread any, one at a time
 */
MCPCLIENT_API
mcpclient_status mcpclient_exchange_add_header(mcpclient_exchange *exchange,
                                               mcpclient_str name,
                                               mcpclient_str value);

/**
 * The answer begins: its status, and the headers that were added. Not for those before the last one (1xx).
 * Borrows the exchange, and keeps the headers if it fails.
 *
 * Fails with MCPCLIENT_E_GONE if the exchange is over, MCPCLIENT_E_INVALID_ARG (a second head, or no such
 * status), MCPCLIENT_E_FORKED.
 *
 * @thread any, one at a time
 */
MCPCLIENT_API
mcpclient_status mcpclient_exchange_head(mcpclient_exchange *exchange,
                                         uint32_t status);

/**
 * The next part of the body, without transfer coding and compression, as it comes: an event must not wait
 * for more to follow. Copies it.
 *
 * Fails with MCPCLIENT_E_BUSY while the client is too far behind: nothing was taken, and no more should be
 * read from the server until `ready` is called; MCPCLIENT_E_GONE if the exchange is over;
 * MCPCLIENT_E_INVALID_ARG (before the head), MCPCLIENT_E_FORKED.
 *
 * @thread any, one at a time
 */
MCPCLIENT_API
mcpclient_status mcpclient_exchange_feed(mcpclient_exchange *exchange,
                                         const void *bytes,
                                         size_t size);

/**
 * The exchange is over: one of MCPCLIENT_EXCHANGE_..., and `why` in one sentence for developers, which
 * goes into errors, and so must hold nobody's data; or no text. Borrows the exchange, which stays yours to
 * free.
 *
 * Fails with MCPCLIENT_E_GONE if it is over already, MCPCLIENT_E_INVALID_ARG (complete without a head, or
 * none of the constants), MCPCLIENT_E_BAD_JSON (not UTF-8), MCPCLIENT_E_FORKED.
 *
 * @thread any, one at a time
 */
MCPCLIENT_API
mcpclient_status mcpclient_exchange_end(mcpclient_exchange *exchange,
                                        mcpclient_exchange_ending how,
                                        mcpclient_str why);

/**
 * Whether the library does not want it any more. Borrows the exchange; false for NULL.
 *
 * @thread any
 */
MCPCLIENT_API bool mcpclient_exchange_is_aborted(const mcpclient_exchange *exchange);

/**
 * Frees an exchange of yours; NULL is fine. One that was not ended counts as broken.
 *
 * @thread any
 */
MCPCLIENT_API void mcpclient_exchange_free(mcpclient_exchange *exchange);

/**
 * Sets all fields to 0, so that nothing is offered, and `struct_size` to `size`, which is
 * sizeof(mcpclient_host). The struct stays yours.
 *
 * @thread any
 */
MCPCLIENT_API void mcpclient_host_init(mcpclient_host *host, size_t size);

/**
 * Starts a server, or reaches it, and opens a client without waiting for the server: calls may
 * be made at once, and wait for the handshake; the `state` callback tells when it is done.
 * `transport` is taken, also if this fails. `host` (NULL: nothing is offered) and `options`
 * (NULL: defaults) are copied. `*out` is yours to free, and is written before the first
 * callback.
 *
 * Fails with MCPCLIENT_E_INVALID_ARG (also a URL, a certificate or a proxy that cannot be used, or a lane
 * that has its client already), MCPCLIENT_E_BAD_JSON, MCPCLIENT_E_UNSUPPORTED (a revision, a field, or a way
 * to a server, that this library does not have), MCPCLIENT_E_START (the program cannot be run),
 * MCPCLIENT_E_CLOSED (so is the runtime), MCPCLIENT_E_FORKED. What goes wrong on the network later closes
 * the client: MCPCLIENT_E_NETWORK, MCPCLIENT_E_HTTP.
 *
 * @thread any
 */
MCPCLIENT_API
mcpclient_status mcpclient_new(mcpclient_runtime *runtime,
                               mcpclient_transport *transport,
                               const mcpclient_host *host,
                               const mcpclient_options *options,
                               mcpclient **out,
                               mcpclient_error **error);

/**
 * How the client stands: one of MCPCLIENT_STATE_...; 0 for NULL. Borrows the client.
 *
 * @thread any
 */
MCPCLIENT_API mcpclient_client_state mcpclient_state(const mcpclient *client);

/**
 * Why the client is closed: one of MCPCLIENT_CLOSED_...; 0 while it is not. Borrows the client.
 *
 * @thread any
 */
MCPCLIENT_API mcpclient_closing mcpclient_closed_reason(const mcpclient *client);

/**
 * Why the client is closed, in full: its status, and in `*error`, which is yours to free, the words that
 * the `state` callback is given, with the end of the server's process where that is why (STD-12).
 * MCPCLIENT_OK and no error while it is not closed. A call that is refused with MCPCLIENT_E_CLOSED has no
 * error of its own: this is why. Borrows the client.
 *
 * Fails with MCPCLIENT_E_INVALID_ARG for NULL.
 *
 * @thread any
 */
MCPCLIENT_API
mcpclient_status mcpclient_closed_error(const mcpclient *client,
                                        mcpclient_error **error);

/**
 * Your name for the server. Borrowed from the client, and ends with a NUL.
 *
 * @thread any
 */
MCPCLIENT_API mcpclient_str mcpclient_label(const mcpclient *client);

/**
 * The process id of the server; -1 if there is none, as over a network. Borrows the client.
 *
 * @thread any
 */
MCPCLIENT_API int64_t mcpclient_pid(const mcpclient *client);

/**
 * Copies the last of what the server wrote to stderr (STD-06), made safe to show, into `buffer`,
 * as mcpclient_str_copy() does. Returns the size that all of it needs with a terminating NUL; 0
 * for NULL.
 *
 * The buffer stays yours; NULL asks for the size alone.
 *
 * @thread any
 */
MCPCLIENT_API size_t mcpclient_stderr_tail(const mcpclient *client, char *buffer, size_t size);

/**
 * Closes the connection in order: calls end with MCPCLIENT_E_CLOSED, inputs are withdrawn, the
 * server is asked to go, and made to (STD-11). Never blocks; callbacks still come, `state` last.
 * The handle stays yours to free.
 *
 * Fails with MCPCLIENT_E_GONE if it was closed already.
 *
 * @thread any
 */
MCPCLIENT_API mcpclient_status mcpclient_close(mcpclient *client);

/**
 * Closes as mcpclient_close() does, and frees the handle; NULL is fine. Never blocks, and
 * callbacks still come. Calls and inputs of it stay valid handles until you free them.
 *
 * @thread any
 */
MCPCLIENT_API void mcpclient_free(mcpclient *client);

/**
 * Which era the server speaks, MCPCLIENT_ERA_LEGACY or MCPCLIENT_ERA_MODERN; MCPCLIENT_ERA_AUTO
 * before that is known. mcpclient_revision() says which revision. Borrows the client.
 *
 * @thread any
 */
MCPCLIENT_API mcpclient_era mcpclient_server_era(const mcpclient *client);

/**
 * Sets all fields to 0, the defaults, and `struct_size` to `size`, which is
 * sizeof(mcpclient_options). The struct stays yours.
 *
 * @thread any
 */
MCPCLIENT_API void mcpclient_options_init(mcpclient_options *options, size_t size);

/**
 * The protocol revision agreed on, such as "2025-06-18" (VER-05). No text before the handshake
 * is done. Borrowed from the client, without a NUL.
 *
 * @thread any
 */
MCPCLIENT_API mcpclient_str mcpclient_revision(const mcpclient *client);

/**
 * What the server calls itself, made safe to show. For display only: nothing may be decided by
 * it (VER-27). No text before the handshake is done. Borrowed from the client, and ends with a
 * NUL.
 *
 * @thread any
 */
MCPCLIENT_API mcpclient_str mcpclient_server_name(const mcpclient *client);

/**
 * The server's name for people, as mcpclient_server_name(). No text if it gave none. Borrowed
 * from the client, and ends with a NUL.
 *
 * @thread any
 */
MCPCLIENT_API mcpclient_str mcpclient_server_title(const mcpclient *client);

/**
 * The server's version, as mcpclient_server_name(). Borrowed from the client, and ends with a
 * NUL.
 *
 * @thread any
 */
MCPCLIENT_API mcpclient_str mcpclient_server_version(const mcpclient *client);

/**
 * The server's hint for your model (VER-16), in its very words: not safe to show. No text if it
 * gave none. Borrowed from the client, without a NUL.
 *
 * @thread any
 */
MCPCLIENT_API mcpclient_str mcpclient_server_instructions(const mcpclient *client);

/**
 * The capabilities that the server declared, as a JSON object (VER-02). No text before the
 * handshake is done. Borrowed from the client.
 *
 * @thread any
 */
MCPCLIENT_API mcpclient_str mcpclient_server_capabilities(const mcpclient *client);

/**
 * All that the server answered in the handshake, verbatim, as a JSON object (VER-02). No text
 * before the handshake is done. Borrowed from the client.
 *
 * @thread any
 */
MCPCLIENT_API mcpclient_str mcpclient_server_result(const mcpclient *client);

/**
 * Says which changes you want to hear of, in place of what you said before: `lists` are
 * MCPCLIENT_LIST_... together, `uris` single resources; 0 and none end it (SUB-01, SUB-04). Changes
 * come to `notification`, and `watching` tells what of your wish the server grants. Not to be
 * repeated: it waits for the handshake, and outlives a restart of the server (SUB-15). Servers of
 * the older era may tell of lists unasked (SUB-02).
 *
 * Copies `uris`, which may be NULL if there are none.
 *
 * Fails with MCPCLIENT_E_INVALID_ARG (other bits in `lists`), MCPCLIENT_E_BAD_JSON (not UTF-8),
 * MCPCLIENT_E_CLOSED, MCPCLIENT_E_FORKED.
 *
 * @thread any
 */
MCPCLIENT_API
mcpclient_status mcpclient_watch(mcpclient *client,
                                 mcpclient_lists lists,
                                 const mcpclient_str *uris,
                                 size_t uri_count);

/**
 * The network or your program is about to sleep: what is open over HTTP is given up, the clocks of calls
 * stand still, and what may go on later waits; `how`, one of MCPCLIENT_SUSPEND_..., says what becomes of
 * calls. Never blocks; the `state` callback is told MCPCLIENT_STATE_SUSPENDED. Over a child process, a socket
 * or a lane, what comes is still read. Suspending twice is suspending once. Borrows the client.
 *
 * Fails with MCPCLIENT_E_INVALID_ARG (none of the constants), MCPCLIENT_E_CLOSED, MCPCLIENT_E_FORKED.
 *
 * @thread any
 */
MCPCLIENT_API
mcpclient_status mcpclient_suspend(mcpclient *client,
                                   mcpclient_on_suspend how);

/**
 * The sleep is over: streams are opened again, and what waits goes out. Never blocks; the `state` callback
 * is told MCPCLIENT_STATE_READY, or MCPCLIENT_STATE_CONNECTING if the handshake was not done. Nothing
 * happens to a client that is not suspended. Borrows the client.
 *
 * Fails with MCPCLIENT_E_INVALID_ARG, MCPCLIENT_E_CLOSED, MCPCLIENT_E_FORKED.
 *
 * @thread any
 */
MCPCLIENT_API
mcpclient_status mcpclient_wake(mcpclient *client);

/**
 * As mcpclient_suspend(), for every client there is now. Borrows the runtime.
 *
 * Fails with MCPCLIENT_E_INVALID_ARG (none of the constants).
 *
 * @thread any
 */
MCPCLIENT_API
mcpclient_status mcpclient_runtime_suspend_all(mcpclient_runtime *runtime,
                                               mcpclient_on_suspend how);

/**
 * As mcpclient_wake(), for every client there is. It does not end a mcpclient_runtime_wait(), as
 * mcpclient_runtime_wake() does. Borrows the runtime.
 *
 * Fails with MCPCLIENT_E_INVALID_ARG.
 *
 * @thread any
 */
MCPCLIENT_API mcpclient_status mcpclient_runtime_wake_all(mcpclient_runtime *runtime);

/**
 * Sets all fields to 0, the defaults, and `struct_size` to `size`, which is
 * sizeof(mcpclient_call_options). The struct stays yours.
 *
 * @thread any
 */
MCPCLIENT_API void mcpclient_call_options_init(mcpclient_call_options *options, size_t size);

/**
 * Waits until the call is over, and returns how it ended; if it has a `done`, that has returned
 * first. A negative `timeout_ms` waits for as long as the call may take; when the time is up,
 * the answer is MCPCLIENT_E_PENDING.
 *
 * Meanwhile callbacks run as always with MCPCLIENT_DISPATCH_THREAD, and on this thread with the
 * other two. Borrows the call.
 *
 * Fails with MCPCLIENT_E_REENTRANT from inside a callback, as no call ever ends.
 *
 * @thread any, not from a callback
 */
MCPCLIENT_API mcpclient_status mcpclient_call_wait(mcpclient_call *call, int64_t timeout_ms);

/**
 * Ends the call here and now: `done` comes with MCPCLIENT_E_CANCELLED unless the result was
 * faster, and the server is told, with `reason`, which may be no text, for its log (CAN-01,
 * CAN-03). Borrows the call.
 *
 * Fails with MCPCLIENT_E_GONE if the call is over, MCPCLIENT_E_BAD_JSON (`reason` is not UTF-8).
 *
 * @thread any
 */
MCPCLIENT_API mcpclient_status mcpclient_call_cancel(mcpclient_call *call, mcpclient_str reason);

/**
 * Sends a call again at once whose server asked for patience, as `paused` told. Borrows the
 * call.
 *
 * Fails with MCPCLIENT_E_GONE if the call is over, or is not paused.
 *
 * @thread any
 */
MCPCLIENT_API mcpclient_status mcpclient_call_resume(mcpclient_call *call);

/**
 * How the call ended; MCPCLIENT_E_PENDING while it has not. Borrows the call.
 *
 * @thread any
 */
MCPCLIENT_API mcpclient_status mcpclient_call_status(const mcpclient_call *call);

/**
 * The JSON-RPC result, verbatim; of a listing, all its pages in one. No text unless the call
 * ended well. Borrowed: it lives until the call is freed.
 *
 * @thread any
 */
MCPCLIENT_API mcpclient_str mcpclient_call_result(const mcpclient_call *call);

/**
 * Why the call failed; NULL unless it did. Borrowed: it lives until the call is freed; do not
 * free it.
 *
 * @thread any
 */
MCPCLIENT_API const mcpclient_error *mcpclient_call_error(const mcpclient_call *call);

/**
 * How many items of a listing were not as the protocol wants them, and are not in the result.
 * Borrows the call.
 *
 * @thread any
 */
MCPCLIENT_API size_t mcpclient_call_set_aside_count(const mcpclient_call *call);

/**
 * The name of an item that was set aside, as far as it has one, made safe to show. Borrowed from
 * the call, and ends with a NUL.
 *
 * @thread any
 */
MCPCLIENT_API mcpclient_str mcpclient_call_set_aside_name(const mcpclient_call *call, size_t index);

/**
 * What is wrong with an item that was set aside. Borrowed from the call, and ends with a NUL.
 *
 * @thread any
 */
MCPCLIENT_API
mcpclient_str mcpclient_call_set_aside_reason(const mcpclient_call *call,
                                              size_t index);

/**
 * The client that the call runs on. Borrowed from the call; do not free it.
 *
 * @thread any
 */
MCPCLIENT_API mcpclient *mcpclient_call_client(const mcpclient_call *call);

/**
 * The userdata that the call was started with: still yours, and NULL once it was freed. Borrows
 * the call.
 *
 * @thread any
 */
MCPCLIENT_API void *mcpclient_call_userdata(const mcpclient_call *call);

/**
 * Lets go of a call of yours, and does not cancel it: `done` still comes. NULL is fine.
 *
 * @thread any
 */
MCPCLIENT_API void mcpclient_call_free(mcpclient_call *call);

/**
 * How many milliseconds ago the server gave the call's result, if it is one that was kept from an
 * earlier call (CAC-01, CAC-03); -1 if the server gave it to this call, if there is no result, and
 * for NULL. MCPCLIENT_CALL_FRESH asks the server in any case. Borrows the call.
 *
 * @thread any
 */
MCPCLIENT_API int64_t mcpclient_call_age_ms(const mcpclient_call *call);

/**
 * Where the structured output of a tool stands against the schema that the tool was listed with
 * (TOL-16): MCPCLIENT_OUTPUT_.... What counts is the last mcpclient_list_tools() that came to its end
 * before the call, unless the server said since that the list has changed. Looked at when this is first
 * asked, on this thread: bounded, but for large outputs some milliseconds. Borrows the call.
 *
 * @thread any
 */
MCPCLIENT_API
mcpclient_output mcpclient_call_output(const mcpclient_call *call);

/**
 * With MCPCLIENT_OUTPUT_VIOLATES where that is, for the first place that was found: a JSON pointer into
 * "/structuredContent" of the result, for mcpclient_json_at(); empty for the whole. Otherwise no text.
 * Borrowed from the call, without a NUL. It may hold names of the server's: not safe to show.
 *
 * @thread any
 */
MCPCLIENT_API
mcpclient_str mcpclient_call_output_place(const mcpclient_call *call);

/**
 * With MCPCLIENT_OUTPUT_VIOLATES the keyword of JSON Schema that is broken there, such as "type" or
 * "required"; empty where the schema is false, and for the whole also where it would take too much to find
 * the place. With MCPCLIENT_OUTPUT_UNCHECKED why nobody can tell, in English. Otherwise no text. Borrowed
 * from the call, without a NUL.
 *
 * @thread any
 */
MCPCLIENT_API
mcpclient_str mcpclient_call_output_reason(const mcpclient_call *call);

/**
 * Starts any request, verbatim: `params` is a JSON object, or no text. Allowed before the
 * handshake is done; the request waits for it. Everything is copied.
 *
 * This and the functions after it start a call, and return at once. `options` may be NULL.
 * `*out` is yours to free, and is written before `done` can run; `out` may be NULL if `done` is
 * enough.
 *
 * They fail, and then `done` never runs, with MCPCLIENT_E_INVALID_ARG, MCPCLIENT_E_BAD_JSON (not
 * UTF-8, or not a JSON object), MCPCLIENT_E_UNSUPPORTED (not declared by the server, or a field
 * that this library does not have), MCPCLIENT_E_BUSY (too much is under way),
 * MCPCLIENT_E_CLOSED, MCPCLIENT_E_FORKED.
 *
 * @thread any
 */
MCPCLIENT_API
mcpclient_status mcpclient_request(mcpclient *client,
                                   mcpclient_str method,
                                   mcpclient_str params,
                                   const mcpclient_call_options *options,
                                   mcpclient_call **out);

/**
 * `tools/call`: `arguments` is a JSON object, or no text for an empty one. The result's content is for
 * mcpclient_result_text() and its siblings. See mcpclient_request(): copies its arguments;
 * `*out` is yours.
 *
 * @thread any
 */
MCPCLIENT_API
mcpclient_status mcpclient_call_tool(mcpclient *client,
                                     mcpclient_str name,
                                     mcpclient_str arguments,
                                     const mcpclient_call_options *options,
                                     mcpclient_call **out);

/**
 * `tools/list`, all pages as one result with "/tools" (TOL-02, PAG-02). A malformed tool is set
 * aside, the rest is delivered: see mcpclient_call_set_aside_count(). See mcpclient_request():
 * `*out` is yours.
 *
 * @thread any
 */
MCPCLIENT_API
mcpclient_status mcpclient_list_tools(mcpclient *client,
                                      const mcpclient_call_options *options,
                                      mcpclient_call **out);

/**
 * `resources/list`, all pages as one result with "/resources". See mcpclient_request(): `*out`
 * is yours.
 *
 * @thread any
 */
MCPCLIENT_API
mcpclient_status mcpclient_list_resources(mcpclient *client,
                                          const mcpclient_call_options *options,
                                          mcpclient_call **out);

/**
 * `resources/templates/list`, all pages as one result with "/resourceTemplates". See
 * mcpclient_request(): `*out` is yours.
 *
 * @thread any
 */
MCPCLIENT_API
mcpclient_status mcpclient_list_resource_templates(mcpclient *client,
                                                   const mcpclient_call_options *options,
                                                   mcpclient_call **out);

/**
 * `prompts/list`, all pages as one result with "/prompts". See mcpclient_request(): `*out` is
 * yours.
 *
 * @thread any
 */
MCPCLIENT_API
mcpclient_status mcpclient_list_prompts(mcpclient *client,
                                        const mcpclient_call_options *options,
                                        mcpclient_call **out);

/**
 * `resources/read`. See mcpclient_request(): copies its arguments; `*out` is yours.
 *
 * @thread any
 */
MCPCLIENT_API
mcpclient_status mcpclient_read_resource(mcpclient *client,
                                         mcpclient_str uri,
                                         const mcpclient_call_options *options,
                                         mcpclient_call **out);

/**
 * `resources/subscribe`: changes of the resource come as the notification
 * "notifications/resources/updated". See mcpclient_request(): copies its arguments; `*out` is
 * yours.
 *
 * @thread any
 */
MCPCLIENT_API
mcpclient_status mcpclient_subscribe(mcpclient *client,
                                     mcpclient_str uri,
                                     const mcpclient_call_options *options,
                                     mcpclient_call **out);

/**
 * `resources/unsubscribe`. See mcpclient_request(): copies its arguments; `*out` is yours.
 *
 * @thread any
 */
MCPCLIENT_API
mcpclient_status mcpclient_unsubscribe(mcpclient *client,
                                       mcpclient_str uri,
                                       const mcpclient_call_options *options,
                                       mcpclient_call **out);

/**
 * `prompts/get`: `arguments` is a JSON object of strings, or no text. See mcpclient_request():
 * copies its arguments; `*out` is yours. MCPCLIENT_E_FORM: the prompt was listed, and an argument that it
 * requires is missing (PRM-03); mcpclient_item_check_arguments() says which.
 *
 * @thread any
 */
MCPCLIENT_API
mcpclient_status mcpclient_get_prompt(mcpclient *client,
                                      mcpclient_str name,
                                      mcpclient_str arguments,
                                      const mcpclient_call_options *options,
                                      mcpclient_call **out);

/**
 * `completion/complete` for an argument of a prompt: suggestions for the `value` typed so far
 * are in "/completion/values" (CMP-02). `context` is a JSON object of the arguments that are
 * filled in already, all of them texts, where the revision has it, or no text. See mcpclient_request():
 * copies its arguments; `*out` is yours. MCPCLIENT_E_BUSY also if more was asked in a minute than
 * `max_completions_per_minute` (CMP-06).
 *
 * @thread any
 */
MCPCLIENT_API
mcpclient_status mcpclient_complete_prompt(mcpclient *client,
                                           mcpclient_str name,
                                           mcpclient_str argument,
                                           mcpclient_str value,
                                           mcpclient_str context,
                                           const mcpclient_call_options *options,
                                           mcpclient_call **out);

/**
 * As mcpclient_complete_prompt(), for a variable of a resource template, by its URI template.
 * Copies its arguments; `*out` is yours.
 *
 * @thread any
 */
MCPCLIENT_API
mcpclient_status mcpclient_complete_resource(mcpclient *client,
                                             mcpclient_str uri_template,
                                             mcpclient_str argument,
                                             mcpclient_str value,
                                             mcpclient_str context,
                                             const mcpclient_call_options *options,
                                             mcpclient_call **out);

/**
 * `logging/setLevel`: "debug", "info", "notice", "warning", "error", "critical", "alert" or
 * "emergency" (LOG-01, LOG-02). See mcpclient_request(): copies its arguments; `*out` is yours.
 *
 * @thread any
 */
MCPCLIENT_API
mcpclient_status mcpclient_set_log_level(mcpclient *client,
                                         mcpclient_str level,
                                         const mcpclient_call_options *options,
                                         mcpclient_call **out);

/**
 * `ping`. See mcpclient_request(): `*out` is yours.
 *
 * @thread any
 */
MCPCLIENT_API
mcpclient_status mcpclient_ping(mcpclient *client,
                                const mcpclient_call_options *options,
                                mcpclient_call **out);

/**
 * Sends a notification, verbatim: `params` is a JSON object, or no text. Copies its arguments.
 *
 * Fails as mcpclient_request() does.
 *
 * @thread any
 */
MCPCLIENT_API
mcpclient_status mcpclient_notify(mcpclient *client,
                                  mcpclient_str method,
                                  mcpclient_str params);

/**
 * Whether a tool says that it failed: the call itself went well, and the content tells why.
 * Borrows `result` until it returns.
 *
 * @thread any
 */
MCPCLIENT_API bool mcpclient_result_is_error(mcpclient_str result);

/**
 * How many blocks of content a tool's result has. Borrows `result` until it returns.
 *
 * @thread any
 */
MCPCLIENT_API size_t mcpclient_result_block_count(mcpclient_str result);

/**
 * What a block is: one of MCPCLIENT_BLOCK_.... Borrows `result` until it returns.
 *
 * @thread any
 */
MCPCLIENT_API mcpclient_block_kind mcpclient_result_block_kind(mcpclient_str result, size_t index);

/**
 * A block as JSON, for mcpclient_json_at() and its siblings; no text for a wrong `index`.
 * Borrowed: a view into `result`.
 *
 * @thread any
 */
MCPCLIENT_API mcpclient_str mcpclient_result_block(mcpclient_str result, size_t index);

/**
 * Copies a text block's text into `buffer`, as mcpclient_str_copy() does. Returns the size that
 * all of it needs with a terminating NUL, which is never more than `result` has bytes; 0 if the
 * block is none of text, and then what the buffer holds means nothing. The text is verbatim: for a
 * model, not safe to show.
 *
 * The buffer stays yours; NULL asks for the size alone.
 *
 * @thread any
 */
MCPCLIENT_API
size_t mcpclient_result_block_text(mcpclient_str result,
                                   size_t index,
                                   char *buffer,
                                   size_t size);

/**
 * Copies the text of all text blocks, with a line feed between two, into `buffer`, as
 * mcpclient_str_copy() does. Returns the size that all of it needs with a terminating NUL, which is
 * never more than `result` has bytes; 0 if `result` has no content, and then what the buffer holds
 * means nothing. The text is verbatim: for a model, not safe to show; mcpclient_str_display() makes
 * it so.
 *
 * The buffer stays yours; NULL asks for the size alone.
 *
 * @thread any
 */
MCPCLIENT_API size_t mcpclient_result_text(mcpclient_str result, char *buffer, size_t size);

/**
 * Decodes strict base64, as the "/blob" of a resource, or the "/data" of an image or of sound, has to be
 * (RES-11): the standard alphabet, padded, without white space or stray bits. `text` is the text itself, as
 * mcpclient_json_text() gives it; it is borrowed. More than `most` bytes are refused before anything is
 * decoded. Copies the bytes, at most `size` of them, into `buffer`, and sets `*needed`, unless it is NULL, to
 * how many there are. The buffer stays yours; NULL asks for the number alone. `*error` is yours.
 *
 * Fails with MCPCLIENT_E_PROTOCOL (it is no such text), MCPCLIENT_E_TOO_LARGE, MCPCLIENT_E_INVALID_ARG (no
 * text), MCPCLIENT_E_BAD_JSON (not UTF-8).
 *
 * @thread any
 */
MCPCLIENT_API
mcpclient_status mcpclient_base64_decode(mcpclient_str text,
                                         size_t most,
                                         void *buffer,
                                         size_t size,
                                         size_t *needed,
                                         mcpclient_error **error);

/**
 * Why a text is not one JSON value: MCPCLIENT_E_BAD_JSON, and in `offset` the bytes before the
 * fault. Borrows `json` until it returns; `offset` may be NULL.
 *
 * @thread any
 */
MCPCLIENT_API mcpclient_status mcpclient_json_check(mcpclient_str json, size_t *offset);

/**
 * What `json` is; MCPCLIENT_JSON_NONE for no text and for what is not JSON. Borrows it until it
 * returns.
 *
 * @thread any
 */
MCPCLIENT_API mcpclient_json_type mcpclient_json_kind(mcpclient_str json);

/**
 * The value at a JSON pointer (RFC 6901), such as "/content/0/text"; "" is the whole. Borrowed:
 * a view into `json`, of the value's text as it was written. No text if there is no such value,
 * and then every function of this family answers in the same way, so that look-ups can be
 * chained.
 *
 * @thread any
 */
MCPCLIENT_API mcpclient_str mcpclient_json_at(mcpclient_str json, mcpclient_str pointer);

/**
 * Walks over an array or an object in the order of the text. Begin with `*value` being no text;
 * each call moves `*value`, and `*key` in an object, to the next element, and answers false at
 * the end:
 *
 *     mcpclient_str key = {0}, value = {0};
 *     while (mcpclient_json_next(object, &key, &value)) { ... }
 *
 * `*key` is JSON, with its quotes; mcpclient_json_text() reads it. `key` may be NULL. Borrowed:
 * both are views into `container`, which must be the same text throughout.
 *
 * @thread any
 */
MCPCLIENT_API
bool mcpclient_json_next(mcpclient_str container,
                         mcpclient_str *key,
                         mcpclient_str *value);

/**
 * Copies the text of a JSON string, its escapes resolved, into `buffer`, as mcpclient_str_copy()
 * does. Returns the size that all of it needs with a terminating NUL, which is never more than
 * that of `json` itself; 0 if `json` is no string, and then what the buffer holds means nothing.
 * The text is verbatim, so it may hold a NUL, and is not safe to show.
 *
 * The buffer stays yours; NULL asks for the size alone.
 *
 * @thread any
 */
MCPCLIENT_API size_t mcpclient_json_text(mcpclient_str json, char *buffer, size_t size);

/**
 * A number as it was written, every digit of it: a view into `json`, borrowed; no text if it is
 * no number.
 *
 * @thread any
 */
MCPCLIENT_API mcpclient_str mcpclient_json_number(mcpclient_str json);

/**
 * A number that is exactly an integer of 64 bits, however it was written (3, 3.0, 3e0). False,
 * and nothing written, for all else. Borrows `json` until it returns.
 *
 * @thread any
 */
MCPCLIENT_API bool mcpclient_json_integer(mcpclient_str json, int64_t *number);

/**
 * The double nearest to a number. False, and nothing written, if `json` is no number, or too
 * large for a double. Borrows it until it returns.
 *
 * @thread any
 */
MCPCLIENT_API bool mcpclient_json_double(mcpclient_str json, double *number);

/**
 * Whether `json` is `true`. Borrows it until it returns; mcpclient_json_kind() tells `false`
 * from all else.
 *
 * @thread any
 */
MCPCLIENT_API bool mcpclient_json_true(mcpclient_str json);

/**
 * Writes text as a JSON string, with quotes and escapes, into `buffer`, as mcpclient_str_copy()
 * does: for building arguments. Returns the size that all of it needs with a terminating NUL, so
 * more than `size` means that it was cut, and is not JSON; 0 if `text` is not UTF-8 or no text.
 *
 * The buffer stays yours; NULL asks for the size alone.
 *
 * @thread any
 */
MCPCLIENT_API size_t mcpclient_json_quote(mcpclient_str text, char *buffer, size_t size);

/**
 * Its number, which `input_closed` names; unique for its client. Borrows the input.
 *
 * @thread any
 */
MCPCLIENT_API uint64_t mcpclient_input_id(const mcpclient_input *input);

/**
 * Which kind it is: one of MCPCLIENT_INPUT_...; 0 for NULL. Borrows the input.
 *
 * @thread any
 */
MCPCLIENT_API mcpclient_input_type mcpclient_input_kind(const mcpclient_input *input);

/**
 * Whether an answer would still count. Borrows the input.
 *
 * @thread any
 */
MCPCLIENT_API bool mcpclient_input_is_open(const mcpclient_input *input);

/**
 * The client whose server asks; NULL if none does. Borrowed from the input; do not free it.
 *
 * @thread any
 */
MCPCLIENT_API mcpclient *mcpclient_input_client(const mcpclient_input *input);

/**
 * Who asks: your own name for the server, to be shown clearly (ELI-39). Borrowed from the input,
 * and ends with a NUL.
 *
 * @thread any
 */
MCPCLIENT_API mcpclient_str mcpclient_input_server(const mcpclient_input *input);

/**
 * How many calls may have caused it: those that were running when it came, as the wire does not
 * always say which. Borrows the input.
 *
 * @thread any
 */
MCPCLIENT_API size_t mcpclient_input_call_count(const mcpclient_input *input);

/**
 * A call that may have caused it, the oldest first. Borrowed from the input; do not free it.
 *
 * @thread any
 */
MCPCLIENT_API mcpclient_call *mcpclient_input_call(const mcpclient_input *input, size_t index);

/**
 * Which round of its call's questions it belongs to, from 1; 0 where the revision has no rounds.
 * Inputs of one round are answered to the server together. Borrows the input.
 *
 * @thread any
 */
MCPCLIENT_API uint32_t mcpclient_input_round(const mcpclient_input *input);

/**
 * Whether saying no ends the call with MCPCLIENT_E_REFUSED, as the wire has no way to tell the
 * server (MRT-15). Borrows the input.
 *
 * @thread any
 */
MCPCLIENT_API bool mcpclient_input_refusal_ends_call(const mcpclient_input *input);

/**
 * Why the server asks, in its words, made safe to show; no text for samples and roots. Whatever
 * it says, it is the server who says it (ELI-49). Borrowed from the input, and ends with a NUL.
 *
 * @thread any
 */
MCPCLIENT_API mcpclient_str mcpclient_input_message(const mcpclient_input *input);

/**
 * As mcpclient_input_message(), in the server's very words: not safe to show. Borrowed from the
 * input, without a NUL.
 *
 * @thread any
 */
MCPCLIENT_API mcpclient_str mcpclient_input_message_raw(const mcpclient_input *input);

/**
 * All that the server sent, verbatim, as a JSON object; once it was changed at a checkpoint, as it
 * was approved. Borrowed from the input.
 *
 * @thread any
 */
MCPCLIENT_API mcpclient_str mcpclient_input_params(const mcpclient_input *input);

/**
 * Where the user shall go, made safe to show, whole; no text unless it is a URL visit. Show it
 * before anything is opened, and open it only if the user agrees. Borrowed from the input, and
 * ends with a NUL.
 *
 * @thread any
 */
MCPCLIENT_API mcpclient_str mcpclient_input_url(const mcpclient_input *input);

/**
 * As mcpclient_input_url(), as the server wrote it: to be opened, not shown. Borrowed from the
 * input, without a NUL.
 *
 * @thread any
 */
MCPCLIENT_API mcpclient_str mcpclient_input_url_raw(const mcpclient_input *input);

/**
 * The server's name for a URL visit, where the revision has one; no text for other kinds.
 * Whether the visit is finished, `visited` tells. Borrowed from the input, without a NUL.
 *
 * @thread any
 */
MCPCLIENT_API mcpclient_str mcpclient_input_elicitation_id(const mcpclient_input *input);

/**
 * Frees an input of yours, and all that was borrowed from it; NULL is fine. One that was not
 * answered turns the server away: "cancel" for forms and URLs, a refusal for the rest.
 *
 * @thread any
 */
MCPCLIENT_API void mcpclient_input_free(mcpclient_input *input);

/**
 * How many warnings there are about what an input asks. Borrows the input.
 *
 * @thread any
 */
MCPCLIENT_API size_t mcpclient_input_hazard_count(const mcpclient_input *input);

/**
 * One warning, MCPCLIENT_HAZARD_...; 0 beyond the last. `field` may be NULL; it is written the
 * field of the form that the warning is about, or SIZE_MAX if it is about the message. Borrows
 * the input.
 *
 * @thread any
 */
MCPCLIENT_API
mcpclient_hazard mcpclient_input_hazard(const mcpclient_input *input,
                                        size_t index,
                                        size_t *field);

/**
 * The URL as browsers read it; no text unless it is a URL visit. Borrowed from the input,
 * without a NUL.
 *
 * @thread any
 */
MCPCLIENT_API mcpclient_str mcpclient_input_url_canonical(const mcpclient_input *input);

/**
 * The host of the URL as people read it, which a dialog names plainly (URL-04); no text unless
 * it is a URL visit. Borrowed from the input, without a NUL.
 *
 * @thread any
 */
MCPCLIENT_API mcpclient_str mcpclient_input_url_host(const mcpclient_input *input);

/**
 * The host of the URL as it goes over the wire, where letters beyond ASCII are spelled in Punycode
 * (URL-07); no text unless it is a URL visit. Borrowed from the input, without a NUL.
 *
 * @thread any
 */
MCPCLIENT_API mcpclient_str mcpclient_input_url_host_raw(const mcpclient_input *input);

/**
 * The end of mcpclient_input_url_host() that somebody had to register, which should stand out
 * against look-alikes (URL-06); no text if there is none. Borrowed from the input, without a
 * NUL.
 *
 * @thread any
 */
MCPCLIENT_API mcpclient_str mcpclient_input_url_domain(const mcpclient_input *input);

/**
 * How many warnings there are about the URL of a visit. Borrows the input.
 *
 * @thread any
 */
MCPCLIENT_API size_t mcpclient_input_url_hazard_count(const mcpclient_input *input);

/**
 * One warning about the URL of a visit, MCPCLIENT_URL_HAZARD_...; 0 beyond the last. Borrows the
 * input.
 *
 * @thread any
 */
MCPCLIENT_API
mcpclient_url_hazard mcpclient_input_url_hazard(const mcpclient_input *input,
                                                size_t index);

/**
 * Reads one item out of its JSON, as it stands in the result of a list (see mcpclient_json_at()). Copies
 * the text; `*item` is yours, and so is `*error`.
 *
 * Fails with MCPCLIENT_E_PROTOCOL (it is not what it should be; the message says what is missing),
 * MCPCLIENT_E_INVALID_ARG, MCPCLIENT_E_BAD_JSON.
 *
 * @thread any
 */
MCPCLIENT_API
mcpclient_status mcpclient_item_read(mcpclient_item_kind of,
                                     mcpclient_str json,
                                     mcpclient_item **item,
                                     mcpclient_error **error);

/**
 * Finds a tool or a prompt by its name, a resource by its URI, or a template by its own, in the last list
 * of its kind that this client read to its end; with MCPCLIENT_ITEM_SERVER the server, whatever the name.
 * What a dialog needs before a tool is called (TOL-18, TOL-19). Its icons are judged by the client's
 * mcpclient_options.server_host (MET-10). Borrows the name; `*item` is yours, and
 * so is `*error`.
 *
 * Fails with MCPCLIENT_E_GONE (it was not listed, or the server said since that the list has changed),
 * MCPCLIENT_E_INVALID_ARG, MCPCLIENT_E_BAD_JSON (not UTF-8).
 *
 * @thread any
 */
MCPCLIENT_API
mcpclient_status mcpclient_item_find(mcpclient *client,
                                     mcpclient_item_kind of,
                                     mcpclient_str name,
                                     mcpclient_item **item,
                                     mcpclient_error **error);

/**
 * Frees an item; NULL is fine.
 *
 * @thread any
 */
MCPCLIENT_API void mcpclient_item_free(mcpclient_item *item);

/**
 * All that the server says of it, verbatim: schemas, "_meta", and whatever else is not told here. Borrowed
 * from the item, without a NUL.
 *
 * @thread any
 */
MCPCLIENT_API
mcpclient_str mcpclient_item_json(const mcpclient_item *item);

/**
 * Its name, to the letter: what a call is made with (TOL-06). Not safe to show. Borrowed from the item,
 * without a NUL.
 *
 * @thread any
 */
MCPCLIENT_API
mcpclient_str mcpclient_item_name(const mcpclient_item *item);

/**
 * Its name for people, made safe to show: the title, or else the name (TOL-08, MET-05). Borrowed from the
 * item, with a NUL.
 *
 * @thread any
 */
MCPCLIENT_API
mcpclient_str mcpclient_item_label(const mcpclient_item *item);

/**
 * What it is for, made safe to show; no text if the server does not say. Borrowed from the item, with a
 * NUL.
 *
 * @thread any
 */
MCPCLIENT_API
mcpclient_str mcpclient_item_description(const mcpclient_item *item);

/**
 * The URI of a resource, or the URI template of a template; no text for others. Opaque (RES-02), and not
 * safe to show. Borrowed from the item, without a NUL.
 *
 * @thread any
 */
MCPCLIENT_API
mcpclient_str mcpclient_item_uri(const mcpclient_item *item);

/**
 * The media type of a resource, or of all that a template leads to, made safe to show; no text if the
 * server does not say (RES-05, RES-09). Borrowed from the item, with a NUL.
 *
 * @thread any
 */
MCPCLIENT_API
mcpclient_str mcpclient_item_mime_type(const mcpclient_item *item);

/**
 * Whether the server says how many bytes a resource has, and how many, unless `size` is NULL. Borrows the
 * item.
 *
 * @thread any
 */
MCPCLIENT_API
bool mcpclient_item_size(const mcpclient_item *item,
                         uint64_t *size);

/**
 * What a tool says of its effects: MCPCLIENT_HINT_...; 0 for others. Borrows the item.
 *
 * @thread any
 */
MCPCLIENT_API mcpclient_hints mcpclient_item_hints(const mcpclient_item *item);

/**
 * How many warnings there are about its label and its description (TOL-20, PRM-05). Borrows the item.
 *
 * @thread any
 */
MCPCLIENT_API
size_t mcpclient_item_hazard_count(const mcpclient_item *item);

/**
 * One warning, MCPCLIENT_HAZARD_...; 0 beyond the last. Borrows the item.
 *
 * @thread any
 */
MCPCLIENT_API mcpclient_hazard mcpclient_item_hazard(const mcpclient_item *item, size_t index);

/**
 * How many arguments a prompt has (PRM-03), or variables a template (RES-06). Borrows the item.
 *
 * @thread any
 */
MCPCLIENT_API size_t mcpclient_item_argument_count(const mcpclient_item *item);

/**
 * The name of an argument, to the letter. Not safe to show. Borrowed from the item, without a NUL.
 *
 * @thread any
 */
MCPCLIENT_API mcpclient_str mcpclient_item_argument_name(const mcpclient_item *item, size_t index);

/**
 * The name of an argument for people, made safe to show. Borrowed from the item, with a NUL.
 *
 * @thread any
 */
MCPCLIENT_API mcpclient_str mcpclient_item_argument_label(const mcpclient_item *item, size_t index);

/**
 * What an argument is for, made safe to show; no text if the server does not say. Borrowed from the item,
 * with a NUL.
 *
 * @thread any
 */
MCPCLIENT_API
mcpclient_str mcpclient_item_argument_description(const mcpclient_item *item,
                                                  size_t index);

/**
 * Whether a prompt cannot do without an argument. Borrows the item.
 *
 * @thread any
 */
MCPCLIENT_API bool mcpclient_item_argument_required(const mcpclient_item *item, size_t index);

/**
 * Whether `arguments`, a JSON object of strings or no text, will do for a prompt (PRM-03), as
 * mcpclient_get_prompt() checks it for prompts that were listed. Borrows both; `*error` is yours.
 *
 * Fails with MCPCLIENT_E_FORM (the error names every argument that is missing, by its place here),
 * MCPCLIENT_E_INVALID_ARG (one is no string), MCPCLIENT_E_BAD_JSON.
 *
 * @thread any
 */
MCPCLIENT_API
mcpclient_status mcpclient_item_check_arguments(const mcpclient_item *item,
                                                mcpclient_str arguments,
                                                mcpclient_error **error);

/**
 * Fills in a URI template after RFC 6570 (RES-06). `values` is a JSON object of strings, or of lists and
 * objects of strings where the template has a use for them; what is not given is left out. Copies the URI
 * into `buffer`, as mcpclient_str_copy() does, and sets `*needed`, unless it is NULL, to the size that all
 * of it needs with a terminating NUL. The buffer stays yours; NULL asks for the size alone. `*error` is
 * yours.
 *
 * Fails with MCPCLIENT_E_UNSUPPORTED (it is no template, or none by the RFC), MCPCLIENT_E_INVALID_ARG
 * (another value than those), MCPCLIENT_E_TOO_LARGE, MCPCLIENT_E_BAD_JSON.
 *
 * @thread any
 */
MCPCLIENT_API
mcpclient_status mcpclient_item_expand(const mcpclient_item *item,
                                       mcpclient_str values,
                                       char *buffer,
                                       size_t size,
                                       size_t *needed,
                                       mcpclient_error **error);

/**
 * How many icons it has, those that are not to be shown included (MET-07). Borrows the item.
 *
 * @thread any
 */
MCPCLIENT_API size_t mcpclient_item_icon_count(const mcpclient_item *item);

/**
 * Where an icon is, as the server wrote it; the library loads nothing. Use it only with
 * MCPCLIENT_ICON_GOOD, and without your credentials or cookies. Borrowed from the item, without a NUL.
 *
 * @thread any
 */
MCPCLIENT_API
mcpclient_str mcpclient_item_icon_source(const mcpclient_item *item,
                                         size_t index);

/**
 * For which background an icon is made: MCPCLIENT_THEME_.... Borrows the item.
 *
 * @thread any
 */
MCPCLIENT_API mcpclient_theme mcpclient_item_icon_theme(const mcpclient_item *item, size_t index);

/**
 * Why an icon is not to be shown, as far as that can be told without loading it: MCPCLIENT_ICON_...
 * (MET-09, MET-10). Of an item out of mcpclient_item_find() also by mcpclient_options.server_host. Borrows the
 * item.
 *
 * @thread any
 */
MCPCLIENT_API
mcpclient_icon_fault mcpclient_item_icon_fault(const mcpclient_item *item,
                                               size_t index);

/**
 * Whether what you loaded from an icon's source may be shown: it is an image of a known kind, of the one
 * that it was said to be, and not too large; drawings must hold nothing that could run or load something
 * (MET-10). Of an icon at fault nothing may: the answer is that fault. Borrows both.
 *
 * @thread any
 */
MCPCLIENT_API
mcpclient_icon_fault mcpclient_item_vet_icon(const mcpclient_item *item,
                                             size_t index,
                                             const void *bytes,
                                             size_t size);

/**
 * Copies the bytes that an icon brings in its source, at most `size`, into `buffer`. Returns how many there
 * are; 0 if they are elsewhere, or not to be shown. The buffer stays yours; NULL asks for the size alone.
 *
 * @thread any
 */
MCPCLIENT_API
size_t mcpclient_item_icon_bytes(const mcpclient_item *item,
                                 size_t index,
                                 void *buffer,
                                 size_t size);

/**
 * Whether a redirection met while loading an icon may be followed: only to the same scheme, host and port
 * (MET-09), and never for an icon at fault. Borrows both.
 *
 * @thread any
 */
MCPCLIENT_API
bool mcpclient_item_icon_may_redirect(const mcpclient_item *item,
                                      size_t index,
                                      mcpclient_str to);

/**
 * The place of the icon that fits best at a number of pixels on a background, of those that are not at
 * fault (MET-11); SIZE_MAX if there is none. Borrows the item.
 *
 * @thread any
 */
MCPCLIENT_API
size_t mcpclient_item_choose_icon(const mcpclient_item *item,
                                  uint32_t pixels,
                                  mcpclient_theme theme);

/**
 * How many fields the form has, in the server's order; they are named by index. There may be
 * none: then the form is a mere confirmation. Borrows the input.
 *
 * @thread any
 */
MCPCLIENT_API size_t mcpclient_input_field_count(const mcpclient_input *input);

/**
 * The index of the field of that name; SIZE_MAX if there is none. Borrows both.
 *
 * @thread any
 */
MCPCLIENT_API
size_t mcpclient_input_field_by_name(const mcpclient_input *input,
                                     mcpclient_str name);

/**
 * The name under which the answer is sent, as the server wrote it: not safe to show. Borrowed
 * from the input, without a NUL.
 *
 * @thread any
 */
MCPCLIENT_API mcpclient_str mcpclient_input_field_name(const mcpclient_input *input, size_t index);

/**
 * What to call the field: its title, or its name where it has none (ELI-28), made safe to show.
 * Borrowed from the input, and ends with a NUL.
 *
 * @thread any
 */
MCPCLIENT_API mcpclient_str mcpclient_input_field_title(const mcpclient_input *input, size_t index);

/**
 * The field's title as the server wrote it, not safe to show; no text if it has none. Borrowed
 * from the input, without a NUL.
 *
 * @thread any
 */
MCPCLIENT_API
mcpclient_str mcpclient_input_field_title_raw(const mcpclient_input *input,
                                              size_t index);

/**
 * More about the field, made safe to show; no text if there is no more. Borrowed from the input,
 * and ends with a NUL.
 *
 * @thread any
 */
MCPCLIENT_API
mcpclient_str mcpclient_input_field_description(const mcpclient_input *input,
                                                size_t index);

/**
 * As mcpclient_input_field_description(), as the server wrote it: not safe to show. Borrowed
 * from the input, without a NUL.
 *
 * @thread any
 */
MCPCLIENT_API
mcpclient_str mcpclient_input_field_description_raw(const mcpclient_input *input,
                                                    size_t index);

/**
 * What the field takes: one of MCPCLIENT_FIELD_...; 0 for a wrong `index`. Borrows the input.
 *
 * @thread any
 */
MCPCLIENT_API
mcpclient_field_kind mcpclient_input_field_kind(const mcpclient_input *input,
                                                size_t index);

/**
 * Whether an accepted form must have a value here (ELI-25). Borrows the input.
 *
 * @thread any
 */
MCPCLIENT_API bool mcpclient_input_field_required(const mcpclient_input *input, size_t index);

/**
 * False if no value would do, because the server's limits contradict each other: leave such a
 * field, which is never required, out of the dialog. Borrows the input.
 *
 * @thread any
 */
MCPCLIENT_API bool mcpclient_input_field_answerable(const mcpclient_input *input, size_t index);

/**
 * The value that the field starts with (ELI-24), as JSON; no text if there is none. Borrowed
 * from the input.
 *
 * @thread any
 */
MCPCLIENT_API
mcpclient_str mcpclient_input_field_default(const mcpclient_input *input,
                                            size_t index);

/**
 * The smallest number that the field takes, in digits; no text if there is no limit. If
 * `*exclusive`, the number must be larger; it is written only if there is a limit, and may be
 * NULL. Borrowed from the input, and ends with a NUL.
 *
 * @thread any
 */
MCPCLIENT_API
mcpclient_str mcpclient_input_field_min(const mcpclient_input *input,
                                        size_t index,
                                        bool *exclusive);

/**
 * The largest number that the field takes, as mcpclient_input_field_min(). Borrowed from the
 * input, and ends with a NUL.
 *
 * @thread any
 */
MCPCLIENT_API
mcpclient_str mcpclient_input_field_max(const mcpclient_input *input,
                                        size_t index,
                                        bool *exclusive);

/**
 * What the number must be a whole multiple of, in digits; no text if it may be any. Borrowed from
 * the input, and ends with a NUL.
 *
 * @thread any
 */
MCPCLIENT_API mcpclient_str mcpclient_input_field_step(const mcpclient_input *input, size_t index);

/**
 * The fewest characters of a text (Unicode code points), or the fewest options to choose. False,
 * and nothing written, if there is no limit. Borrows the input; `least` may be NULL.
 *
 * @thread any
 */
MCPCLIENT_API
bool mcpclient_input_field_min_length(const mcpclient_input *input,
                                      size_t index,
                                      uint64_t *least);

/**
 * The most characters of a text (Unicode code points), or the most options to choose. False, and
 * nothing written, if there is no limit. Borrows the input; `most` may be NULL.
 *
 * @thread any
 */
MCPCLIENT_API
bool mcpclient_input_field_max_length(const mcpclient_input *input,
                                      size_t index,
                                      uint64_t *most);

/**
 * What a text must be: "email", "uri", "date", "date-time", or a word that is not checked; no
 * text if it may be anything. Borrowed from the input, without a NUL.
 *
 * @thread any
 */
MCPCLIENT_API
mcpclient_str mcpclient_input_field_format(const mcpclient_input *input,
                                           size_t index);

/**
 * The regular expression that a text must match somewhere (ELI-14), as the server wrote it; no
 * text if there is none. Borrowed from the input, without a NUL.
 *
 * @thread any
 */
MCPCLIENT_API
mcpclient_str mcpclient_input_field_pattern(const mcpclient_input *input,
                                            size_t index);

/**
 * How many options there are to choose from; 0 for other kinds. Borrows the input.
 *
 * @thread any
 */
MCPCLIENT_API size_t mcpclient_input_option_count(const mcpclient_input *input, size_t index);

/**
 * What is sent if the option is chosen, as the server wrote it: not safe to show. Borrowed from
 * the input, without a NUL.
 *
 * @thread any
 */
MCPCLIENT_API
mcpclient_str mcpclient_input_option_value(const mcpclient_input *input,
                                           size_t index,
                                           size_t option);

/**
 * What to call the option, made safe to show. Borrowed from the input, and ends with a NUL.
 *
 * @thread any
 */
MCPCLIENT_API
mcpclient_str mcpclient_input_option_label(const mcpclient_input *input,
                                           size_t index,
                                           size_t option);

/**
 * As mcpclient_input_option_label(), as the server wrote it: not safe to show. Borrowed from the
 * input, without a NUL.
 *
 * @thread any
 */
MCPCLIENT_API
mcpclient_str mcpclient_input_option_label_raw(const mcpclient_input *input,
                                               size_t index,
                                               size_t option);

/**
 * How many things in the form's schema were read as meant, though the server did not write them as
 * the protocol has them (ELI-11): for the server's developer, no reason to refuse. 0 for other
 * inputs. Borrows the input.
 *
 * @thread any
 */
MCPCLIENT_API size_t mcpclient_input_objection_count(const mcpclient_input *input);

/**
 * What kind of thing: a short name that never changes its meaning, such as "typeMissing" or
 * "badDefault". New ones may come. Borrowed, lives for ever, without a NUL; no text for a
 * wrong `index`.
 *
 * @thread any
 */
MCPCLIENT_API
mcpclient_str mcpclient_input_objection_name(const mcpclient_input *input,
                                             size_t index);

/**
 * The name of the property concerned, as the server wrote it: not safe to show. No text if it is the
 * schema as a whole. Borrowed from the input, without a NUL.
 *
 * @thread any
 */
MCPCLIENT_API
mcpclient_str mcpclient_input_objection_property(const mcpclient_input *input,
                                                 size_t index);

/**
 * An English sentence on what was found and what was made of it. Safe to show: it quotes nothing.
 * Borrowed, lives for ever, without a NUL; no text for a wrong `index`.
 *
 * @thread any
 */
MCPCLIENT_API
mcpclient_str mcpclient_input_objection_text(const mcpclient_input *input,
                                             size_t index);

/**
 * Fills in one field from text as typed (ELI-27): numbers and dates are read, yes and no
 * understood, options found by value, label or number. Empty text empties the field. On
 * MCPCLIENT_E_FORM the text does not fit the field; the entry is kept, and later checks report
 * it again, so ask the user once more. Copies `text`; `*error` is yours.
 *
 * Fails with MCPCLIENT_E_FORM, MCPCLIENT_E_INVALID_ARG (no such field, no form),
 * MCPCLIENT_E_BAD_JSON (not UTF-8).
 *
 * @thread any
 */
MCPCLIENT_API
mcpclient_status mcpclient_input_set_text(mcpclient_input *input,
                                          size_t index,
                                          mcpclient_str text,
                                          mcpclient_error **error);

/**
 * Fills in one field with a JSON value, such as true, 3 or ["a"]. Copies `value`; `*error` is
 * yours.
 *
 * Fails as mcpclient_input_set_text() does, and with MCPCLIENT_E_BAD_JSON for what is not JSON.
 *
 * @thread any
 */
MCPCLIENT_API
mcpclient_status mcpclient_input_set_json(mcpclient_input *input,
                                          size_t index,
                                          mcpclient_str value,
                                          mcpclient_error **error);

/**
 * Chooses an option, or takes it back if `on` is 0. Of MCPCLIENT_FIELD_ONE_OF the last one
 * chosen counts. Borrows the input.
 *
 * Fails with MCPCLIENT_E_INVALID_ARG (no such field or option).
 *
 * @thread any
 */
MCPCLIENT_API
mcpclient_status mcpclient_input_select(mcpclient_input *input,
                                        size_t index,
                                        size_t option,
                                        int32_t on);

/**
 * Whether an option is chosen now, be it by default. Borrows the input.
 *
 * @thread any
 */
MCPCLIENT_API
bool mcpclient_input_selected(const mcpclient_input *input,
                              size_t index,
                              size_t option);

/**
 * Empties a field: an optional one is left out of the answer, whatever its default. Borrows the
 * input.
 *
 * Fails with MCPCLIENT_E_INVALID_ARG (no such field).
 *
 * @thread any
 */
MCPCLIENT_API mcpclient_status mcpclient_input_clear(mcpclient_input *input, size_t index);

/**
 * Makes a field untouched again: it holds its default (ELI-24). Borrows the input.
 *
 * Fails with MCPCLIENT_E_INVALID_ARG (no such field).
 *
 * @thread any
 */
MCPCLIENT_API mcpclient_status mcpclient_input_reset(mcpclient_input *input, size_t index);

/**
 * Whether anything was filled in, or emptied: what is untouched holds its default, and is left out of the
 * answer if it has none and need not be there (ELI-24, ELI-25). False if there is no such field. Borrows
 * the input.
 *
 * @thread any
 */
MCPCLIENT_API
bool mcpclient_input_touched(const mcpclient_input *input,
                             size_t index);

/**
 * What a field holds now, as JSON: what was filled in, or its default if nothing was; no text if
 * it is empty, or holds what could not be read. Borrowed from the input: it lives until the
 * field is changed, or the input freed.
 *
 * @thread any
 */
MCPCLIENT_API mcpclient_str mcpclient_input_value(const mcpclient_input *input, size_t index);

/**
 * Copies what a field holds now into `buffer`, as mcpclient_str_copy() does: as text that
 * mcpclient_input_set_text() reads as the same value, for a place to type in. Choices are their labels,
 * unless only the value is clear. Returns the size that all of it needs with a terminating NUL; 0 if
 * the field is empty, and then nothing is written. A default is the server's text, and not safe to show;
 * mcpclient_str_display() makes it so.
 *
 * The buffer stays yours; NULL asks for the size alone.
 *
 * @thread any
 */
MCPCLIENT_API
size_t mcpclient_input_value_text(const mcpclient_input *input,
                                  size_t index,
                                  char *buffer,
                                  size_t size);

/**
 * What is wrong with one field as it is now (ELI-34): MCPCLIENT_E_FORM, or MCPCLIENT_OK. Borrows
 * the input; `*error` is yours.
 *
 * Fails also with MCPCLIENT_E_INVALID_ARG (no such field).
 *
 * @thread any
 */
MCPCLIENT_API
mcpclient_status mcpclient_input_check_field(const mcpclient_input *input,
                                             size_t index,
                                             mcpclient_error **error);

/**
 * What is wrong with the form as it is now, all fields at once (ELI-34): MCPCLIENT_E_FORM, or
 * MCPCLIENT_OK if it could be accepted. Borrows the input; `*error` is yours.
 *
 * Fails also with MCPCLIENT_E_INVALID_ARG (not a form).
 *
 * @thread any
 */
MCPCLIENT_API
mcpclient_status mcpclient_input_check(const mcpclient_input *input,
                                       mcpclient_error **error);

/**
 * Exactly the content that mcpclient_input_accept() would send now, as JSON: for a last look
 * (ELI-48). At a checkpoint, exactly what mcpclient_input_approve() would let go on: the parameters
 * that the model is asked, or the result that the server is sent. `*content` is borrowed from the
 * input: it lives until the next preview, or the input is freed. `*error` is yours.
 *
 * Fails with MCPCLIENT_E_FORM (it could not be accepted now), MCPCLIENT_E_INVALID_ARG (there is
 * nothing to see before it is answered).
 *
 * @thread any
 */
MCPCLIENT_API
mcpclient_status mcpclient_input_preview(mcpclient_input *input,
                                         mcpclient_str *content,
                                         mcpclient_error **error);

/**
 * An answer as JSON, completed by the form's defaults for the members that it lacks (ELI-24), in the
 * order of the form: for answers that no person fills in, before mcpclient_input_accept_json(). What is
 * there stays as it is, wrong or not, and so does JSON that is no object; what was typed into
 * the fields does not count. `*filled` is borrowed from the input: it lives until the next call of this
 * function, or the input is freed. `*error` is yours.
 *
 * Fails with MCPCLIENT_E_INVALID_ARG (not a form, no content), MCPCLIENT_E_BAD_JSON.
 *
 * @thread any
 */
MCPCLIENT_API
mcpclient_status mcpclient_input_with_defaults(mcpclient_input *input,
                                               mcpclient_str content,
                                               mcpclient_str *filled,
                                               mcpclient_error **error);

/**
 * How many messages the prompt has; 0 for other inputs. Borrows the input.
 *
 * @thread any
 */
MCPCLIENT_API size_t mcpclient_input_sample_message_count(const mcpclient_input *input);

/**
 * Who speaks in a message: "user" or "assistant" (SAM-07). Borrowed from the input, without a
 * NUL.
 *
 * @thread any
 */
MCPCLIENT_API
mcpclient_str mcpclient_input_sample_role(const mcpclient_input *input,
                                          size_t message);

/**
 * How many blocks of content a message has. Borrows the input.
 *
 * @thread any
 */
MCPCLIENT_API
size_t mcpclient_input_sample_block_count(const mcpclient_input *input,
                                          size_t message);

/**
 * What a block of a message is: one of MCPCLIENT_BLOCK_.... Borrows the input.
 *
 * @thread any
 */
MCPCLIENT_API
mcpclient_block_kind mcpclient_input_sample_block_kind(const mcpclient_input *input,
                                                       size_t message,
                                                       size_t block);

/**
 * A block of a message as JSON, verbatim: also for the kinds that have no function of their own.
 * Borrowed from the input.
 *
 * @thread any
 */
MCPCLIENT_API
mcpclient_str mcpclient_input_sample_block(const mcpclient_input *input,
                                           size_t message,
                                           size_t block);

/**
 * The text of a text block, whole, and made safe to show to the user who approves it (SAM-31).
 * Borrowed from the input, and ends with a NUL.
 *
 * @thread any
 */
MCPCLIENT_API
mcpclient_str mcpclient_input_sample_text(const mcpclient_input *input,
                                          size_t message,
                                          size_t block);

/**
 * As mcpclient_input_sample_text(), in the server's very words: for the model, not safe to show.
 * Borrowed from the input, without a NUL.
 *
 * @thread any
 */
MCPCLIENT_API
mcpclient_str mcpclient_input_sample_text_raw(const mcpclient_input *input,
                                              size_t message,
                                              size_t block);

/**
 * The media type of an image or sound. Borrowed from the input, without a NUL.
 *
 * @thread any
 */
MCPCLIENT_API
mcpclient_str mcpclient_input_sample_mime(const mcpclient_input *input,
                                          size_t message,
                                          size_t block);

/**
 * An image or sound, in base64. Borrowed from the input, without a NUL.
 *
 * @thread any
 */
MCPCLIENT_API
mcpclient_str mcpclient_input_sample_data(const mcpclient_input *input,
                                          size_t message,
                                          size_t block);

/**
 * The system prompt that the server wishes, which you may change or drop (SAM-15), made safe to
 * show; no text if there is none. Borrowed from the input, and ends with a NUL.
 *
 * @thread any
 */
MCPCLIENT_API mcpclient_str mcpclient_input_sample_system_prompt(const mcpclient_input *input);

/**
 * As mcpclient_input_sample_system_prompt(), in the server's very words: for the model, not safe
 * to show. Borrowed from the input, without a NUL.
 *
 * @thread any
 */
MCPCLIENT_API mcpclient_str mcpclient_input_sample_system_prompt_raw(const mcpclient_input *input);

/**
 * The most tokens to sample (SAM-17). False, and nothing written, for other inputs. Borrows the
 * input; `tokens` may be NULL.
 *
 * @thread any
 */
MCPCLIENT_API bool mcpclient_input_sample_max_tokens(const mcpclient_input *input, int64_t *tokens);

/**
 * The temperature that the server wishes. False, and nothing written, if it does not. Borrows
 * the input; `temperature` may be NULL.
 *
 * @thread any
 */
MCPCLIENT_API
bool mcpclient_input_sample_temperature(const mcpclient_input *input,
                                        double *temperature);

/**
 * How many hints there are about the model. Borrows the input.
 *
 * @thread any
 */
MCPCLIENT_API size_t mcpclient_input_sample_hint_count(const mcpclient_input *input);

/**
 * A hint about the model: part of a name, the most wanted first (SAM-12, SAM-13); no text if the
 * hint is something else. Borrowed from the input, without a NUL.
 *
 * @thread any
 */
MCPCLIENT_API mcpclient_str mcpclient_input_sample_hint(const mcpclient_input *input, size_t index);

/**
 * How much a low price matters, from 0 to 1 (SAM-11). False, and nothing written, if the server
 * does not say. Borrows the input; `priority` may be NULL.
 *
 * @thread any
 */
MCPCLIENT_API
bool mcpclient_input_sample_cost_priority(const mcpclient_input *input,
                                          double *priority);

/**
 * How much speed matters, as mcpclient_input_sample_cost_priority(). Borrows the input;
 * `priority` may be NULL.
 *
 * @thread any
 */
MCPCLIENT_API
bool mcpclient_input_sample_speed_priority(const mcpclient_input *input,
                                           double *priority);

/**
 * How much ability matters, as mcpclient_input_sample_cost_priority(). Borrows the input;
 * `priority` may be NULL.
 *
 * @thread any
 */
MCPCLIENT_API
bool mcpclient_input_sample_intelligence_priority(const mcpclient_input *input,
                                                  double *priority);

/**
 * How many stop sequences there are. Borrows the input.
 *
 * @thread any
 */
MCPCLIENT_API size_t mcpclient_input_sample_stop_count(const mcpclient_input *input);

/**
 * A stop sequence, verbatim. Borrowed from the input, without a NUL.
 *
 * @thread any
 */
MCPCLIENT_API mcpclient_str mcpclient_input_sample_stop(const mcpclient_input *input, size_t index);

/**
 * Whose context the server wishes in the prompt (SAM-16): "none", "thisServer" or "allServers"; no
 * text if it does not say, which is "none". Where context can be declared and you have not, every
 * wish is "none". Borrowed from the input, without a NUL.
 *
 * @thread any
 */
MCPCLIENT_API mcpclient_str mcpclient_input_sample_context(const mcpclient_input *input);

/**
 * The tools that the model may use, as a JSON array (SAM-21); no text if there are none. The
 * server runs them, not you: answer with mcpclient_input_answer_json(). Borrowed from the input.
 *
 * @thread any
 */
MCPCLIENT_API mcpclient_str mcpclient_input_sample_tools(const mcpclient_input *input);

/**
 * Whether the model may, must or must not use a tool: "auto", "required" or "none" (SAM-20); no
 * text if the server does not say, which is "auto". Borrowed from the input, without a NUL.
 *
 * @thread any
 */
MCPCLIENT_API mcpclient_str mcpclient_input_sample_tool_choice(const mcpclient_input *input);

/**
 * Sets all fields to 0 and `struct_size` to `size`, which is sizeof(mcpclient_model). The struct stays
 * yours.
 *
 * @thread any
 */
MCPCLIENT_API
void mcpclient_model_init(mcpclient_model *model,
                          size_t size);

/**
 * Sets all fields to 0 and `struct_size` to `size`, which is sizeof(mcpclient_choice). The struct stays
 * yours.
 *
 * @thread any
 */
MCPCLIENT_API
void mcpclient_choice_init(mcpclient_choice *choice,
                           size_t size);

/**
 * Chooses a model for a sample from your catalogue, an array of `count` models that were all set up by
 * the same program: by the server's hints in order, each a part of a name or alias, in whatever case
 * (SAM-12, SAM-13), and between several by its priorities (SAM-11, SAM-14). It is advice: use another
 * if you like (SAM-42). Borrows the catalogue; fills in `*choice`, which stays yours; so is `*error`.
 *
 * Fails with MCPCLIENT_E_INVALID_ARG (no sample, an empty catalogue, a model without a name, a measure
 * that is not from 0 to 1), MCPCLIENT_E_BAD_JSON (not UTF-8), MCPCLIENT_E_UNSUPPORTED (a field that this
 * library does not have).
 *
 * @thread any
 */
MCPCLIENT_API
mcpclient_status mcpclient_input_choose_model(const mcpclient_input *input,
                                              const mcpclient_model *catalogue,
                                              size_t count,
                                              mcpclient_choice *choice,
                                              mcpclient_error **error);

/**
 * Copies the reason of a choice, as an English sentence without a full stop, into `buffer`, as
 * mcpclient_str_copy() does. Returns the size that all of it needs with a terminating NUL; 0 for NULL.
 *
 * The buffer stays yours; NULL asks for the size alone.
 *
 * @thread any
 */
MCPCLIENT_API
size_t mcpclient_choice_text(const mcpclient_choice *choice,
                             char *buffer,
                             size_t size);

/**
 * At which checkpoint an input stands: one of MCPCLIENT_CHECKPOINT_.... Borrows the input.
 *
 * @thread any
 */
MCPCLIENT_API mcpclient_checkpoint mcpclient_input_checkpoint(const mcpclient_input *input);

/**
 * At a checkpoint: what is shown there may go on: a request as it was changed with
 * mcpclient_input_change_text() and its siblings, a result as it is. Nothing changes it after that. To
 * refuse, use mcpclient_input_decline(), mcpclient_input_cancel(), mcpclient_input_fail() or
 * mcpclient_input_abort_call(). `*error` is yours.
 *
 * Fails with MCPCLIENT_E_SAMPLE (the request was changed into one that the server does not allow: more
 * tokens, other tools, or no request at all; it still stands there), MCPCLIENT_E_GONE (too late),
 * MCPCLIENT_E_INVALID_ARG (it does not stand at a checkpoint).
 *
 * @thread any
 */
MCPCLIENT_API
mcpclient_status mcpclient_input_approve(mcpclient_input *input,
                                         mcpclient_error **error);

/**
 * As mcpclient_input_approve(), with something else in place of what is shown: the parameters of a
 * request, or a result, as a JSON object that is sent on to the letter once it is checked. Copies
 * `changed`; `*error` is yours. A result may also be given as an answer is, with
 * mcpclient_input_answer_text() and its siblings.
 *
 * Fails as mcpclient_input_approve() does, and with MCPCLIENT_E_ROOT and MCPCLIENT_E_BAD_JSON.
 *
 * @thread any
 */
MCPCLIENT_API
mcpclient_status mcpclient_input_approve_json(mcpclient_input *input,
                                              mcpclient_str changed,
                                              mcpclient_error **error);

/**
 * Writes the text of a text block anew (SAM-31). mcpclient_input_preview() shows what comes of all
 * changes; the functions for samples still tell what the server wants. Copies `text`.
 *
 * Fails, as its siblings, with MCPCLIENT_E_INVALID_ARG (no such block of text, or not the checkpoint
 * of a request), MCPCLIENT_E_BAD_JSON (not UTF-8).
 *
 * @thread any
 */
MCPCLIENT_API
mcpclient_status mcpclient_input_change_text(mcpclient_input *input,
                                             size_t message,
                                             size_t block,
                                             mcpclient_str text);

/**
 * Adds a message of one text at the end. `role` is "user" or "assistant". Copies both; see
 * mcpclient_input_change_text().
 *
 * @thread any
 */
MCPCLIENT_API
mcpclient_status mcpclient_input_change_add_message(mcpclient_input *input,
                                                    mcpclient_str role,
                                                    mcpclient_str text);

/**
 * Takes a message out; those behind it move up. Borrows the input; see
 * mcpclient_input_change_text().
 *
 * @thread any
 */
MCPCLIENT_API
mcpclient_status mcpclient_input_change_remove_message(mcpclient_input *input,
                                                       size_t message);

/**
 * Another system prompt, or with no text none (SAM-15). Copies it; see
 * mcpclient_input_change_text().
 *
 * @thread any
 */
MCPCLIENT_API
mcpclient_status mcpclient_input_change_system_prompt(mcpclient_input *input,
                                                      mcpclient_str prompt);

/**
 * Fewer tokens; more than the server allows will not be approved (SAM-17). Borrows the input; see
 * mcpclient_input_change_text().
 *
 * @thread any
 */
MCPCLIENT_API
mcpclient_status mcpclient_input_change_max_tokens(mcpclient_input *input,
                                                   int64_t tokens);

/**
 * The model that the user agreed to: it becomes the only hint, so that mcpclient_input_choose_model()
 * chooses it (SAM-32). Copies the name; see mcpclient_input_change_text().
 *
 * @thread any
 */
MCPCLIENT_API
mcpclient_status mcpclient_input_change_model(mcpclient_input *input,
                                              mcpclient_str name);

/**
 * Takes all changes of a request back. Borrows the input; see mcpclient_input_change_text().
 *
 * @thread any
 */
MCPCLIENT_API mcpclient_status mcpclient_input_change_reset(mcpclient_input *input);

/**
 * At the checkpoint of a result: what the server will be sent once it is approved, to the letter, as a
 * JSON object; no text elsewhere. Borrowed from the input.
 *
 * @thread any
 */
MCPCLIENT_API
mcpclient_str mcpclient_input_result(const mcpclient_input *input);

/**
 * The text of a result that is to be approved, of all its text blocks, whole, and made safe to show
 * (SAM-33); no text if it has none. Borrowed from the input, and ends with a NUL.
 *
 * @thread any
 */
MCPCLIENT_API mcpclient_str mcpclient_input_result_text(const mcpclient_input *input);

/**
 * How many blocks of content a result has that is to be approved; 0 for the roots. Borrows the input.
 *
 * @thread any
 */
MCPCLIENT_API
size_t mcpclient_input_result_block_count(const mcpclient_input *input);

/**
 * What a block of such a result is: one of MCPCLIENT_BLOCK_.... Borrows the input.
 *
 * @thread any
 */
MCPCLIENT_API
mcpclient_block_kind mcpclient_input_result_block_kind(const mcpclient_input *input,
                                                       size_t block);

/**
 * A block of such a result as JSON, verbatim. Borrowed from the input.
 *
 * @thread any
 */
MCPCLIENT_API
mcpclient_str mcpclient_input_result_block(const mcpclient_input *input,
                                           size_t block);

/**
 * The model that a result names, made safe to show; no text if it names none. Borrowed from the
 * input, and ends with a NUL.
 *
 * @thread any
 */
MCPCLIENT_API mcpclient_str mcpclient_input_result_model(const mcpclient_input *input);

/**
 * Why the model stopped, as a result says, made safe to show; no text if it does not. Borrowed from
 * the input, and ends with a NUL.
 *
 * @thread any
 */
MCPCLIENT_API mcpclient_str mcpclient_input_result_stop_reason(const mcpclient_input *input);

/**
 * Accepts: the user has agreed. A form is checked and sent as it is filled in (ELI-30, ELI-34);
 * on MCPCLIENT_E_FORM nothing was sent: the error names the fields, correct them and accept
 * again. Of a URL visit it says that the user wants to go there, not that they have arrived
 * (ELI-35). `*error`, which is yours, says more.
 *
 * Fails with MCPCLIENT_E_FORM, MCPCLIENT_E_GONE (too late), MCPCLIENT_E_INVALID_ARG (not for
 * this kind).
 *
 * @thread any
 */
MCPCLIENT_API
mcpclient_status mcpclient_input_accept(mcpclient_input *input,
                                        mcpclient_error **error);

/**
 * Accepts a form with the whole of its content, a JSON object, in place of what was filled in.
 * Checked in the same way; members that are missing stay missing. Copies `content`; `*error` is
 * yours.
 *
 * Fails as mcpclient_input_accept() does, and with MCPCLIENT_E_BAD_JSON.
 *
 * @thread any
 */
MCPCLIENT_API
mcpclient_status mcpclient_input_accept_json(mcpclient_input *input,
                                             mcpclient_str content,
                                             mcpclient_error **error);

/**
 * The user says no (ELI-31); a sample or the roots are refused. `reason`, which may be no text,
 * is for your own records: the protocol has no place for it, and it is never sent (ELI-36).
 * Borrows the input.
 *
 * Fails with MCPCLIENT_E_GONE (too late), MCPCLIENT_E_BAD_JSON (not UTF-8).
 *
 * @thread any
 */
MCPCLIENT_API
mcpclient_status mcpclient_input_decline(mcpclient_input *input,
                                         mcpclient_str reason);

/**
 * The user turned away without a choice (ELI-32); a sample or the roots are refused. Borrows the
 * input.
 *
 * Fails with MCPCLIENT_E_GONE (too late).
 *
 * @thread any
 */
MCPCLIENT_API mcpclient_status mcpclient_input_cancel(mcpclient_input *input);

/**
 * You could not: the server gets a JSON-RPC error with your `code` and `message`. Copies
 * `message`.
 *
 * Fails with MCPCLIENT_E_GONE (too late), MCPCLIENT_E_INVALID_ARG (no message),
 * MCPCLIENT_E_BAD_JSON (not UTF-8).
 *
 * @thread any
 */
MCPCLIENT_API
mcpclient_status mcpclient_input_fail(mcpclient_input *input,
                                      int64_t code,
                                      mcpclient_str message);

/**
 * Ends the whole operation (ELI-38): turns the server away, and cancels every call that the
 * input may belong to. `reason`, which may be no text, goes to the server's log. Borrows the
 * input.
 *
 * Fails with MCPCLIENT_E_GONE (too late, and then no call is cancelled), MCPCLIENT_E_BAD_JSON
 * (not UTF-8).
 *
 * @thread any
 */
MCPCLIENT_API
mcpclient_status mcpclient_input_abort_call(mcpclient_input *input,
                                            mcpclient_str reason);

/**
 * Answers a sample with the text that a model gave (SAM-09). `model` is the name of the model
 * that was really used; `stop_reason` is "endTurn", "stopSequence", "maxTokens", another word,
 * or no text (SAM-10). Copies all; `*error` is yours.
 *
 * Fails with MCPCLIENT_E_SAMPLE (nothing was sent: the request wants something else),
 * MCPCLIENT_E_GONE, MCPCLIENT_E_INVALID_ARG, MCPCLIENT_E_BAD_JSON (not UTF-8).
 *
 * @thread any
 */
MCPCLIENT_API
mcpclient_status mcpclient_input_answer_text(mcpclient_input *input,
                                             mcpclient_str model,
                                             mcpclient_str text,
                                             mcpclient_str stop_reason,
                                             mcpclient_error **error);

/**
 * Answers a sample, or the roots, with a JSON-RPC result, verbatim once its shape is checked.
 * Copies `result`; `*error` is yours.
 *
 * Fails with MCPCLIENT_E_SAMPLE or MCPCLIENT_E_ROOT (nothing was sent), MCPCLIENT_E_GONE,
 * MCPCLIENT_E_INVALID_ARG (not for this kind), MCPCLIENT_E_BAD_JSON.
 *
 * @thread any
 */
MCPCLIENT_API
mcpclient_status mcpclient_input_answer_json(mcpclient_input *input,
                                             mcpclient_str result,
                                             mcpclient_error **error);

/**
 * Answers a request for the roots with what is offered of a list, which is looked at and copied as it
 * is now, and stays yours (ROO-02, ROO-17). `*error` is yours.
 *
 * Fails with MCPCLIENT_E_GONE, MCPCLIENT_E_INVALID_ARG (not for this kind).
 *
 * @thread any
 */
MCPCLIENT_API
mcpclient_status mcpclient_input_answer_roots(mcpclient_input *input,
                                              const mcpclient_roots *roots,
                                              mcpclient_error **error);

/**
 * Adds text to the answer that mcpclient_input_answer_blocks() sends. Copies it.
 *
 * Fails, as its siblings, with MCPCLIENT_E_INVALID_ARG (no sample), MCPCLIENT_E_BAD_JSON (not UTF-8).
 *
 * @thread any
 */
MCPCLIENT_API
mcpclient_status mcpclient_input_add_text(mcpclient_input *input,
                                          mcpclient_str text);

/**
 * Adds an image to the answer: base64, and its media type, such as "image/png" (SAM-46). Copies both;
 * see mcpclient_input_add_text().
 *
 * @thread any
 */
MCPCLIENT_API
mcpclient_status mcpclient_input_add_image(mcpclient_input *input,
                                           mcpclient_str data,
                                           mcpclient_str mime);

/**
 * Adds sound to the answer, where the revision has it: base64, and its media type, such as
 * "audio/wav" (SAM-05). Copies both; see mcpclient_input_add_text().
 *
 * @thread any
 */
MCPCLIENT_API
mcpclient_status mcpclient_input_add_audio(mcpclient_input *input,
                                           mcpclient_str data,
                                           mcpclient_str mime);

/**
 * Adds the model's wish to use one of the server's tools (SAM-21, SAM-22): `id` is new in this answer,
 * `arguments` a JSON object. Copies all; see mcpclient_input_add_text().
 *
 * @thread any
 */
MCPCLIENT_API
mcpclient_status mcpclient_input_add_tool_use(mcpclient_input *input,
                                              mcpclient_str id,
                                              mcpclient_str name,
                                              mcpclient_str arguments);

/**
 * Adds a block that is made already, as a JSON object: sent verbatim, `_meta` included (SAM-26).
 * Copies it; see mcpclient_input_add_text().
 *
 * @thread any
 */
MCPCLIENT_API
mcpclient_status mcpclient_input_add_block(mcpclient_input *input,
                                           mcpclient_str block);

/**
 * Takes all blocks out of the answer again. Borrows the input.
 *
 * Fails with MCPCLIENT_E_INVALID_ARG (no sample).
 *
 * @thread any
 */
MCPCLIENT_API mcpclient_status mcpclient_input_clear_blocks(mcpclient_input *input);

/**
 * Answers a sample with the blocks that were added: one is sent as it is, several as a list, which
 * not every server knows. `model` and `stop_reason` as for mcpclient_input_answer_text(). If it fails,
 * the blocks are still there. Copies the texts; `*error` is yours.
 *
 * Fails as mcpclient_input_answer_text() does.
 *
 * @thread any
 */
MCPCLIENT_API
mcpclient_status mcpclient_input_answer_blocks(mcpclient_input *input,
                                               mcpclient_str model,
                                               mcpclient_str stop_reason,
                                               mcpclient_error **error);

/**
 * Makes an input that no server sent, to try out and test your dialogs: the same functions read and
 * answer it, under the same checks, without a client, a process or a thread. It has no client and
 * no calls, and its id is 0.
 *
 * `revision` is the protocol's, such as "2025-11-25"; `method` "elicitation/create",
 * "sampling/createMessage" or "roots/list"; `params` its parameters, a JSON object. `features` says
 * which parts of sampling are declared: MCPCLIENT_SAMPLE_...; everything else is. `*input` is yours,
 * and so is `*error`. Copies the texts.
 *
 * Fails with MCPCLIENT_E_REFUSED (the library would refuse the request on your behalf; the message
 * is what the server would be told), MCPCLIENT_E_UNSUPPORTED (an unknown revision),
 * MCPCLIENT_E_BAD_JSON, MCPCLIENT_E_INVALID_ARG.
 *
 * @thread any
 */
MCPCLIENT_API
mcpclient_status mcpclient_input_rehearse(mcpclient_str revision,
                                          mcpclient_str method,
                                          mcpclient_str params,
                                          mcpclient_sample_features features,
                                          mcpclient_input **input,
                                          mcpclient_error **error);

/**
 * As mcpclient_input_rehearse(), from a server whose own host has that name, such as "mcp.example.com": a
 * URL that imitates it is pointed out (URL-06). Of real servers it is said by
 * mcpclient_options.server_host. Copies the texts; `*input` is yours, and so is `*error`.
 *
 * Fails as mcpclient_input_rehearse() does, and with MCPCLIENT_E_INVALID_ARG without a host.
 *
 * @thread any
 */
MCPCLIENT_API
mcpclient_status mcpclient_input_rehearse_from(mcpclient_str server_host,
                                               mcpclient_str revision,
                                               mcpclient_str method,
                                               mcpclient_str params,
                                               mcpclient_sample_features features,
                                               mcpclient_input **input,
                                               mcpclient_error **error);

/**
 * What the server would have been told, once an input of mcpclient_input_rehearse() is answered:
 * {"result": ...} or {"error": ...}, as JSON. No text before that, where the protocol has nothing to
 * tell, and for inputs of servers. Borrowed from the input.
 *
 * @thread any
 */
MCPCLIENT_API
mcpclient_str mcpclient_input_rehearsed(const mcpclient_input *input);

/**
 * Makes an empty list. `*out` is yours to free, at any time: clients keep what was in it.
 *
 * @thread any
 */
MCPCLIENT_API mcpclient_status mcpclient_roots_new(mcpclient_roots **out);

/**
 * Adds a folder or file by its absolute path, as this system writes paths, which becomes a
 * `file:` URI (ROO-03, ROO-04). On POSIX systems a path is bytes, and need not be UTF-8. `name`,
 * which may be no text, is a label for people (ROO-05). One that is in the list already gets the
 * new name. Copies both; `*error` is yours.
 *
 * That nothing is there is no error: it is offered once there is.
 *
 * Fails with MCPCLIENT_E_ROOT (not a path that can be a root), MCPCLIENT_E_INVALID_ARG,
 * MCPCLIENT_E_BAD_JSON (a name that is not UTF-8, and elsewhere a path).
 *
 * @thread any
 */
MCPCLIENT_API
mcpclient_status mcpclient_roots_add_path(mcpclient_roots *roots,
                                          mcpclient_str path,
                                          mcpclient_str name,
                                          mcpclient_error **error);

/**
 * Adds a folder or file by its `file:` URI (ROO-03), as mcpclient_roots_add_path(). Copies both;
 * `*error` is yours.
 *
 * @thread any
 */
MCPCLIENT_API
mcpclient_status mcpclient_roots_add_uri(mcpclient_roots *roots,
                                         mcpclient_str uri,
                                         mcpclient_str name,
                                         mcpclient_error **error);

/**
 * Takes a root out of the list, by its URI as mcpclient_roots_uri() gives it. Borrows both.
 *
 * Fails with MCPCLIENT_E_GONE (it is not in the list), MCPCLIENT_E_INVALID_ARG,
 * MCPCLIENT_E_BAD_JSON (not UTF-8).
 *
 * @thread any
 */
MCPCLIENT_API mcpclient_status mcpclient_roots_remove(mcpclient_roots *roots, mcpclient_str uri);

/**
 * Empties the list. Borrows it.
 *
 * @thread any
 */
MCPCLIENT_API mcpclient_status mcpclient_roots_clear(mcpclient_roots *roots);

/**
 * Gives the list the roots of another, with one announcement for all that changes; what is excluded
 * stays so. Borrows both.
 *
 * @thread any
 */
MCPCLIENT_API
mcpclient_status mcpclient_roots_replace(mcpclient_roots *roots,
                                         const mcpclient_roots *with);

/**
 * How many roots the list has. Borrows it.
 *
 * @thread any
 */
MCPCLIENT_API size_t mcpclient_roots_count(const mcpclient_roots *roots);

/**
 * The URI of a root. Borrowed from the list: it lives until the list is changed or freed.
 * Without a NUL.
 *
 * @thread any, while no other changes the list
 */
MCPCLIENT_API mcpclient_str mcpclient_roots_uri(const mcpclient_roots *roots, size_t index);

/**
 * The name of a root; no text if it has none. Borrowed from the list: it lives until the list is
 * changed or freed. Without a NUL.
 *
 * @thread any, while no other changes the list
 */
MCPCLIENT_API mcpclient_str mcpclient_roots_name(const mcpclient_roots *roots, size_t index);

/**
 * Frees a list of yours; NULL is fine. Clients that were made with it keep to its last content.
 *
 * @thread any
 */
MCPCLIENT_API void mcpclient_roots_free(mcpclient_roots *roots);

/**
 * Gives a root another name, or with no text none. Its URI is as mcpclient_roots_uri() gives it.
 * Copies the name.
 *
 * Fails with MCPCLIENT_E_GONE (it is not in the list, or has that name already),
 * MCPCLIENT_E_INVALID_ARG, MCPCLIENT_E_BAD_JSON (not UTF-8).
 *
 * @thread any
 */
MCPCLIENT_API
mcpclient_status mcpclient_roots_rename(mcpclient_roots *roots,
                                        mcpclient_str uri,
                                        mcpclient_str name);

/**
 * Adds the workspace around a folder or file that the user opened (ROO-18): the nearest folder
 * upwards that holds .git, .hg, .svn or .jj, or else the folder itself, or the one that the file is
 * in. The user's home folder and the top of the file system are no workspace unless they were opened
 * themselves. With no text as a `name` it is called as its folder is. Copies both; `*error` is yours.
 *
 * Fails with MCPCLIENT_E_ROOT (a path that is not absolute, or leads nowhere),
 * MCPCLIENT_E_INVALID_ARG, MCPCLIENT_E_BAD_JSON (a name that is not UTF-8).
 *
 * @thread any
 */
MCPCLIENT_API
mcpclient_status mcpclient_roots_add_workspace(mcpclient_roots *roots,
                                               mcpclient_str opened,
                                               mcpclient_str name,
                                               mcpclient_error **error);

/**
 * Excludes a folder or file by its absolute path (ROO-19): roots in it are not offered, and
 * mcpclient_roots_contains() says no to what is in it, also inside of a root. The protocol has no way
 * to tell a server that is offered a folder around it. Copies the path; `*error` is yours.
 *
 * Fails as mcpclient_roots_add_path() does.
 *
 * @thread any
 */
MCPCLIENT_API
mcpclient_status mcpclient_roots_exclude(mcpclient_roots *roots,
                                         mcpclient_str folder,
                                         mcpclient_error **error);

/**
 * Takes an exclusion back. Borrows the path.
 *
 * Fails with MCPCLIENT_E_GONE (it is not excluded), MCPCLIENT_E_INVALID_ARG.
 *
 * @thread any
 */
MCPCLIENT_API
mcpclient_status mcpclient_roots_include(mcpclient_roots *roots,
                                         mcpclient_str folder);

/**
 * Whether servers are told of a root now: it is there, can be read, and is not excluded. Borrows the
 * list.
 *
 * @thread any
 */
MCPCLIENT_API
bool mcpclient_roots_offered(const mcpclient_roots *roots,
                             size_t index);

/**
 * Whether an absolute path leads into a root that is offered, or is one, and not into what is
 * excluded. Links are followed on both sides, ".." goes where the file system says, and what does not
 * exist yet counts by the folder that it would be in. What cannot be told is outside. It is no
 * protection against somebody who changes links in between (ROO-20). Borrows both.
 *
 * @thread any
 */
MCPCLIENT_API
bool mcpclient_roots_contains(const mcpclient_roots *roots,
                              mcpclient_str place);

/**
 * As mcpclient_roots_contains(), for the `file:` URI of a server. Borrows both.
 *
 * @thread any
 */
MCPCLIENT_API bool mcpclient_roots_contains_uri(const mcpclient_roots *roots, mcpclient_str uri);

/**
 * Looks at the file system now, on this thread, and announces what has changed. True if anything has.
 * Borrows the list.
 *
 * @thread any
 */
MCPCLIENT_API
bool mcpclient_roots_look(mcpclient_roots *roots);

/**
 * How often to look, in milliseconds: 2000, unless this says otherwise; 0: only when a server asks,
 * and in mcpclient_roots_look(). Borrows the list.
 *
 * Fails with MCPCLIENT_E_INVALID_ARG for NULL.
 *
 * @thread any
 */
MCPCLIENT_API
mcpclient_status mcpclient_roots_set_interval(mcpclient_roots *roots,
                                              uint64_t milliseconds);

/**
 * Whether roots are looked at (not 0), as they are unless this says no (0): a list for servers on
 * another machine, or in a container, is taken as it is. Borrows the list.
 *
 * Fails with MCPCLIENT_E_INVALID_ARG for NULL.
 *
 * @thread any
 */
MCPCLIENT_API mcpclient_status mcpclient_roots_set_checked(mcpclient_roots *roots, int32_t checked);

/**
 * Copies the canonical `file:` URI of an absolute path into `buffer`, as mcpclient_str_copy() does
 * (ROO-04): percent-encoded where it must be, without a slash at the end. What comes out is good for
 * mcpclient_roots_add_uri(), also on a system that could not have such a path. A path of POSIX is
 * bytes, and need not be UTF-8.
 *
 * Returns the size that all of it needs with a terminating NUL. Returns 0, and writes nothing, if the
 * path has no such URI; then `*error`, which is yours and else NULL, says why: MCPCLIENT_E_ROOT (it is
 * relative, holds "..", or is one that no URI can say), MCPCLIENT_E_INVALID_ARG (no path, no such
 * style). The buffer stays yours; NULL asks for the size alone.
 *
 * @thread any
 */
MCPCLIENT_API
size_t mcpclient_path_to_uri(mcpclient_str path,
                             mcpclient_path_style style,
                             char *buffer,
                             size_t size,
                             mcpclient_error **error);

/**
 * Copies the path that a `file:` URI names into `buffer`, with a terminating NUL: as much as fits into
 * `size` bytes (ROO-04, ROO-12). Dot segments are resolved as in any URI: as text. A path of POSIX is
 * bytes, and need not be UTF-8; no path holds a NUL.
 *
 * Returns the size that all of it needs with the NUL. Returns 0, and writes nothing, if the URI names no
 * path of that style; then `*error`, which is yours and else NULL, says why: MCPCLIENT_E_ROOT (another
 * scheme, a host where the style has none, encoded separators, names that the style does not have),
 * MCPCLIENT_E_INVALID_ARG (no URI, no such style), MCPCLIENT_E_BAD_JSON (not UTF-8). The buffer stays
 * yours; NULL asks for the size alone.
 *
 * @thread any
 */
MCPCLIENT_API
size_t mcpclient_uri_to_path(mcpclient_str uri,
                             mcpclient_path_style style,
                             char *buffer,
                             size_t size,
                             mcpclient_error **error);

/**
 * Whether `place` lies inside the root of that `file:` URI, or is it, going by the text alone (ROO-12): links
 * are not followed, so that it can speak of another machine; mcpclient_roots_contains() follows
 * them on this one. The place is a `file:` URI, in which dot segments are resolved, or an absolute path
 * without "..". What is neither is outside, and so is everything for a style that there is not. Borrows
 * both texts until it returns.
 *
 * @thread any
 */
MCPCLIENT_API
bool mcpclient_root_contains(mcpclient_str root,
                             mcpclient_str place,
                             mcpclient_path_style style);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* MCPCLIENT_H */
