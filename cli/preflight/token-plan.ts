import { escapedText } from "../../adopt/print/texts";
import {
  makesTokens,
  policiesOf,
  toWire,
  expandResources,
  type Grant,
  type PolicyState,
} from "../../provider/tokens";
import type { TokenCreate } from "../../provider/api";

export interface PlannedToken {
  readonly name: string;
  readonly policies: readonly PolicyState[];
  readonly expiresOn: string;
}

/** Default lifetime, which the user may change. */
const LIFETIME_DAYS = 90;

/**
 * Plans tokens with these permissions, valid for 90 days. The permission to create tokens gets a separate token, since a token
 * that creates tokens should have no other permissions.
 */
export function plannedTokens(grants: readonly Grant[], name: string, now: Date): PlannedToken[] {
  const creating = grants.filter(({ group }) => makesTokens(group));
  const others = grants.filter(({ group }) => !makesTokens(group));
  const end = new Date(now.getTime() + LIFETIME_DAYS * 24 * 3600 * 1000);
  const expiresOn = end.toISOString().replace(/\.\d+Z$/, "Z");
  return [
    { name, policies: policiesOf(others), expiresOn },
    { name: `${name}-tokens`, policies: policiesOf(creating), expiresOn },
  ].filter(({ policies }) => policies.length > 0);
}

export function tokenBody({ policies, ...token }: PlannedToken, vendor: string, userId: string): TokenCreate {
  const full = policies.map((policy) => ({
    ...policy,
    resources: expandResources(policy.resources, vendor, userId),
  }));
  return toWire({ ...token, policies: full });
}

export function tokenProgram(tokens: readonly PlannedToken[]): string {
  const helpers = new Set(tokens.flatMap(({ policies }) => policies.flatMap(keysOf)).map(helperOf));
  const imports = ["ApiToken", ...helpers].sort().join(", ");
  return [`import { ${imports} } from "pulumi-edge-platform";`, ...tokens.map(tokenStatement)].join("\n\n");
}

function tokenStatement({ name, policies, expiresOn }: PlannedToken): string {
  const variable = name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  const lines = policies.flatMap((policy) => [
    "    {",
    `      resources: [${keysOf(policy).map(callOf).join(", ")}],`,
    `      permissionGroups: [${policy.permissionGroups.map((group) => `{ name: ${literal(group.name ?? "")} }`).join(", ")}],`,
    "    },",
  ]);
  return [
    `const ${variable} = new ApiToken(${literal(name)}, {`,
    "  policies: [",
    ...lines,
    "  ],",
    `  expiresOn: ${JSON.stringify(expiresOn)},`,
    "});",
    `export const ${variable}Value = ${variable}.value;`,
  ].join("\n");
}

function keysOf({ resources }: PolicyState): string[] {
  return Object.keys(resources);
}

/** Returns the helper call for a key: `zone("…")` for `zone.…`, `allZones()` for `zone.*`, `user()` for `user`. */
function callOf(key: string): string {
  const [, id] = partsOf(key);
  return `${helperOf(key)}(${id === undefined || id === "*" ? "" : literal(id)})`;
}

function helperOf(key: string): string {
  const [type, id] = partsOf(key);
  return id === "*" ? `all${type === "zone" ? "Zones" : "Accounts"}` : type;
}

function partsOf(key: string): [string, string | undefined] {
  const [type = "", id] = key.split(".");
  return [type, id];
}

function literal(text: string): string {
  return `"${escapedText(text, '"', "UTF-16 units")}"`;
}
