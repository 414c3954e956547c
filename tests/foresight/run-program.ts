import * as pulumi from "@pulumi/pulumi";
import { getMonitor } from "@pulumi/pulumi/runtime/settings";
import * as state from "@pulumi/pulumi/runtime/state";
import { subscribe } from "node:diagnostics_channel";
import fs from "node:fs";
import type { ClientRequest } from "node:http";
import os from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type * as edge from "../../provider";
import { keptByNode } from "../faults/kept-by-node";
import { freshModules, type Load } from "../faults/modules";
import { DOORS, type Deployed, type DoorName } from "./doors";
import { collectMessages, type Message } from "./messages";
import { createMonitor } from "./monitor";

export interface ProgramRun {
  readonly program: (library: typeof edge, load: (file: string) => unknown) => unknown;
  readonly project?: string;
  readonly preview: boolean;
  /** Which classes the program uses, and what manages its resources. Default: the dynamic provider. */
  readonly door?: DoorName;
  readonly env: Readonly<Record<string, string>>;
  readonly config?: Readonly<Record<string, string>>;
  /** What the stack has from earlier runs, by URN. */
  readonly before?: ReadonlyMap<string, Deployed>;
}

export interface ProgramResult {
  readonly messages: readonly Message[];
  /** What the stack has now; in a preview, what it had before. */
  readonly after: ReadonlyMap<string, Deployed>;
}

/** A program that does not end is a fault of the package, or of the program. */
const LIMIT_MS = 20_000;

let folder: string | undefined;
let runs = 0;

/** Returns a folder for temporary files, which goes with this process. */
function sharedFolder(): string {
  if (folder !== undefined) return folder;
  const made = fs.mkdtempSync(path.join(os.tmpdir(), "edge-foresight-"));
  process.once("exit", () => fs.rmSync(made, { recursive: true, force: true }));
  folder = made;
  return made;
}

/** Gives a program its own store in the SDK, as the Automation API does. The types of the SDK leave it out. */
const { withLocalStorage } = state as unknown as {
  withLocalStorage: <T>(run: () => Promise<T>) => Promise<T>;
};

/**
 * Runs a program as `pulumi preview` or `pulumi up` does, in this process: the classes and the provider are real, each with its own
 * modules as in two processes, and a model of the engine stands between them.
 */
export async function runProgram({
  program,
  project = "shop",
  preview,
  door: doorName = "dynamic",
  env,
  config = {},
  before = new Map(),
}: ProgramRun): Promise<ProgramResult> {
  const messages = collectMessages();
  // What processes share, such as their budget of requests, is not shared by programs.
  const kept = keptByNode(path.join(sharedFolder(), String((runs += 1))));
  const door = DOORS[doorName];
  const PATH = [process.env["PATH"] ?? "", door.path].join(path.delimiter);
  const environment = { PATH, ...env };
  const modules = (packages: object = {}) =>
    modulesOf(environment, messages.printed, { ...kept.packages, ...packages });
  const library = modules()(door.library) as typeof edge;
  const loadProgram = modules({ "pulumi-edge-platform": library });
  const manager = door.manager({ load: modules(), config, messages });
  const engine = createMonitor({ manager, managed: door.type, before, preview, messages, project });
  try {
    await withLocalStorage(async () => {
      const none = { newResource: () => ({ id: "", state: {} }), call: () => ({}) };
      await pulumi.runtime.setMocks(none, project, "prod", preview, "organization");
      pulumi.runtime.setAllConfig({ ...config });
      // A program that the engine runs has no mocks.
      Object.assign(getMonitor() as object, engine.monitor, { mocks: undefined });
      const done = pulumi.runtime
        .runInPulumiStack(async () => {
          await program(library, loadProgram);
          return {};
        })
        .catch((error: unknown) => messages.thrown(error))
        .then(() => pulumi.runtime.disconnect());
      const late = delay(LIMIT_MS, "late" as const, { ref: false });
      if ((await Promise.race([done, late])) === "late")
        messages.thrown(new Error("the program does not end"));
      await idle();
    });
  } finally {
    messages.end();
    kept.release();
  }
  return { messages: messages.all(), after: preview ? before : engine.deployed };
}

/** What nobody awaits is rejected so many turns of the event loop after the last answer. */
const LATE_TURNS = 5;
const requests = new Set<ClientRequest>();
subscribe("http.client.request.start", (message) => {
  // Node documents the form of the message.
  const { request } = message as { request: ClientRequest };
  requests.add(request);
  request.once("close", () => requests.delete(request));
});

/** A process lives until the answers to its requests are there, also those that nobody awaits. */
async function idle(): Promise<void> {
  for (let turns = 0; turns < LATE_TURNS; turns = requests.size === 0 ? turns + 1 : 0) await delay(0);
}

function modulesOf(
  env: Readonly<Record<string, string>>,
  print: (text: string) => void,
  packages: Readonly<Record<string, unknown>>,
): Load {
  const stream = { write: (text: string) => print(text) };
  const own = {
    env: { value: env },
    stdout: { value: stream },
    stderr: { value: stream },
    // This process does not end with a program.
    once: {
      value: (name: string, listen: () => void) => name !== "beforeExit" && process.once(name, listen),
    },
  };
  const ownProcess: unknown = Object.create(process, own);
  const globals = { Date, Math, AbortSignal, setTimeout, clearTimeout, performance, process: ownProcess };
  return freshModules(globals, packages);
}
