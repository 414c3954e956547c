import type { RuleArgs } from "../../provider";
import { renamedTo, type Entry } from "../support/engine-model/steps";
import { ACCOUNT, COM, ORG } from "./places";
import type { Program } from "./program";
import type { Random } from "./random";

const CUSTOM = "http_request_firewall_custom";

/** What a program of the soak declares for one resource. */
export type Declared =
  | {
      readonly kind: "rules";
      readonly zone: string;
      readonly rules: readonly string[];
    }
  | { readonly kind: "account-rules"; readonly rules: readonly string[] }
  | { readonly kind: "ruleset"; readonly name: string; readonly rules: readonly string[] }
  | { readonly kind: "owasp"; readonly zone: string; readonly level: number }
  | {
      readonly kind: "token";
      readonly account: boolean;
      readonly zone: string;
      readonly disabled: boolean;
      readonly rotating: boolean;
    };

/** A stack: what its program declares by logical name, and its state. */
export interface SoakStack {
  readonly project: string;
  /** Its name, which `pulumi stack rename` changes. */
  name: string;
  /** The zones that exist. */
  zones: readonly string[];
  /** The zone in which only this stack deploys OWASP. */
  readonly owaspZone: string | undefined;
  resources: ReadonlyMap<string, Declared>;
  /** Aliases by name: the former name of a resource. */
  aliases: ReadonlyMap<string, string>;
  state: readonly Entry[];
}

export function soakStacks(): SoakStack[] {
  return ["one", "two", "three"].map((project, index) => ({
    project,
    name: "soak",
    zones: [COM, ORG],
    owaspZone: [COM, ORG][index],
    resources: new Map(),
    aliases: new Map(),
    state: [],
  }));
}

export function programOf({ resources, aliases }: SoakStack): Program {
  return (edge) => {
    for (const [name, declared] of resources) {
      const former = aliases.get(name);
      const opts = former === undefined ? {} : { aliases: [{ name: former }] };
      switch (declared.kind) {
        case "rules":
          new edge.ZoneEntrypointRuleset(
            name,
            { zoneId: declared.zone, phase: CUSTOM, rules: declared.rules.map(rule) },
            opts,
          );
          break;
        case "account-rules":
          new edge.AccountEntrypointRuleset(
            name,
            { accountId: ACCOUNT, phase: CUSTOM, rules: declared.rules.map(accountRule) },
            opts,
          );
          break;
        case "ruleset":
          new edge.Ruleset(
            name,
            { accountId: ACCOUNT, name: declared.name, phase: CUSTOM, rules: declared.rules.map(rule) },
            opts,
          );
          break;
        case "owasp":
          new edge.OwaspConfig(
            name,
            { zoneId: declared.zone, paranoiaLevel: declared.level, scoreThreshold: 40 },
            opts,
          );
          break;
        case "token":
          new edge.ApiToken(
            name,
            {
              policies: [{ resources: edge.zone(declared.zone), permissionGroups: [{ name: "Zone Read" }] }],
              ...(declared.account && { accountId: ACCOUNT }),
              ...(declared.disabled && { status: "disabled" as const }),
              ...(declared.rotating && { rotation: { every: "30d", overlap: "1d" } }),
            },
            opts,
          );
      }
    }
  };
}

/** Changes one thing in the program, and returns a description of the change. */
export function mutate(stack: SoakStack, random: Random): string {
  const names = [...stack.resources.keys()];
  const changes =
    names.length === 0 ? [add] : [add, add, edit, edit, edit, rename, rename, remove, moveRule, moveRule];
  const said = random.pick(changes)(stack, random);
  return said ?? (names.length > 0 ? edit(stack, random) : undefined) ?? "changes nothing";
}

/** `pulumi stack rename`: the URNs change, and the marks in the state stay. */
export function renameStack(stack: SoakStack, name: string): string {
  stack.name = name;
  stack.state = stack.state.map((entry) => renamedTo(entry, { project: stack.project, stack: name }));
  return `is renamed to ${name}`;
}

