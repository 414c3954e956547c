import { createClient, isPermissionError, type EdgeClient } from "../../../provider/client";
import {
  ok,
  refused,
  rejection,
  settingsFor,
  startServer,
  type ScriptedAnswer,
  type SeenRequest,
} from "./scripted-server";

const zone = { zoneId: "023e105f4ecef8ad9ca31a8372d0c353" };
const account = { accountId: "a577b8512c9e61f81405d026d1fb93db" };
const RULESET = "2f2feab2026849078ba485f918791bdc";
const RULE = "3a03d665bac047339bb530ecb439a90d";
const NONE = "0".repeat(32);
const PHASE = "http_request_firewall_custom";
const rule = { ref: "a", action: "block", expression: "ssl" };
const live = { id: RULESET, name: "default", kind: "zone", phase: PHASE, version: "1" } as const;

type Scope = typeof zone | typeof account;
type Writes = EdgeClient["dryRuns"];

/** Every write that a dry run can send, with what proves it, and the request itself. */
const WRITES = {
  create: {
    send: (c, scope) => c.create(scope, { name: "default", kind: "zone", phase: PHASE, rules: [rule] }),
    requests: ["POST ", "POST "],
  },
  replace: {
    send: (c, scope) => c.replace(scope, RULESET, { rules: [rule] }),
    requests: [`PUT /${NONE}`, `PUT /${RULESET}`],
  },
  replaceEntrypoint: {
    send: (c, scope) => c.replaceEntrypoint(scope, PHASE, { rules: [rule] }, live),
    requests: [`PUT /${NONE}`, `PUT /${RULESET}`],
  },
  addRule: {
    send: (c, scope) => c.addRule(scope, RULESET, rule),
    requests: [`POST /${NONE}/rules`, `POST /${RULESET}/rules`],
  },
  patchRule: {
    send: (c, scope) => c.patchRule(scope, RULESET, RULE, rule),
    requests: [`PATCH /${NONE}/rules/${NONE}`, `PATCH /${RULESET}/rules/${RULE}`],
  },
  removeRule: {
    send: (c, scope) => c.removeRule(scope, RULESET, RULE),
    requests: [`DELETE /${NONE}/rules/${NONE}`, `DELETE /${RULESET}/rules/${RULE}`],
  },
} satisfies Record<
  keyof Writes,
  { send: (dryRuns: Writes, scope: Scope) => Promise<unknown>; requests: readonly [string, string] }
>;

/** Calls a client of a server with this script. */
async function withClient<T>(
  script: (request: SeenRequest) => ScriptedAnswer,
  work: (client: EdgeClient) => Promise<T>,
  more: Parameters<typeof settingsFor>[1] = {},
) {
  const server = await startServer(script);
  try {
    const client = createClient(settingsFor(server.origin, more), { sleep: () => Promise.resolve() });
    const result = await work(client);
    return { result, seen: server.seen.map(({ method, url }) => `${method} ${url}`) };
  } finally {
    await server.close();
  }
}

/** The refusal of a request that describes no ruleset, in the words of an API that checks the query first. */
const WRONG_KIND = refused(400, { code: 20004, message: "no kind", source: { pointer: "/kind" } });
const isProof = ({ url, body }: SeenRequest) =>
  url.includes(NONE) || JSON.stringify({ body }).includes('"none"');
const refusalOf = ({ url }: SeenRequest) =>
  url.includes(NONE) ? refused(404, { code: 10003, message: "could not find ruleset" }) : WRONG_KIND;

/** Answers as an API that knows the parameter. */
const knows = (request: SeenRequest) => {
  if (!isProof(request)) return ok(null);
  if (!request.url.endsWith("=true"))
    return refused(400, { code: 20200, message: "dry_run must be true or false" });
  return refusalOf(request);
};
/** Answers as an API that ignores the parameter. */
const ignores = (request: SeenRequest) => (isProof(request) ? refusalOf(request) : ok({ id: RULESET }));

const names = Object.keys(WRITES) as (keyof Writes)[];

describe.each(names)("the dry run %s", (name) => {
  const { send, requests } = WRITES[name];
  const [proof, request] = requests.map((line) =>
    line.replace(" ", ` /client/v4/zones/${zone.zoneId}/rulesets`),
  );

  it("is proved by refusals of requests that can write nothing, and then sent with the parameter", async () => {
    const { result, seen } = await withClient(knows, ({ dryRuns }) => send(dryRuns, zone));
    expect(result).toBe("accepted");
    expect(seen).toEqual([`${proof}?dry_run=invalid`, `${proof}?dry_run=true`, `${request}?dry_run=true`]);
  });

  it("is left out by an API that ignores the parameter there and knows it everywhere else", async () => {
    const shape = (line = "") => line.replace(/(zones|accounts)/, "").replace(/[0-9a-f]{32}|\?.*/g, "");
    const isHere = ({ method, url }: SeenRequest) => shape(`${method} ${url}`) === shape(proof);
    const { result, seen } = await withClient(
      (one) => (isHere(one) ? ignores(one) : knows(one)),
      async ({ dryRuns }) => {
        for (const other of names)
          if (WRITES[other].requests[0] !== requests[0]) await WRITES[other].send(dryRuns, zone);
        return send(dryRuns, zone);
      },
    );
    expect(result).toBe("not asked");
    const here = seen.filter((line) => shape(line) === shape(proof));
    expect(here.length).toBeLessThanOrEqual(2);
    expect(here.every((line) => line.startsWith(`${proof}?dry_run=`))).toBe(true);
  });
});

