import {
  ask,
  identity,
  renew,
  testEngine,
  UNKNOWN,
  watch,
  withFaults,
  type Fault,
} from "../../support/lifecycle";
import { EXAMPLE_COM, useTestPlatform } from "../../support/platform";
import { startProxy } from "../../support/proxy";
import { isAboutRequests } from "../../support/preview-lines";

/** The platform refuses, in dry runs only, what the rule book does not know. */
const KIND = "ZoneEntrypointRuleset";
const CUSTOM = "http_request_firewall_custom";
const ACCOUNT = "a577b8512c9e61f81405d026d1fb93db";
const ENTRYPOINT = `/zones/${EXAMPLE_COM}/rulesets/phases/${CUSTOM}/entrypoint`;
const RULESETS = `/zones/${EXAMPLE_COM}/rulesets`;

/** Most proofs name a ruleset whose id is all zeros. */
const NOT_THE_PROOF = "(rulesets|[0-9a-f]*[1-9a-f][0-9a-f]*(/rules)?)\\?dry_run=true$";

const platform = useTestPlatform();
beforeEach(() => renew(platform));

const block = (ref: string, path = ref) => ({
  ref,
  action: "block",
  expression: `http.request.uri.path eq "/${path}"`,
});
const args = (rules: unknown, more: object = {}) => ({ zoneId: EXAMPLE_COM, phase: CUSTOM, rules, ...more });
const live = () =>
  ask<{ rules: { id: string; ref: string }[]; version: string }>(platform, "GET", ENTRYPOINT);
const refusal = (pointer?: string, more: object = {}): Fault => ({
  path: NOT_THE_PROOF,
  kind: "status",
  status: 400,
  errors: [
    {
      code: 20_999,
      message: "this word is not allowed here",
      ...(pointer !== undefined && { source: { pointer } }),
    },
  ],
  ...more,
});
const WORDS = /refused with 400, code 20999.*this word is not allowed here/;

/** The problems of a preview, its lines, its dry runs, and the requests that prove them. */
async function preview(
  given: Record<string, unknown>,
  {
    run = testEngine(platform),
    state,
    kind = KIND,
  }: { run?: ReturnType<typeof testEngine>; state?: Parameters<typeof run.problems>[2]; kind?: string } = {},
) {
  const before = run.log.length;
  const { result, dryRuns, proofs, writes } = await watch(platform, () =>
    run.problems(kind, { ...given, __preview: true }, state),
  );
  expect(writes).toEqual([]);
  return {
    problems: result,
    lines: run.log.slice(before).filter((line) => !line.includes("rules in order") && !isAboutRequests(line)),
    dryRuns,
    proofs,
  };
}

