import type { Random } from "../faults/random";
import { omit } from "../support/omit";

/** Which rules of an entry point, or items of a list, a resource owns, and how its rules are marked. */
type Mode = "shared" | "exclusive" | "exact";

/** A resource of a program. `parts`: by ref or item, the version of its content. */
export interface Resource {
  readonly kind: "rules" | "list" | "owasp" | "ruleset";
  readonly mode: Mode;
  readonly takeOver: boolean;
  /** The name of the list. Empty for other kinds. */
  readonly list: string;
  readonly parts: ReadonlyMap<string, number>;
  /** The former name of the resource, for the engine: an alias. */
  readonly alias?: string;
  /** The resource that the engine writes before this one. */
  readonly dependsOn?: string;
}

/** The resources by name, in the order in which the program declares them. */
export type Program = ReadonlyMap<string, Resource>;

export const REFS = ["r1", "r2", "r3", "r4"];
export const ITEMS = ["192.0.2.1", "192.0.2.2", "192.0.2.3", "198.51.100.0/24"];
export const LISTS = ["office", "bots"];
/** The part of an OWASP deployment and of a custom ruleset that has one. */
export const WHOLE = "whole";

/** Whether a program is one that no check refuses: no two resources contradict each other. */
export function isPossible(program: Program): boolean {
  const all = [...program.values()];
  const rules = all.filter(({ kind }) => kind === "rules");
  const refs = rules.flatMap(({ parts }) => [...parts.keys()]);
  if (new Set(refs).size < refs.length) return false;
  if (rules.length > 1 && rules.some(({ mode }) => mode === "exclusive")) return false;
  if (all.filter(({ kind }) => kind === "owasp").length > 1) return false;
  if (all.filter(({ kind }) => kind === "ruleset").length > 1) return false;
  if (all.some(({ kind, parts }) => kind !== "list" && parts.size === 0)) return false;
  return LISTS.every((list) => {
    const users = all.filter((one) => one.list === list);
    return users.length < 2 || users.every(({ mode }) => mode === "shared");
  });
}

export function firstProgram(random: Random, adopted: boolean): Program {
  const program = new Map<string, Resource>();
  const count = 1 + random.below(4);
  for (let tries = 0; program.size < count && tries < 20; tries += 1) {
    const name = `a${program.size}`;
    const next = new Map(program).set(name, freshResource(random, adopted));
    if (isPossible(next)) program.set(name, next.get(name)!);
  }
  return program;
}

function freshResource(random: Random, adopted: boolean): Resource {
  const kind = random.pick(["rules", "rules", "rules", "list", "list", "owasp", "ruleset"] as const);
  const parts = (of: readonly string[]) =>
    new Map(
      random
        .shuffle(of)
        .slice(0, 1 + random.below(3))
        .map((part) => [part, 0] as const),
    );
  const takeOver = adopted || random.chance(0.3);
  switch (kind) {
    case "rules":
      return {
        kind,
        mode: adopted ? "exact" : random.pick(["shared", "shared", "exact", "exclusive"] as const),
        takeOver,
        list: "",
        parts: parts(REFS),
      };
    case "list":
      return {
        kind,
        mode: random.pick(["shared", "shared", "exclusive"] as const),
        takeOver,
        list: random.pick(LISTS),
        parts: parts(ITEMS),
      };
    case "owasp":
      return { kind, mode: "shared", takeOver, list: "", parts: new Map([[WHOLE, 0]]) };
    case "ruleset":
      return {
        kind,
        mode: adopted ? "exact" : random.pick(["shared", "exact"] as const),
        takeOver,
        list: "",
        parts: parts(REFS),
      };
  }
}

/** Returns a changed program, and what has changed; undefined if the change is not possible. */
export function changed(
  program: Program,
  random: Random,
  fresh: () => string,
): { readonly program: Program; readonly says: string } | undefined {
  const names = [...program.keys()];
  const kinds = [rename, rename, rename, alias, split, split, merge, move, move, swap, content, add, drop];
  const more = [remove, mode, noTakeOver, reorder, depend];
  if (names.length === 0) return create(program, random, fresh);
  const change = random.pick([create, ...kinds, ...more]);
  const next = change(program, random, fresh);
  return next && isPossible(next.program) ? next : undefined;
}

