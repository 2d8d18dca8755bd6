/* As main.c, in C++. */
#include <mcpclient.hpp>

#include <iostream>

int main(int argc, char **argv) {
  if (argc < 2) return 2;
  mcp::runtime runtime = mcp::runtime::create().value();
  mcp::client client = runtime.connect({{argv[1], "--serve"}}).value();
  mcp::call call = client.call_tool("echo", R"({"text":"hello"})").value();
  std::string text = call.wait(mcp::milliseconds(120000)).value().text();
  std::cout << text << std::endl;
  if (argc > 2) std::exit(text == "hello" ? 0 : 1);
  return text == "hello" ? 0 : 1;
}
