import { output, type runtime } from "@pulumi/pulumi";
import { isMembers } from "../api";
import type { LookupName } from "./check-arguments";
import { LookupError } from "./lookup-error";

/** The lookups whose result is a list, with the member of the engine's result that holds it. */
export const LISTS = {
  getPermissionGroups: "groups",
  getRulesByTag: "rules",
  getRulesetVersions: "versions",
  getRulesets: "rulesets",
  getZones: "zones",
} as const;

/** The member without which the result of a lookup is useless. */
const NEEDED: Readonly<Record<Exclude<LookupName, keyof typeof LISTS>, string>> = {
  callGateway: "ok",
  getEntrypointRuleset: "id",
  getManagedRuleset: "id",
  getRuleset: "id",
  getRulesetVersion: "id",
  getUser: "id",
  getZone: "id",
  validateExpression: "valid",
  verifyToken: "id",
};

/** Asks the mocks of a unit test for the result of a lookup. @throws LookupError if the answer lacks what every result has */
export async function askMocks(mocks: runtime.Mocks, name: LookupName, args: object): Promise<unknown> {
  const token = `edge:index:${name}`;
  const inputs = Object.fromEntries(Object.entries(args).filter(([, value]) => value !== undefined));
  const answer = await resolved(await mocks.call({ token, inputs }));
  return resultOf(name, answer, `the mock of ${token}`);
}

/** Returns the result of a lookup in an answer. */
function resultOf(name: LookupName, answer: unknown, answerer: string): unknown {
  const members = isMembers(answer) ? answer : {};
  if (isListing(name)) {
    const list = members[LISTS[name]];
    if (Array.isArray(list)) return list;
    throw new LookupError(
      `${name}: ${answerer} answers no list ${LISTS[name]}: return { ${LISTS[name]}: [ … ] }`,
    );
  }
  if (members[NEEDED[name]] !== undefined) return members;
  throw new LookupError(`${name}: ${answerer} answers no ${NEEDED[name]}: return { ${NEEDED[name]}: … }`);
}

function isListing(name: LookupName): name is keyof typeof LISTS {
  return Object.hasOwn(LISTS, name);
}

/** Returns an answer without the outputs in it, which mocks may return. */
function resolved(answer: runtime.MockCallResult): Promise<unknown> {
  return new Promise((resolve) => void output(answer).apply(resolve));
}
