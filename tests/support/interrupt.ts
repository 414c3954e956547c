import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { endEngineProcesses } from "../../scripts/engine-processes";
import type { Finding } from "./doctor";
import { outputOf, type EdgeStack } from "./edge-stack";
import type { Workspace } from "./engine";
import { engineProcesses } from "./engine-roles";
import { startProxy } from "./proxy";

export type Interruption =
  "the provider is killed" | "the CLI is killed" | "the answer is lost and the API fails from then on";

/**
 * Runs `pulumi up` and kills it as soon as the API has carried out the first matching request (`POST /client/v4/…`), so that no
 * process gets the answer. Afterwards, the API works again and no process of the run is left.
 */
export async function interruptUp(
  stack: EdgeStack,
  request: Pick<RegExp, "test" | "source">,
  how: Interruption,
  ...options: readonly string[]
): Promise<void> {
  const seen = { request: false };
  let kill = (): void => undefined;
  let ended = Promise.resolve();
  let failing = false;
  const lost = how === "the answer is lost and the API fails from then on";
  const proxy = await startProxy(
    stack.ready.baseUrl,
    async ({ method = "", url = "" }) => {
      if (!lost) return undefined;
      if (!seen.request && request.test(`${method} ${url}`)) {
        seen.request = true;
        return { status: 502, body: "<html>bad gateway</html>", type: "text/html" };
      }
      if (seen.request && !failing) {
        failing = true;
        await setFaults(stack, [{ path: ".", kind: "status", status: 503 }]);
      }
      return undefined;
    },
    {
      carriedOut: true,
      onAnswer: ({ method = "", url = "" }) => {
        if (lost || seen.request || !request.test(`${method} ${url}`)) return;
        seen.request = true;
        kill();
      },
    },
  );
  try {
    const run = stack.start(["up", "--yes", "--skip-preview", ...options], { EDGE_BASE_URL: proxy.baseUrl });
    kill = () => {
      if (how === "the provider is killed") {
        for (const pid of providers(stack)) process.kill(pid, "SIGKILL");
      } else {
        run.kill("SIGKILL");
        // The provider process survives the CLI.
        ended = endEngineProcesses(stack.directory);
      }
    };
    const { code, stdout, stderr } = await run.result;
    await ended;
    if (!seen.request) throw new Error(`No request matched ${request.source}:\n${stdout}${stderr}`);
    if (code === 0) throw new Error(`pulumi ended well although ${how}:\n${stdout}${stderr}`);
  } finally {
    await setFaults(stack, []);
    await proxy.close();
  }
}

/** Runs `pulumi cancel`, as a user does after a killed run. Without a lock, its failure is no error. */
export async function cancel(stack: EdgeStack): Promise<void> {
  await stack.pulumi(["cancel", "--yes"]);
}

/** Runs the commands of what `edge-platform doctor` has found, as a user who types them. */
export async function typeCommands(workspace: Workspace, finding: Finding | undefined): Promise<void> {
  for (const command of finding?.commands ?? []) {
    const [word, ...args] = command.split(" ");
    const unasked = args[0] === "up" ? ["--yes", "--skip-preview"] : [];
    if (word === "pulumi") outputOf(await workspace.pulumi([...args, ...unasked]));
    else await promisify(execFile)("sh", ["-c", command], { cwd: workspace.program, env: workspace.env });
  }
}

function providers({ directory }: EdgeStack): number[] {
  return engineProcesses(directory)
    .filter(({ role }) => role === "dynamic provider" || role === "plugin")
    .map(({ pid }) => pid);
}

async function setFaults({ ready }: EdgeStack, faults: readonly object[]): Promise<void> {
  const { status } = await fetch(new URL("/_platform/faults", ready.baseUrl), {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(faults),
  });
  if (status !== 200) throw new Error(`PUT /_platform/faults: ${status}`);
}