describe("the dry run of an entry point", () => {
  it("is the request of the update, one for each ruleset that changes", async () => {
    const first = await preview(args([block("a"), block("b")]));
    expect(first).toMatchObject({ problems: [], lines: [], dryRuns: [`POST ${RULESETS}`] });
    const state = await testEngine(platform).up(KIND, args([block("a"), block("b")]));
    const [a] = (await live()).rules;
    const { id } = await ask<{ id: string }>(platform, "GET", ENTRYPOINT);
    const changed = await preview(args([block("a", "other"), block("b")]), { state });
    expect(changed.dryRuns).toEqual([`PATCH ${RULESETS}/${id}/rules/${a?.id}`]);
    const several = await preview(args([block("a", "other"), block("b", "more"), block("c")]), { state });
    expect(several.dryRuns).toEqual([`PUT ${RULESETS}/${id}`]);
    expect((await preview(args([block("a")]), { state })).dryRuns).toEqual([
      expect.stringMatching(/^DELETE .*\/rules\/[0-9a-f]{32}$/),
    ]);
    expect((await preview(args([block("b"), block("a")]), { state })).dryRuns).toHaveLength(1);
    expect((await preview(args([block("a"), block("b")]), { state })).dryRuns).toEqual([]);
    expect((await live()).version).toBe("1");
  });

  it("tells the run which rules the API has accepted as the update would write them", async () => {
    const run = testEngine(platform);
    await preview(args([block("a"), { ...block("u"), expression: UNKNOWN }]), { run });
    const before = run.accepted();
    expect(before.at(-1)).toEqual(["a"]);
    await withFaults(platform, [refusal("/rules/0")], () => preview(args([block("a")]), { run }));
    expect(run.accepted()).toEqual(before);
  });

  it("reports a refusal at the rule and the member that it names, in the words of the API", async () => {
    const create = () => preview(args([block("a"), block("b")]));
    const refused = await withFaults(platform, [refusal("/rules/1/expression")], create);
    expect(refused.problems).toEqual([expect.stringMatching(/^rules\["b"\]\.expression: the API refuses/)]);
    expect(refused.problems[0]).toMatch(WORDS);
    const nowhere = await withFaults(platform, [refusal()], create);
    expect(nowhere.problems).toEqual([expect.stringMatching(/^rules: the API refuses/)]);
    const state = await testEngine(platform).up(KIND, args([block("a"), block("b")]));
    const patch = () => preview(args([block("a"), { ...block("b"), description: "x" }]), { state });
    const one = await withFaults(platform, [refusal("/action_parameters/status_code")], patch);
    expect(one.problems).toEqual([expect.stringMatching(/^rules\["b"\]\.actionParameters\.statusCode: /)]);
  });

  it("does not blame the rules of others, which a whole list holds", async () => {
    await ask(platform, "PUT", ENTRYPOINT, { rules: [block("theirs~shop/other~0000000000000aaaaaaa")] });
    const given = args([block("a"), block("b")]);
    const refused = (pointer?: string) => withFaults(platform, [refusal(pointer)], () => preview(given));
    const theirs = await refused("/rules/0/expression");
    expect(theirs.dryRuns).toEqual([expect.stringMatching(`^PUT ${RULESETS}/[0-9a-f]{32}$`)]);
    expect([theirs.problems, theirs.lines]).toEqual([
      [],
      [expect.stringMatching(/^warning: rules\["theirs"\]/)],
    ]);
    const ours = await refused("/rules/2");
    expect(ours.problems).toEqual([expect.stringMatching(/^rules\["b"\]: the API refuses/)]);
    const unknown = await refused();
    expect([unknown.problems, unknown.lines]).toEqual([
      [],
      [expect.stringMatching(/^warning: rules: the API/)],
    ]);
  });

  it("quotes nothing of the API if rules are secret", async () => {
    const given = args([block("a")], { secretInputs: ["rules"] });
    const { problems } = await withFaults(platform, [refusal("/rules/0/expression")], () => preview(given));
    expect(problems).toEqual([expect.stringMatching(/^rules\[0\]: the API refuses .*not shown/)]);
  });
});

describe("rules that are not sent", () => {
  it("are those with unknown values, while the others are", async () => {
    const unknown = { ...block("u"), expression: UNKNOWN };
    expect((await preview(args([unknown]))).dryRuns).toEqual([]);
    const refused = await withFaults(platform, [refusal("/rules/0")], () =>
      preview(args([unknown, block("a")])),
    );
    expect(refused.dryRuns).toEqual([`POST ${RULESETS}`]);
    expect(refused.problems).toEqual([expect.stringMatching(/^rules\["a"\]/)]);
    const nested = { ...block("n"), actionParameters: { response: { content: `<${UNKNOWN}>` } } };
    expect((await preview(args([nested]))).dryRuns).toEqual([]);
    expect((await preview(args(UNKNOWN))).dryRuns).toEqual([]);
    expect((await preview(args([block("a")], { zoneId: UNKNOWN }))).dryRuns).toEqual([]);
    const state = await testEngine(platform).up(KIND, args([block("a"), block("u")]));
    expect((await preview(args([block("a"), unknown]), { state })).dryRuns).toEqual([]);
    const { dryRuns } = await preview(args([block("a", "other"), unknown]), { state });
    expect(dryRuns).toEqual([expect.stringMatching(`^PUT ${RULESETS}/[0-9a-f]{32}$`)]);
  });

  it("are those that name a list which the same run may make", async () => {
    await ask(platform, "POST", `/accounts/${ACCOUNT}/rules/lists`, { name: "known", kind: "ip" });
    const listed = (name: string) => ({ ...block(name), expression: `ip.src in $${name}` });
    const declares = { __lists: ["new"] };
    expect((await preview(args([listed("new")], declares))).dryRuns).toEqual([]);
    expect((await preview(args([listed("known")], declares))).dryRuns).toEqual([`POST ${RULESETS}`]);
  });

  it("are those with a problem that the preview has found itself", async () => {
    const { problems, dryRuns } = await preview(args([block("a")], { position: { after: "none" } }));
    expect([problems.length, dryRuns]).toEqual([1, []]);
  });
});