describe("a proof of dry runs", () => {
  it("holds for one operation in all zones, and says nothing of accounts", async () => {
    const ofZones = (request: SeenRequest) =>
      request.url.includes("/zones/") ? knows(request) : ignores(request);
    const { result, seen } = await withClient(ofZones, async ({ dryRuns }) => [
      await WRITES.addRule.send(dryRuns, zone),
      await WRITES.addRule.send(dryRuns, { zoneId: RULE }),
      await WRITES.addRule.send(dryRuns, account),
      await WRITES.patchRule.send(dryRuns, zone),
    ]);
    expect(result).toEqual(["accepted", "accepted", "not asked", "accepted"]);
    expect(seen.map((line) => `${line.split(" ")[0]} ${/(zones|accounts)/.exec(line)?.[0]}`)).toEqual([
      ...Array<string>(4).fill("POST zones"),
      "POST accounts",
      ...Array<string>(3).fill("PATCH zones"),
    ]);
  });

  it("is made once for several rulesets at the same time", async () => {
    const { seen } = await withClient(knows, ({ dryRuns }) =>
      Promise.all([1, 2, 3].map(() => WRITES.create.send(dryRuns, zone))),
    );
    expect(seen).toHaveLength(5);
  });
});

describe("the answer to a dry run", () => {
  it("names the member that the API refuses", async () => {
    const pointer = "/rules/0/expression";
    const answer = (one: SeenRequest) =>
      isProof(one) ? knows(one) : refused(400, { code: 20120, message: "no", source: { pointer } });
    const { result } = await withClient(answer, ({ dryRuns }) =>
      rejection(WRITES.replace.send(dryRuns, zone)),
    );
    expect(result).toMatchObject({ status: 400, pointer, outcome: "refused" });
  });

  it("may be lost, since the repetition writes nothing", async () => {
    let failures = 1;
    const answer = (one: SeenRequest) =>
      !isProof(one) && failures-- > 0 ? { status: 500, text: "" } : knows(one);
    const { seen } = await withClient(answer, ({ dryRuns }) => WRITES.addRule.send(dryRuns, zone));
    expect(seen.slice(2)).toHaveLength(2);
  });

  it("that is the answer to a write tells that the request may have been carried out", async () => {
    const answer = (one: SeenRequest) => (isProof(one) ? knows(one) : ok({ id: RULESET, version: "2" }));
    const { result } = await withClient(answer, ({ dryRuns }) => WRITES.addRule.send(dryRuns, zone));
    expect(result).toBe("written");
  });
});

describe("without a proof there is no dry run", () => {
  const wrong = {
    "ignores the parameter": ignores,
    "refuses every request": () => refused(400, { code: 10000, message: "unknown argument: dry_run" }),
    "accepts every request": () => ok(null),
    "has no such route": ({ url }) => refused(400, { code: 7003, message: `Could not route to ${url}` }),
  } satisfies Record<string, (request: SeenRequest) => ScriptedAnswer>;

  it.each(Object.entries(wrong))("if the API %s", async (_, script) => {
    const { result, seen } = await withClient(script, async ({ dryRuns }) => {
      const ends = [];
      for (const name of [...names, ...names]) ends.push(await WRITES[name].send(dryRuns, zone));
      return ends;
    });
    expect(new Set(result)).toEqual(new Set(["not asked"]));
    // Each of five operations is tried once: two of six writes are the same operation.
    expect(seen.length).toBeLessThanOrEqual(10);
    expect(seen.every((line) => line.includes(NONE) || /^POST .*\/rulesets\?/.test(line))).toBe(true);
  });

  it("if the credential may not write, or no API answers, which is an error", async () => {
    const script = () => refused(403, { code: 10000, message: "Authentication error" });
    await withClient(script, async ({ dryRuns }) => {
      expect(isPermissionError(await rejection(WRITES.create.send(dryRuns, zone)))).toBe(true);
    });
    await withClient(
      () => ({ status: 400, text: "<html>" }),
      async ({ dryRuns }) => {
        const error = await rejection(WRITES.create.send(dryRuns, zone));
        expect(error).toMatchObject({ name: "UnexpectedAnswerError" });
      },
    );
  });

  it("if the connection turns it off, or nothing is known of the entry point that it would replace", async () => {
    const off = await withClient(knows, ({ dryRuns }) => WRITES.create.send(dryRuns, zone), {
      dryRun: false,
    });
    expect([off.result, off.seen]).toEqual(["not asked", []]);
    const blind = await withClient(knows, ({ dryRuns }) => dryRuns.replaceEntrypoint(zone, PHASE, {}));
    expect([blind.result, blind.seen]).toEqual(["not asked", []]);
  });
});
