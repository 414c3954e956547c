"""Reads an expression per line, as a JSON string, and prints its parse error as a JSON string, or null if it is valid."""

import json
import sys

from octorules_wirefilter import parse_expression

for line in sys.stdin:
    print(json.dumps(parse_expression(json.loads(line)).get("error")))
