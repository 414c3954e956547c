import { UNKNOWN } from "../../../../provider/api";
import { requireClientNetworks } from "../../../../review/policies/token-limits";
import { apiToken, cloudflareToken, judge, notKnown } from "./fixtures";

const networks = (included: unknown) => apiToken({ condition: { requestIp: { in: included } } });

describe("require-client-networks", () => {
  it.each([
    ["an IPv4 network", ["192.0.2.0/24"]],
    ["networks of both families", ["192.0.2.0/24", "2001:db8::/32"]],
  ])("passes a token that is limited to %s", (_what, included) => {
    expect(judge(requireClientNetworks, networks(included))).toEqual([]);
  });

  const missing =
    'ApiToken "deploy": condition.requestIp.in: is missing, so the token works from everywhere: name the networks of the clients in CIDR notation, such as 192.0.2.0/24.';
  it.each([
    ["no condition", {}],
    ["an empty list", { condition: { requestIp: { in: [] } } }],
    ["only excluded networks", { condition: { requestIp: { notIn: ["192.0.2.0/24"] } } }],
  ])("reports a token with %s", (_what, properties) => {
    expect(judge(requireClientNetworks, apiToken(properties))).toEqual([missing]);
  });

  it.each([
    ["0.0.0.0/0", ["192.0.2.0/24", "0.0.0.0/0"]],
    ["0.0.0.0/0", ["0.0.0.0/1", "128.0.0.0/1"]],
    ["::/0", ["192.0.2.0/24", "::/0"]],
  ])("reports networks that cover %s together", (family, included) => {
    expect(judge(requireClientNetworks, networks(included))).toEqual([
      `ApiToken "deploy": condition.requestIp.in: covers every address of ${family}, so the token works from everywhere: name the networks of the clients in CIDR notation, such as 192.0.2.0/24.`,
    ]);
  });

  it("reads the networks of @pulumi/cloudflare, and names its property", () => {
    const limited = cloudflareToken({ condition: { requestIp: { ins: ["192.0.2.0/24"] } } });
    expect(judge(requireClientNetworks, limited)).toEqual([]);
    expect(judge(requireClientNetworks, cloudflareToken({}))).toEqual([
      'cloudflare.ApiToken "deploy": condition.requestIp.ins: is missing, so the token works from everywhere: name the networks of the clients in CIDR notation, such as 192.0.2.0/24.',
    ]);
  });

  it("leaves out the resources in except", () => {
    expect(
      judge(requireClientNetworks, apiToken({}), {
        allowances: [{ resource: "deploy", reason: "CHG-4: approved" }],
      }),
    ).toEqual([]);
  });

  it.each([
    ["condition", { condition: UNKNOWN }],
    ["network", { condition: { requestIp: { in: ["192.0.2.0/24", UNKNOWN] } } }],
  ])("does not judge an unknown %s", (_what, properties) => {
    expect(judge(requireClientNetworks, apiToken(properties))).toEqual([
      notKnown('ApiToken "deploy"', "condition.requestIp.in"),
    ]);
  });

  it("reports a known network of all addresses beside an unknown one", () => {
    const [message] = judge(requireClientNetworks, networks([UNKNOWN, "0.0.0.0/0"]));
    expect(message).toMatch(
      /^ApiToken "deploy": condition\.requestIp\.in: covers every address of 0\.0\.0\.0\/0/,
    );
  });
});
