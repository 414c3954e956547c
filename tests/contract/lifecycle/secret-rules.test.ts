import { ADMIN, ARGS, BOTS, COUNTRY, KIND, RULESETS, useEntrypoint } from "../../support/entrypoint";
import { ask, testEngine } from "../../support/lifecycle";
import { startProxy } from "../../support/proxy";

const { platform, engine, live } = useEntrypoint();

describe("secret rules", () => {
  const HIDDEN = "s3cr3t-token";
  const secret = (expression: string) => ({
    ...ARGS,
    rules: [{ ...ADMIN, expression }, BOTS],
    secretInputs: ["rules"],
  });
  const good = secret(`any(http.request.headers["x-key"][*] eq "${HIDDEN}")`);
  /** The offline check lets it pass, the API does not: a field that its plan lacks, say. */
  const refusal = (expression: string) => ({
    result: null,
    success: false,
    messages: [],
    errors: [
      { code: 20127, message: `'${expression}' is not a valid value for expression because of ${HIDDEN}` },
    ],
  });

  it("that cannot be parsed are reported only by their position", async () => {
    const [problem = ""] = await engine().problems(KIND, secret(`http.host eq "${HIDDEN}" or`));
    expect(problem).toMatch(/^rules\[0\].expression: /);
    expect(problem).not.toContain(HIDDEN);
  });

  it("with a wrong member are reported without the value", async () => {
    const args = { ...ARGS, rules: [{ ...ADMIN, action: HIDDEN }], secretInputs: ["rules"] };
    const [problem = ""] = await engine().problems(KIND, args);
    expect(problem).toContain('found "[secret]"');
    expect(problem).not.toContain(HIDDEN);
  });

  it("are not quoted when the API quotes them, at create and at update", async () => {
    const refusing = await refusingApi(refusal(good.rules[0]?.expression ?? ""));
    try {
      const there = testEngine(platform, { "edge:baseUrl": refusing.baseUrl });
      const created = await there.stopped(KIND, good);
      expect(created.message).toMatch(/^POST .* refused with 400, code 20127: \(not shown/);
      expect(created.message).not.toContain(HIDDEN);
      const state = await engine().up(KIND, ARGS);
      const updated = await there.stopped(KIND, { ...good, rules: [...good.rules, COUNTRY] }, state);
      expect(updated.message).toContain("refused with 400");
      expect(updated.message).not.toContain(HIDDEN);
    } finally {
      await refusing.close();
    }
  });

  it("are named by their position in each line of a write, not by their refs", async () => {
    const there = engine();
    const state = await there.up(KIND, good);
    there.log.splice(0);
    const rules = [{ ...ADMIN, action: "log" }, COUNTRY];
    await there.up(KIND, { ...good, rules }, state);
    const log = there.log.join("\n");
    expect(log).toContain(": 3 writes: changed rule rules[0]; ");
    expect(log).toMatch(/inserted rule rules\[1\] after rules\[0\]/);
    expect(log).toMatch(/removed rule rules\[1\]/);
    for (const { ref } of [ADMIN, BOTS, COUNTRY]) expect(log).not.toContain(ref);
  });

  it("are named by their refs if only members of rules are secret", async () => {
    const members = { __keyed: true, __secretMembers: { [ADMIN.ref]: ["expression"] } };
    const [wrong, bots] = secret(`http.host eq "${HIDDEN}" or`).rules;
    const rules = { [ADMIN.ref]: wrong, [BOTS.ref]: { ...bots, after: ADMIN.ref } };
    const [problem = ""] = await engine().problems(KIND, { ...good, ...members, rules });
    expect(problem).toMatch(/^rules\["admin"\].expression: /);
  });

  it("are not shown in a conflict of two writers", async () => {
    const args = { ...good, onConcurrentChange: "fail" };
    const state = await engine().up(KIND, args);
    const { id, rules } = await live();
    const theirs = { action: ADMIN.action, expression: `http.host eq "${HIDDEN}"` };
    await ask(platform, "PATCH", `${RULESETS}/${id}/rules/${String(rules[0]?.id)}`, theirs);
    const stopped = await engine().stopped(KIND, { ...args, rules: [ADMIN] }, state);
    expect(stopped.message).toContain("  rules[0]: expression was changed");
    expect(stopped.message).not.toContain(HIDDEN);
  });

  /** Hands reads to the platform, and refuses each write with this body. */
  async function refusingApi(body: unknown): Promise<{ baseUrl: string; close(): Promise<void> }> {
    return startProxy(platform.baseUrl, (request) =>
      request.method === "GET"
        ? undefined
        : { status: 400, body: JSON.stringify(body), type: "application/json" },
    );
  }
});
