import { judgeWritten, type KnownPlace } from "../../../provider/rulebook";

/** The vendor's page waf/response-firewall: a phase of zones, on every plan. */
const PLACE: KnownPlace = { phase: "http_response_firewall_custom", kind: "zone", level: "zone" };
const BLOCK = { ref: "errors", action: "block", expression: "http.response.code eq 500" };
const EXECUTE = { ref: "default", action: "execute", expression: "true" };
const ID = "0123456789abcdef0123456789abcdef";

const briefly = (rules: readonly unknown[], place: Partial<KnownPlace> = {}) =>
  judgeWritten(rules, { ...PLACE, ...place }).map(({ severity, id, path }) => `${severity} ${id} ${path}`);

describe("the response firewall", () => {
  it.each(["free", "pro", "business", "enterprise"] as const)(
    "takes block, log and execute on the plan %s",
    (plan) => {
      const rules = [
        BLOCK,
        { ref: "log", action: "log", expression: "http.response.code eq 404" },
        { ...EXECUTE, action_parameters: { id: ID } },
      ];
      expect(briefly(rules, { plan })).toEqual([]);
    },
  );

  it("refuses other actions", () => {
    expect(briefly([{ ...BLOCK, action: "managed_challenge" }])).toEqual([
      "error action-phase rules[0].action",
    ]);
  });

  it("takes fields of the request, also those that only custom rules have, and of the response", () => {
    const conditions = [
      'http.request.uri.path eq "/api" and cf.waf.score lt 20',
      'any(http.response.headers["x-debug"][*] ne "")',
      'http.response.content_type.media_type eq "application/json"',
      'any(raw.http.response.headers.names[*] eq "X-Debug")',
      "ip.src in $office and cidr(ip.src, 24, 48) eq 192.0.2.0",
    ];
    const rules = conditions.map((expression, index) => ({ ...BLOCK, ref: `r${index}`, expression }));
    expect(briefly(rules)).toEqual([]);
  });

  it("is no phase of an account", () => {
    expect(briefly([BLOCK], { kind: "root", level: "account" })).toContain("error phase-level phase");
  });

  it("takes one rule that executes", () => {
    const other = { ...EXECUTE, ref: "more", action_parameters: { id: "f".repeat(32) } };
    expect(briefly([{ ...EXECUTE, action_parameters: { id: ID } }, other])).toEqual([
      "error execute-single rules[1].action",
    ]);
  });
});
