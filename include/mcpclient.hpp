/*
 * libmcpclient for C++17 and later: the Model Context Protocol's client side, for any program.
 * SPDX-License-Identifier: MIT OR Apache-2.0
 *
 * Header only, over mcpclient.h, whose nouns and rules it keeps: a runtime does the work for any
 * number of clients; a client speaks with one server. What your program asks of a server is a call.
 * What a server asks of you - a form for the user, a visit to a URL, a sample of your model, the
 * roots - is an input, which a std::function of your mcp::host is given, and which is answered now or
 * later, from any thread.
 *
 *     mcp::host host;
 *     host.elicit_form = [](mcp::input input) { ask_the_user(std::move(input)); };
 *     mcp::runtime runtime = mcp::runtime::create().value();
 *     mcp::client client = runtime.connect(mcp::stdio{{"travel-server"}}, std::move(host)).value();
 *     mcp::call call = client.call_tool("bookVacation").value();
 *     std::cout << call.wait().value().text();
 *
 * Errors: what can fail returns a mcp::result, at each place to be read as you like it. As a value:
 * test it, and ask its error(). As an exception: value() throws mcp::failure, which carries that error.
 * There is no third way, and no switch; without exceptions (-fno-exceptions) value() of a failed result
 * ends the program, as it would where nobody catches.
 *
 * Exceptions in callbacks never reach the library. One that leaves a callback is given to
 * runtime_options::callback_failed, and an input that was not answered by then is failed: the server is
 * told that the host could not.
 *
 * Ownership: runtime, client, call, input, roots, lane and exchange are handles: moved, never copied, freed by their
 * destructors, in any order, parents before children if you like. Views - client_ref, call_ref, form,
 * field, sample, visit, json, std::string_view - are borrowed from what they were read from. What goes
 * in is copied if it is kept. error and success keep alive what they speak of.
 *
 * Text is UTF-8 in std::string_view. Text to show is made safe to show; functions whose names end in
 * _raw give the server's very words instead, and JSON is as it came. A std::string_view without a
 * pointer, such as {}, is no text where that may be left out.
 *
 * Threads: every function from every thread, callbacks included, where it does not say otherwise. A
 * handle must not be destroyed or moved while another thread uses it. From inside a callback everything
 * is allowed but waiting.
 *
 * Functions that return a value give nothing (an empty optional, an empty list, 0, false) for what is
 * not there, and for a handle that was moved away.
 *
 * Marks such as ELI-30 name the protocol's requirements; see tests/requirements.md of the sources.
 */
#ifndef MCPCLIENT_HPP
#define MCPCLIENT_HPP

#include "mcpclient/base64.hpp"
#include "mcpclient/call.hpp"
#include "mcpclient/checkpoint.hpp"
#include "mcpclient/client.hpp"
#include "mcpclient/codes.hpp"
#include "mcpclient/error.hpp"
#include "mcpclient/exchange.hpp"
#include "mcpclient/form.hpp"
#include "mcpclient/host.hpp"
#include "mcpclient/input.hpp"
#include "mcpclient/item.hpp"
#include "mcpclient/json.hpp"
#include "mcpclient/lane.hpp"
#include "mcpclient/options.hpp"
#include "mcpclient/paths.hpp"
#include "mcpclient/result.hpp"
#include "mcpclient/roots.hpp"
#include "mcpclient/runtime.hpp"
#include "mcpclient/sample.hpp"
#include "mcpclient/success.hpp"
#include "mcpclient/text.hpp"
#include "mcpclient/transport.hpp"
#include "mcpclient/visit.hpp"

#endif
