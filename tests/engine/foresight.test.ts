import { spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import readline from "node:readline";
import { ControlClient } from "../../cli/local-platform";
import { createWorkspace, type Workspace } from "../support/engine";
import type { FaultyProgram } from "../foresight/case";
import type { EngineProgram } from "../foresight/engine-program";
import { judgeFaulty, missOf } from "../foresight/judge";
import { faultClasses } from "../foresight/programs";
import type { World } from "../foresight/world";

const ROOT = path.resolve(__dirname, "../..");
const INDEX = `
require(${JSON.stringify(path.join(ROOT, "tests/support/run-typescript.cjs"))});
const { declarePrograms } = require(${JSON.stringify(path.join(ROOT, "tests/foresight/engine-program.ts"))});
declarePrograms(require("pulumi-edge-platform"), JSON.parse(process.env.FORESIGHT));
`;

/** Programs of different classes that a preview in this process stops. */
const DOZEN = [
  "filter language/a misspelt field",
  "tokens/a misspelt permission group",
  "tokens/a date without a time",
  "action parameters/a path without its leading slash",
  "action parameters/the request header host",
  "phases and execute/a misspelt action",
  "rate limits/no data centre",
  "wrong programs/an Output in the template of an expression",
  "wrong programs/two rules of one ref",
  "OWASP and overrides/paranoia level 5",
  "filters and gateways/a filter that does not parse",
  "filters and gateways/a misspelt network",
];

interface Diagnostic {
  readonly urn?: string;
  readonly message: string;
  readonly severity: "error" | "warning" | "info";
}

interface Served {
  readonly world: World;
  readonly environment: { readonly EDGE_BASE_URL: string };
}

/** Opens the world in a process of its own, since its programs need modules that Jest has not changed. */
async function serveWorld(): Promise<Served & { readonly end: () => void }> {
  const script = path.join(ROOT, "tests/foresight/serve-world.ts");
  const compile = path.join(ROOT, "tests/support/run-typescript.cjs");
  const child = spawn(process.execPath, ["-r", compile, script], { stdio: ["pipe", "pipe", "inherit"] });
  const lines = readline.createInterface({ input: child.stdout });
  const first = (await Promise.race([once(lines, "line"), once(child, "exit")])) as unknown[];
  // Written by that script.
  const served = JSON.parse(String(first[0])) as Served;
  return { ...served, end: () => child.stdin.end() };
}

describe("a real preview of a program with a dozen errors", () => {
  let served: Awaited<ReturnType<typeof serveWorld>>;
  let workspace: Workspace;
  beforeAll(async () => {
    served = await serveWorld();
    workspace = await createWorkspace({ program: { "index.js": INDEX }, env: { ...served.environment } });
  });
  afterAll(async () => {
    await workspace.dispose();
    served.end();
  });

  it("reports each of them as the model of the engine does, and writes nothing", async () => {
    const names = namesOf(process.env["EDGE_FORESIGHT_CLASS"]);
    const control = new ControlClient(served.environment.EDGE_BASE_URL);
    const { zones } = await control.seed({
      zones: names.map((_, index) => ({ name: `engine-${index}.example`, plan: "enterprise" as const })),
    });
    const { next } = await control.requests(Number.MAX_SAFE_INTEGER);
    const program: EngineProgram = { names, world: served.world, zones: zones.map(({ id }) => id) };
    const { code, json } = await workspace.pulumi(["preview", "--json"], {
      FORESIGHT: JSON.stringify(program),
    });
    const { requests } = await control.requests(next);
    expect(code).not.toBe(0);
    expect(requests.filter(({ method }) => method !== "GET")).toEqual([]);
    // The CLI prints diagnostics in this shape.
    const { diagnostics } = json as { diagnostics: readonly Diagnostic[] };
    const secrets = Object.values(served.world.tokens);
    const misses = names.map((name, index) => {
      const messages = diagnostics
        .filter(({ urn }) => urn?.includes(`::c${index}-`) === true)
        .map(({ severity, message }) => ({ severity, text: message }));
      return [name, missOf(judgeFaulty(faultyProgram(name), { messages, writes: [] }, secrets))];
    });
    const listed: unknown = JSON.parse(
      fs.readFileSync(path.join(ROOT, "tests/foresight/missed.json"), "utf8"),
    );
    expect(Object.fromEntries(misses.filter(([, miss]) => miss !== undefined))).toEqual(
      Object.fromEntries(Object.entries(listed as object).filter(([name]) => names.includes(name))),
    );
  });
});

/** The programs of a class that a new zone and the usual credential can serve, or the dozen. */
function namesOf(name: string | undefined): readonly string[] {
  const programs = faultClasses.find((one) => one.name === name)?.programs;
  if (!programs) return DOZEN;
  const usual = programs.filter(({ token, env, config, before }) => !(token ?? env ?? config ?? before));
  return usual.map(({ title }) => `${name}/${title}`);
}

function faultyProgram(name: string): FaultyProgram {
  const found = faultClasses.flatMap((one) =>
    one.programs.filter(({ title }) => `${one.name}/${title}` === name),
  )[0];
  if (!found) throw new Error(`there is no program ${name}`);
  return found;
}