describe("a preview without the API's answer", () => {
  const given = args([block("a")]);
  const unanswered: Record<string, Fault> = {
    "a failure": { path: "dry_run", kind: "status", status: 500 },
    "a page": { path: "dry_run", kind: "html", status: 200 },
    "a broken connection": { path: "dry_run", kind: "drop-before" },
    "half an answer": { path: "dry_run", kind: "truncate" },
    "a rate limit": { path: "dry_run", kind: "status", status: 429 },
    "an invalid token": { path: "dry_run", kind: "status", status: 401 },
  };

  it.each(Object.entries(unanswered))("passes with one line for %s, and asks no more", async (_, fault) => {
    const run = testEngine(platform);
    const twice = await withFaults(platform, [fault], async () => [
      await preview(given, { run }),
      await preview(args([block("b")], { phase: "http_request_late_transform", rules: [] }), { run }),
    ]);
    expect(twice.map(({ problems }) => problems)).toEqual([[], []]);
    expect(run.log.filter((line) => !isAboutRequests(line))).toEqual([
      expect.stringMatching(/^warning: the preview goes on without the API's answer/),
    ]);
    expect(twice[1]?.dryRuns).toEqual([]);
  });

  it("says once that the credential may not write", async () => {
    const run = testEngine(platform);
    const denied: Fault = { path: "dry_run", kind: "status", status: 403 };
    const twice = await withFaults(platform, [denied], async () => [
      await preview(given, { run }),
      await preview(args([], { phase: "http_request_late_transform" }), { run }),
    ]);
    expect(twice.flatMap(({ problems }) => problems)).toEqual([]);
    expect(twice.flatMap(({ dryRuns, proofs }) => [...dryRuns, ...proofs])).toHaveLength(1);
    expect(run.log.filter((line) => !isAboutRequests(line))).toEqual([
      expect.stringMatching(/^the preview does not ask the API .* may not write/),
    ]);
  });

  it("asks nothing if the connection turns it off, or the API does not know the parameter", async () => {
    const off = await preview(given, { run: testEngine(platform, { "edge:dryRun": "false" }) });
    expect(off).toMatchObject({ problems: [], lines: [], dryRuns: [] });
    const ignored: Fault = { path: "dry_run=", kind: "status", status: 404 };
    const run = testEngine(platform);
    const unknown = await withFaults(platform, [ignored], () => preview(given, { run }));
    expect(unknown).toMatchObject({ problems: [], lines: [], dryRuns: [] });
    expect(await preview(args([block("b")]), { run })).toMatchObject({ dryRuns: [] });
  });
});

it("does not blame rules for which another resource of the stack makes room", async () => {
  const up = (name: string, ref: string) =>
    testEngine(platform).up(KIND, args([block(ref)], { __mark: identity(name) }));
  await up("one", "a");
  const state = await up("two", "b");
  const full: Fault = refusal(undefined, { errors: [{ code: 50_001, message: "too many rules" }] });
  const { problems, lines } = await withFaults(platform, [full], () =>
    preview(args([block("b"), block("c")], { __mark: identity("two") }), { state }),
  );
  expect([problems, lines]).toEqual([[], [expect.stringMatching(/^warning: rules.*too many rules/)]]);
});

describe("the dry run of a custom ruleset", () => {
  const kind = "Ruleset";
  const at = `/accounts/${ACCOUNT}/rulesets`;
  const custom = (rules: unknown, more: object = {}) => ({
    accountId: ACCOUNT,
    name: "shared",
    phase: CUSTOM,
    rules,
    ...more,
  });

  it("is the request of the update, and reports a refusal at the rule", async () => {
    const two = [block("a"), block("b")];
    expect(await preview(custom(two), { kind })).toMatchObject({ problems: [], dryRuns: [`POST ${at}`] });
    const state = await testEngine(platform).up(kind, custom(two));
    const { id = "" } =
      (await ask<{ id: string; name: string }[]>(platform, "GET", at)).find(
        ({ name }) => name === "shared",
      ) ?? {};
    expect((await preview(custom(two), { kind, state })).dryRuns).toEqual([]);
    const one = await preview(custom([block("a", "other"), block("b")]), { kind, state });
    expect(one.dryRuns).toEqual([expect.stringMatching(`^PATCH ${at}/${id}/rules/[0-9a-f]{32}$`)]);
    const refused = await withFaults(platform, [refusal("/rules/1/expression")], () =>
      preview(custom([block("a", "other"), block("b", "other")]), { kind, state }),
    );
    expect(refused.dryRuns).toEqual([`PUT ${at}/${id}`]);
    expect(refused.problems).toEqual([expect.stringMatching(/^rules\["b"\]\.expression: the API refuses/)]);
  });

  it("waits for what replaces it, and takes over what it would take over", async () => {
    const state = await testEngine(platform).up(kind, custom([block("a")]));
    expect((await preview(custom([block("a")], { name: "other" }), { kind, state })).dryRuns).toEqual([]);
    await ask(platform, "POST", at, { name: "hand", kind: "custom", phase: CUSTOM, rules: [block("h")] });
    const { dryRuns } = await preview(custom([block("a")], { name: "hand", takeOver: true }), { kind });
    expect(dryRuns).toEqual([expect.stringMatching(`^PUT ${at}/`)]);
  });
});

describe("the dry run of an OWASP deployment", () => {
  const kind = "OwaspConfig";
  const MANAGED = "http_request_firewall_managed";
  const given = (paranoiaLevel: number, more: object = {}) => ({
    zoneId: EXAMPLE_COM,
    paranoiaLevel,
    scoreThreshold: 40,
    ...more,
  });

  it("is the request of the update, and reports a refusal", async () => {
    expect(await preview(given(1), { kind })).toMatchObject({ problems: [], dryRuns: [`POST ${RULESETS}`] });
    const state = await testEngine(platform).up(kind, given(1));
    expect((await preview(given(1), { kind, state })).dryRuns).toEqual([]);
    const changed = await preview(given(2), { kind, state });
    expect(changed).toMatchObject({
      problems: [],
      dryRuns: [expect.stringMatching(`^PATCH ${RULESETS}/[0-9a-f]{32}/rules/[0-9a-f]{32}$`)],
    });
    const refuse = (pointer: string) => async () =>
      (await withFaults(platform, [refusal(pointer)], () => preview(given(2), { kind, state }))).problems;
    expect(await refuse("/expression")()).toEqual([expect.stringMatching(/^expression: the API refuses/)]);
    expect(await refuse("/action_parameters/overrides")()).toEqual([
      expect.stringMatching(/^the API refuses/),
    ]);
    const other = await preview(given(1, { zoneId: "5".repeat(32) }), { kind, state });
    expect(other.dryRuns).toEqual([]);
    const live = await ask<{ version: string }>(platform, "GET", `${RULESETS}/phases/${MANAGED}/entrypoint`);
    expect(live.version).toBe("1");
  });
});

describe("a preview writes nothing at an API that honours dry runs", () => {
  const custom = { accountId: ACCOUNT, name: "shared", phase: CUSTOM };
  const two = [block("a"), block("b")];
  const moved = [block("b"), block("a")];
  const changed = [block("a", "x"), block("b")];
  const whole = [block("a", "x"), block("b", "y"), block("c")];

  /**
   * Previews every operation in zones and in an account, by a proxy that takes the parameter away where the API does not know it. Returns
   * the methods and scopes of the dry runs.
   */
  async function previewAll(knows: (method: string, path: string) => boolean): Promise<string[]> {
    const zoneState = await testEngine(platform).up(KIND, args(two));
    const accountState = await testEngine(platform).up("Ruleset", { ...custom, rules: two });
    const zoneId = "5".repeat(32);
    await platform.control("POST", "/seed", { zones: [{ id: zoneId, name: "more.example" }] });
    const proxy = await startProxy(platform.baseUrl, () => undefined, {
      path: ({ method = "", url = "" }) => (knows(method, url) ? url : url.replace(/\?dry_run=.*$/, "")),
    });
    try {
      const run = testEngine(platform, { "edge:baseUrl": proxy.baseUrl });
      const problems = (kind: string, given: object, state?: typeof zoneState) =>
        run.problems(kind, { ...given, __preview: true }, state);
      const before = await platform.control("GET", "/snapshot");
      const { result, dryRuns } = await watch(platform, async () => {
        const found: string[] = [];
        for (const rules of [moved, changed, [...two, block("c")], whole, [block("a")]]) {
          found.push(...(await problems(KIND, args(rules), zoneState)));
          found.push(...(await problems("Ruleset", { ...custom, rules }, accountState)));
        }
        found.push(...(await problems(KIND, args(two, { zoneId }))));
        found.push(...(await problems("Ruleset", { ...custom, name: "other", rules: two })));
        return found;
      });
      expect(result).toEqual([]);
      expect((await platform.control("GET", "/snapshot")).body).toEqual(before.body);
      return dryRuns.map((line) => line.replace(/^(\w+) \/(\w+)\/.*$/, "$1 $2"));
    } finally {
      await proxy.close();
    }
  }

  const inScope = (scope: string) =>
    ["DELETE", "PATCH", "PATCH", "POST", "POST", "PUT"].map((method) => `${method} ${scope}`);

  it.each<[string, (method: string, path: string) => boolean, readonly string[]]>([
    ["for no write", () => false, []],
    ["only for the removal of a rule", (method) => method === "DELETE", ["DELETE accounts", "DELETE zones"]],
    ["only in zones", (_, path) => path.includes("/zones/"), inScope("zones")],
    ["only in accounts", (_, path) => path.includes("/accounts/"), inScope("accounts")],
    ["for every write", () => true, [...inScope("accounts"), ...inScope("zones")]],
  ])("%s", async (_, knows, sent) => {
    expect((await previewAll(knows)).sort()).toEqual([...sent].sort());
  });
});

it("fails if the API checks the parameter of a dry run and then writes", async () => {
  const proxy = await startProxy(platform.baseUrl, () => undefined, {
    path: ({ url = "" }) => url.replace("?dry_run=true", ""),
  });
  try {
    const run = testEngine(platform, { "edge:baseUrl": proxy.baseUrl });
    const first = await run.problems(KIND, { ...args([block("a")]), __preview: true });
    expect(first).toEqual([expect.stringMatching(/may have written.*edge:dryRun/)]);
    const given = { accountId: ACCOUNT, name: "other", phase: CUSTOM, rules: [block("a")], __preview: true };
    const second = await watch(platform, () => run.problems("Ruleset", given));
    expect(second).toMatchObject({ result: [], writes: [], dryRuns: [], proofs: [] });
  } finally {
    await proxy.close();
  }
});
