import { output, ProviderResource, runtime } from "@pulumi/pulumi";
import { isMembers } from "../api";
import type { LookupName } from "./check-arguments";
import { tokenOf, type LookupInvokeOptions } from "./invoke-options";
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

/** Thrown in a preview by a lookup whose provider has settings that only the update will know. */
export class SettingsUnknown extends LookupError {}

/** Asks the mocks of a unit test for the result of a lookup. @throws LookupError if the answer lacks what every result has */
export async function askMocks(
  mocks: runtime.Mocks,
  name: LookupName,
  args: object,
  provider?: ProviderResource,
): Promise<unknown> {
  const token = tokenOf(name);
  const inputs = Object.fromEntries(Object.entries(args).filter(([, value]) => value !== undefined));
  const reference = await ProviderResource.register(provider);
  const asked = reference === undefined ? {} : { provider: reference };
  const answer = await resolved(await mocks.call({ token, inputs, ...asked }));
  return resultOf(name, answer, `the mock of ${token}`);
}

/**
 * Lets the plugin edge do a lookup, with the settings of a provider.
 *
 * @throws LookupError if the lookup fails; SettingsUnknown
 */
export async function askPlugin(
  name: LookupName,
  args: object,
  opts: LookupInvokeOptions & { readonly provider: ProviderResource },
): Promise<unknown> {
  const answer: unknown = await runtime.invoke(tokenOf(name), { ...args }, opts).catch((error: unknown) => {
    throw new LookupError(error instanceof Error ? error.message : String(error));
  });
  // The engine asks no provider that has unknown settings.
  if (runtime.isDryRun() && isMembers(answer) && Object.keys(answer).length === 0)
    throw new SettingsUnknown(
      `${name}: the settings of its provider are not known yet in this preview: use ${name}Output.`,
    );
  return resultOf(name, answer, "the plugin edge");
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
