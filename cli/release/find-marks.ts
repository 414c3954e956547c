import type { Rule, Ruleset } from "../../provider/api";
import type { EdgeClient, RulesetScope, TokenOwner } from "../../provider/client";
import { readLive } from "../../provider/lifecycle/list/writes";
import { descriptionOf, type LiveList } from "../../provider/lifecycle/list/state";
import { codeOf, parseMark, parseRef, type Mark } from "../../provider/marks";
import { MARK } from "../../provider/properties/hidden";
import { refOf, rulesOf } from "../../provider/rulesets";
import { markInTokenName } from "../../provider/tokens";
import { readIfAllowed, rulesetsIfReadable, tokensIfReadable } from "../live-rulesets";
import { edgeKind, type StateResource } from "../stack-state";

/** A live object that carries the mark of a released resource. */
export type ReleasedObject = ReleasedRule | ReleasedList | ReleasedToken;

export interface ReleasedRule {
  readonly kind: "rule";
  readonly scope: ZoneOrAccount;
  readonly rulesetId: string;
  readonly phase: string;
  readonly id: string;
  /** The ref without the mark. */
  readonly ref: string;
  /** Another rule of the ruleset has that ref, and the API refuses a ref twice. */
  readonly isTaken: boolean;
}

export interface ReleasedList {
  readonly kind: "list";
  readonly accountId: string;
  readonly id: string;
  readonly name: string;
  /** Items with the mark. The description of the list may carry the mark, too. */
  readonly items: number;
}

export interface ReleasedToken {
  readonly kind: "token";
  readonly owner: TokenOwner;
  readonly id: string;
  readonly name: string;
  /** The name without the mark's code. */
  readonly plainName: string;
}

type ZoneOrAccount = RulesetScope & { readonly name?: string };

/** The codes of the marks of the released resources. */
export type Codes = ReadonlySet<string>;

export function codesOf(resources: readonly StateResource[]): Codes {
  const texts = resources.flatMap(({ inputs, outputs }) => [inputs[MARK], outputs[MARK]]);
  const marks = texts.map((text) => (typeof text === "string" ? parseMark(text) : undefined));
  return new Set(marks.flatMap((mark) => (mark ? [codeOf(mark)] : [])));
}

export interface FoundMarks {
  readonly objects: readonly ReleasedObject[];
  /** Places that the credential may not read. */
  readonly unread: readonly string[];
}

/**
 * Finds the live objects with the marks of some resources, in the places of these resources.
 *
 * @param zoneNames names of zones by id, for messages
 * @param withTokens whether to look for marks in names of tokens
 */
export async function findMarks(
  client: EdgeClient,
  resources: readonly StateResource[],
  zoneNames: ReadonlyMap<string, string>,
  withTokens: boolean,
): Promise<FoundMarks> {
  const codes = codesOf(resources);
  const unread: string[] = [];
  const ofZones = zoneRulesets(resources);
  const [rules, lists, tokens] = await Promise.all([
    Promise.all(
      scopesOf(resources, zoneNames).map(async (scope) =>
        ((await rulesetsIfReadable(client, scope, unread))?.own ?? [])
          // A zone may list the custom rulesets of its account, too.
          .filter(({ kind, id }) => kind !== "custom" || "accountId" in scope || ofZones.has(id))
          .flatMap((ruleset) => markedRules(scope, ruleset, codes)),
      ),
    ),
    Promise.all(
      placedLists(resources).map(async ({ accountId, listId }) => {
        const name = `the list ${listId} of account ${accountId}`;
        const live = await readIfAllowed(name, () => readLive(client, accountId, listId), unread);
        return live ? markedList(accountId, live, codes) : [];
      }),
    ),
    Promise.all(
      (withTokens ? tokenOwners(resources) : []).map(async (owner) =>
        (await tokensIfReadable(client, owner, unread)).flatMap(({ id, name }) =>
          markedToken(owner, id, name, codes),
        ),
      ),
    ),
  ]);
  return { objects: [...rules.flat(), ...lists.flat(), ...tokens.flat()], unread };
}

