import { setImmediate as nextTurn } from "node:timers/promises";
import * as pulumi from "@pulumi/pulumi";
import { isUnknown, type Members } from "../api";
import type { ResourceKind } from "../properties";
import { mayNameList, namedLists, wireOf } from "../rulebook";
import { containsLater, isLater, knownMembers } from "./known-parts";
import { logAt } from "./program-log";

/** A list that a program declares. */
interface DeclaredList {
  readonly resource: pulumi.Resource;
  /** Undefined while the name, an output, is not known. */
  name: string | undefined;
}

/** Rules that name lists in the text of an expression. */
interface NamingRules {
  readonly resource: pulumi.Resource;
  readonly names: ReadonlySet<string>;
}

interface Program {
  readonly lists: DeclaredList[];
  readonly rules: NamingRules[];
}

/** What programs declare. A process may run several programs, each with its own stack. */
const programs = new WeakMap<object, Program>();

/** What the registration of a resource visibly waits for. */
interface Waits {
  /** Resources of which it needs an output, or which `dependsOn` names: those below a component belong to the component. */
  readonly dependencies: ReadonlySet<pulumi.Resource>;
  readonly parent: pulumi.Resource | undefined;
}

const waits = new WeakMap<pulumi.Resource, Waits>();
/** The lists that rules wait for by the text of their expressions. */
const ordered = new WeakMap<pulumi.Resource, Set<pulumi.Resource>>();

/**
 * How long rules wait for a list that does not reach the engine, in milliseconds. The list may wait for the rules in a way that nothing
 * shows, such as by a promise.
 */
const LONGEST_WAIT_MS = 60_000;

function programOf(stack: object): Program {
  const program = programs.get(stack) ?? { lists: [], rules: [] };
  programs.set(stack, program);
  return program;
}

/**
 * Returns the names of the lists that the program declares without waiting, once all of them are declared; an empty text for each name
 * that is not known yet. Undefined outside a preview, in which nobody asks.
 */
export async function declaredLists(): Promise<string[] | undefined> {
  const stack = pulumi.runtime.getStackResource();
  if (!stack || !pulumi.runtime.isDryRun()) return undefined;
  await nextTurn();
  return programOf(stack).lists.map(({ name }) => name ?? "");
}

/** The place of a resource in the order of lists and the rules that name them. */
interface ListOrder {
  /** The options with which the resource is registered: rules depend on the lists that they name. */
  readonly opts: pulumi.CustomResourceOptions;
  /** Notes the resource, which exists only after its options. */
  made(resource: pulumi.Resource): void;
}

/**
 * Orders lists and the rules that name them in the text of an expression, whichever is declared first: the list gets its items before a
 * rule looks it up, and is removed after the rules. An expression that is secret, or unknown, is not read.
 *
 * @param written the arguments, whose outputs show of which resources they are
 * @param known resolves to the arguments with an unknown value in place of each that is not known, or secret. Never rejects
 */
export function listOrder(
  kind: ResourceKind,
  written: object,
  opts: pulumi.CustomResourceOptions,
  known: () => Promise<Members> = () => knownMembers({ ...written }),
): ListOrder {
  const args: Members = { ...written };
  const stack = pulumi.runtime.getStackResource();
  if (!stack || opts.id !== undefined) return { opts, made: () => undefined };
  const program = programOf(stack);
  const noteWaits = (resource: pulumi.Resource) =>
    waits.set(resource, { dependencies: dependenciesIn([args, opts.dependsOn]), parent: opts.parent });
  if (kind === "List") {
    return {
      opts,
      made: (resource) => {
        noteWaits(resource);
        declareList(program, resource, args["name"]);
      },
    };
  }
  if (!mayNameLists(args)) return { opts, made: () => undefined };
  let made: (resource: pulumi.Resource) => void = () => undefined;
  const resource = new Promise<pulumi.Resource>((resolve) => (made = resolve));
  const lists = namedListResources(program, kind, resource, known);
  return {
    // The SDK takes arrays and promises at any depth. Its types declare less.
    opts: { ...opts, dependsOn: [opts.dependsOn ?? [], lists] as unknown as pulumi.Resource[] },
    made: (rules) => {
      noteWaits(rules);
      made(rules);
    },
  };
}

/** Whether rules may name a list: most name none, and no text of theirs is read. */
function mayNameLists({ rules, expression }: Members): boolean {
  const mayBe = (value: unknown): boolean =>
    typeof value === "string"
      ? mayNameList(value)
      : isLater(value) ||
        (typeof value === "object" &&
          value !== null &&
          Object.entries(value).some(([name, member]) => name === "fromList" || mayBe(member)));
  return containsLater([rules, expression]) || mayBe([rules, expression]);
}

function declareList(program: Program, resource: pulumi.Resource, name: unknown): void {
  const list: DeclaredList = { resource, name: typeof name === "string" ? name : undefined };
  program.lists.push(list);
  if (list.name !== undefined) warnOfEarlierRules(program, list);
  else
    void knownMembers({ name }).then(({ name: known }) => {
      if (typeof known !== "string" || isUnknown(known)) return;
      list.name = known;
      warnOfEarlierRules(program, list);
    });
}

