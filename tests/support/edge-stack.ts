import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { startServer, type Ready } from "../../emulator/server";
import { platformApi } from "../../scripts/demo/platform-api";
import { createWorkspace, type PulumiResult, type Workspace, type WorkspaceOptions } from "./engine";

/** A stack on a platform of its own, with the credential in the environment. */
export interface EdgeStack extends Workspace {
  readonly ready: Ready;
  readonly api: ReturnType<typeof platformApi>;
  /** Runs `work`, expects exit code 0, and gives its result with the requests that wrote: `PATCH /zones/…`. */
  watch(work: () => Promise<PulumiResult>): Promise<{ result: PulumiResult; writes: string[] }>;
}

export interface EdgeStackOptions extends WorkspaceOptions {
  /** Default: the bootstrap token. */
  readonly credentials?: "token" | "key" | "none";
}

/** Starts a platform in this process and a workspace that calls it; `dispose` ends both. */
export async function createEdgeStack(options: EdgeStackOptions): Promise<EdgeStack> {
  const data = fs.mkdtempSync(path.join(os.tmpdir(), "edge-platform-"));
  const platform = await startServer({ data, port: 0, log: () => undefined });
  const { ready } = platform;
  const endPlatform = async () => {
    await platform.close();
    fs.rmSync(data, { recursive: true });
  };
  try {
    const env = { ...environment(ready, options.credentials ?? "token"), ...options.env };
    const workspace = await createWorkspace({ ...options, env });
    const api = platformApi(ready);
    return {
      ...workspace,
      ready,
      api,
      watch: async (work) => {
        const { value: result, writes } = await api.watch(work);
        return { result, writes };
      },
      dispose: async () => {
        await workspace.dispose();
        await endPlatform();
      },
    };
  } catch (error) {
    await endPlatform();
    throw error;
  }
}

/** What a person sees of a run: both streams. Throws when its exit code is another. */
export function outputOf(result: PulumiResult, code = 0): string {
  const output = result.stdout + result.stderr;
  if (result.code !== code) throw new Error(`pulumi ended with exit code ${result.code}:\n${output}`);
  return output;
}

function environment(ready: Ready, credentials: "token" | "key" | "none"): Record<string, string> {
  const place = { EDGE_BASE_URL: ready.baseUrl, EDGE_GATEWAY_URL: ready.gatewayUrl };
  if (credentials === "none") return place;
  if (credentials === "key") return { ...place, EDGE_EMAIL: ready.email, EDGE_API_KEY: ready.apiKey };
  return { ...place, EDGE_API_TOKEN: ready.token };
}
