import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import * as platform from "../../cli/local-platform";
import { createWorkspace, type Workspace } from "../support/engine";
import { pageFile, runPageFile } from "../support/page-programs";

describe("the integration test of docs/testing-programs.md", () => {
  const environment = { ...process.env };
  const parent = fs.mkdtempSync(path.join(os.tmpdir(), "edge-page-"));
  const folder = path.join(parent, "program");
  let workspace: Workspace;

  beforeAll(async () => {
    workspace = await createWorkspace({ program: { "index.ts": pageFile("index.ts") } });
    fs.cpSync(workspace.program, folder, { recursive: true });
    fs.symlinkSync(path.join(workspace.directory, "node_modules"), path.join(parent, "node_modules"));
    Object.assign(process.env, workspace.env, { PULUMI_NODEJS_TRANSPILE_ONLY: "true" });
  });
  afterAll(async () => {
    process.env = environment;
    await workspace.dispose();
    fs.rmSync(parent, { recursive: true });
  });

  const load = (request: string) =>
    request === "pulumi-edge-platform/platform" ? platform : jest.requireActual<object>(request);
  runPageFile("update.test.ts", load, folder);
});
