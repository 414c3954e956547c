#!/usr/bin/env bash
# pulumi 3.272.0 (the SDK for Python), under mocks.
# Guess: an int reaches the mock as the same int, because Python keeps int and float apart.
# Seen: a mock receives every int as a float, so a text that it makes says "8080.0". An int above 2 ** 53 changes without an error.
# The program receives floats too, from the outputs of a resource and from an invoke. A bool stays a bool.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv packages
packages/bin/pip install --quiet --disable-pip-version-check pulumi==3.272.0
cat >program.py <<'PROGRAM'
import asyncio

import pulumi

# The program closes its event loop, so that Python does not report an open one at the end.
loop = asyncio.new_event_loop()
asyncio.set_event_loop(loop)


class Mocks(pulumi.runtime.Mocks):
    def new_resource(self, args):
        if args.typ == "test:index:Thing":
            for key in sorted(args.inputs):
                print(f"mock {key}: {args.inputs[key]!r}")
            return [args.name, {**args.inputs, "address": f"a.example:{args.inputs['port']}"}]
        return [args.name, {}]

    def call(self, args):
        return {"count": 3}


pulumi.runtime.set_mocks(Mocks())


class Thing(pulumi.CustomResource):
    def __init__(self, name, props):
        super().__init__("test:index:Thing", name, {"address": None, **props})


@pulumi.runtime.test
def run():
    thing = Thing("one", {"port": 8080, "serial": 2**53 + 1, "on": True})
    print(f"invoke: {pulumi.runtime.invoke('test:index:getThing', {}).value!r}")
    return pulumi.Output.all(thing.port, thing.address).apply(lambda values: print(f"program: {values!r}"))


run()
loop.close()
PROGRAM
output=$(packages/bin/python program.py | sort)
printf '%s\n' "$output"
expected="invoke: {'count': 3.0}
mock on: True
mock port: 8080.0
mock serial: 9007199254740992.0
program: [8080.0, 'a.example:8080.0']"
[ "$output" = "$expected" ] || { printf 'changed: expected\n%s\n' "$expected" >&2; exit 1; }
