import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import type { EngineProvider } from "../../provider/dynamic";
import { EngineModel } from "../support/engine-model/engine-model";
import type { Entry, Goal } from "../support/engine-model/steps";
import { createWorkspace, type StateResource, type Workspace } from "../support/engine";

const TYPE = "pulumi-nodejs:dynamic/edge:Recorded";
const STUB = "exports.handler=()=>require(process.cwd()+'/recorder.js').provider(process.cwd())";

/** A provider that records each call. `fail.json` names a method and how it fails. */
const RECORDER = `
const fs = require("node:fs");
exports.provider = (folder) => {
  const note = (line) => fs.appendFileSync(folder + "/calls.txt", line + "\\n");
  const planned = (method) => {
    const fail = JSON.parse(fs.readFileSync(folder + "/fail.json", "utf8"));
    if (fail.method !== method) return undefined;
    fs.writeFileSync(folder + "/fail.json", "{}");
    return fail.how;
  };
  const failure = (partial) => {
    const error = Object.assign(new Error("as planned"), { stack: "as planned" }, partial);
    return error;
  };
  const shown = ({ n, key, made } = {}) => [n, key, made].map((value) => value ?? "-").join("/");
  const makes = () => {
    const count = Number(fs.readFileSync(folder + "/count.txt", "utf8")) + 1;
    fs.writeFileSync(folder + "/count.txt", String(count));
    return count;
  };
  const own = ({ __provider, ...rest }) => rest;
  return {
    configure: async () => undefined,
    check: async (olds, news) => {
      note("check olds " + shown(olds) + " news " + shown(news));
      return { inputs: { ...own(news), made: olds.made ?? "by " + news.name }, failures: [] };
    },
    diff: async (id, olds, news) => {
      note("diff " + id + " olds " + shown(olds) + " news " + shown(news));
      const replaces = olds.key === news.key ? [] : ["key"];
      const changes = olds.n !== news.n || replaces.length > 0;
      return { changes, replaces, deleteBeforeReplace: replaces.length > 0 && news.first === true };
    },
    create: async (inputs) => {
      const id = inputs.name + "-" + makes();
      note("create " + id + " " + shown(inputs));
      const how = planned("create");
      if (how === "throw") throw failure();
      if (how === "partial") throw failure({ id, properties: own(inputs), reasons: ["half done"] });
      return { id, outs: own(inputs) };
    },
    read: async (id, outs) => {
      note("read " + id + " " + shown(outs));
      return { id, props: own(outs), inputs: own(outs) };
    },
    update: async (id, olds, news) => {
      note("update " + id + " olds " + shown(olds) + " news " + shown(news));
      const how = planned("update");
      if (how === "throw") throw failure();
      if (how === "partial") throw failure({ id, properties: own(news), reasons: ["half done"] });
      return { outs: own(news) };
    },
    delete: async (id, outs) => {
      note("delete " + id + " " + shown(outs));
      if (planned("delete")) throw failure();
    },
  };
};
`;

const PROGRAM = `
const fs = require("node:fs");
const pulumi = require("@pulumi/pulumi");
const stub = ${JSON.stringify(STUB)};
for (const { name, aliases, ...args } of JSON.parse(fs.readFileSync("goals.json", "utf8")))
  new pulumi.CustomResource("${TYPE}", name, { name, ...args, __provider: stub }, { aliases: aliases.map((name) => ({ name })) });
`;

interface Declared {
  readonly name: string;
  readonly n: number;
  readonly key: string;
  readonly first?: boolean;
  readonly aliases: readonly string[];
}

interface Command {
  readonly what: string;
  readonly run: "up" | "refresh" | "destroy";
  readonly program?: readonly Declared[];
  readonly replace?: string;
  readonly fail?: { readonly method: string; readonly how: string };
  /** `up` with the preview before it. */
  readonly preview?: boolean;
}

const one = (name: string, n: number, key: string, more: Partial<Declared> = {}): readonly Declared[] => [
  { name, n, key, aliases: [], ...more },
];

const COMMANDS: readonly Command[] = [
  {
    what: "a create that fails",
    run: "up",
    program: one("a", 1, "k"),
    fail: { method: "create", how: "throw" },
  },
  {
    what: "a create that is half done",
    run: "up",
    program: one("a", 1, "k"),
    fail: { method: "create", how: "partial" },
  },
  { what: "the up after that, though nothing changes", run: "up", program: one("a", 1, "k") },
  { what: "nothing changes", run: "up", program: one("a", 1, "k"), preview: true },
  {
    what: "an update that is half done",
    run: "up",
    program: one("a", 2, "k"),
    fail: { method: "update", how: "partial" },
  },
  { what: "the up after that", run: "up", program: one("a", 2, "k") },
  {
    what: "an update that fails",
    run: "up",
    program: one("a", 3, "k"),
    fail: { method: "update", how: "throw" },
  },
  {
    what: "a create-first replacement whose delete fails",
    run: "up",
    program: one("a", 3, "l"),
    fail: { method: "delete", how: "throw" },
  },
  { what: "the up after that, though nothing changes", run: "up", program: one("a", 3, "l") },
  {
    what: "a create-first replacement whose create is half done",
    run: "up",
    program: one("a", 3, "m"),
    fail: { method: "create", how: "partial" },
  },
  { what: "the up after that", run: "up", program: one("a", 3, "m") },
  {
    what: "a delete-first replacement whose create fails",
    run: "up",
    program: one("a", 3, "n", { first: true }),
    fail: { method: "create", how: "throw" },
  },
  { what: "the up after that", run: "up", program: one("a", 3, "n", { first: true }) },
  {
    what: "a delete-first replacement whose delete fails",
    run: "up",
    program: one("a", 3, "o", { first: true }),
    fail: { method: "delete", how: "throw" },
  },
  {
    what: "--target-replace",
    preview: true,
    run: "up",
    program: one("a", 3, "n", { first: true }),
    replace: "a",
  },
  { what: "another name", preview: true, run: "up", program: one("b", 3, "n") },
  { what: "another name, with an alias", run: "up", program: one("c", 3, "n", { aliases: ["b"] }) },
  { what: "a refresh", run: "refresh" },
  {
    what: "another name, and the delete fails",
    run: "up",
    program: one("d", 3, "n"),
    fail: { method: "delete", how: "throw" },
  },
  { what: "out of the program", run: "up", program: [] },
  { what: "another beginning", run: "up", program: one("e", 1, "k") },
  { what: "a destroy that fails", run: "destroy", fail: { method: "delete", how: "throw" } },
  { what: "a destroy", run: "destroy" },
];

