import ts from "typescript";
import { isMembers, type Members } from "../../provider/api";
import { watch, type State, type TestEngine } from "./lifecycle";
import type { TestPlatform } from "./platform";

/** A resource that a program registers. */
export interface Registered {
  readonly kind: string;
  readonly name: string;
  readonly args: Members;
  readonly options: unknown;
}

/** An output of a resource that is known only when the resource exists. */
class Later {
  constructor(
    readonly name: string,
    readonly output: string,
  ) {}
}

/** Runs a program in TypeScript with classes that only record what it registers. */
export function registeredBy(text: string): Registered[] {
  const registered: Registered[] = [];
  const classOf = (kind: string) =>
    class {
      readonly expression: unknown;
      readonly name: unknown;
      readonly rulesetId: Later;
      constructor(name: string, args: Members, options?: unknown) {
        registered.push({ kind, name, args, options });
        this.expression = args["expression"];
        this.name = args["name"];
        this.rulesetId = new Later(name, "rulesetId");
      }
    };
  const { outputText } = ts.transpileModule(text, { compilerOptions: { module: ts.ModuleKind.CommonJS } });
  const classes = new Proxy({}, { get: (_, kind) => classOf(String(kind)) });
  const modules = (name: string): unknown => (name === "@pulumi/pulumi" ? { interpolate } : classes);
  // The program under test is text.
  // eslint-disable-next-line @typescript-eslint/no-implied-eval, @typescript-eslint/no-unsafe-call
  new Function("require", "exports", outputText)(modules, {});
  return registered;
}

/** The names of lists and the expressions of filters are known. */
function interpolate(literals: TemplateStringsArray, ...values: readonly string[]): string {
  return literals.map((literal, index) => `${literal}${values[index] ?? ""}`).join("");
}

/** Updates a new stack with the program, and returns the states and the requests that wrote. */
export async function firstUpdate(
  platform: TestPlatform,
  engine: TestEngine,
  registered: readonly Registered[],
): Promise<{ states: ReadonlyMap<string, State>; writes: string[] }> {
  const states = new Map<string, State>();
  const { writes } = await watch(platform, async () => {
    for (const { kind, name, args } of registered) {
      const known = resolved(args, states) as Members;
      const problems = await engine.problems(kind, { ...known, __preview: true });
      if (problems.length > 0) throw new Error(`${name}: ${problems.join("\n")}`);
      states.set(name, await engine.up(kind, known));
    }
  });
  return { states, writes };
}

function resolved(value: unknown, states: ReadonlyMap<string, State>): unknown {
  if (value instanceof Later) return states.get(value.name)?.outs[value.output];
  if (Array.isArray(value)) return value.map((item) => resolved(item, states));
  if (!isMembers(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, resolved(member, states)]));
}
