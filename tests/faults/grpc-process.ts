import * as grpc from "@grpc/grpc-js";
import { ResourceProviderClient } from "@pulumi/pulumi/proto/provider_grpc_pb";
import * as messages from "@pulumi/pulumi/proto/provider_pb";
import { spawn } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import type { EngineProvider } from "../../provider/dynamic";
import { exported } from "../support/exported-state";
import type { Entry } from "../support/engine-model/steps";
import type { Front } from "./front";
import { EngineGone, ProviderGone, type ProviderProcess } from "../support/engine-model/process";
import { answered, CallError, callsOf, structOf } from "../support/provider-client";
import type { Environment } from "./provider-process";
import { TOKEN, type World } from "./world";

const ROOT = path.resolve(__dirname, "../..");
const PROJECT = "matrix";

/** The process that the engine starts for dynamic providers, called as the engine does, with the compiled package. */
export function startGrpcProcess(world: World, front: Front, environment: Environment): ProviderProcess {
  const lines: string[] = [];
  const running = new Set<Promise<unknown>>();
  let gone: Error | undefined;
  let dead = false;
  let cutShort: (error: Error) => void = () => undefined;
  const cut = new Promise<never>((_, reject) => (cutShort = reject));
  cut.catch(() => undefined);

  const { baseUrl, leave } = front.admit({
    dead: () => dead,
    killProvider: () => {
      dead = true;
      child.kill("SIGKILL");
      cutShort((gone = new ProviderGone()));
    },
    killEngine: () => cutShort((gone = new EngineGone())),
    held: () => undefined,
  });
  const entry = require.resolve("@pulumi/pulumi/cmd/dynamic-provider");
  // The process ends with its engine. In its place, it gets a server that runs as long as the test.
  const child = spawn(process.execPath, [entry, new URL(baseUrl).host], {
    cwd: ROOT,
    env: {
      PATH: `${world.folder}${path.delimiter}${process.env["PATH"] ?? ""}`,
      HOME: process.env["HOME"],
      PULUMI_HOME: world.folder,
      PULUMI_NODEJS_PROJECT: PROJECT,
      EDGE_API_TOKEN: TOKEN,
      ...environment,
      EDGE_BASE_URL: baseUrl,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => lines.push(text));
  const port = new Promise<number>((resolve, reject) => {
    child.once("error", reject);
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      const first = /^(\d+)\n/.exec(text);
      if (first) resolve(Number(first[1]));
      lines.push(first ? text.slice(first[0].length) : text);
    });
  });
  const client = port.then(async (number) => {
    const made = new ResourceProviderClient(`127.0.0.1:${number}`, grpc.credentials.createInsecure());
    const request = new messages.ConfigureRequest();
    request.setArgs(structOf({}));
    await answered(made.configure.bind(made), request);
    return made;
  });
  const provider = providerOver(client);

  return {
    lines,
    pending: world.pending,
    shows: (state) => writeBackend(world, state),
    provider: () => provider,
    call(work) {
      if (gone) return Promise.reject(gone);
      const answer = work();
      running.add(answer);
      void answer.catch(() => undefined).finally(() => running.delete(answer));
      return Promise.race([answer, cut]);
    },
    async end() {
      if (!dead) await Promise.allSettled(running);
      (await client.catch(() => undefined))?.close();
      child.kill("SIGKILL");
      dead = true;
      // The process uses the machine's clock.
      world.clock.set(Math.max(world.clock.now(), Date.now()));
      leave();
    },
  };
}

/** Lets `pulumi stack export` of this machine print the state as it is now. */
function writeBackend({ folder, pending }: World, state: () => readonly Entry[]): void {
  fs.writeFileSync(path.join(folder, "state.json"), JSON.stringify(exported(state(), pending)));
  const cli = `#!/bin/sh\nexec cat "$(dirname "$0")/state.json"\n`;
  fs.writeFileSync(path.join(folder, "pulumi"), cli, { mode: 0o755 });
}

function providerOver(client: Promise<ResourceProviderClient>): EngineProvider {
  const calls = client.then(callsOf);
  return {
    configure: () => Promise.resolve(),
    check: (olds, news) => thrown(async () => (await calls).check("", olds, news)),
    diff: (id, olds, news) =>
      thrown(async () => {
        const answer = await (await calls).diff("", id, olds, news);
        return {
          changes: answer.getChanges() === messages.DiffResponse.DiffChanges.DIFF_SOME,
          replaces: answer.getReplacesList(),
          deleteBeforeReplace: answer.getDeletebeforereplace(),
        };
      }),
    create: (inputs) =>
      thrown(async () => {
        const { id, outputs } = await (await calls).create("", inputs);
        return { id, outs: outputs };
      }),
    read: (id, outs) =>
      thrown(async () => {
        const { outputs, inputs, ...found } = await (await calls).read("", id, outs);
        return { ...found, props: outputs, ...(inputs && { inputs }) };
      }),
    update: (id, olds, news) =>
      thrown(async () => ({ outs: await (await calls).update("", id, olds, news) })),
    delete: (id, outs) => thrown(async () => (await calls).delete("", id, outs)),
  };
}

/** Turns the error of a call into what the provider threw, with id and properties after a partial failure. */
async function thrown<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    const { message, partial } = error;
    throw Object.assign(new Error(message), {
      stack: message,
      ...(partial && { id: partial.id, properties: partial.outputs, reasons: partial.reasons }),
    });
  }
}
