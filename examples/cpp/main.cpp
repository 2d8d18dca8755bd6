/*
 * A terminal host for one server, in C++: it answers forms, visits, samples and the roots.
 *
 *     c++ -std=c++17 main.cpp $(pkg-config --cflags --libs mcpclient) -o travel-host
 *     ./travel-host --root ~/Travel --tool bookVacation -- travel-server
 *
 * Callbacks run on a thread of the library's, one at a time, so that a dialog may simply wait for a line.
 * examples/c is the same with a loop of its own, and with everything that a host for real use has.
 */
#include <mcpclient.hpp>

#include <filesystem>
#include <fstream>
#include <iostream>
#include <sstream>
#include <vector>

namespace {

bool yes = false;      // --yes: a stand-in answers for the person
std::ofstream record;  // --record: what was answered, a JSON line each

/* Somebody else's words, behind a bar, so that nobody takes them for ours. */
void say_quoted(std::string_view words) {
  std::istringstream lines(mcp::display(words).value_or(""));
  for (std::string line; std::getline(lines, line);) std::cout << "  | " << line << "\n";
}

/* What became of an answer; one that the library took is written down. */
void answered(const mcp::result<void> &result, const std::string &what) {
  std::cout << (result ? "Sent." : result.error().message()) << std::endl;
  if (result) record << what << std::endl;
}

/* A line from the user; nothing if that ended the input, as these three words do at every prompt. */
std::optional<std::string> ask(mcp::input &input, std::string_view prompt, std::string_view stand_in) {
  std::string line(stand_in);
  std::cout << prompt << " (/decline, /cancel, /stop)\n> " << std::flush;
  if (yes) {
    std::cout << line << std::endl;
  } else if (!std::getline(std::cin, line)) {
    line = "/stop";  // nobody is there any more
  }
  bool elicited = input.kind() != mcp::input_kind::sample;
  std::string no = elicited && !line.empty() ? R"({"answer":{"action":")" + line.substr(1) + "\"}}"
                                             : R"({"refused":"sampling/createMessage"})";
  /* In the newer era there is no telling a server that a sample was refused: its call ends instead. */
  if (!elicited && input.refusal_ends_call()) no = R"({"stopped":true})";
  if (line == "/decline") {
    answered(input.decline(), no);
  } else if (line == "/cancel") {
    answered(input.cancel(), no);
  } else if (line == "/stop") {
    answered(input.abort_call("the user stopped it"), R"({"stopped":true})");
  } else {
    return line;
  }
  return std::nullopt;
}

/* What somebody agreeable would type, who mistypes a mail address once. An empty line keeps what is there. */
std::string stand_in(mcp::field field, bool again) {
  if (field.value() && !again) return "";
  switch (field.kind()) {
    case mcp::field_kind::yes_no: return "yes";
    case mcp::field_kind::one_of:
    case mcp::field_kind::some_of: return std::string(field.options()[0].label());
    case mcp::field_kind::number:
    case mcp::field_kind::integer: return std::string(field.min().value_or(mcp::limit{"1", false}).number);
    default: break;
  }
  if (field.format() == "email") return again ? "ada@example.org" : "ada";
  return field.required() ? "Ada Lovelace" : "";
}

/* A form: field by field, a wrong one again, then a last look at what is sent, to the letter. */
void on_form(mcp::input input) {
  std::cout << "\n" << input.server() << " asks you to fill in a form, and says why:\n";
  say_quoted(input.message().value_or(""));
  for (mcp::field field : input.form().fields()) {
    if (!field.answerable()) continue;
    std::cout << "\n" << field.title() << (field.required() ? "" : " (may be left out)") << "\n";
    if (field.description()) say_quoted(*field.description());
    for (mcp::option option : field.options()) {
      std::cout << "   " << option.index() + 1 << ") " << option.label() << "\n";
    }
    mcp::result<void> taken;
    do {
      if (field.value()) std::cout << "   Enter for: " << mcp::display(field.value()).value_or("") << "\n";
      std::optional<std::string> line = ask(input, "Your answer?", stand_in(field, !taken));
      if (!line) return;
      taken = line->empty() ? field.check() : field.set_text(*line);
      if (!taken) std::cout << taken.error().fields()[0].message() << ".\n";
    } while (!taken);
  }
  std::string content(input.form().preview().value());
  std::cout << "\nThis is what " << input.server() << " will be sent, to the letter:\n";
  say_quoted(content);
  while (std::optional<std::string> line = ask(input, "Send it? yes", "yes")) {
    if (*line == "yes") return answered(input.accept(), R"({"answer":{"action":"accept","content":)" + content + "}}");
  }
}

/* A visit: the host of the URL stands out, and nothing is opened here. */
void on_url(mcp::input input) {
  std::cout << "\n" << input.server() << " asks you to visit a page of " << input.visit().host().value_or("?") << ":\n";
  say_quoted(input.message().value_or(""));
  say_quoted(input.visit().url().value_or(""));
  while (std::optional<std::string> line = ask(input, "Would you go there, in a browser of yours? yes", "/decline")) {
    if (*line == "yes") return answered(input.accept(), R"({"answer":{"action":"accept"}})");
  }
}

/* Stands in for a model: the cheapest nonstop flight among lines such as "VY7822 Vueling, departs 08:35,
 * arrives 11:40, nonstop, $200". */
