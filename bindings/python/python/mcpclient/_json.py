"""JSON on its way in and out."""

from __future__ import annotations

import json
from typing import Any


class Json(str):
    """JSON text, verbatim: bytes, order and the spelling of numbers as they came.

    Wherever JSON goes in, a ``Json`` goes as it is, and anything else as :func:`json.dumps` writes it.
    """

    __slots__ = ()

    @property
    def value(self) -> Any:
        """What :func:`json.loads` makes of it. Integers are exact, of whatever size Python allows."""
        return load(self)

    def __repr__(self) -> str:
        return f"Json({str.__repr__(self)})"


def load(text: str) -> Any:
    """JSON as Python's objects."""
    return json.loads(text)


def dump(value: object) -> str:
    """Python's objects as JSON.

    :raises BadJsonError: there is no JSON for it
    """
    if isinstance(value, Json):
        return value
    try:
        return json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    except (TypeError, ValueError, RecursionError) as error:
        from ._errors import BadJsonError

        raise BadJsonError(f"not to be written as JSON: {type(error).__name__}") from error
