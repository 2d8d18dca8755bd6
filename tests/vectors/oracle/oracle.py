"""The vectors' verdicts beside those of Python's jsonschema, JSON Schema 2020-12.

Where the two differ, differences.json says so and why. Numbers are read exactly, as decimals. Not
compared: formats, which are not asserted here, and the vectors of patterns, since regular
expressions are Python's here and not those of ECMA-262.
"""

import json
import sys
from decimal import Decimal, getcontext
from pathlib import Path

from jsonschema import Draft202012Validator, SchemaError, validators

NAME = "python"
# Digits of a quotient, which multipleOf needs whole.
getcontext().prec = 1000
VECTORS = Path(__file__).resolve().parent.parent


def is_number(_checker, value):
    return isinstance(value, (int, Decimal)) and not isinstance(value, bool)


def is_integer(checker, value):
    if isinstance(value, Decimal):
        return value == value.to_integral()
    return is_number(checker, value)


Exact = validators.extend(
    Draft202012Validator,
    type_checker=Draft202012Validator.TYPE_CHECKER.redefine_many(
        {"number": is_number, "integer": is_integer}
    ),
)


def parse(text):
    return json.loads(text, parse_float=Decimal)


def spelled_out(part):
    if "schema" in part:
        return part["schema"]
    required = ',"required":["p"]' if part.get("required") else ""
    return '{"type":"object","properties":{"p":%s}%s}' % (part["property"], required)


def answer(kind, case):
    """The answer that a case is about, and whether it says that it is right; or None."""
    if kind == "content":
        faults = case.get("faults", [])
        if faults and all(fault["code"] == "format" for fault in faults):
            return None
        return case["content"], not faults
    if kind == "typed" and case.get("value") is not None:
        return '{"p":%s}' % case["value"], True
    if kind == "fill" and "sends" in case:
        return case["sends"], True
    return None


def verdict(schema, content):
    try:
        Draft202012Validator.check_schema(json.loads(schema))
    except SchemaError:
        return "cannot"
    return "accepts" if Exact(parse(schema)).is_valid(parse(content)) else "refuses"


def listed():
    found = {}
    for difference in json.loads((VECTORS / "differences.json").read_text())["differences"]:
        for case in difference["cases"]:
            if NAME in difference:
                key = "%s/%d" % (difference["group"], case)
                assert key not in found, key
                found[key] = difference[NAME]
    return found


def main():
    expected, used, problems, compared = listed(), set(), [], 0
    for path in sorted(VECTORS.glob("*.json")):
        file = json.loads(path.read_text())
        for group in file.get("groups", []):
            for number, case in enumerate(group["cases"], 1):
                pair = answer(file["kind"], case)
                schema = group if "property" in group or "schema" in group else case
                if pair is None:
                    continue
                content, right = pair
                key = "%s/%s/%d" % (path.stem, group["name"], number)
                ours = "accepts" if right else "refuses"
                theirs = verdict(spelled_out(schema), content)
                compared += 1
                if theirs != expected.get(key, ours):
                    problems.append("%s %s, the validator %s" % (key, ours, theirs))
                elif theirs != ours:
                    used.add(key)
    stale = sorted(set(expected) - used)
    problems += ["differences.json lists %s without need" % key for key in stale]
    for problem in problems:
        print("FAILED oracle: %s" % problem)
    print("oracle: %d compared, %d listed as different" % (compared, len(used)))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
