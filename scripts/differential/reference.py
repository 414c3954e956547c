"""Answers each line of stdin, a JSON string with an expression, by the engine's text of its fault as JSON, or null."""

import json
import sys

from octorules_wirefilter import parse_expression

for line in sys.stdin:
    print(json.dumps(parse_expression(json.loads(line)).get("error")))