jest.setTimeout(600_000);

describe("the model of the engine", () => {
  let workspace: Workspace;
  let folder: string;

  beforeAll(async () => {
    workspace = await createWorkspace({
      build: false,
      program: { "index.js": PROGRAM, "recorder.js": RECORDER },
    });
    folder = path.join(workspace.directory, "model");
    fs.mkdirSync(folder);
    fs.writeFileSync(path.join(folder, "recorder.js"), RECORDER);
    for (const place of [folder, workspace.program]) fs.writeFileSync(path.join(place, "count.txt"), "0");
  });
  afterAll(() => workspace.dispose());

  it("calls a provider in the same order and with the same values as the engine, and stores the same state", async () => {
    const { provider } = createRequire(path.join(folder, "recorder.js"))("./recorder.js") as {
      provider: (folder: string) => EngineProvider;
    };
    const engine = new EngineModel(() => ({
      lines: [],
      pending: [],
      shows: () => undefined,
      provider: () => provider(folder),
      call: (work) => work(),
      end: () => Promise.resolve(),
    }));
    let state: readonly Entry[] = [];
    for (const command of COMMANDS) {
      const { run, program = [], replace, fail = {}, preview = false } = command;
      for (const place of [folder, workspace.program]) {
        fs.writeFileSync(path.join(place, "fail.json"), JSON.stringify(fail));
        fs.writeFileSync(path.join(place, "calls.txt"), "");
      }
      fs.writeFileSync(path.join(workspace.program, "goals.json"), JSON.stringify(program));
      const goals = program.map(goalOf);
      const named = goals.filter(({ name }) => name === replace).map(({ urn }) => urn);
      const options = { replace: named, skipPreview: !preview };
      const modelled = run === "up" ? engine.up(state, goals, options) : engine[run](state);
      state = (await modelled).state;
      const args = replace === undefined ? [] : ["--target-replace", urnOf(replace)];
      const { code } = await workspace.pulumi([
        run,
        "--yes",
        ...(preview ? [] : ["--skip-preview"]),
        ...args,
      ]);
      expect({ ...command, failed: code !== 0, calls: callsIn(workspace.program) }).toEqual({
        ...command,
        failed: (await modelled).error !== undefined,
        calls: callsIn(folder),
      });
      const { deployment } = await workspace.exportState();
      const kept = (deployment.resources ?? []).filter(({ type }) => type === TYPE).map(shownResource);
      expect({ ...command, kept }).toEqual({ ...command, kept: state.map(shownEntry) });
    }
  });

  function callsIn(place: string): string[] {
    const calls = fs.readFileSync(path.join(place, "calls.txt"), "utf8").trim().split("\n");
    // The engine deletes independent resources in parallel.
    const [deletes, others] = [true, false].map((wanted) =>
      calls.filter((call) => call.startsWith("delete ") === wanted),
    );
    return (deletes ?? []).length > 1 ? [...(others ?? []), ...(deletes ?? []).sort()] : calls;
  }
});

function urnOf(name: string): string {
  return `urn:pulumi:test::engine-test::${TYPE}::${name}`;
}

function goalOf({ name, aliases, ...args }: Declared): Goal {
  return {
    urn: urnOf(name),
    name,
    kind: "Recorded",
    inputs: { name, ...args, __provider: STUB },
    deleteBeforeReplace: undefined,
    aliases: aliases.map(urnOf),
  };
}

function shownEntry({ urn, id, inputs, outs, initErrors = [], deleted, pendingReplacement }: Entry): unknown {
  return {
    urn,
    id,
    inputs: withoutStub(inputs),
    outputs: withoutStub(outs),
    initErrors,
    deleted: deleted ?? false,
    pendingReplacement: pendingReplacement ?? false,
  };
}

function shownResource(resource: StateResource): unknown {
  const { urn, id, inputs = {}, outputs = {}, initErrors = [] } = resource;
  const flags = resource as { readonly delete?: boolean; readonly pendingReplacement?: boolean };
  return {
    urn,
    id,
    inputs: withoutStub(inputs),
    outputs: withoutStub(outputs),
    initErrors,
    deleted: flags.delete ?? false,
    pendingReplacement: flags.pendingReplacement ?? false,
  };
}

function withoutStub(properties: Readonly<Record<string, unknown>>): unknown {
  return Object.fromEntries(Object.entries(properties).filter(([name]) => name !== "__provider"));
}
