"""What every library's host says, and what it saw."""

FORM = {
    "name": "Ada Lovelace",
    "email": "ada@example.com",
    "age": 36,
    "newsletter": True,
    "plan": "pro",
}
SAMPLE = {"model": "bench-model", "text": "A fox jumps over a dog.", "stop_reason": "endTurn"}
ROOTS = {"a": "file:///srv/a", "b": "file:///srv/b"}


class Seen:
    """The notifications that were handled."""

    count = last = disorder = 0


def saw(index):
    if index < Seen.last:
        Seen.disorder += 1
    Seen.last = index
    Seen.count += 1