/** `pulumi state move`, and the same change of both programs. Returns undefined if nothing can be moved. */
export function moveState(from: SoakStack, to: SoakStack, random: Random): string | undefined {
  const movable = [...from.resources].filter(
    ([name, declared]) => !to.resources.has(name) && !from.aliases.has(name) && fits(declared, to),
  );
  if (movable.length === 0) return undefined;
  const [name, declared] = random.pick(movable);
  const isMoved = ({ urn }: Entry) => urn.endsWith(`::${name}`);
  const names = { project: to.project, stack: to.name };
  to.state = [...to.state, ...from.state.filter(isMoved).map((entry) => renamedTo(entry, names))];
  from.state = from.state.filter((entry) => !isMoved(entry));
  from.resources = new Map([...from.resources].filter(([one]) => one !== name));
  to.resources = new Map([...to.resources, [name, declared]]);
  return `moves the state of ${name} to ${to.project}`;
}

/** After a zone was deleted, the program declares nothing in it. */
export function leaveZone(stack: SoakStack, gone: string): void {
  stack.zones = stack.zones.filter((zone) => zone !== gone);
  const [zone = ""] = stack.zones;
  stack.resources = new Map(
    [...stack.resources].flatMap(([name, declared]): [string, Declared][] => {
      if (!("zone" in declared) || declared.zone !== gone) return [[name, declared]];
      return declared.kind === "token" ? [[name, { ...declared, zone }]] : [];
    }),
  );
}

/** Declares rules that a person made in an entry point, as `pulumi import` takes them. Returns the name of the resource. */
export function declareImported(stack: SoakStack, zone: string, rules: readonly string[]): string {
  const name = `imported-${rules.join("-")}`;
  stack.resources = new Map([...stack.resources, [name, { kind: "rules", zone, rules }]]);
  return name;
}

/** Two resources of one program cannot declare one ref in one entry point. The others exist once per stack. */
function fits(declared: Declared, { resources }: SoakStack): boolean {
  if (declared.kind === "token") return true;
  if (declared.kind !== "rules") return false;
  const refs = declared.rules.map(refOf);
  return ![...resources.values()].some(
    (one) =>
      one.kind === "rules" &&
      one.zone === declared.zone &&
      one.rules.some((rule) => refs.includes(refOf(rule))),
  );
}

type Change = (stack: SoakStack, random: Random) => string | undefined;

const add: Change = (stack, random) => {
  const name = `${random.pick(["web", "api", "ci", "shop"])}-${random.below(4)}`;
  if (stack.resources.has(name)) return undefined;
  const declared = fresh(stack, random);
  if (!declared) return undefined;
  stack.resources = new Map([...stack.resources, [name, declared]]);
  return `adds ${name}: ${JSON.stringify(declared)}`;
};

const remove: Change = (stack, random) => {
  const name = random.pick([...stack.resources.keys()]);
  stack.resources = new Map([...stack.resources].filter(([one]) => one !== name));
  return `removes ${name}`;
};

/** With an alias, the resource keeps its state. Without, the engine creates the new resource before it deletes the old one. */
const rename: Change = (stack, random) => {
  const name = random.pick([...stack.resources.keys()]);
  const next = `${random.pick(["web", "api", "ci", "shop"])}-${4 + random.below(4)}`;
  if (stack.resources.has(next)) return undefined;
  const aliased = random.chance(0.5);
  stack.resources = new Map(
    [...stack.resources].map(([one, declared]) => [one === name ? next : one, declared]),
  );
  const others = [...stack.aliases].filter(([one]) => one !== name && one !== next);
  stack.aliases = new Map(aliased ? [...others, [next, name]] : others);
  return `renames ${name} to ${next}${aliased ? " with an alias" : ""}`;
};

const edit: Change = (stack, random) => {
  const name = random.pick([...stack.resources.keys()]);
  const before = stack.resources.get(name);
  if (!before) return undefined;
  const declared = edited(stack, before, random);
  stack.resources = new Map(
    [...stack.resources].map(([one, value]) => [one, one === name ? declared : value]),
  );
  return `edits ${name}: ${JSON.stringify(declared)}`;
};

