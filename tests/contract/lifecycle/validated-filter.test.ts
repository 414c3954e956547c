import { testEngine, UNKNOWN, watch, withFaults } from "../../support/lifecycle";
import { useTestPlatform } from "../../support/platform";

const KIND = "ValidatedFilter";
const ENDPOINT = "POST /filters/validate-expr";
const GOOD = { expression: 'http.host eq "example.com" and ip.src in {192.0.2.0/24}' };
const BAD = { expression: "http.host eq" };

const platform = useTestPlatform();

describe("a ValidatedFilter", () => {
  it("is checked offline in a preview, and by the endpoint when it is created", async () => {
    const engine = testEngine(platform);
    const preview = await watch(platform, () => engine.preview(KIND, GOOD));
    expect(preview.requests).toEqual([]);
    const { result, requests } = await watch(platform, () => engine.up(KIND, GOOD));
    expect(requests).toEqual([ENDPOINT]);
    expect(result.id).toMatch(/^[0-9a-f]{16}$/);
    expect(result.outs).toEqual({ ...GOOD, fields: ["http.host", "ip.src"], stateVersion: 1 });
    expect(await engine.refresh(KIND, result)).toEqual(result);
  });

  it("underlines the error of an expression, and sends no request", async () => {
    const engine = testEngine(platform);
    const { result, requests } = await watch(platform, () => engine.problems(KIND, BAD));
    expect(result).toEqual([expect.stringMatching(/^expression: [^]*http\.host eq\n *\^/)]);
    expect(requests).toEqual([]);
  });

  it("may use fields of packets in a phase that processes packets", async () => {
    const engine = testEngine(platform);
    const packets = { expression: "tcp.dstport eq 443", mode: "local" };
    expect(await engine.problems(KIND, { ...packets, phase: "magic_transit" })).toEqual([]);
    expect(await engine.problems(KIND, packets)).toHaveLength(1);
    const { outs } = await engine.up(KIND, { ...packets, phase: "magic_transit" });
    expect(outs["fields"]).toEqual(["tcp.dstport"]);
    // A field that another phase lacks is a warning.
    const response = { expression: "http.response.code eq 200", phase: "http_request_firewall_custom" };
    expect(await engine.problems(KIND, response)).toEqual([]);
  });

  it("names the fields that it reads, also one that an allowance lets pass", async () => {
    const engine = testEngine(platform);
    const filter = { expression: "cf.new.score lt 20 and ssl", mode: "local" };
    expect(await engine.problems(KIND, filter)).toHaveLength(1);
    const allowances = [{ id: "unknown-name", reason: "OPS-17: a beta" }];
    const { outs } = await engine.up(KIND, { ...filter, allowances });
    expect(outs["fields"]).toEqual(["cf.new.score", "ssl"]);
  });

  it("of mode local sends no request, and needs no credential", async () => {
    const engine = testEngine(platform, { "edge:apiToken": undefined });
    const { requests } = await watch(platform, () => engine.up(KIND, { ...GOOD, mode: "local" }));
    expect(requests).toEqual([]);
    expect(await engine.problems(KIND, GOOD)).toEqual([expect.stringContaining("there is no credential")]);
  });

  it("of mode api also asks the endpoint in a preview, also with email and key", async () => {
    const key = { "edge:apiToken": undefined, "edge:email": platform.email, "edge:apiKey": platform.apiKey };
    const engine = testEngine(platform, key);
    const { result, requests } = await watch(platform, () => engine.problems(KIND, { ...BAD, mode: "api" }));
    expect(result).toEqual([expect.stringMatching(/^expression: the API rejects it: /)]);
    expect(requests).toEqual([ENDPOINT]);
    const state = await engine.up(KIND, { ...GOOD, mode: "api" });
    const again = await watch(platform, () => engine.preview(KIND, { ...GOOD, mode: "api" }, state));
    expect([again.result, again.requests]).toEqual(["same", []]);
  });

  it("passes with a warning without the endpoint in mode both, and fails in mode api", async () => {
    const engine = testEngine(platform);
    const missing = { method: "POST", path: "^/filters/validate-expr", kind: "status" as const, status: 404 };
    await withFaults(platform, [missing], async () => {
      await engine.up(KIND, GOOD);
      expect(engine.log).toEqual([
        expect.stringMatching(/^warning: the filter was checked offline only: POST \/filters\/validate-expr/),
      ]);
      expect((await engine.stopped(KIND, { ...GOOD, mode: "api" })).message).toContain("refused with 404");
    });
  });

  it("does not show a secret expression", async () => {
    const engine = testEngine(platform);
    const secret = { expression: 'http.host eq "hidden-host" or', secretInputs: ["expression"] };
    for (const mode of ["both", "api"]) {
      const problems = await engine.problems(KIND, { ...secret, mode });
      expect(problems).toHaveLength(1);
      expect(problems[0]).toMatch(/^expression: /);
      expect(problems[0]).not.toContain("hidden");
    }
  });

  it("is replaced when its expression changes, and unchanged when only the mode changes", async () => {
    const engine = testEngine(platform);
    const state = await engine.up(KIND, GOOD);
    expect(await engine.preview(KIND, { expression: "ssl" }, state)).toBe("replace");
    expect((await engine.up(KIND, { ...GOOD, mode: "local" }, state)).id).toBe(state.id);
  });

  it("accepts unknown values in every mode", async () => {
    const engine = testEngine(platform);
    const unknown = { expression: UNKNOWN, phase: UNKNOWN };
    for (const mode of ["both", "api", "local", UNKNOWN]) {
      const { result, requests } = await watch(platform, () => engine.preview(KIND, { ...unknown, mode }));
      expect([result, requests]).toEqual(["create", []]);
    }
  });
});
