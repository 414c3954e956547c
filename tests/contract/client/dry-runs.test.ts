import { createClient, isPermissionError, type EdgeClient } from "../../../provider/client";
import { ok, refused, rejection, settingsFor, startServer, type ScriptedAnswer } from "./scripted-server";

const zone = { zoneId: "023e105f4ecef8ad9ca31a8372d0c353" };
const RULESET = "2f2feab2026849078ba485f918791bdc";
const RULE = "3a03d665bac047339bb530ecb439a90d";
const NONE = "0".repeat(32);
const PHASE = "http_request_firewall_custom";
const rule = { ref: "a", action: "block", expression: "ssl" };
const PROBE = `/client/v4/zones/${zone.zoneId}/rulesets/${NONE}/rules/${NONE}`;

type DryRuns = NonNullable<Awaited<ReturnType<EdgeClient["dryRuns"]>>>;

/** Every write that a dry run can send. */
const WRITES = {
  create: (c) => c.create(zone, { name: "default", kind: "zone", phase: PHASE, rules: [rule] }),
  replace: (c) => c.replace(zone, RULESET, { rules: [rule] }),
  replaceEntrypoint: (c) => c.replaceEntrypoint(zone, PHASE, { rules: [rule] }),
  addRule: (c) => c.addRule(zone, RULESET, rule),
  patchRule: (c) => c.patchRule(zone, RULESET, RULE, rule),
  removeRule: (c) => c.removeRule(zone, RULESET, RULE),
} satisfies Record<keyof DryRuns, (dryRuns: DryRuns) => Promise<void>>;

/** Calls a client of a server with this script. */
async function withClient<T>(
  script: (url: string) => ScriptedAnswer,
  work: (client: EdgeClient) => Promise<T>,
  more: Parameters<typeof settingsFor>[1] = {},
) {
  const server = await startServer(({ url }) => script(url));
  try {
    const client = createClient(settingsFor(server.origin, more), { sleep: () => Promise.resolve() });
    const result = await work(client);
    return { result, seen: server.seen.map(({ method, url }) => `${method} ${url}`) };
  } finally {
    await server.close();
  }
}

/** Answers as an API that knows the parameter. */
const knows = (url: string) => {
  if (!url.includes(NONE)) return ok(null);
  return url.endsWith("=true")
    ? refused(404, { code: 10003, message: "could not find ruleset" })
    : refused(400, { code: 20200, message: "dry_run must be true or false" });
};

describe("a dry run", () => {
  it("is sent with the parameter, whatever the write", async () => {
    const { seen } = await withClient(knows, async (client) => {
      const dryRuns = await client.dryRuns(zone);
      if (!dryRuns) throw new Error("The API knows the parameter.");
      expect(Object.keys(dryRuns).sort()).toEqual(Object.keys(WRITES).sort());
      for (const write of Object.values(WRITES)) await write(dryRuns);
    });
    const [first, second, ...writes] = seen;
    expect([first, second]).toEqual([`DELETE ${PROBE}?dry_run=invalid`, `DELETE ${PROBE}?dry_run=true`]);
    expect(writes).toHaveLength(6);
    expect(writes.map((line) => line.replace(/^.*\?/, ""))).toEqual(writes.map(() => "dry_run=true"));
    expect(writes[0]).toMatch(/^POST .*\/rulesets\?/);
    expect(writes[5]).toMatch(/^DELETE .*\/rules\/3a03d665bac047339bb530ecb439a90d\?/);
  });

  it("is proved once, and its refusal names the member", async () => {
    const answer = (url: string) =>
      url.includes(NONE)
        ? knows(url)
        : refused(400, { code: 20120, message: "no", source: { pointer: "/rules/0/expression" } });
    const { seen } = await withClient(answer, async (client) => {
      for (let time = 0; time < 2; time += 1) {
        const dryRuns = await client.dryRuns(zone);
        const error = await rejection(WRITES.replaceEntrypoint(dryRuns as DryRuns));
        expect(error).toMatchObject({ status: 400, pointer: "/rules/0/expression", outcome: "refused" });
      }
    });
    expect(seen).toHaveLength(4);
  });

  it("may be repeated, since it writes nothing", async () => {
    let failures = 1;
    const answer = (url: string) =>
      !url.includes(NONE) && failures-- > 0 ? { status: 500, text: "" } : knows(url);
    const { seen } = await withClient(answer, async (client) =>
      WRITES.addRule((await client.dryRuns(zone)) as DryRuns),
    );
    expect(seen.slice(2)).toHaveLength(2);
  });
});

describe("without a proof there is no dry run", () => {
  const wrong = {
    "ignores the parameter": () => refused(404, { code: 10003, message: "could not find ruleset" }),
    "refuses every request": () => refused(400, { code: 10000, message: "unknown argument: dry_run" }),
    "accepts every request": () => ok(null),
    "has no such route": () => refused(400, { code: 7003, message: "Could not route to ?dry_run=invalid" }),
  } satisfies Record<string, (url: string) => ScriptedAnswer>;

  it.each(Object.entries(wrong))("if the API %s", async (_, script) => {
    const { result, seen } = await withClient(script, async (client) => [
      await client.dryRuns(zone),
      await client.dryRuns(zone),
    ]);
    expect(result).toEqual([undefined, undefined]);
    expect(seen.length).toBeLessThanOrEqual(2);
    expect(seen.every((line) => line.startsWith(`DELETE ${PROBE}?dry_run=`))).toBe(true);
  });

  it("if the credential may not write, or no API answers, which is an error", async () => {
    const script = () => refused(403, { code: 10000, message: "Authentication error" });
    await withClient(script, async (client) => {
      expect(isPermissionError(await rejection(client.dryRuns(zone)))).toBe(true);
    });
    await withClient(
      () => ({ status: 400, text: "<html>" }),
      async (client) => {
        expect(await rejection(client.dryRuns(zone))).toMatchObject({ name: "UnexpectedAnswerError" });
      },
    );
  });

  it("if the connection turns it off", async () => {
    const { result, seen } = await withClient(knows, (client) => client.dryRuns(zone), { dryRun: false });
    expect([result, seen]).toEqual([undefined, []]);
  });

  it("but the hosted API is known to have it", async () => {
    const client = createClient(settingsFor("https://api.cloudflare.com"));
    expect(await client.dryRuns(zone)).toBeDefined();
  });
});
