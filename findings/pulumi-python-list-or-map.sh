#!/usr/bin/env bash
# pulumi 3.272.0 (the SDK for Python), under mocks.
# Guess: an output of the type `Union[Sequence[str], Mapping[str, str]]` can be a list or a map, as its annotation says.
# Seen: only the type that comes first in the annotation works. A value of the other one ends the program with an AssertionError. The
# generator of SDKs writes such unions in 3.276.0, in the order of the schema; 3.250.0 wrote `Any`.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv packages
packages/bin/pip install --quiet --disable-pip-version-check pulumi==3.272.0
cat >program.py <<'PROGRAM'
import asyncio
import re
import sys
from typing import Mapping, Sequence, Union

import pulumi

# The program closes its event loop, so that Python does not report an open one at the end.
loop = asyncio.new_event_loop()
asyncio.set_event_loop(loop)


class Mocks(pulumi.runtime.Mocks):
    def new_resource(self, args):
        return [args.name, args.inputs]

    def call(self, args):
        return {}


pulumi.runtime.set_mocks(Mocks())


# One of them in a process: Python's cache of types ignores the order of a union.
if sys.argv[1] == "list-first":
    Tags = Union[Sequence[str], Mapping[str, str]]
else:
    Tags = Union[Mapping[str, str], Sequence[str]]


class Thing(pulumi.CustomResource):
    def __init__(self, name, tags):
        super().__init__("test:index:Thing", name, {"tags": tags})

    @property
    @pulumi.getter
    def tags(self) -> pulumi.Output[Tags]:
        return pulumi.get(self, "tags")


value = {"list": ["a"], "map": {"a": "b"}}[sys.argv[2]]


@pulumi.runtime.test
def run():
    return Thing("one", value).tags.apply(lambda tags: print(f"{sys.argv[1]}, a {sys.argv[2]}: {tags!r}"))


try:
    run()
except AssertionError as error:
    print(f"{sys.argv[1]}, a {sys.argv[2]}: {re.split('[;.]', str(error))[0]}")
loop.close()
PROGRAM
output=$(for kind in list-first map-first; do for value in list map; do packages/bin/python program.py $kind $value 2>/dev/null; done; done)
printf '%s\n' "$output"
expected="list-first, a list: ['a']
list-first, a map: Unexpected type
map-first, a list: Unexpected type
map-first, a map: {'a': 'b'}"
[ "$output" = "$expected" ] || { printf 'changed: expected\n%s\n' "$expected" >&2; exit 1; }
