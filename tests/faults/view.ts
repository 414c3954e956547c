import type { StoredList } from "../../emulator/store/lists";
import type { StoredRule, StoredRuleset } from "../../emulator/store/rulesets";
import type { StoredToken } from "../../emulator/store/tokens";
import { fixedId } from "../../emulator/ids";
import { itemFromWire, itemKey } from "../../provider/lists";
import type { Entry } from "../support/engine-model/steps";
import { omit } from "../support/omit";
import { MADE_HERE, type World } from "./world";

const CODE = "[0-9a-z]{36}";
const MARKED_REF = new RegExp(`^(.+)~[\\w.-]+/[\\w.-]+~${CODE}$`, "s");
const CODES = new RegExp(`([~-])${CODE}(?![0-9a-z])`, "g");
/** The suffix of token names in releases without marks. */
const SHORT_CODES = /-[0-9a-f]{8}(?![0-9a-f])/g;
const IDS = /[0-9a-f]{32}/g;
const TIMES = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g;
const BOOTSTRAP = fixedId("token", "bootstrap");

/** Every ruleset, token and list except those of the vendor. */
export interface Objects {
  readonly rulesets: readonly StoredRuleset[];
  readonly tokens: readonly (StoredToken & { readonly valueHash: string })[];
  /** With the items that they have once no operation is pending. */
  readonly lists: readonly StoredList[];
}

export function objectsOf(world: World): Objects {
  const ids = world.rows<{ id: string }>(
    "SELECT id FROM rulesets WHERE kind <> 'managed' ORDER BY scope, phase, kind, name, made",
  );
  const tokens = world.rows<{ id: string; value_hash: string }>(
    "SELECT id, value_hash FROM tokens ORDER BY owner, made",
  );
  return {
    rulesets: ids.flatMap(({ id }) => world.store.rulesets.get(id) ?? []),
    tokens: tokens
      .filter(({ id }) => id !== BOOTSTRAP)
      .flatMap(({ id, value_hash: valueHash }) => {
        const token = world.store.tokens.get(id);
        return token ? [{ ...token, valueHash }] : [];
      }),
    lists: world
      .rows<{ id: string }>("SELECT id FROM lists ORDER BY account_id, name")
      .flatMap(({ id }) => world.store.lists.get(id) ?? []),
  };
}

/** Returns the ref as a program writes it. */
export function plainRef(ref: string): string {
  return MARKED_REF.exec(ref)?.[1] ?? ref;
}

/** Returns the objects without ids, versions, times and nonces, which differ from run to run. */
export function liveView(objects: Objects): string[] {
  const { rulesets, tokens, lists } = objects;
  const names = namesOf(objects);
  return [
    ...rulesets.flatMap((ruleset) => [
      `ruleset ${rulesetName(ruleset)} description ${JSON.stringify(ruleset.description)}`,
      ...ruleset.rules.map((rule) => `  rule ${stable(ruleContent(rule), names)}`),
    ]),
    ...tokens
      .map((token) => {
        const policies = token.policies.map(({ effect, resources, permission_groups: groups }) => ({
          effect,
          resources,
          groups,
        }));
        const told = omit(token, "id", "valueHash", "issuedOn", "modifiedOn", "lastUsedOn");
        return `token ${stable({ ...told, policies }, names)}`;
      })
      .sort(),
    ...lists.flatMap((list) => [
      `${listName(list)} description ${JSON.stringify(words(list.description))}`,
      ...list.items
        .map((item) => `  item ${stable(omit(item, "id", "created_on", "modified_on"), names)}`)
        .sort(),
    ]),
  ];
}

/** Returns a state in the same form. Ids are replaced by the name of the object; ids of no live object are marked. */
export function stateView(entries: readonly Entry[], objects: Objects): string[] {
  const names = namesOf(objects);
  return entries
    .map(({ urn, id, inputs, outs, initErrors, deleted, pendingReplacement }) => {
      const flags = { initErrors: (initErrors ?? []).length > 0, deleted, pendingReplacement };
      // The check after an import draws a mark. Only a write puts it into the outputs, which a refresh reads.
      const marked = outs["__mark"] === undefined ? omit(inputs, "__mark") : inputs;
      // It is only where lines are printed. The outputs of a moved resource have the URN of its last write, which a refresh reads.
      const given = omit(marked, "__urn");
      const { itemIds, ...shown } = strip(outs);
      // They are sorted by ids that differ from run to run.
      const items = Array.isArray(itemIds) && itemIds.map((one) => stable(one, names)).sort();
      return stable({ urn, id, inputs: strip(given), outs: { ...shown, items }, ...flags }, names);
    })
    .sort();
}

