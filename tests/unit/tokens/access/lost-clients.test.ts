import { UNKNOWN } from "../../../../provider/api";
import { lostClients } from "../../../../provider/tokens";

const [A, B] = ["192.0.2.0/24", "198.51.100.0/24"];
const on = (requestIp: object | undefined) => (requestIp ? { requestIp } : undefined);

describe("the clients that a change of a condition shuts out", () => {
  it.each<[string, object | undefined, object | undefined, string[], boolean]>([
    ["nothing for an equal condition", { in: [A] }, { in: [A] }, [], false],
    ["nothing for a condition that is removed", { in: [A] }, undefined, [], false],
    ["nothing for one more network", { in: [A] }, { in: [A, B] }, [], false],
    ["nothing for a wider network", { in: ["192.0.2.128/25"] }, { in: [A] }, [], false],
    [
      "nothing for a network in two halves",
      { in: [A] },
      { in: ["192.0.2.0/25", "192.0.2.128/25"] },
      [],
      false,
    ],
    ["everybody else for a first condition", undefined, { in: [A] }, ["0.0.0.0/0", "::/0"], false],
    ["a network that is removed", { in: [A, B] }, { in: [A] }, [B], false],
    ["a network that becomes smaller", { in: [A] }, { in: ["192.0.2.0/25"] }, [A], false],
    ["all clients, if no network stays", { in: [A] }, { in: [B] }, [A], true],
    [
      "a network that is excluded",
      { in: [A] },
      { in: [A], notIn: ["192.0.2.7/32"] },
      ["192.0.2.7/32"],
      false,
    ],
    ["nothing for an excluded network of others", { in: [A] }, { in: [A], notIn: [B] }, [], false],
    ["nothing for what was excluded before", { notIn: [A] }, { notIn: ["192.0.2.7/32"] }, [], false],
  ])("are %s", (_what, before, after, networks, isEverybody) => {
    expect(lostClients(on(before), on(after))).toEqual({ networks, isEverybody });
  });

  it.each([
    UNKNOWN,
    { requestIp: UNKNOWN },
    { requestIp: { in: [UNKNOWN] } },
    { requestIp: { in: ["nonsense"] } },
  ])("are not known for %j", (after) => {
    expect(lostClients(on({ in: [A] }), after)).toEqual({ networks: [], isEverybody: false });
  });
});