type Change = typeof changed;

const create: Change = (program, random, fresh) => {
  if (program.size >= 4) return undefined;
  const name = fresh();
  const made = freshResource(random, false);
  return { program: new Map([...program, [name, made]]), says: `adds ${name}: ${shown(made)}` };
};

function withNames(program: Program, rename: ReadonlyMap<string, string>): Map<string, Resource> {
  return new Map(
    [...program].map(([name, one]) => {
      const { dependsOn } = one;
      const rest = omit(one, "alias", "dependsOn");
      const on = dependsOn === undefined ? undefined : (rename.get(dependsOn) ?? dependsOn);
      return [rename.get(name) ?? name, { ...rest, ...(on !== undefined && { dependsOn: on }) }];
    }),
  );
}

const rename: Change = (program, random, fresh) => {
  const chosen = random.chance(0.3) ? [...program.keys()] : [random.pick([...program.keys()])];
  const names = new Map(chosen.map((name) => [name, fresh()]));
  return { program: withNames(program, names), says: `renames ${JSON.stringify([...names])}` };
};

const alias: Change = (program, random, fresh) => {
  const name = random.pick([...program.keys()]);
  const next = fresh();
  const renamed = withNames(program, new Map([[name, next]]));
  renamed.set(next, { ...renamed.get(next)!, alias: name });
  return { program: renamed, says: `renames ${name} to ${next} with an alias` };
};

const split: Change = (program, random, fresh) => {
  const found = [...program].filter(([, { parts, kind }]) => parts.size > 1 && kind !== "ruleset");
  if (found.length === 0 || program.size >= 4) return undefined;
  const [name, one] = random.pick(found);
  const parts = random.shuffle([...one.parts]);
  const at = 1 + random.below(parts.length - 1);
  const other = fresh();
  const kept = { ...one, parts: new Map(parts.slice(0, at)) };
  const next = new Map(withNames(program, new Map())).set(name, {
    ...kept,
    ...(one.mode === "exclusive" && { mode: "shared" as const }),
  });
  next.set(other, { ...next.get(name)!, parts: new Map(parts.slice(at)) });
  const both = random.chance(0.3) ? withNames(next, new Map([[name, fresh()]])) : next;
  return {
    program: shuffledBy(both, random),
    says: `splits ${name}: ${other} gets ${parts
      .slice(at)
      .map(([part]) => part)
      .join(", ")}`,
  };
};

const merge: Change = (program, random) => {
  const pairs = pairsOf(program);
  if (pairs.length === 0) return undefined;
  const [name, other] = random.pick(pairs);
  const into = program.get(name)!;
  const next = withNames(program, new Map());
  next.delete(other);
  next.set(name, { ...into, parts: new Map([...program.get(other)!.parts, ...into.parts]) });
  return { program: withoutGone(next), says: `merges ${other} into ${name}` };
};

const move: Change = (program, random) => {
  const pairs = pairsOf(program);
  if (pairs.length === 0) return undefined;
  const [from, to] = random.pick(pairs);
  const [one, other] = [program.get(from)!, program.get(to)!];
  const part = random.pick([...one.parts]);
  const next = withNames(program, new Map());
  next.set(from, { ...next.get(from)!, parts: new Map([...one.parts].filter(([name]) => name !== part[0])) });
  next.set(to, { ...next.get(to)!, parts: new Map([...other.parts, part]) });
  return { program: next, says: `moves ${part[0]} from ${from} to ${to}` };
};

const swap: Change = (program, random) => {
  const pairs = pairsOf(program);
  if (pairs.length === 0) return undefined;
  const [from, to] = random.pick(pairs);
  const next = withNames(program, new Map());
  const [one, other] = [next.get(from)!, next.get(to)!];
  next.set(from, { ...one, parts: other.parts });
  next.set(to, { ...other, parts: one.parts });
  return { program: next, says: `swaps the parts of ${from} and ${to}` };
};