/** Returns a problem for each object of before that was changed or removed. Objects are the same by their ids. */
export function untouched(before: Objects, now: Objects): string[] {
  const problems: string[] = [];
  for (const token of before.tokens) {
    const live = now.tokens.find(({ id }) => id === token.id);
    if (!live || live.valueHash !== token.valueHash || live.modifiedOn !== token.modifiedOn)
      problems.push(`the foreign token ${JSON.stringify(token.name)} was ${live ? "changed" : "removed"}`);
  }
  for (const ruleset of before.rulesets) {
    const live = now.rulesets.find(({ id }) => id === ruleset.id);
    if (!live) {
      problems.push(`the foreign ruleset ${rulesetName(ruleset)} was removed`);
      continue;
    }
    const ids = ruleset.rules.map(({ id }) => id);
    const kept = live.rules.filter(({ id }) => ids.includes(id));
    if (JSON.stringify(kept) !== JSON.stringify(ruleset.rules))
      problems.push(`foreign rules of ${rulesetName(ruleset)} were touched`);
  }
  for (const list of before.lists) {
    const live = now.lists.find(({ id }) => id === list.id);
    const ids = list.items.map(({ id }) => id);
    if (!live) problems.push(`the foreign ${listName(list)} was removed`);
    else if (JSON.stringify(live.items.filter(({ id }) => ids.includes(id))) !== JSON.stringify(list.items))
      problems.push(`foreign items of the ${listName(list)} were touched`);
  }
  return problems;
}

/** Returns the objects that neither the entries of a state name, nor `ids`. */
export function foreignTo(
  state: readonly Entry[],
  { tokens, rulesets, lists }: Objects,
  ids: readonly string[] = [],
): Objects {
  const own = JSON.stringify([ids, state.map(({ id, outs }) => [id, outs])]);
  return {
    tokens: tokens.filter(({ id }) => !own.includes(id)),
    rulesets: rulesets
      .map((ruleset) => ({ ...ruleset, rules: ruleset.rules.filter(({ id }) => !own.includes(id)) }))
      .filter((ruleset) => ruleset.rules.length > 0 || isByHand(ruleset)),
    lists: lists
      .map((list) => ({ ...list, items: list.items.filter(({ id }) => !own.includes(id)) }))
      // A list of a stack has a mark in its description.
      .filter(({ items, description }) => items.length > 0 || !description.includes("~")),
  };
}

/** Whether a person made the entry point, which then outlives its rules. That of a stack has a mark in its name. */
function isByHand({ kind, name }: StoredRuleset): boolean {
  return kind !== "custom" && !name.includes("~");
}

/** Returns positions and names of rules, as a program sees them. */
export function deployed(world: World): Set<string> {
  const found = new Set<string>();
  for (const ruleset of objectsOf(world).rulesets)
    for (const rule of ruleset.rules)
      if (rule.enabled !== false) found.add(`${ruleset.scope} ${ruleset.phase} ${plainRef(rule.ref ?? "")}`);
  return found;
}

function ruleContent(rule: StoredRule): Record<string, unknown> {
  const content = omit(rule, "id", "version", "last_updated");
  // The API sets the ref to the id if none is given.
  return { ...content, ref: rule.ref === rule.id ? "(its id)" : rule.ref };
}

function rulesetName({ scope, kind, phase, name }: StoredRuleset): string {
  return `${scope} ${phase} ${kind} ${JSON.stringify(words(name))}`;
}

function listName({ account_id: account, name, kind }: StoredList): string {
  return `list ${name} (${kind}) of ${account}`;
}

function namesOf({ rulesets, tokens, lists }: Objects): Map<string, string> {
  const names = new Map<string, string>();
  for (const ruleset of rulesets) {
    names.set(ruleset.id, `<ruleset ${rulesetName(ruleset)}>`);
    for (const { id, ref } of ruleset.rules)
      if (id) names.set(id, `<rule ${plainRef(ref ?? "")} in ${rulesetName(ruleset)}>`);
  }
  for (const list of lists) {
    names.set(list.id, `<${listName(list)}>`);
    for (const item of list.items)
      names.set(item.id, `<item ${itemKey(itemFromWire(item))} in ${listName(list)}>`);
  }
  for (const { id, name, owner } of tokens) names.set(id, `<token ${words(name)} of ${owner}>`);
  return names;
}

/** Returns JSON with sorted members, and live ids replaced by names. */
function stable(value: unknown, names: ReadonlyMap<string, string>): string {
  return words(JSON.stringify(value, sorted)).replace(
    IDS,
    (id) => names.get(id) ?? (id.startsWith(MADE_HERE) ? "<id of nothing that lives>" : id),
  );
}

function words(text: string): string {
  return text.replace(CODES, "$1*").replace(SHORT_CODES, "-*").replace(TIMES, "<time>");
}

function sorted(_: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function strip(properties: Record<string, unknown>): Record<string, unknown> {
  // Foreign writes raise version and count too. A token value is tried instead of compared. `__replaced` names the
  // tokens of all attempts; `__left` tells the next diff to look, and a refresh has looked.
  const hidden = ["__provider", "__replaced", "__left"] as const;
  const rest = omit(properties, "version", "lastUpdated", "ruleCount", "value", ...hidden);
  return properties["value"] === undefined ? rest : { ...rest, value: "(tried)" };
}
