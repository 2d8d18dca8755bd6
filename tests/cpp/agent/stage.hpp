/* A runtime and a client, what its host tells, and what it is told to do. */
#ifndef STAGE_HPP
#define STAGE_HPP

#include "told.hpp"

#include <map>

class stage {
 public:
  static mcp::status open(const command &how, std::unique_ptr<stage> &opened) {
    mcp::runtime_options options;
    options.dispatch = mcp::dispatch::pump;
    mcp::result<mcp::runtime> runtime = mcp::runtime::create(std::move(options));
    if (!runtime) return runtime.status();
    opened.reset(new stage(std::move(*runtime)));
    return opened->connect(how);
  }

  ~stage() {
    inputs_.clear();  // inputs that nobody answered are turned away
    client_.reset();
  }

  int descriptor() const { return runtime_.wakeup_fd().value_or(-1); }
  void pump() { static_cast<void>(runtime_.pump()); }

  /* The library's answer, or nothing if that is no command. */
  std::optional<mcp::status> obey(const command &command) {
    std::string what = command.text("do").value_or("");
    std::optional<std::string> params = command.text("params");
    if (what == "call") return call(command);
    if (what == "cancel") return named(command).cancel(optional(command.text("reason"))).status();
    if (what == "resume") return named(command).resume().status();
    if (what == "answer") return answer(command);
    if (what == "roots") return replace(command);
    if (what == "notify") return client_->notify(command.text("method").value_or(""), optional(params)).status();
    if (what == "watch") return watch(command);
    if (what == "close") {
      mcp::status closed = client_->close().status();
      return closed == mcp::status::gone ? mcp::status::ok : closed;  // closing twice is closing once
    }
    return std::nullopt;
  }

 private:
  explicit stage(mcp::runtime made) : runtime_(std::move(made)) {}

  mcp::status connect(const command &how) {
    if (how.json.at("/roots")) {
      mcp::result<mcp::roots> list = roots_of(how);
      if (!list) return list.status();
      roots_ = std::move(*list);
    }
    mcp::options options;
    options.label = "puppet";
    options.program_name = "transcripts";
    options.program_version = "1";
    options.revisions = how.texts("revisions");
    if (how.is("tasks")) options.tasks = true;
    options.timeout = how.time("timeout");
    options.total_timeout = how.time("total");
    options.connect_timeout = how.time("connect");
    options.input_timeout = how.time("inputTime");
    mcp::result<mcp::client> client = reach(how, options);
    if (client) client_ = std::move(*client);
    return client.status();
  }

  /* A program that is run, or a URL. */
  mcp::result<mcp::client> reach(const command &how, const mcp::options &options) {
    std::optional<mcp::milliseconds> grace;
    if (how.json.at("/grace")) grace = how.time("grace");
    if (std::optional<std::string> endpoint = how.text("endpoint")) {
      mcp::http server{*endpoint};
      if (how.is("oldSse")) server.old_sse = mcp::old_sse::only;
      server.grace = grace;
      return runtime_.connect(server, host(how), options);
    }
    mcp::stdio server{how.texts("args")};
    server.argv.insert(server.argv.begin(), how.text("program").value_or(""));
    server.grace = grace;
    return runtime_.connect(server, host(how), options);
  }

  mcp::host host(const command &how);
  void on_input(mcp::input input);
  void on_done(const std::string &name, const mcp::result<mcp::success> &ended);

  static mcp::result<mcp::roots> roots_of(const command &how) {
    mcp::result<mcp::roots> list = mcp::roots::create();
    if (!list) return list;
    /* The transcripts' folders are made up. */
    mcp::result<void> unchecked = list->set_checked(false);
    if (!unchecked) return unchecked.error();
    for (auto [key, root] : how.json.at("/roots")) {
      mcp::result<void> added =
          list->add_uri(root.at("/uri").text().value_or(""), optional(root.at("/name").text()));
      if (!added) return added.error();
    }
    return list;
  }

  mcp::status call(const command &command) {
    std::string name = command.text("call").value_or("");
    mcp::call_options options;
    options.timeout = command.time("timeout");
    options.total_timeout = command.time("total");
    options.progress = command.is("progress");
    options.fresh = command.is("fresh");
    options.retry_lost = command.is("retryLost");
    options.done = [this, name](mcp::call_ref, const mcp::result<mcp::success> &ended) { on_done(name, ended); };
    mcp::result<mcp::call> started =
        client_->request(command.text("method").value_or(""), optional(command.text("params")), std::move(options));
    if (started) {
      names_[started->handle()] = name;
      calls_.insert_or_assign(name, std::move(*started));
    }
    return started.status();
  }

  mcp::call_ref named(const command &command) const {
    auto found = calls_.find(command.text("call").value_or(""));
    return found != calls_.end() ? mcp::call_ref(found->second) : mcp::call_ref();
  }
  std::string name_of(mcp::call_ref call) const {
    auto found = names_.find(call.handle());
    return found != names_.end() ? found->second : "";
  }

  std::optional<mcp::status> answer(const command &command) {
    auto found = inputs_.find(static_cast<std::uint64_t>(command.number("input")));
    std::string how = command.text("how").value_or("");
    if (found == inputs_.end()) return std::nullopt;
    mcp::input &input = found->second;
    if (how == "accept" && !command.json.at("/content")) return input.accept().status();
    if (how == "accept") return input.accept_json(command.text("content").value_or("")).status();
    if (how == "decline") return input.decline().status();
    if (how == "cancel") return input.cancel().status();
    if (how == "fail") return input.fail(command.number("code"), command.text("message").value_or("")).status();
    if (how == "result") return input.answer_json(command.text("result").value_or("")).status();
    return std::nullopt;
  }

  /* The list is the host's own and cannot refuse; whether a server follows it, its client says. */
  mcp::status replace(const command &command) {
    mcp::result<mcp::roots> list = roots_of(command);
    if (!list) return list.status();
    if (client_->state() == mcp::state::closed) return mcp::status::closed;
    return roots_ ? roots_->replace(*list).status() : mcp::status::unsupported;
  }

  mcp::status watch(const command &how) {
    command filter{how.json.at("/filter")};
    mcp::lists lists = mcp::lists::none;
    if (filter.is("toolsListChanged")) lists = lists | mcp::lists::tools;
    if (filter.is("promptsListChanged")) lists = lists | mcp::lists::prompts;
    if (filter.is("resourcesListChanged")) lists = lists | mcp::lists::resources;
    return client_->watch(lists, filter.texts("resourceSubscriptions")).status();
  }

  /* The runtime goes first: it waits for the last callbacks, which need the rest. */
  std::map<std::string, mcp::call> calls_;
  std::map<const mcpclient_call *, std::string> names_;
  std::map<std::uint64_t, mcp::input> inputs_;
  std::optional<mcp::roots> roots_;
  std::optional<mcp::client> client_;
  mcp::runtime runtime_;
};

#endif
