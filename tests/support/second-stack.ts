import type { EdgeStack } from "./edge-stack";
import { createWorkspace, type WorkspaceOptions } from "./engine";

/** A stack with its own backend that calls the API of another stack with the same credential. */
export async function createSecondStack(first: EdgeStack, options: WorkspaceOptions): Promise<EdgeStack> {
  const { baseUrl, gatewayUrl, token, accountId } = first.ready;
  const workspace = await createWorkspace({
    ...options,
    env: {
      EDGE_BASE_URL: baseUrl,
      EDGE_GATEWAY_URL: gatewayUrl,
      EDGE_API_TOKEN: token,
      EDGE_ACCOUNT_ID: accountId,
      ...options.env,
    },
  });
  return { ...workspace, ready: first.ready, api: first.api, watch: (work) => first.watch(work) };
}

/** Pulumi.yaml of a project whose programs are JavaScript. */
export function projectFile(name: string): string {
  return `name: ${name}\nruntime: nodejs\n`;
}