/** Returns the lists that rules wait for: those that they name, and that do not wait for the rules. Never rejects. */
async function namedListResources(
  program: Program,
  kind: ResourceKind,
  made: Promise<pulumi.Resource>,
  known: () => Promise<Members>,
): Promise<pulumi.Resource[]> {
  const names = namesIn(kind, await known());
  await nextTurn();
  if (names.size === 0) return [];
  const resource = await made;
  program.rules.push({ resource, names });
  const found = program.lists.filter(
    (list) => list.name !== undefined && names.has(list.name) && !waitsFor(list.resource, resource),
  );
  ordered.set(resource, new Set(found.map((list) => list.resource)));
  const arrived = await Promise.all(
    found.map(async (list) => {
      const how = await arrival(list.resource);
      if (how === "late")
        logAt(resource, "warn", orderText(list.name, "did not reach the engine within a minute"));
      return how === "registered" ? [list.resource] : [];
    }),
  );
  return arrived.flat();
}

function namesIn(kind: ResourceKind, { rules, expression }: Members): Set<string> {
  const written: readonly unknown[] =
    kind === "OwaspConfig" ? [{ expression }] : Array.isArray(rules) ? rules : [];
  return new Set(written.flatMap((rule) => namedLists(wireOf(rule)).map(({ name }) => name)));
}

/** Warns at rules that were registered before the list that they name was declared. */
function warnOfEarlierRules({ rules }: Program, { resource, name }: DeclaredList): void {
  for (const one of rules) {
    if (name === undefined || !one.names.has(name) || isOrderedAfter(one.resource, resource)) continue;
    logAt(
      one.resource,
      "warn",
      orderText(name, "is declared only later in the program, or its name is an output"),
    );
  }
}

function isOrderedAfter(rules: pulumi.Resource, list: pulumi.Resource): boolean {
  return waitsFor(rules, list) || waitsFor(list, rules);
}

function orderText(name: string | undefined, why: string): string {
  return (
    `The rules name the list $${String(name)} in the text of an expression, and the list ${why}: so the engine may write the rules before the ` +
    "list has its items, and remove the list before the rules. Write the name as an output of the list, " +
    "pulumi.interpolate`ip.src in $${list.name}`."
  );
}

/** Resolves once the engine has answered for a resource, or will not. */
async function arrival(resource: pulumi.Resource): Promise<"registered" | "failed" | "late"> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<"late">((resolve) => (timer = setTimeout(() => resolve("late"), LONGEST_WAIT_MS)));
  const registered = pulumi.isSecret(resource.urn).then(
    () => "registered" as const,
    // Rules that depended on a list without a URN would not be registered either, and the engine might delete them.
    () => "failed" as const,
  );
  const how = await Promise.race([registered, late]);
  clearTimeout(timer);
  return how;
}

/** Whether the registration of a resource visibly waits for another one. */
function waitsFor(
  resource: pulumi.Resource,
  other: pulumi.Resource,
  seen = new Set<pulumi.Resource>(),
): boolean {
  if (seen.has(resource)) return false;
  seen.add(resource);
  const { dependencies = [], parent } = waits.get(resource) ?? { parent: parentOf(resource) };
  if (parent && (parent === other || waitsFor(parent, other, seen))) return true;
  return [...dependencies, ...(ordered.get(resource) ?? [])].some(
    (one) => one === other || isBelow(other, one) || waitsFor(one, other, seen),
  );
}

/** Whether a resource is a child of another one, at any depth. */
function isBelow(resource: pulumi.Resource, other: pulumi.Resource): boolean {
  const parent = parentOf(resource);
  return parent !== undefined && (parent === other || isBelow(parent, other));
}

/** The SDK keeps the parent in a property that its types do not declare. */
function parentOf(resource: pulumi.Resource): pulumi.Resource | undefined {
  const parent: unknown = Reflect.get(resource, "__parentResource");
  return pulumi.Resource.isInstance(parent) ? parent : undefined;
}

/** Returns the resources in a value, and those of its outputs, at any depth. What a promise holds does not show. */
function dependenciesIn(value: unknown, found = new Set<pulumi.Resource>(), depth = 0): Set<pulumi.Resource> {
  if (typeof value !== "object" || value === null || depth > MAX_DEPTH) return found;
  if (pulumi.Resource.isInstance(value)) return found.add(value);
  if (pulumi.Output.isInstance(value)) {
    // The types of the SDK do not declare the method.
    for (const one of (value as unknown as { resources(): Iterable<pulumi.Resource> }).resources())
      found.add(one);
    return found;
  }
  for (const member of Object.values(value)) dependenciesIn(member, found, depth + 1);
  return found;
}

/** A cyclic value has no end. */
const MAX_DEPTH = 32;
