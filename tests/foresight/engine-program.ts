import * as pulumi from "@pulumi/pulumi";
import type * as edge from "../../provider";
import { faultClasses } from "./programs";
import type { World } from "./world";

/** What the index.js of an engine test hands over. */
export interface EngineProgram {
  /** Names of programs, `class/title`. */
  readonly names: readonly string[];
  readonly world: World;
  /** A zone of its own for each program, so that they do not meet in one entry point. */
  readonly zones: readonly string[];
}

/** Declares several faulty programs as one, with the number of the program before the names of its resources: `c0-site`. */
export function declarePrograms(library: typeof edge, { names, world, zones }: EngineProgram): void {
  const programs = faultClasses.flatMap((one) =>
    one.programs.map((program) => ({ ...program, name: `${one.name}/${program.title}` })),
  );
  names.forEach((name, index) => {
    const found = programs.find((program) => program.name === name);
    if (!found) throw new pulumi.RunError(`there is no program ${name}`);
    const enterprise = zones[index] ?? world.zones.enterprise;
    const own = { ...world, zones: { ...world.zones, enterprise } };
    found.program(withPrefix(library, `c${index}-`), own, () => undefined);
  });
}

type Constructor = abstract new (name: string, ...others: unknown[]) => object;

/** The same library, whose classes put a prefix before each name. */
function withPrefix(library: typeof edge, prefix: string): typeof edge {
  return new Proxy(library, {
    get: (target, property) => {
      const value: unknown = Reflect.get(target, property);
      if (typeof value !== "function" || !/^[A-Z]/.test(String(property))) return value;
      // Exports of the package with a capital letter are classes of resources here.
      return new Proxy(value as Constructor, {
        construct: (made, [name, ...others]: unknown[], target) =>
          Reflect.construct(made, [prefix + String(name), ...others], target) as object,
      });
    },
  });
}
