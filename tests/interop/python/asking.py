"""Asking the client: by requests of the server's own, or, in the era without them, by a result that asks."""

import hashlib
import json

import mcp_types as types
from mcp_types.version import MODERN_PROTOCOL_VERSIONS

RESULTS = {
    "elicitation/create": types.ElicitResult,
    "sampling/createMessage": types.CreateMessageResult,
    "roots/list": types.ListRootsResult,
}

#: What a state holds beside the answers: letters that a client might write otherwise.
ODD = "\u00e9e\u0301 \\u00e9 \"/\\/\x7f\u2028\U0001f3d6\t\n"


class Unanswered(Exception):
    """The client has to answer first, and to ask again."""

    def __init__(self, result):
        self.result = result


class Client:
    """The client, as one request of it sees it."""

    def __init__(self, ctx, params):
        self.session = ctx.session
        self.request_id = ctx.request_id
        self.hang_up = ctx.close_sse_stream
        self.by_rounds = ctx.protocol_version in MODERN_PROTOCOL_VERSIONS
        #: All that was answered so far: the server keeps nothing between rounds.
        self.answers = opened(params.request_state) if params.request_state else {}
        for key, answer in (params.input_responses or {}).items():
            self.answers[key] = as_json(answer)

    async def ask(self, **questions):
        """The answers to some questions, by their keys."""
        open_ones = {key: ask for key, ask in questions.items() if key not in self.answers}
        if open_ones and self.by_rounds:
            state = sealed(self.answers)
            raise Unanswered(
                types.InputRequiredResult(input_requests=open_ones, request_state=state)
            )
        for key, question in open_ones.items():
            answer = await self.session.send_request(question, RESULTS[question.method])
            self.answers[key] = as_json(answer)
        return {key: self.answers[key] for key in questions}


def as_json(answer):
    return answer.model_dump(mode="json", by_alias=True, exclude_none=True)


def sealed(answers):
    """The answers so far as a text that is good for nothing once a letter of it is another."""
    body = ODD + json.dumps(answers, ensure_ascii=False)
    return hashlib.sha256(body.encode()).hexdigest() + body


def opened(state):
    seal, body = state[:64], state[64:]
    if hashlib.sha256(body.encode()).hexdigest() != seal:
        raise ValueError("the state is not what it was")
    return json.loads(body.removeprefix(ODD))
