import { adoptLive } from "../../../adopt/adopt-live";
import { everything } from "../../../adopt/selection";
import type { Ruleset } from "../../../provider/api";

const ZONE = "8792051aba8a6d2f17833905d155bcad";
const ID = "0123456789abcdef0123456789abcdef";

describe("the program for what is live", () => {
  it("leaves out a rule with a value that no program can write", () => {
    const rule = { id: ID, ref: "odd", action: "skip", expression: "true", enabled: true };
    const entrypoint: Ruleset = {
      id: ID,
      name: "default",
      kind: "zone",
      phase: "http_request_firewall_custom",
      version: "1",
      rules: [{ ...rule, action_parameters: { products: [null] } }],
    };
    const { sections } = adoptLive(
      {
        zones: [
          {
            zone: { id: ZONE, name: "example.com", account: { id: ID, name: "Account" } },
            listed: [entrypoint],
            rulesets: [entrypoint],
          },
        ],
        accounts: [],
        owasp: undefined,
        vendor: "vendor",
        now: new Date(0),
      },
      everything(),
    );
    expect(sections).toEqual([
      {
        title: "Zone example.com",
        left: [
          {
            subject: '"odd" in the entry point of http_request_firewall_custom',
            why: "has members that no program of this package can declare",
          },
        ],
        resources: [],
      },
    ]);
  });
});
