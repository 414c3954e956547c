import { spawn, type ChildProcess } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { parse, stringify } from "yaml";

import { SIGNATURE } from "../../provider/properties/envelope";
import { backendOf, privatePulumiEnv } from "../../scripts/engine-env";
import { endEngineProcesses } from "../../scripts/engine-processes";
import { ensureBuilt, ROOT } from "../../scripts/prepare";
import { findPulumi, type PulumiCli } from "../../scripts/pulumi-cli";
import { compiledModules } from "./compiled-modules";
import { startKeyService } from "./key-service";
import { projectOf, writeNewStack } from "./new-stack";
import { placeQuickNode } from "./quick-node";

const STACK = "test";
/** Packages that programs and policy packs may `require`, besides the package itself. */
const LINKED = ["@pulumi", "typescript", "@types"];
const FAST_START = path.join(__dirname, "fast-start.cjs");

export interface WorkspaceOptions {
  /**
   * A folder of the repository (`examples/zone-baseline`), or files by name. Files may leave out Pulumi.yaml (then
   * project `engine-test`, runtime nodejs) and package.json (then one that depends on the package).
   */
  readonly program: string | Readonly<Record<string, string>>;
  /** Stack configuration: `{ "edge:baseUrl": "…" }`. */
  readonly config?: Readonly<Record<string, string>>;
  /** Stack configuration that is set with `--secret`. */
  readonly secretConfig?: Readonly<Record<string, string>>;
  /**
   * Environment variables for every `pulumi` of this workspace. PULUMI_*, EDGE_*, CLOUDFLARE_* and VAULT_* of the caller are not
   * passed on.
   */
  readonly env?: Readonly<Record<string, string>>;
  /** A folder of the repository with PulumiPolicy.yaml, or files by name, for every `up` and `preview`. */
  readonly policyPack?: string | Readonly<Record<string, string>>;
  /** Whether the package is compiled first if its sources changed. Default: true. */
  readonly build?: boolean;
}

export interface PulumiResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  /** The parsed stdout, if `--json` was among the arguments and stdout is JSON. */
  readonly json: unknown;
}

export interface RunningPulumi {
  readonly pid: number;
  /** Signals only the CLI, not the processes that it started. */
  readonly kill: (signal: NodeJS.Signals) => void;
  readonly result: Promise<PulumiResult>;
}

/** A resource as in `pulumi stack export`. */
export interface StateResource {
  readonly urn: string;
  readonly type: string;
  readonly id?: string;
  readonly inputs?: Readonly<Record<string, unknown>>;
  readonly outputs?: Readonly<Record<string, unknown>>;
  readonly dependencies?: readonly string[];
  readonly initErrors?: readonly string[];
  readonly protect?: boolean;
  /** Whether it is an old object that is still to be deleted. */
  readonly delete?: true;
  readonly pendingReplacement?: true;
  readonly sourcePosition?: string;
  readonly stackTrace?: readonly { readonly sourcePosition: string }[];
}

export interface ExportedState {
  readonly version: number;
  readonly deployment: {
    readonly resources?: readonly StateResource[];
    readonly pending_operations?: readonly unknown[];
  };
}

export interface Workspace {
  /** Contains `program/`, node_modules, and home and backend of the private Pulumi. */
  readonly directory: string;
  /** The program's folder. Its files may change between two runs. */
  readonly program: string;
  /** The environment of every `pulumi` of this workspace. */
  readonly env: NodeJS.ProcessEnv;
  /** The folder that is first on its PATH. */
  readonly commands: string;
  /** Runs `pulumi ARGS` in the program's folder. Does not reject on a non-zero exit code. */
  pulumi(args: readonly string[], env?: Readonly<Record<string, string>>): Promise<PulumiResult>;
  /** Starts `pulumi ARGS` and returns at once. */
  start(args: readonly string[], env?: Readonly<Record<string, string>>): RunningPulumi;
  /** `pulumi up --yes` without a preview before it. */
  up(...args: readonly string[]): Promise<PulumiResult>;
  preview(...args: readonly string[]): Promise<PulumiResult>;
  /** `pulumi policy analyze`, which runs the policy pack on the state. */
  analyze(...args: readonly string[]): Promise<PulumiResult>;
  /** `pulumi refresh --yes` without a preview before it. */
  refresh(...args: readonly string[]): Promise<PulumiResult>;
  /** `pulumi destroy --yes` without a preview before it. */
  destroy(...args: readonly string[]): Promise<PulumiResult>;
  /** Sets stack configuration, as `pulumi config set` does. */
  setConfig(key: string, value: string, options?: { readonly secret?: boolean }): Promise<void>;
  /** Writes a file of the program. */
  write(file: string, text: string): void;
  exportState(): Promise<ExportedState>;
  /** The file in which the backend keeps the state. */
  stateFile(): string;
  /** Replaces the stack by the empty one that it was, without a history or a lock. */
  emptyState(): void;
  /** What `pulumi stack output --json --show-secrets` prints of the stack `test`. */
  outputs(): Promise<Record<string, unknown>>;
  /** Every file of the backend (state, history, backups) and the stack's configuration, for searches for secrets. */
  stateFiles(): { readonly path: string; readonly text: string }[];
  /** Ends running processes and removes the directory. */
  dispose(): Promise<void>;
}

