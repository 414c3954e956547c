import type { Rule, Ruleset, Token } from "../../provider/api";
import type { EdgeClient, RulesetScope, TokenOwner } from "../../provider/client";
import { recordedAttempts } from "../../provider/evidence";
import { codeOf, madeByStack, markInName, parseRef, type Mark } from "../../provider/marks";
import { markInTokenName } from "../../provider/tokens";
import { listIfReadable, ownerText, readRulesets, scopeText } from "../live-rulesets";
import { type MarkedItem, type MarkedList, readMarkedLists, withoutItemsOfLists } from "./marked-lists";
import type { StackOwnership } from "./ownership";
import type { SearchPlaces } from "./places";

/** A live object with an ownership mark. */
export type MarkedObject =
  MarkedToken | MarkedRule | MarkedRuleset | NamedEntrypoint | MarkedList | MarkedItem;

export interface MarkedToken {
  readonly kind: "token";
  readonly owner: TokenOwner;
  readonly id: string;
  readonly name: string;
  readonly issuedOn: string | undefined;
  readonly lastUsedOn: string | undefined;
  readonly mark: Mark;
  /** Whether a rotation of a resource in the states has made the token: then only its id shows that a state knows the token. */
  readonly isSuccessor: boolean;
}

interface InRuleset {
  readonly scope: RulesetScope;
  readonly phase: string;
  readonly id: string;
}

export interface MarkedRule extends InRuleset {
  readonly kind: "rule";
  readonly rulesetId: string;
  /** The ref in the program. */
  readonly ref: string;
  /** The live ref, with the mark. */
  readonly wireRef: string;
  readonly action: string;
  readonly enabled: boolean;
  readonly mark: Mark;
}

/** A custom ruleset with its rules. */
export interface MarkedRuleset extends InRuleset {
  readonly kind: "ruleset";
  readonly name: string;
  /** Whether a rule in the searched rulesets executes it. */
  readonly executed: boolean;
  readonly mark: Mark;
}

/** An empty entry point that a resource of a stack created. Its name contains the digest of the stack, not of the resource. */
export interface NamedEntrypoint extends InRuleset {
  readonly kind: "entrypoint";
  readonly name: string;
}

export interface SearchResult {
  /** Objects of interrupted attempts, which this machine has recorded, that no state contains. */
  readonly orphans: readonly MarkedObject[];
  /** Objects with the mark of a stack that none of the given states contains. The state of another stack may. */
  readonly suspected: readonly MarkedObject[];
  /** The same, but referenced by an interrupted operation in a state. */
  readonly pending: readonly MarkedObject[];
  readonly unread: readonly string[];
  /** The ids of all objects that were found, also of those without a mark. */
  readonly ids: ReadonlySet<string>;
}

/** Finds objects with the mark of one of the stacks that are in none of the states. */
export async function searchOrphans(
  client: EdgeClient,
  { zones, accounts }: SearchPlaces,
  ownership: StackOwnership,
): Promise<SearchResult> {
  const unread: string[] = [];
  const read = <T>(place: string, list: () => Promise<T[]>) => listIfReadable(place, list, unread);
  const owners: TokenOwner[] = [{ user: true }, ...accounts.map((accountId) => ({ accountId }))];
  const scopes: RulesetScope[] = [...accounts.map((accountId) => ({ accountId })), ...zones];
  const ids = new Set<string>();
  const [tokens, rulesets, lists] = await Promise.all([
    Promise.all(
      owners.map((owner) =>
        read(`tokens of ${ownerText(owner)}`, async () =>
          noted(await client.tokens.list(owner, { include_expired: "true" }), ids).flatMap((token) =>
            markedToken(owner, token, ownership),
          ),
        ),
      ),
    ),
    Promise.all(
      scopes.map((scope) => read(`rulesets of ${scopeText(scope)}`, () => placedRulesets(client, scope))),
    ),
    Promise.all(
      accounts.map((accountId) =>
        read(`lists of ${ownerText({ accountId })}`, () =>
          readMarkedLists(client, accountId, ownership.hasSecretItems),
        ),
      ),
    ),
  ]);
  for (const { ruleset } of rulesets.flat()) noted([ruleset, ...(ruleset.rules ?? [])], ids);
  for (const id of lists.flat().flatMap((list) => list.ids)) ids.add(id);
  const found = [
    ...tokens.flat(),
    ...markedInRulesets(rulesets.flat(), ownership),
    ...lists.flat().flatMap(({ marked }) => marked),
  ];
  const unmanaged = withoutItemsOfLists(
    found.filter((object) => isOfStacks(object, ownership) && !isIn(object, ownership.managed)),
  );
  const pending = unmanaged.filter((object) => isIn(object, ownership.pending));
  const others = unmanaged.filter((object) => !pending.includes(object));
  const orphans = others.filter(isProved);
  return { orphans, suspected: others.filter((object) => !orphans.includes(object)), pending, unread, ids };
}

