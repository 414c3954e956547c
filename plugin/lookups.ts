import * as functions from "../provider/functions";
import { LISTS } from "../provider/functions/ask-engine";
import { lookUpBy } from "../provider/functions/lookup";
import type { Context, Properties } from "../provider/lifecycle";

export { LISTS };

/** A lookup as programs in every language call it: arguments and result are objects. */
type Lookup = (args: Properties) => Promise<Properties>;

/** The lookups by name. A list is a member of the result, since the engine's functions return objects. */
const LOOKUPS: Readonly<Record<string, Lookup>> = {
  callGateway: lookup(functions.callGateway),
  getEntrypointRuleset: lookup(functions.getEntrypointRuleset),
  getManagedRuleset: lookup(functions.getManagedRuleset),
  getPermissionGroups: listing(LISTS.getPermissionGroups, functions.getPermissionGroups),
  getRuleset: lookup(functions.getRuleset),
  getRulesByTag: listing(LISTS.getRulesByTag, functions.getRulesByTag),
  getRulesetVersion: lookup(functions.getRulesetVersion),
  getRulesetVersions: listing(LISTS.getRulesetVersions, functions.getRulesetVersions),
  getRulesets: listing(LISTS.getRulesets, functions.getRulesets),
  getUser: lookup(functions.getUser),
  getZone: lookup(functions.getZone),
  getZones: listing(LISTS.getZones, functions.getZones),
  validateExpression: lookup(functions.validateExpression),
  verifyToken: lookup(functions.verifyToken),
};

export const LOOKUP_NAMES: readonly string[] = Object.keys(LOOKUPS);

/** Returns the lookup of that name, which uses the connections and the language of `context`. */
export function lookupOf(name: string, context: Context): Lookup | undefined {
  lookUpBy(
    (connection) => context.client(connection),
    () => context.language,
  );
  return Object.hasOwn(LOOKUPS, name) ? LOOKUPS[name] : undefined;
}

/** `never`: a lookup checks its arguments itself, as those of a program in JavaScript. */
function lookup(look: (args: never) => Promise<object>): Lookup {
  return async (args) => ({ ...(await look(args as never)) });
}

function listing(member: string, look: (args: never) => Promise<readonly object[]>): Lookup {
  return async (args) => ({ [member]: await look(args as never) });
}