export function hasCodeOf(mark: Mark | undefined, codes: Codes): boolean {
  return mark !== undefined && codes.has(codeOf(mark));
}

/** Returns the rules of a ruleset with one of the marks, in their order. */
export function markedRules(scope: ZoneOrAccount, ruleset: Ruleset, codes: Codes): ReleasedRule[] {
  const { id: rulesetId, phase } = ruleset;
  const refs = new Set(rulesOf(ruleset).map(refOf));
  return rulesOf(ruleset)
    .filter((rule) => hasCodeOf(parseRef(refOf(rule)).mark, codes))
    .map((rule: Rule) => {
      const { ref } = parseRef(refOf(rule));
      const isTaken = refs.has(ref);
      // The second of two released rules with one ref keeps its mark.
      refs.add(ref);
      return { kind: "rule", scope, rulesetId, phase, id: rule.id, ref, isTaken };
    });
}

export function markedList(accountId: string, live: LiveList, codes: Codes): ReleasedList[] {
  const { list, items } = live;
  const marked = items.filter(({ mark }) => hasCodeOf(mark, codes)).length;
  if (marked === 0 && !hasCodeOf(descriptionOf(list).mark, codes)) return [];
  return [{ kind: "list", accountId, id: list.id, name: list.name, items: marked }];
}

export function markedToken(owner: TokenOwner, id: string, name: string, codes: Codes): ReleasedToken[] {
  const mark = markInTokenName(name);
  if (!mark || !hasCodeOf(mark, codes)) return [];
  return [{ kind: "token", owner, id, name, plainName: name.replace(`-${codeOf(mark)}`, "") }];
}

/** Kinds of resources whose marks are in the refs of rules. */
const RULESET_KINDS = new Set<unknown>([
  "ZoneEntrypointRuleset",
  "AccountEntrypointRuleset",
  "OwaspConfig",
  "Ruleset",
  "ZoneCustomRuleset",
]);

function scopesOf(
  resources: readonly StateResource[],
  zoneNames: ReadonlyMap<string, string>,
): ZoneOrAccount[] {
  const scopes = resources
    .filter((resource) => RULESET_KINDS.has(edgeKind(resource)))
    .flatMap((resource): (readonly [string, ZoneOrAccount])[] => {
      const [zoneId, accountId] = [placeIn(resource, "zoneId"), placeIn(resource, "accountId")];
      const name = zoneNames.get(zoneId ?? "");
      if (zoneId !== undefined) return [[zoneId, { zoneId, ...(name !== undefined && { name }) }]];
      return accountId === undefined ? [] : [[accountId, { accountId }]];
    });
  return [...new Map(scopes).values()];
}

/** Returns the ids of the custom rulesets of zones. */
function zoneRulesets(resources: readonly StateResource[]): ReadonlySet<string> {
  const custom = resources.filter((resource) => edgeKind(resource) === "ZoneCustomRuleset");
  return new Set(custom.flatMap((resource) => placeIn(resource, "rulesetId") ?? []));
}

function placedLists(resources: readonly StateResource[]) {
  const lists = resources.flatMap((resource) => {
    const [accountId, listId] = [placeIn(resource, "accountId"), placeIn(resource, "listId")];
    if (edgeKind(resource) !== "List" || accountId === undefined || listId === undefined) return [];
    return [[listId, { accountId, listId }] as const];
  });
  return [...new Map(lists).values()];
}

function tokenOwners(resources: readonly StateResource[]): TokenOwner[] {
  const tokens = resources.filter((resource) => edgeKind(resource) === "ApiToken");
  const accounts = new Set(tokens.map((resource) => placeIn(resource, "accountId")));
  return [...accounts].map((accountId) => (accountId === undefined ? { user: true } : { accountId }));
}

/** Returns an id in the outputs of a resource, or in its inputs. */
export function placeIn({ inputs, outputs }: StateResource, name: string): string | undefined {
  const value = outputs[name] ?? inputs[name];
  return typeof value === "string" ? value : undefined;
}