/** Adds the ids of objects to `ids`. */
function noted<T extends { readonly id: string }>(objects: T[], ids: Set<string>): T[] {
  for (const { id } of objects) ids.add(id);
  return objects;
}

/** Whether this machine has recorded the interrupted attempt that made an object. */
function isProved(object: MarkedObject): boolean {
  // An entry point without rules protects nothing, and its name shows which stack made it.
  if (object.kind === "entrypoint") return true;
  if (object.kind === "token" && object.isSuccessor) return false;
  return recordedAttempts().isInterrupted(codeOf(object.mark));
}

export function markedToken(owner: TokenOwner, token: Token, { rotatedBy }: StackOwnership): MarkedToken[] {
  const { id, name, issued_on: issuedOn, last_used_on: lastUsedOn } = token;
  const successorOf = rotatedBy(name);
  const mark = successorOf ?? markInTokenName(name);
  if (!mark) return [];
  const times = { issuedOn, lastUsedOn: lastUsedOn ?? undefined };
  return [{ kind: "token", owner, id, name, ...times, mark, isSuccessor: successorOf !== undefined }];
}

export function markedRule(scope: RulesetScope, ruleset: Ruleset, rule: Rule): MarkedRule[] {
  const { ref, mark } = parseRef(rule.ref ?? "");
  if (!mark) return [];
  return [
    {
      kind: "rule",
      scope,
      phase: ruleset.phase,
      rulesetId: ruleset.id,
      id: rule.id,
      ref,
      mark,
      wireRef: rule.ref ?? "",
      action: rule.action ?? "",
      enabled: rule.enabled !== false,
    },
  ];
}

/**
 * Returns a custom ruleset if it has a mark. A custom ruleset belongs to one resource: the mark is in its name or, if the program
 * chose the name, in all of its rules.
 * @param executed ids of rulesets that a rule executes
 */
export function markedRuleset(
  scope: RulesetScope,
  ruleset: Ruleset,
  executed: ReadonlySet<unknown>,
): MarkedRuleset[] {
  const { id, phase, name, kind } = ruleset;
  if (kind !== "custom") return [];
  const mark = markInName(name) ?? sharedMark(ruleset.rules ?? []);
  return mark ? [{ kind: "ruleset", scope, phase, id, name, executed: executed.has(id), mark }] : [];
}

function sharedMark(rules: readonly Rule[]): Mark | undefined {
  const [first, ...rest] = rules.map(({ ref }) => parseRef(ref ?? "").mark);
  return first && rest.every((mark) => mark && codeOf(mark) === codeOf(first)) ? first : undefined;
}

/** Whether a ruleset is an entry point without rules that a resource of one of the stacks created. */
export function isEmptyEntrypoint(ruleset: Ruleset, stacks: readonly Mark[]): boolean {
  return (
    isEntrypoint(ruleset) &&
    (ruleset.rules ?? []).length === 0 &&
    stacks.some((stack) => madeByStack(ruleset.name, stack))
  );
}

interface PlacedRuleset {
  readonly scope: RulesetScope;
  readonly ruleset: Ruleset;
}

/** Managed rulesets never have a mark. */
async function placedRulesets(client: EdgeClient, scope: RulesetScope): Promise<PlacedRuleset[]> {
  return (await readRulesets(client, scope)).own.map((ruleset) => ({ scope, ruleset }));
}

function markedInRulesets(placed: readonly PlacedRuleset[], { stacks }: StackOwnership): MarkedObject[] {
  const executed = new Set(
    placed.flatMap(({ ruleset }) => (ruleset.rules ?? []).map((rule) => rule.action_parameters?.["id"])),
  );
  return placed.flatMap(({ scope, ruleset }): MarkedObject[] => {
    const { id, phase, name } = ruleset;
    const [custom] = markedRuleset(scope, ruleset, executed);
    if (custom) return [custom];
    if (isEmptyEntrypoint(ruleset, stacks)) return [{ kind: "entrypoint", scope, phase, id, name }];
    return (ruleset.rules ?? []).flatMap((rule) => markedRule(scope, ruleset, rule));
  });
}

function isEntrypoint({ kind }: Ruleset): boolean {
  return kind === "zone" || kind === "root";
}

function isOfStacks(object: MarkedObject, { stacks }: StackOwnership): boolean {
  if (object.kind === "entrypoint" || (object.kind === "token" && object.isSuccessor)) return true;
  return stacks.some(({ stack }) => stack === object.mark.stack);
}

function isIn(object: MarkedObject, objects: StackOwnership["managed"]): boolean {
  const isKnownById = object.kind === "entrypoint" || (object.kind === "token" && object.isSuccessor);
  return objects.has({ id: object.id, mark: isKnownById ? undefined : object.mark });
}