/** Moves a rule to another resource of the same entry point, which may be declared before or after. */
const moveRule: Change = (stack, random) => {
  const [from, to] = random.shuffle([...stack.resources].filter(([, { kind }]) => kind === "rules"));
  if (from?.[1].kind !== "rules" || to?.[1].kind !== "rules" || from[1].zone !== to[1].zone) return undefined;
  if (from[1].rules.length < 2) return undefined;
  const moved = random.pick(from[1].rules);
  const changed = new Map<string, Declared>([
    [from[0], { ...from[1], rules: from[1].rules.filter((one) => one !== moved) }],
    [to[0], { ...to[1], rules: [...to[1].rules, moved] }],
  ]);
  stack.resources = new Map([...stack.resources].map(([one, value]) => [one, changed.get(one) ?? value]));
  return `moves ${moved} from ${from[0]} to ${to[0]}`;
};

function fresh(stack: SoakStack, random: Random): Declared | undefined {
  const has = (kind: Declared["kind"]) => [...stack.resources.values()].some((one) => one.kind === kind);
  const kind = random.pick([
    "rules",
    "rules",
    "rules",
    "token",
    "token",
    "owasp",
    "account-rules",
    "ruleset",
  ] as const);
  switch (kind) {
    case "rules": {
      const zone = random.pick(stack.zones);
      const rules = freeRefs(stack, zone, random);
      return rules.length === 0 ? undefined : { kind, zone, rules };
    }
    case "account-rules":
      return has(kind) ? undefined : { kind, rules: ["a", "b"] };
    case "ruleset":
      return has(kind) ? undefined : { kind, name: `Rules of ${stack.project}`, rules: ["a", "b"] };
    case "owasp":
      return has(kind) || stack.owaspZone === undefined || !stack.zones.includes(stack.owaspZone)
        ? undefined
        : { kind, zone: stack.owaspZone, level: 1 + random.below(4) };
    case "token":
      return {
        kind,
        account: random.chance(0.3),
        zone: random.pick(stack.zones),
        disabled: false,
        rotating: random.chance(0.3),
      };
  }
}

function edited(stack: SoakStack, declared: Declared, random: Random): Declared {
  switch (declared.kind) {
    case "rules": {
      const other = stack.zones.find((zone) => zone !== declared.zone) ?? declared.zone;
      const elsewhere = random.chance(0.15) ? freeRefs(stack, other, random) : [];
      if (elsewhere.length > 0) return { ...declared, zone: other, rules: elsewhere };
      return { ...declared, rules: editedRules(declared.rules, random) };
    }
    case "account-rules":
    case "ruleset":
      return { ...declared, rules: editedRules(declared.rules, random) };
    case "owasp":
      return { ...declared, level: 1 + random.below(4) };
    case "token":
      return random.pick([
        { ...declared, zone: random.pick(stack.zones) },
        { ...declared, disabled: !declared.disabled && !declared.rotating },
        { ...declared, account: !declared.account },
      ]);
  }
}

function editedRules(rules: readonly string[], random: Random): readonly string[] {
  const [first = "a"] = random.shuffle([...rules]);
  const changed = rules.map((one) => (one === first ? `${refOf(one)}=${random.below(100)}` : one));
  return random.pick([
    changed,
    random.shuffle([...rules]),
    rules.length > 1 ? rules.filter((one) => one !== first) : changed,
  ]);
}

/** Two resources of one program cannot have the same ref in one entry point; two programs can. */
function freeRefs(stack: SoakStack, zone: string, random: Random): string[] {
  const taken = [...stack.resources.values()].flatMap((one) =>
    one.kind === "rules" && one.zone === zone ? one.rules.map(refOf) : [],
  );
  const free = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"].filter((ref) => !taken.includes(ref));
  return free.slice(0, 1 + random.below(Math.min(3, free.length)));
}

function refOf(written: string): string {
  return written.replace(/=.*/, "");
}

function rule(written: string): RuleArgs {
  return { ref: refOf(written), action: "log", expression: `http.request.uri.path eq "/${written}"` };
}

function accountRule(written: string): RuleArgs {
  const expression = `http.request.uri.path eq "/${written}" and cf.zone.plan eq "ENT"`;
  return { ref: refOf(written), action: "log", expression };
}
