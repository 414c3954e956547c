import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import vm from "node:vm";
import { compileFile } from "../support/compile-file.cjs";
import { PURE_ROOMS } from "../support/pure-rooms";

/** Names of the globals that a set of modules gets instead of Node's. */
export interface Globals {
  readonly Date: DateConstructor;
  readonly Math: Math;
  readonly AbortSignal: typeof AbortSignal;
  readonly setTimeout: unknown;
  readonly clearTimeout: unknown;
  readonly performance: unknown;
  readonly process: unknown;
}

/** Loads a source file of the repository by its path below the root, once per set of modules. */
export type Load = (file: string) => unknown;

interface LoadedModule {
  exports: unknown;
}

const ROOT = path.resolve(__dirname, "../..");
const PURE = PURE_ROOMS.map((room) => room + path.sep);
const NAMES = ["exports", "require", "module", "__filename", "__dirname"];
const GLOBALS = [
  "Date",
  "Math",
  "AbortSignal",
  "setTimeout",
  "clearTimeout",
  "performance",
  "process",
] as const;

type Compiled = (...values: unknown[]) => void;

interface Source {
  readonly run: Compiled;
  readonly pure: boolean;
  /** Source files by the specifiers that import them. */
  readonly links: Map<string, string>;
}

const sources = new Map<string, Source>();
const pure = new Map<string, LoadedModule>();
/** The harness's own `require`: all sets of modules share packages. */
const requireFromRoot = createRequire(path.join(ROOT, "package.json"));
const packages = new Map<string, unknown>();

/**
 * Returns a new set of the repository's modules. Module-level state is as in a new process, at the cost of running the modules
 * again instead of starting a process. They see the given globals, and the packages in `own` instead of the shared ones.
 */
export function freshModules(globals: Globals, own: Readonly<Record<string, unknown>> = {}): Load {
  const modules = new Map<string, LoadedModule>();
  const values = GLOBALS.map((name) => globals[name]);
  const load = (file: string): unknown => {
    const known = modules.get(file) ?? pure.get(file);
    if (known) return known.exports;
    const source = sourceOf(file);
    const module: LoadedModule = { exports: {} };
    (source.pure ? pure : modules).set(file, module);
    const requireHere = (name: string): unknown => {
      if (name.endsWith(".json")) return requirePackage(path.resolve(path.dirname(file), name));
      return name.startsWith(".") ? load(linked(source, file, name)) : (own[name] ?? requirePackage(name));
    };
    source.run(module.exports, requireHere, module, file, path.dirname(file), ...values);
    return module.exports;
  };
  return (file) => load(path.join(ROOT, file));
}

/** A cache, since resolution by Node takes longer than the modules themselves. */
function requirePackage(name: string): unknown {
  if (!packages.has(name)) packages.set(name, requireFromRoot(name));
  return packages.get(name);
}

function sourceOf(file: string): Source {
  const known = sources.get(file);
  if (known) return known;
  const text = `(function (${[...NAMES, ...GLOBALS].join(", ")}) {${compileFile(file)}\n})`;
  // A script that is one function expression evaluates to that function.
  const run = new vm.Script(text, { filename: file }).runInThisContext() as Compiled;
  const source = { run, pure: PURE.some((room) => file.startsWith(room)), links: new Map<string, string>() };
  sources.set(file, source);
  return source;
}

function linked({ links }: Source, file: string, name: string): string {
  const known = links.get(name);
  if (known !== undefined) return known;
  const wanted = path.resolve(path.dirname(file), name);
  const found = [`${wanted}.ts`, path.join(wanted, "index.ts"), wanted].find(
    (one) => fs.statSync(one, { throwIfNoEntry: false })?.isFile() === true,
  );
  if (found === undefined) throw new Error(`there is no module ${wanted}`);
  links.set(name, found);
  return found;
}
