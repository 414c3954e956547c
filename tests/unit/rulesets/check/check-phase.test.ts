import { UNKNOWN } from "../../../../provider/api";
import { checkPhase } from "../../../../provider/rulebook/shape/check-program-rules";

describe("checkPhase", () => {
  it("accepts a phase, or an unknown value", () => {
    expect([...checkPhase("http_ratelimit"), ...checkPhase(UNKNOWN)]).toEqual([]);
  });

  it("suggests similar phases", () => {
    expect(checkPhase("http_request_firewal_custom")).toEqual([
      {
        path: "phase",
        message:
          'must be a phase, found "http_request_firewal_custom"; did you mean "http_request_firewall_custom", "http_response_firewall_custom" or "http_request_firewall_managed"?',
      },
    ]);
    expect(checkPhase(7)[0]?.message).toMatch(/found 7; phases are ddos_l4/);
  });
});
