import { ask, plain, renew, testEngine } from "../../support/lifecycle";
import { useTestPlatform } from "../../support/platform";

const PHASE = "http_request_firewall_custom";

const ADMIN = { ref: "admin", action: "managed_challenge", expression: 'http.request.uri.path eq "/admin"' };
const COUNTRY = { ref: "country", action: "log", expression: 'ip.src.country eq "ZZ"' };

interface LiveRuleset {
  rules?: { id: string; ref: string; action: string }[];
}

const platform = useTestPlatform();
let engine: ReturnType<typeof testEngine>;
let rulesets: string;
beforeEach(async () => {
  await renew(platform);
  engine = testEngine(platform);
  rulesets = `/accounts/${platform.accountId}/rulesets`;
});

describe("an AccountEntrypointRuleset", () => {
  const KIND = "AccountEntrypointRuleset";
  const entrypoint = async () =>
    plain(await ask<LiveRuleset>(platform, "GET", `${rulesets}/phases/${PHASE}/entrypoint`));
  const deploying = (id: unknown) => ({
    accountId: platform.accountId,
    phase: PHASE,
    rules: [
      {
        ref: "deploy",
        action: "execute",
        actionParameters: { id },
        expression: '(cf.zone.name eq "example.com") and cf.zone.plan eq "ENT"',
      },
    ],
  });

  it("deploys a custom ruleset, which cannot be removed before it", async () => {
    const custom = { accountId: platform.accountId, name: "shared", phase: PHASE, rules: [ADMIN] };
    const ruleset = await engine.up("Ruleset", custom);
    const state = await engine.up(KIND, deploying(ruleset.outs["rulesetId"]));
    expect(state.id).toBe(`${platform.accountId}/${PHASE}`);
    expect(await entrypoint()).toMatchObject({
      kind: "root",
      rules: [{ action: "execute", action_parameters: { id: ruleset.outs["rulesetId"] } }],
    });
    expect(await engine.refresh(KIND, state)).toEqual(state);
    expect(await engine.preview(KIND, deploying(ruleset.outs["rulesetId"]), state)).toBe("same");
    await expect(engine.destroy("Ruleset", ruleset)).rejects.toThrow("executes it");
    await engine.destroy(KIND, state);
    await engine.destroy("Ruleset", ruleset);
    expect((await platform.api("GET", `${rulesets}/phases/${PHASE}/entrypoint`)).status).toBe(404);
  });

  it("reports at preview what the entry point of an account does not take", async () => {
    const expressions = [
      '(ip.src in $office) and cf.zone.plan eq "ENT"',
      '(cf.waf.score lt 20) and cf.zone.plan eq "ENT"',
      'not (ssl) and cf.zone.plan eq "ENT"',
    ];
    const rules = expressions.map((expression, index) => ({ ref: `r${index}`, action: "log", expression }));
    const skip = { ref: "skip", action: "skip", actionParameters: { ruleset: "current" }, expression: "ssl" };
    const written = { accountId: platform.accountId, phase: PHASE, rules: [...rules, skip] };
    const { failures } = await engine.provider(KIND).check({}, written);
    expect(failures.map(({ reason }) => reason.split("\n")[0])).toEqual([
      expect.stringContaining(
        'rules["r2"].expression: must have one condition in parentheses before the plan',
      ),
      expect.stringContaining('rules["skip"].action: must not be "skip" in the entry point of an account'),
      expect.stringContaining(
        "the use of lists is not allowed in the entry point of an account in the phase",
      ),
      expect.stringContaining(
        "the use of field cf.waf.score is not allowed in the entry point of an account",
      ),
    ]);
  });

  it("does not change foreign rules", async () => {
    const theirs = await ask<LiveRuleset>(platform, "POST", rulesets, {
      name: "default",
      kind: "root",
      phase: PHASE,
      rules: [COUNTRY],
    });
    const state = await engine.up(KIND, { accountId: platform.accountId, phase: PHASE, rules: [ADMIN] });
    expect((await entrypoint()).rules?.map(({ ref }) => ref)).toEqual(["country", "admin"]);
    await engine.destroy(KIND, state);
    expect((await entrypoint()).rules).toEqual(theirs.rules);
  });

  it("names the account whose entry point it manages", async () => {
    await ask(platform, "POST", rulesets, {
      name: "default",
      kind: "root",
      phase: PHASE,
      rules: [{ ...ADMIN, action: "log" }],
    });
    const mine = { accountId: platform.accountId, phase: PHASE, rules: [ADMIN] };
    expect((await engine.stopped(KIND, mine)).message).toContain(
      `The entry point of ${PHASE} in account ${platform.accountId} conflicts with what this resource declares. Nothing was written.`,
    );
    await expect(engine.provider(KIND).read("nonsense", {})).rejects.toThrow(
      '"nonsense" is not the id of an entry point of an account: write <account id>/<phase>.',
    );
  });
});