const content: Change = (program, random) => {
  const name = random.pick([...program.keys()]);
  const one = program.get(name)!;
  if (one.parts.size === 0) return undefined;
  const [part, version] = random.pick([...one.parts]);
  // Resources that declare the same item must agree about it.
  if (one.kind === "list") return undefined;
  const next = new Map(program).set(name, { ...one, parts: new Map(one.parts).set(part, version + 1) });
  return { program: next, says: `changes ${part} of ${name}` };
};

const add: Change = (program, random) => {
  const name = random.pick([...program.keys()]);
  const one = program.get(name)!;
  if (one.kind === "owasp") return undefined;
  const part = random.pick(one.kind === "list" ? ITEMS : REFS);
  if (one.parts.has(part)) return undefined;
  return {
    program: new Map(program).set(name, { ...one, parts: new Map([...one.parts, [part, 0]]) }),
    says: `adds ${part} to ${name}`,
  };
};

const drop: Change = (program, random) => {
  const name = random.pick([...program.keys()]);
  const one = program.get(name)!;
  if (one.parts.size === 0) return undefined;
  const part = random.pick([...one.parts.keys()]);
  const parts = new Map([...one.parts].filter(([other]) => other !== part));
  return { program: new Map(program).set(name, { ...one, parts }), says: `drops ${part} from ${name}` };
};

const remove: Change = (program, random) => {
  const name = random.pick([...program.keys()]);
  const next = withNames(program, new Map());
  next.delete(name);
  return { program: withoutGone(next), says: `removes ${name}` };
};

const mode: Change = (program, random) => {
  const name = random.pick([...program.keys()]);
  const one = program.get(name)!;
  if (one.kind === "owasp") return undefined;
  const modes: Readonly<Record<Resource["kind"], readonly Mode[]>> = {
    rules: ["shared", "exclusive", "exact"],
    list: ["shared", "exclusive"],
    ruleset: ["shared", "exact"],
    owasp: ["shared"],
  };
  const next = random.pick(modes[one.kind]);
  if (next === one.mode) return undefined;
  return { program: new Map(program).set(name, { ...one, mode: next }), says: `makes ${name} ${next}` };
};

const noTakeOver: Change = (program, random) => {
  const name = random.pick([...program.keys()]);
  const one = program.get(name)!;
  if (!one.takeOver) return undefined;
  return {
    program: new Map(program).set(name, { ...one, takeOver: false }),
    says: `takes takeOver off ${name}`,
  };
};

const reorder: Change = (program, random) => ({
  program: shuffledBy(program, random),
  says: "declares the resources in another order",
});

const depend: Change = (program) => {
  const names = [...program.keys()];
  if (names.length < 2) return undefined;
  const [first, last] = [names[0]!, names.at(-1)!];
  return {
    program: new Map(program).set(last, { ...program.get(last)!, dependsOn: first }),
    says: `makes ${last} depend on ${first}`,
  };
};

/** Ordered pairs of resources that can hand parts to each other. */
function pairsOf(program: Program): [string, string][] {
  const entries = [...program];
  return entries.flatMap(([name, one]) =>
    entries.flatMap(([other, two]): [string, string][] =>
      name !== other &&
      one.kind === two.kind &&
      one.list === two.list &&
      one.mode === two.mode &&
      one.parts.size > 0
        ? [[name, other]]
        : [],
    ),
  );
}

/** A program declares what others depend on before them. */
function shuffledBy(program: Program, random: Random): Program {
  const shuffled = new Map(random.shuffle([...program]));
  return withoutGone(new Map([...shuffled].map(([name, one]) => [name, omit(one, "dependsOn")])));
}

function withoutGone(program: ReadonlyMap<string, Resource>): Program {
  return new Map(
    [...program].map(([name, { dependsOn, ...one }]) => [
      name,
      { ...one, ...(dependsOn !== undefined && program.has(dependsOn) && { dependsOn }) },
    ]),
  );
}

export function shown({ kind, mode, takeOver, list, parts }: Resource): string {
  const words = [
    kind,
    list,
    mode,
    takeOver ? "takeOver" : "",
    [...parts].map(([part, version]) => `${part}@${version}`).join(","),
  ];
  return words.filter((word) => word !== "").join(" ");
}
