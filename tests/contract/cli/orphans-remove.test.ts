import { ask as request, withFaults } from "../../support/lifecycle";
import {
  DEV,
  interrupted,
  mark,
  rule,
  rules,
  tokenName,
  useOrphans,
  zoneRulesets,
  type Ruleset,
} from "../../support/orphans";
import { OWASP } from "../../support/platform";
import { startProxy } from "../../support/proxy";

const { platform, orphans, answered, state, entrypoint, liveRefs, makeToken, tokenIds } = useOrphans();

describe("edge-platform orphans --remove", () => {
  const OWN = ["--remove", "--yes"];

  beforeEach(() => interrupted("bbbbbb", "cccccc"));

  it("removes unused objects with --yes, and those in use only with --in-use", async () => {
    await entrypoint([
      rule(`admin~${mark("aaaaaa")}`),
      rule(`admin~${mark("bbbbbb")}`),
      rule(`old~${mark("cccccc")}`, { enabled: false }),
    ]);
    const unused = await makeToken(tokenName("deploy", "bbbbbb"));
    const args = ["--state", state([rules("aaaaaa")]), ...OWN];
    const first = await orphans(args);
    expect(first.code).toBe(1);
    expect(first.stdout).toContain("Removed: 2.\nKept: 1.\n");
    expect(first.stdout).toContain("Objects in use are removed only with --in-use");
    expect(await liveRefs()).toEqual([`admin~${mark("aaaaaa")}`, `admin~${mark("bbbbbb")}`]);
    expect(await tokenIds()).not.toContain(unused.id);

    expect(await answered([...args, "--in-use"])).toMatchObject({
      code: 0,
      orphans: [{ outcome: "removed" }],
    });
    expect(await liveRefs()).toEqual([`admin~${mark("aaaaaa")}`]);
    expect((await orphans(args)).code).toBe(0);
  });

  it("removes an OWASP deployment only after its own confirmation", async () => {
    const phase = "http_request_firewall_managed";
    const deploying = { action: "execute", action_parameters: { id: OWASP } };
    const { id } = await entrypoint([rule(`owasp~${mark("bbbbbb")}`, deploying)], "default", phase);
    const file = state([rules("aaaaaa")]);
    const live = async () => (await request<Ruleset>(platform, "GET", `${zoneRulesets}/${id}`)).rules ?? [];
    const questions: string[] = [];
    const say = (answer: string) => (question: string) => {
      questions.push(question);
      return Promise.resolve(answer);
    };

    expect((await orphans(["--state", file, ...OWN])).code).toBe(1);
    for (const answer of ["", "y", "no"]) {
      expect((await orphans(["--state", file, "--remove"], say(answer))).code).toBe(1);
      expect(await live()).toHaveLength(1);
    }
    expect((await orphans(["--state", file, "--remove"], say("yes"))).code).toBe(0);
    expect(await live()).toEqual([]);
    expect(questions[0]).toMatch(/"owasp" .* execute {2}in use\nTHESE ARE IN USE\. Remove them anyway\?/);
  });

  it("asks for unused objects first, and applies each answer to its own list", async () => {
    await entrypoint([rule(`admin~${mark("bbbbbb")}`)]);
    const { id } = await makeToken(tokenName("deploy", "bbbbbb"));
    const answers = ["no", "yes"];
    const found = await answered(["--state", state([rules("aaaaaa")]), "--remove"], () =>
      Promise.resolve(answers.shift() ?? ""),
    );
    expect(found).toMatchObject({ code: 1 });
    expect(answers).toEqual([]);
    expect(await liveRefs()).toEqual([]);
    expect(await tokenIds()).toContain(id);
  });

  it("removes an entry point of the stack with its last rule, but not with a foreign rule in it", async () => {
    const name = `default~shop/dev~${DEV}`;
    const { id } = await entrypoint([rule(`admin~${mark("bbbbbb")}`)], name);
    const limit = {
      ratelimit: {
        characteristics: ["cf.colo.id", "ip.src"],
        period: 10,
        requests_per_period: 5,
        mitigation_timeout: 10,
      },
    };
    const shared = await entrypoint(
      [rule(`rate~${mark("bbbbbb")}`, limit), rule("by-hand", limit)],
      name,
      "http_ratelimit",
    );
    const found = await answered(["--state", state([rules("aaaaaa")]), ...OWN, "--in-use"]);
    expect(found).toMatchObject({ code: 0, alsoRemoved: [{ kind: "entrypoint", id }] });
    const left = await request<Ruleset[]>(platform, "GET", zoneRulesets);
    expect(left.filter((one) => one.name === name).map((one) => one.id)).toEqual([shared.id]);
    const { rules: rest } = await request<Ruleset>(platform, "GET", `${zoneRulesets}/${shared.id}`);
    expect(rest?.map(({ ref }) => ref)).toEqual(["by-hand"]);
  });

  it("keeps an empty entry point that a state contains", async () => {
    const { id } = await entrypoint([rule(`admin~${mark("bbbbbb")}`)], `default~shop/dev~${DEV}`);
    const held = rules("aaaaaa", { outputs: { rulesetId: id } });
    expect(await answered(["--state", state([held]), ...OWN, "--in-use"])).toMatchObject({
      code: 0,
      alsoRemoved: [],
    });
    expect(await liveRefs()).toEqual([]);
  });

  it("keeps objects that have changed since they were listed", async () => {
    const made = await entrypoint([rule(`admin~${mark("bbbbbb")}`, { enabled: false })]);
    const [orphan] = made.rules ?? [];
    const token = await makeToken(tokenName("deploy", "bbbbbb"));
    const verify = { headers: { Authorization: `Bearer ${token.value}` } };
    let rulesetReads = 0;
    // Changes the objects between the listing and the check right before the removal.
    const proxy = await startProxy(platform.baseUrl, async ({ url = "", method }) => {
      if (method === "GET" && url.endsWith(`/rulesets/${made.id}`) && (rulesetReads += 1) === 2) {
        const own = rule(`admin~${mark("aaaaaa")}`, { enabled: false });
        await request(platform, "PATCH", `${zoneRulesets}/${made.id}/rules/${orphan?.id ?? ""}`, own);
      }
      if (method === "GET" && url.endsWith(`/tokens/${token.id}`))
        await platform.api("GET", "/user/tokens/verify", verify);
      return undefined;
    });
    process.env["EDGE_BASE_URL"] = proxy.baseUrl;
    const found = await answered(["--state", state([rules("aaaaaa")]), ...OWN]).finally(() => proxy.close());
    expect(found).toMatchObject({
      code: 1,
      orphans: [{ outcome: "changed" }, { outcome: "changed" }],
    });
    expect(await liveRefs()).toHaveLength(1);
    expect(await tokenIds()).toContain(token.id);
  });

  it("reads again before a removal is repeated, and keeps what has changed meanwhile", async () => {
    const made = await entrypoint([rule(`admin~${mark("bbbbbb")}`, { enabled: false })]);
    const [orphan] = made.rules ?? [];
    const token = await makeToken(tokenName("deploy", "bbbbbb"));
    const tokenPath = `/user/tokens/${token.id}`;
    const { policies } = await request(platform, "GET", tokenPath);
    const refused = new Set<string>();
    // A person changes the object while the first attempt is refused.
    const proxy = await startProxy(platform.baseUrl, async ({ url = "", method }) => {
      if (method !== "DELETE" || refused.has(url)) return undefined;
      refused.add(url);
      if (url.includes("/tokens/"))
        await request(platform, "PUT", tokenPath, { name: "mine now", policies, status: "active" });
      else {
        const own = rule(`admin~${mark("bbbbbb")}`, { enabled: false, description: "mine now" });
        await request(platform, "PATCH", `${zoneRulesets}/${made.id}/rules/${orphan?.id ?? ""}`, own);
      }
      return { status: 429, body: "", type: "text/plain" };
    });
    process.env["EDGE_BASE_URL"] = proxy.baseUrl;
    const found = await answered(["--state", state([rules("aaaaaa")]), ...OWN]).finally(() => proxy.close());
    expect(found).toMatchObject({ code: 1, orphans: [{ outcome: "changed" }, { outcome: "changed" }] });
    expect(await liveRefs()).toHaveLength(1);
    expect(await tokenIds()).toContain(token.id);
  });

  it("keeps what nothing proves to be an orphan, unless a person names it or confirms it alone", async () => {
    const [first, second] = [
      await makeToken(tokenName("deploy", "dddddd")),
      await makeToken(tokenName("deploy", "eeeeee")),
    ];
    const args = ["--state", state([rules("aaaaaa")])];
    const listed = await orphans(args);
    expect(listed.stdout).toContain("Suspected orphans of shop/dev");
    expect(await answered([...args, ...OWN, "--in-use"])).toMatchObject({
      code: 1,
      suspected: [{ outcome: "kept" }, { outcome: "kept" }],
    });
    const questions: string[] = [];
    const answers = ["no", "yes"];
    await orphans([...args, "--remove"], (question) => {
      questions.push(question);
      return Promise.resolve(answers.shift() ?? "");
    });
    for (const [index, { id }] of [first, second].entries()) expect(questions[index]).toContain(id);
    expect(questions[0]).toContain("a stack that has, or had, the same name may have it in its state");
    expect(await tokenIds()).toEqual(expect.arrayContaining([first.id]));
    expect(await tokenIds()).not.toContain(second.id);
    expect(await answered([...args, ...OWN, "--id", first.id])).toMatchObject({ code: 0 });
    expect(await tokenIds()).not.toContain(first.id);
    const again = await orphans([...args, ...OWN, "--id", first.id]);
    expect(again.code).toBe(0);
    expect(again.stdout).toContain(
      `Gone already: nothing in the searched zones and accounts has the id ${first.id}.`,
    );
  });

  it("continues when the API refuses a removal, and reports it", async () => {
    const refused = await makeToken(tokenName("deploy", "bbbbbb"));
    const removed = await makeToken(tokenName("deploy", "cccccc"));
    const found = await withFaults(
      platform,
      [{ method: "DELETE", path: refused.id, kind: "status", status: 403 }],
      () => answered(["--state", state([rules("aaaaaa")]), ...OWN]),
    );
    expect(found.code).toBe(1);
    expect(found.orphans.map(({ id, outcome }) => [id, outcome])).toEqual([
      [refused.id, "failed"],
      [removed.id, "removed"],
    ]);
    expect(await tokenIds()).toContain(refused.id);
  });
});