/**
 * Creates a project with a stack in a temporary folder outside the repository, with a private Pulumi. There,
 * `require("pulumi-edge-platform")` finds the compiled package of this repository.
 */
export async function createWorkspace(options: WorkspaceOptions): Promise<Workspace> {
  const { build = true } = options;
  if (build) await ensureBuilt(() => undefined);
  const cli = await pulumiCli();
  const directory = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "edge-engine-")));
  const program = path.join(directory, "program");
  place(options.program, program, defaultProgramFiles);
  linkPackages(path.join(directory, "node_modules"));
  const keys = await startKeyService();

  const commands = placeQuickNode(directory);
  const privateEnv = privatePulumiEnv({ cli, directory });
  const env = {
    ...privateEnv,
    ...keys.env,
    ...(build && { EDGE_TEST_MODULES: await compiledModules() }),
    PATH: [commands, privateEnv["PATH"]].join(path.delimiter),
    NODE_OPTIONS: `${process.env["NODE_OPTIONS"] ?? ""} --require ${JSON.stringify(FAST_START)}`,
    // The garbage collector of the CLI takes a tenth of the CPU of a short run.
    GOGC: "400",
    ...options.env,
  };
  const policyArgs = policyPackArgs(directory, options.policyPack);
  const emptyBackend = path.join(directory, "empty-backend");
  const running = new Set<Promise<PulumiResult>>();

  function start(args: readonly string[], extraEnv: Readonly<Record<string, string>> = {}): RunningPulumi {
    const child = spawn(cli.bin, ["--non-interactive", "--color", "never", ...args], {
      cwd: program,
      env: { ...env, ...extraEnv },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const result = resultOf(child, args.includes("--json"));
    running.add(result);
    return { pid: child.pid ?? -1, kill: (signal) => child.kill(signal), result };
  }
  const pulumi: Workspace["pulumi"] = (args, extraEnv) => start(args, extraEnv).result;
  async function expectSuccess(args: readonly string[]): Promise<PulumiResult> {
    const result = await pulumi(args);
    if (result.code === 0) return result;
    throw new Error(
      `pulumi ${args[0] ?? ""} ended with exit code ${result.code}:\n${result.stdout}${result.stderr}`,
    );
  }

  const workspace: Workspace = {
    directory,
    program,
    env,
    commands,
    pulumi,
    start,
    up: (...args) => pulumi(["up", "--yes", "--skip-preview", ...policyArgs, ...args]),
    preview: (...args) => pulumi(["preview", ...policyArgs, ...args]),
    analyze: (...args) => pulumi(["policy", "analyze", ...policyArgs, ...args]),
    refresh: (...args) => pulumi(["refresh", "--yes", "--skip-preview", ...args]),
    destroy: (...args) => pulumi(["destroy", "--yes", "--skip-preview", ...args]),
    setConfig: async (key, value, { secret = false } = {}) => {
      if (secret) await expectSuccess(["config", "set", "--secret", key, "--", value]);
      else setPlainConfig(program, key, value);
    },
    write: (file, text) => fs.writeFileSync(path.join(program, file), text),
    stateFile: () => stateFileIn(backendOf(directory)),
    exportState: () => Promise.resolve(readState(backendOf(directory))),
    emptyState: () => {
      fs.rmSync(backendOf(directory), { recursive: true });
      fs.cpSync(emptyBackend, backendOf(directory), { recursive: true });
    },
    outputs: async () => {
      const plain = plainOutputs(readState(backendOf(directory)));
      if (plain !== undefined) return plain;
      const { json } = await expectSuccess(["stack", "output", "--json", "--show-secrets"]);
      // A stack's outputs are an object, by name.
      return json as Record<string, unknown>;
    },
    stateFiles: () => [
      ...textFiles(backendOf(directory)),
      ...textFiles(program).filter((file) => path.basename(file.path) === `Pulumi.${STACK}.yaml`),
    ],
    dispose: async () => {
      await endEngineProcesses(directory);
      await Promise.allSettled([...running]);
      await keys.close();
      fs.rmSync(directory, { recursive: true, force: true, maxRetries: 3 });
    },
  };

  try {
    writeNewStack({ name: STACK, cli, directory, program, keys, config: options.config ?? {} });
    const secrets = Object.entries(options.secretConfig ?? {}).flatMap(([key, value]) => [
      "--secret",
      `${key}=${value}`,
    ]);
    if (secrets.length > 0) await expectSuccess(["config", "set-all", ...secrets]);
    fs.cpSync(backendOf(directory), emptyBackend, { recursive: true });
  } catch (error) {
    await workspace.dispose();
    throw error;
  }
  return workspace;
}

/** Returns what `pulumi stack export` prints, without starting the CLI. */
function readState(backend: string): ExportedState {
  const text = fs.readFileSync(stateFileIn(backend), "utf8");
  // The engine's own format, of the one version that the CLI writes. A new stack has no deployment.
  const { version, checkpoint } = JSON.parse(text) as {
    version: number;
    checkpoint: { latest?: ExportedState["deployment"] };
  };
  return { version, deployment: checkpoint.latest ?? {} };
}

/** Returns the file in which a backend keeps the state of the one stack of a workspace. */
function stateFileIn(backend: string): string {
  const stacks = path.join(backend, ".pulumi", "stacks");
  const [project = "", ...more] = fs.readdirSync(stacks);
  if (more.length > 0) throw new Error(`${stacks} has several projects: ${[project, ...more].join(", ")}`);
  return path.join(stacks, project, `${STACK}.json`);
}

/** Returns the outputs of a stack without secrets, as the CLI prints them; undefined if the CLI has to decrypt some. */
function plainOutputs({ deployment }: ExportedState): Record<string, unknown> | undefined {
  const root = deployment.resources?.find(({ type }) => type === "pulumi:pulumi:Stack");
  const outputs = root?.outputs ?? {};
  return JSON.stringify(outputs).includes(SIGNATURE) ? undefined : outputs;
}

/** Writes what `pulumi config set --plaintext` writes. */
function setPlainConfig(program: string, key: string, value: string): void {
  const file = path.join(program, `Pulumi.${STACK}.yaml`);
  // Pulumi's own format, which `writeNewStack` or the CLI wrote.
  const settings = parse(fs.readFileSync(file, "utf8")) as { config?: Record<string, unknown> };
  const full = key.includes(":") ? key : `${projectOf(program)}:${key}`;
  const changed = { ...settings, config: { ...settings.config, [full]: value } };
  // Pulumi reads a date without quotes as a time.
  fs.writeFileSync(file, stringify(changed, { defaultStringType: "QUOTE_DOUBLE", lineWidth: 0 }));
}

let foundCli: Promise<PulumiCli> | undefined;

/** The CLI that `npm test` found before it started. If jest was started by hand, it is searched once. */
export function pulumiCli(): Promise<PulumiCli> {
  const given = process.env["EDGE_TEST_PULUMI"];
  // scripts/test.js writes the variable from the same type.
  foundCli ??= given === undefined ? findPulumi() : Promise.resolve(JSON.parse(given) as PulumiCli);
  return foundCli;
}

function place(
  source: string | Readonly<Record<string, string>>,
  target: string,
  defaults: Readonly<Record<string, string>>,
): void {
  if (typeof source === "string") {
    fs.cpSync(path.resolve(ROOT, source), target, {
      recursive: true,
      filter: (file) => path.basename(file) !== "node_modules",
    });
    return;
  }
  for (const [name, text] of Object.entries({ ...defaults, ...source })) {
    const file = path.join(target, name);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, text);
  }
}

