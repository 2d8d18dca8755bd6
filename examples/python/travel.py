"""A host in a page: forms at the terminal, a rule in place of a model, folders to share.

    python travel.py [--yes] [--root FOLDER]... [--tool NAME]... [--era ERA] [--record FILE] -- SERVER [ARGUMENT]...

Nothing is sent before the user has seen it. "/decline" says no. --yes answers by itself; --record keeps what
was answered, to be compared with what the server was told.
"""

import argparse
import asyncio
import json
import re
import sys

import mcpclient
from mcpclient import Answer, Field, FormRequest, Json, Root, RootsRequest, SampleRequest

#: What --yes types, one after the other; everything else keeps its default.
PERSON = {
    "confirmBooking": ["yes"],
    "travellerName": ["Ada Lovelace"],
    "email": ["ada", "ada@example.org"],
}


def quote(text: str) -> None:
    """The server's words are marked as such."""
    print("  |", mcpclient.display(text).replace("\n", "\n  | "))


class Declined(Exception):
    """The user said no, or has gone."""


class Terminal(mcpclient.Host):
    def __init__(self, options: argparse.Namespace, lines: asyncio.StreamReader) -> None:
        self.options, self.lines = options, lines
        self.talking = asyncio.Lock()  # one question at a time, however many servers ask
        self.record = open(options.record, "w") if options.record else None

    async def hear(self, question: str, by_itself: str = "yes") -> str:
        print(question, end=" ", flush=True)
        if self.options.yes:
            print(by_itself)
            return by_itself
        line = (await self.lines.readline()).decode(errors="replace")
        if not line or line.strip() == "/decline":
            raise Declined
        return line.rstrip("\n")

    def keep(self, answer: Answer, /, **said: object) -> Answer:
        if self.record:
            print(json.dumps(said), file=self.record, flush=True)
        return answer

    def refuse(self, ask: SampleRequest) -> Answer:
        # In the newer era there is no telling a server that a sample was refused: its call ends instead.
        said = {"stopped": True} if ask.refusal_ends_call else {"refused": ask.method}
        return self.keep(ask.decline(), **said)

    async def elicit_form(self, ask: FormRequest) -> Answer:
        async with self.talking:
            print(f"\n{ask.server} asks you to fill in a form, and says why:")
            quote(ask.message)
            for hazard in ask.hazards:
                print(f"  ! Be careful: {hazard.kind}")
            try:
                for field in ask.form:
                    await self.fill_in(field)
                content = ask.form.preview()
                print(f"This is what {ask.server} will be sent, to the letter:")
                quote(content)
                await self.hear("Send it? Enter, or /decline.")
            except Declined:
                return self.keep(ask.decline(), answer={"action": "decline"})
            return self.keep(
                ask.form.accept(), answer={"action": "accept", "content": content.value}
            )

    async def fill_in(self, field: Field) -> None:
        choices = "/".join(choice.label for choice in field.choices)
        words = filter(None, [field.description, choices, field.json and f"now {field.json}"])
        question = f"{field.title} ({', '.join(words)})?"
        lines = iter(PERSON.get(field.name, ()))
        while True:  # an empty line keeps what is there
            line = await self.hear(question, next(lines, ""))
            problem = field.type(line) if line else field.check()
            if problem is None:
                return
            print(f"  ! {problem}")

    async def confirm_sample_request(self, ask: SampleRequest) -> Answer:
        async with self.talking:
            print(f"\n{ask.server} asks for an answer of your model.")
            for message in ask.messages:
                for block in message.blocks:
                    quote(block.text or f"({block.kind})")
            try:
                await self.hear(f"May the model see this? It may say {ask.max_tokens} tokens.")
            except Declined:
                return self.refuse(ask)
            return ask.approve()

    def sample(self, ask: SampleRequest) -> Answer:
        blocks = [block for message in ask.messages for block in message.blocks]
        return ask.answer_text("rule", choose("\n".join(block.text_raw or "" for block in blocks)))

    async def confirm_sample_result(self, ask: SampleRequest) -> Answer:
        async with self.talking:
            assert ask.result is not None
            print("It answers:")
            quote(ask.result.value["content"]["text"])
            try:
                await self.hear(f"May {ask.server} see that?")
            except Declined:
                return self.refuse(ask)
            return self.keep(ask.approve(), sample=ask.result.value)

    def list_roots(self, ask: RootsRequest) -> Answer:
        roots = [Root.from_path(folder) for folder in self.options.root]
        return self.keep(ask.answer(roots), roots=[{"uri": root.uri} for root in roots])

    def progress(self, call: mcpclient.Call[mcpclient.Result], params: Json) -> None:
        print("Progress:", mcpclient.display_line(str(params.value.get("message", "..."))))


def choose(prompt: str) -> str:
    """Stands in for a model: the cheapest morning flight with at most one layover."""
    flight = re.compile(r"^\w+ .*, departs (\d\d):\d\d, .*, (nonstop|1 layover), \$(\d+)$", re.M)
    fitting = [found for found in flight.finditer(prompt) if 5 <= int(found[1]) < 12]
    if not fitting:
        return "None of the flights fits."
    best = min(fitting, key=lambda found: int(found[3]))
    return f"The cheapest that fits is {best[0]}."


async def main(options: argparse.Namespace) -> int:
    lines = asyncio.StreamReader()
    if not options.yes:
        protocol = asyncio.StreamReaderProtocol(lines)
        await asyncio.get_running_loop().connect_read_pipe(lambda: protocol, sys.stdin)
    server = mcpclient.Stdio(*options.server)
    host = Terminal(options, lines)
    connecting = mcpclient.connect(
        server, host=host, name="travel-host", version="1", era=options.era
    )
    async with connecting as client:
        print(f"Connected to {client.label} in revision {client.revision}.")
        for tool in options.tool:
            result = await client.call_tool(tool)
            print(f"\n{tool} {'failed' if result.is_error else 'is done'}, and says:")
            quote(result.text)
            if result.is_error:
                return 1
    return 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--yes", action="store_true")
    parser.add_argument("--root", action="append", default=[])
    parser.add_argument("--tool", action="append", default=[])
    parser.add_argument("--era", choices=["auto", "legacy", "modern"], default="auto")
    parser.add_argument("--record")
    parser.add_argument("server", nargs="+")
    sys.exit(asyncio.run(main(parser.parse_args())))
