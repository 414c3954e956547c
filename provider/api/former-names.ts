import { didYouMean } from "../words";

/** What to write instead of a name that Terraform or the API uses; `target` is the name here that must exist for the hint. */
interface Instead {
  readonly target?: string;
  readonly hint: string;
}

const write = (target: string): Instead => ({ target, hint: `write ${target}` });
const assigned: Instead = { hint: "the API sets it; leave it out" };
const inPolicies: Instead = { target: "policies", hint: "it belongs to each of policies" };
const inRules: Instead = { target: "rules", hint: "it belongs to each of rules" };

/** By the name without `_`, in lower case. */
const INSTEAD: Readonly<Record<string, readonly Instead[]>> = {
  account: [write("accountId")],
  action: [inRules],
  actionparameters: [inRules],
  client: [write("connection")],
  createdon: [assigned],
  effect: [inPolicies],
  enabled: [inRules],
  expires: [write("expiresOn")],
  expression: [inRules],
  id: [
    { target: "ref", hint: "the API sets it; ref names the rule" },
    { target: "connection", hint: "the API sets it; the method get reads an existing object by its id" },
  ],
  kind: [
    {
      hint: "the class sets it: ZoneEntrypointRuleset (zone), AccountEntrypointRuleset (root), Ruleset (custom)",
    },
  ],
  lastupdated: [assigned],
  level: [write("paranoiaLevel")],
  name: [{ target: "position", hint: "an entry point has no name to set; leave it out" }],
  paranoia: [write("paranoiaLevel")],
  permissiongroups: [inPolicies],
  policy: [write("policies")],
  provider: [write("connection")],
  requestip: [{ target: "condition", hint: "it belongs to condition" }],
  resources: [inPolicies],
  rule: [write("rules")],
  source: [assigned],
  status: [{ target: "enabled", hint: "write enabled: true or enabled: false" }],
  threshold: [write("scoreThreshold")],
  version: [assigned],
  zone: [write("zoneId")],
  zonename: [write("zoneId")],
};

/** Returns what to write instead of an unknown name, to append to an error message, or "" if nothing is known. */
export function insteadOf(name: string, known: readonly string[]): string {
  const plain = name.replaceAll("_", "").toLowerCase();
  const same = known.find((one) => one.toLowerCase() === plain);
  if (same !== undefined) return `; write ${same}`;
  const instead = (Object.hasOwn(INSTEAD, plain) ? (INSTEAD[plain] ?? []) : []).find(
    ({ target }) => target === undefined || known.includes(target),
  );
  return instead ? `; ${instead.hint}` : didYouMean(name, known);
}
