import { type PlatformOptions, startPlatform, type Ready } from "../../cli/local-platform";
import { platformApi } from "../../scripts/demo/platform-api";
import { createWorkspace, type PulumiResult, type Workspace, type WorkspaceOptions } from "./engine";

/** Ids of permission groups, from the published list. */
const GROUPS = {
  ZONE_READ: "c8fed203ed3043cba015a93ad1616f1f",
  ZONE_WAF_WRITE: "fb6778dc191143babbfaa57993f1d275",
  API_TOKENS_WRITE: "686d18d5ac6c441c867cbf6771e58a0a",
};

/** A stack on a platform of its own, with the credential in the environment. */
export interface EdgeStack extends Workspace {
  readonly ready: Ready;
  readonly api: ReturnType<typeof platformApi>;
  /** Runs `work` and gives its result with the requests that wrote: `PATCH /zones/…`. */
  watch(work: () => Promise<PulumiResult>): Promise<{ result: PulumiResult; writes: string[] }>;
}

export interface EdgeStackOptions extends WorkspaceOptions {
  /** `least`: a token with the permissions that docs/configuration.md lists and no other. Default: the bootstrap token. */
  readonly credentials?: "token" | "least" | "key" | "none";
  /** Options of the platform. */
  readonly platform?: PlatformOptions;
}

/** Starts a platform in this process and a workspace that calls it; `dispose` ends both. */
export async function createEdgeStack(options: EdgeStackOptions): Promise<EdgeStack> {
  const platform = await startPlatform(options.platform);
  try {
    const env = { ...(await environment(platform, options.credentials ?? "token")), ...options.env };
    const workspace = await createWorkspace({ ...options, env });
    const api = platformApi(platform);
    return {
      ...workspace,
      ready: platform,
      api,
      watch: async (work) => {
        const { value: result, writes } = await api.watch(work);
        return { result, writes };
      },
      dispose: async () => {
        await workspace.dispose();
        await platform.close();
      },
    };
  } catch (error) {
    await platform.close();
    throw error;
  }
}

/** What a person sees of a run: both streams. Throws when its exit code is another. */
export function outputOf(result: PulumiResult, code = 0): string {
  const output = result.stdout + result.stderr;
  if (result.code !== code) throw new Error(`pulumi ended with exit code ${result.code}:\n${output}`);
  return output;
}

/** Makes a list `office` of addresses in the account, without an operation that is pending. Returns its id. */
export async function seedList({ ready }: EdgeStack, items: readonly object[]): Promise<string> {
  const answer = await fetch(new URL("/_platform/seed", ready.baseUrl), {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ lists: [{ name: "office", kind: "ip", items }] }),
  });
  const { lists } = (await answer.json()) as { lists: [{ id: string }] };
  return lists[0].id;
}

async function environment(
  ready: Ready,
  credentials: NonNullable<EdgeStackOptions["credentials"]>,
): Promise<Record<string, string>> {
  const place = { EDGE_BASE_URL: ready.baseUrl, EDGE_GATEWAY_URL: ready.gatewayUrl };
  if (credentials === "none") return place;
  if (credentials === "key") return { ...place, EDGE_EMAIL: ready.email, EDGE_API_KEY: ready.apiKey };
  return { ...place, EDGE_API_TOKEN: credentials === "least" ? await leastToken(ready) : ready.token };
}

async function leastToken(ready: Ready): Promise<string> {
  const { ZONE_READ, ZONE_WAF_WRITE, API_TOKENS_WRITE } = GROUPS;
  const policies = [
    {
      effect: "allow",
      resources: { "com.cloudflare.api.account.zone.*": "*" },
      permission_groups: [{ id: ZONE_READ }, { id: ZONE_WAF_WRITE }],
    },
    {
      effect: "allow",
      resources: { [`com.cloudflare.api.user.${ready.userId}`]: "*" },
      permission_groups: [{ id: API_TOKENS_WRITE }],
    },
  ];
  const made = await platformApi(ready).call("POST", "/user/tokens", { body: { name: "deploys", policies } });
  return (made.result as { value: string }).value;
}