std::string model(const std::string &prompt) {
  std::string best = "There are no such flights.", line;
  int price = 0;
  for (std::istringstream lines(prompt); std::getline(lines, line);) {
    std::size_t dollar = line.rfind('$');
    if (dollar == std::string::npos || line.find(", nonstop,") == std::string::npos) continue;
    int cost = std::atoi(line.c_str() + dollar + 1);
    if (price == 0 || cost < price) price = cost, best = line;
  }
  return best;
}

/* A sample: the user sees what the model is asked, and then what the server is told. */
void on_sample(mcp::input input) {
  std::string prompt;
  for (mcp::sample_message message : input.sample().messages()) {
    for (mcp::sample_block block : message.content()) prompt += std::string(block.text_raw().value_or("")) + "\n";
  }
  std::cout << "\n" << input.server() << " asks for an answer of your model:\n";
  say_quoted(prompt);
  if (!ask(input, "May the model see this? Enter", "")) return;
  std::string answer = model(prompt);
  std::cout << "The model answers:\n";
  say_quoted(answer);
  if (!ask(input, "May the server see this? Enter", "")) return;
  answered(input.answer_text("flight-rule-2", answer, "endTurn"),
           R"({"sample":{"role":"assistant","content":{"type":"text","text":)" + mcp::json::quote(answer).value() +
               R"(},"model":"flight-rule-2","stopReason":"endTurn"}})");
}

/* The roots: whoever named folders on the command line has agreed that the server learns of them. */
void on_roots(mcp::input input, const mcp::roots &roots) {
  std::string told;
  std::cout << "\n" << input.server() << " asks for the folders to work in, and is told:\n";
  for (mcp::root root : roots.list()) {
    say_quoted(root.uri);
    told += (told.empty() ? "" : ",") + ("{\"uri\":" + mcp::json::quote(root.uri).value()) +
            ",\"name\":" + mcp::json::quote(root.name.value_or("")).value() + "}";
  }
  answered(input.answer_roots(roots), "{\"roots\":[" + told + "]}");
}

int run(const std::vector<std::string> &words) {
  mcp::roots roots = mcp::roots::create().value();
  std::vector<std::string> tools, server;
  mcp::options options;
  for (std::size_t i = 0; i < words.size(); i++) {
    bool more = i + 1 < words.size();
    if (words[i] == "--") {
      server.assign(words.begin() + static_cast<std::ptrdiff_t>(i) + 1, words.end());
      break;
    } else if (words[i] == "--yes") {
      yes = true;
    } else if (words[i] == "--tool" && more) {
      tools.push_back(words[++i]);
    } else if (words[i] == "--era" && more) {
      const std::string &era = words[++i];
      options.era = era == "legacy" ? mcp::era::legacy : era == "modern" ? mcp::era::modern : mcp::era::auto_;
    } else if (words[i] == "--record" && more) {
      record.open(words[++i]);
    } else if (words[i] == "--root" && more) {
      std::filesystem::path path = std::filesystem::canonical(words[++i]);
      roots.add_path(path.string(), path.filename().string()).value();
    }
  }
  if (server.empty() || tools.empty()) {
    std::cerr << "usage: travel-host [--yes] [--root FOLDER] [--era auto|legacy|modern] [--record FILE] --tool NAME"
                 " -- SERVER [ARGUMENT]... | URL\n";
    return 2;
  }

  mcp::host host;
  host.elicit_form = on_form;
  host.elicit_url = on_url;
  host.sample = on_sample;
  host.list_roots = [&roots](mcp::input input) { on_roots(std::move(input), roots); };
  host.input_closed = [](mcp::client_ref client, std::uint64_t, mcp::withdrawn) {
    std::cout << "\n" << client.label() << " does not wait for an answer any more." << std::endl;
  };
  std::size_t begin = server[0].find("//") + 2;
  bool is_url = server[0].rfind("https://", 0) == 0 || server[0].rfind("http://", 0) == 0;
  options.label = is_url ? server[0].substr(begin, server[0].find_first_of("/?#", begin) - begin)
                         : std::filesystem::path(server[0]).filename().string();
  options.program_name = "travel-host";
  options.program_version = MCPCLIENT_VERSION;

  mcp::runtime runtime = mcp::runtime::create().value();
  mcp::client client = (is_url ? runtime.connect(mcp::http{server[0]}, std::move(host), options)
                               : runtime.connect({server}, std::move(host), options))
                           .value();
  int failures = 0;
  for (const std::string &tool : tools) {
    std::cout << "\nCalling " << mcp::display(tool).value_or("?") << "." << std::endl;
    mcp::call call = client.call_tool(tool).value();
    mcp::result<mcp::success> ended = call.wait();
    bool well = ended && !ended->is_error();
    std::cout << (well ? "\nThe tool is done, and says:\n" : "\nThe tool failed, and says:\n");
    say_quoted(ended ? ended->text() : std::string(ended.error().message()));
    if (!well) failures++;
  }
  return failures == 0 ? 0 : 1;
}

}  // namespace

int main(int argc, char **argv) {
  try {
    return run({argv + 1, argv + argc});
  } catch (const std::exception &error) {  // mcp::failure is one
    std::cerr << "travel-host: " << error.what() << std::endl;
    return 1;
  }
}
