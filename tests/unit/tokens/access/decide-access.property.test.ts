import fc from "fast-check";
import type { PermissionScope, Policy, ResourceMap } from "../../../../provider/api";
import {
  decideAccess,
  explainAccess,
  type AccessAlternative,
  type AccessGroup,
  type AccessResource,
} from "../../../../provider/tokens";

const ACCOUNTS = ["a1", "a2"];
const ZONES = [
  { id: "z1", accountId: "a1" },
  { id: "z2", accountId: "a1" },
  { id: "z3", accountId: "a2" },
];
const WORLD: AccessResource[] = [
  ...["u1", "u2"].map((id) => ({ type: "user", id }) as const),
  ...ACCOUNTS.map((id) => ({ type: "account", id }) as const),
  ...ZONES.map((zone) => ({ type: "zone", ...zone }) as const),
];
const SCOPES: PermissionScope[] = ["user", "account", "zone"];
const GROUPS = new Map<string, AccessGroup>(
  SCOPES.flatMap((scope) =>
    ["Rules", "Logs"].flatMap((name) =>
      (["read", "write"] as const).map((access): [string, AccessGroup] => [
        `${scope} ${name} ${access}`,
        { scope, access, name: `${name} ${access === "read" ? "Read" : "Write"}` },
      ]),
    ),
  ),
);

const zoneKeys = ["*", ...ZONES.map(({ id }) => id)].map((id) => `com.acme.api.account.zone.${id}`);
const inner = fc
  .subarray(zoneKeys, { minLength: 1 })
  .map((keys) => Object.fromEntries(keys.map((key) => [key, "*" as const])));
const resources: fc.Arbitrary<ResourceMap> = fc
  .array(
    fc.oneof(
      fc.constantFrom(...zoneKeys, "com.acme.api.user.u1").map((key): [string, "*"] => [key, "*"]),
      fc.tuple(
        fc.constantFrom("*", ...ACCOUNTS).map((id) => `com.acme.api.account.${id}`),
        fc.oneof(fc.constant("*" as const), inner),
      ),
    ),
    { minLength: 1, maxLength: 2 },
  )
  .map((entries) => Object.fromEntries(entries));
const policy: fc.Arbitrary<Policy> = fc.record({
  effect: fc.constantFrom("allow", "deny"),
  resources,
  permission_groups: fc
    .subarray([...GROUPS.keys(), "not in the list"], { minLength: 1, maxLength: 3 })
    .map((ids) => ids.map((id) => ({ id }))),
});
const alternative: fc.Arbitrary<AccessAlternative> = fc.constantFrom(...WORLD).chain((resource) =>
  fc.record({
    resource: fc.constant(resource),
    requirement: fc.record({
      scope: fc.constantFrom(resource.type, ...SCOPES),
      access: fc.constantFrom("read", "write"),
      groups: fc.subarray(["Rules", "Logs"], { minLength: 1 }),
    }),
  }),
);

/** All permissions that a policy names, one by one: `zone z1 write Rules`. */
function grantsOf({ resources: map, permission_groups }: Policy): Set<string> {
  const reached = WORLD.filter((resource) =>
    Object.entries(map).some(([key, value]) => {
      const tail = key.replace("com.acme.api.", "");
      if (value === "*") return tail === tailOf(resource) || tail === tailOf({ ...resource, id: "*" });
      if (resource.type !== "zone") return false;
      const accountFits = tail === "account.*" || tail === `account.${resource.accountId}`;
      return (
        accountFits &&
        Object.keys(value).some((zone) => /\*$/.test(zone) || zone.endsWith(`.zone.${resource.id}`))
      );
    }),
  );
  const grants = new Set<string>();
  for (const { id } of permission_groups) {
    const group = GROUPS.get(id);
    for (const { type, id: name } of reached) {
      if (group?.scope !== type) continue;
      const [what = ""] = group.name.split(" ");
      grants.add(`${type} ${name} read ${what}`);
      if (group.access === "write") grants.add(`${type} ${name} write ${what}`);
    }
  }
  return grants;
}

function tailOf({ type, id }: { type: string; id: string }): string {
  return type === "zone" ? `account.zone.${id}` : `${type}.${id}`;
}

describe("decideAccess", () => {
  it("agrees with a slow evaluator that enumerates every permission", () => {
    let allowed = 0;
    fc.assert(
      fc.property(
        fc.array(policy, { maxLength: 4 }),
        fc.array(alternative, { minLength: 1, maxLength: 2 }),
        (policies, needed) => {
          const wanted = needed.flatMap(({ requirement: { scope, access, groups }, resource }) =>
            scope === resource.type ? groups.map((name) => `${scope} ${resource.id} ${access} ${name}`) : [],
          );
          const speaks = policies.map((one) => wanted.some((grant) => grantsOf(one).has(grant)));
          const first = (effect: string) =>
            policies.findIndex((one, index) => one.effect === effect && speaks[index]);
          const decision = decideAccess(policies, needed, GROUPS, "acme");
          if (first("deny") >= 0)
            expect(decision).toEqual({ allowed: false, by: "explicit deny", policy: first("deny") });
          else if (first("allow") >= 0)
            expect(decision).toEqual({ allowed: true, by: "explicit allow", policy: first("allow") });
          else expect(decision).toEqual({ allowed: false, by: "implicit deny" });
          allowed += Number(decision.allowed);
        },
      ),
      { numRuns: 2000 },
    );
    // Ensures that the generator makes no trivial world.
    expect(allowed).toBeGreaterThan(50);
  });
});

describe("explainAccess", () => {
  it("agrees with the slow evaluator on every group and resource, and names a policy that decides", () => {
    const listed = [...GROUPS].map(([id, { scope, name }]) => ({
      id,
      name,
      scopes: [`com.acme.api.${scope === "zone" ? "account.zone" : scope}`],
    }));
    fc.assert(
      fc.property(
        fc.array(policy, { maxLength: 4 }),
        fc.constantFrom(...WORLD),
        fc.constantFrom("Rules Read", "Rules Write", "Logs Read", "Logs Write"),
        (policies, resource, group) => {
          const [topic = "", access = ""] = group.split(" ");
          const wanted = `${resource.type} ${resource.id} ${access.toLowerCase()} ${topic}`;
          const speaking = (effect: string) =>
            policies.flatMap((one, index) =>
              one.effect === effect && grantsOf(one).has(wanted) ? [index] : [],
            );
          const [denying] = speaking("deny");
          const [allowing] = speaking("allow");
          const found = explainAccess(
            { status: "active", policies },
            group,
            `com.acme.api.${tailOf(resource)}`,
            {
              ...(resource.type === "zone" && { accountId: resource.accountId }),
              vendor: "acme",
              groups: listed,
            },
          );
          expect(found.policy).toBe(denying ?? allowing);
          expect(found.allowed).toBe(denying === undefined && allowing !== undefined);
          expect(found.obstacles).toEqual([]);
        },
      ),
      { numRuns: 1000 },
    );
  });
});