const defaultProgramFiles = {
  "Pulumi.yaml": "name: engine-test\nruntime: nodejs\n",
  "package.json": JSON.stringify({
    name: "engine-test",
    version: "0.0.0",
    private: true,
    dependencies: { "pulumi-edge-platform": "*" },
  }),
};

const defaultPackFiles = {
  "PulumiPolicy.yaml": "runtime: nodejs\n",
  "package.json": JSON.stringify({ name: "engine-test-policies", version: "0.0.1" }),
};

/** Links packages, so that program, provider process and policy pack load the same @pulumi/pulumi. */
function linkPackages(modules: string): void {
  fs.mkdirSync(modules, { recursive: true });
  for (const name of LINKED) fs.symlinkSync(path.join(ROOT, "node_modules", name), path.join(modules, name));
  fs.symlinkSync(ROOT, path.join(modules, "pulumi-edge-platform"));
}

function policyPackArgs(directory: string, source: WorkspaceOptions["policyPack"]): string[] {
  if (source === undefined) return [];
  const inPlace = typeof source === "string";
  const pack = inPlace ? path.resolve(ROOT, source) : path.join(directory, "policy-pack");
  if (!inPlace) place(source, pack, defaultPackFiles);
  return ["--policy-pack", pack];
}

function resultOf(child: ChildProcess, isJson: boolean): Promise<PulumiResult> {
  return new Promise((resolve, reject) => {
    let stdout = "";
    let stderr = "";
    child.stdout?.setEncoding("utf8").on("data", (text: string) => (stdout += text));
    child.stderr?.setEncoding("utf8").on("data", (text: string) => (stderr += text));
    child.on("error", reject);
    child.on("close", (code) =>
      resolve({ code: code ?? -1, stdout, stderr, json: isJson ? parseJson(stdout) : undefined }),
    );
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function textFiles(folder: string): { path: string; text: string }[] {
  return fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .map((file) => ({ path: file, text: fs.readFileSync(file, "utf8") }));
}
