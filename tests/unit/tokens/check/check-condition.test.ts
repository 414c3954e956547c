import { UNKNOWN } from "../../../../provider/api";
import { checkToken } from "../../../../provider/tokens";

const at = { vendor: "acme", now: new Date("2030-01-01T00:00:00Z") };
const good = {
  name: "ci",
  policies: [{ resources: { "zone.*": "*" }, permissionGroups: [{ name: "Zone WAF Write" }] }],
};
const withNetworks = (requestIp: unknown) => ({ ...good, condition: { requestIp } });

const BAD: [string, unknown, string, RegExp][] = [
  ["an empty condition", { ...good, condition: {} }, "condition", /no client could use the token/],
  ["an empty restriction", withNetworks({ in: [] }), "condition.requestIp", /no client could use the token/],
  [
    "a bare address",
    withNetworks({ in: ["192.0.2.1"] }),
    "condition.requestIp.in[0]",
    /write 192\.0\.2\.1\/32/,
  ],
  [
    "a bare IPv6 address",
    withNetworks({ notIn: ["2001:db8::1"] }),
    "condition.requestIp.notIn[0]",
    /write 2001:db8::1\/128/,
  ],
  [
    "a bad mask",
    withNetworks({ in: ["192.0.2.0/33"] }),
    "condition.requestIp.in[0]",
    /CIDR notation, found "192.0.2.0\/33"/,
  ],
  [
    "an IPv4-mapped IPv6 network",
    withNetworks({ in: ["::ffff:192.0.2.0/120"] }),
    "condition.requestIp.in[0]",
    /write the IPv4 network/,
  ],
  [
    "an IPv4-mapped IPv6 network, longer",
    withNetworks({ in: ["0:0:0:0:0:FFFF:c000:200/120"] }),
    "condition.requestIp.in[0]",
    /write the IPv4 network/,
  ],
  [
    "networks that shut each other",
    withNetworks({ in: ["10.1.0.0/16", "10.2.3.0/24"], notIn: ["10.0.0.0/8"] }),
    "condition.requestIp",
    /excludes all clients/,
  ],
  [
    "networks that shut each other together",
    withNetworks({ in: ["10.0.0.0/24"], notIn: ["10.0.0.128/25", "10.0.0.0/25"] }),
    "condition.requestIp",
    /notIn covers every address of in; remove a network from notIn/,
  ],
  [
    "all networks of both families",
    withNetworks({ notIn: ["::/0", "0.0.0.0/0"] }),
    "condition.requestIp",
    /notIn covers every address; remove/,
  ],
];

describe("checkToken, for a condition", () => {
  it.each(BAD)("reports %s", (_, args, path, message) => {
    const problems = checkToken(args, at);
    expect(problems).toEqual([{ path, message: expect.stringMatching(message) as string }]);
  });

  it.each([
    { in: ["192.0.2.0/24"], notIn: ["192.0.2.0/32"] },
    { in: ["192.0.2.0/24", "2001:db8::/32"], notIn: ["192.0.0.0/16"] },
    { in: ["192.0.2.0/24"], notIn: ["::/0"] },
    { in: ["10.0.0.0/24"], notIn: ["10.0.0.128/25", "10.0.0.0/26"] },
    { in: ["10.0.0.0/24"], notIn: ["10.0.0.128/25", UNKNOWN] },
    { notIn: ["0.0.0.0/0"] },
    { notIn: ["192.0.2.0/24"] },
  ])("accepts networks that do not exclude all clients: %j", (networks) => {
    expect(checkToken(withNetworks(networks), at)).toEqual([]);
  });
});
