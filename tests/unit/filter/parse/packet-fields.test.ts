import { parseFilter, printForPeople } from "../../../../provider/filter";
import { judgeExpression } from "../../../../provider/rulebook";

const PROGRAMS = [
  'ip.proto eq "tcp" and tcp.dstport in {22 3389} and not ip.src in $office',
  "ip.dst in {198.51.100.0/24} and udp.dstport eq 53 and ip.len gt 512",
  "tcp.flags.syn and not tcp.flags.ack",
  "bit_slice(udp, 0, 8) eq 17",
  "ip.proto.num eq 17 and ip.ttl lt 5",
];

describe("the fields of packets", () => {
  it.each(PROGRAMS)("are known in phases that process packets: %s", (expression) => {
    for (const phase of ["magic_transit", "magic_transit_ratelimit"])
      expect(judgeExpression(expression, { phase, kind: "root" })).toBeUndefined();
  });

  it.each(PROGRAMS)("are not known in phases of requests: %s", (expression) => {
    expect(parseFilter(expression)).toMatchObject({ valid: false });
    expect(judgeExpression(expression, { phase: "http_request_firewall_custom" })).toBeDefined();
  });

  it("are suggested for a typo", () => {
    const parsed = parseFilter("tcp.dstprt eq 22", { phase: "ddos_l4" });
    expect(parsed.valid ? "" : printForPeople("tcp.dstprt eq 22", parsed.diagnostics)).toContain(
      "Did you mean tcp.dstport?",
    );
  });
});
