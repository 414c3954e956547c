import * as grpc from "@grpc/grpc-js";
import { ResourceProviderClient } from "@pulumi/pulumi/proto/provider_grpc_pb";
import * as messages from "@pulumi/pulumi/proto/provider_pb";
import { Status } from "@pulumi/pulumi/proto/status_pb";
import { Struct, type JavaScriptValue } from "google-protobuf/google/protobuf/struct_pb";
import { spawn } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import type { EngineProvider } from "../../provider/dynamic";
import { exported } from "../support/exported-state";
import type { Entry } from "../support/engine-model/steps";
import type { Front } from "./front";
import { EngineGone, ProviderGone, type ProviderProcess } from "../support/engine-model/process";
import type { Environment } from "./provider-process";
import { TOKEN, type World } from "./world";

const ROOT = path.resolve(__dirname, "../..");
const PROJECT = "matrix";

type Properties = Record<string, unknown>;
type Call<Request, Answer> = (
  request: Request,
  done: (error: grpc.ServiceError | null, answer: Answer) => void,
) => unknown;

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
      ...{ PATH: `${world.folder}${path.delimiter}${process.env["PATH"] ?? ""}`, HOME: process.env["HOME"] },
      ...{ PULUMI_HOME: world.folder, PULUMI_NODEJS_PROJECT: PROJECT },
      ...{ EDGE_API_TOKEN: TOKEN, ...environment, EDGE_BASE_URL: baseUrl },
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
  return {
    configure: () => Promise.resolve(),
    async check(olds, news) {
      const request = new messages.CheckRequest();
      request.setOlds(structOf(olds));
      request.setNews(structOf(news));
      const one = await client;
      const answer = await answered<messages.CheckRequest, messages.CheckResponse>(
        one.check.bind(one),
        request,
      );
      const failures = answer.getFailuresList().map((failure) => ({
        ...{ property: failure.getProperty(), reason: failure.getReason() },
      }));
      return { inputs: propertiesOf(answer.getInputs()), failures };
    },
    async diff(id, olds, news) {
      const request = new messages.DiffRequest();
      request.setId(id);
      request.setOlds(structOf(olds));
      request.setNews(structOf(news));
      const one = await client;
      const answer = await answered<messages.DiffRequest, messages.DiffResponse>(one.diff.bind(one), request);
      return {
        changes: answer.getChanges() === messages.DiffResponse.DiffChanges.DIFF_SOME,
        ...{ replaces: answer.getReplacesList(), deleteBeforeReplace: answer.getDeletebeforereplace() },
      };
    },
    async create(inputs) {
      const request = new messages.CreateRequest();
      request.setProperties(structOf(inputs));
      const one = await client;
      const answer = await answered<messages.CreateRequest, messages.CreateResponse>(
        one.create.bind(one),
        request,
      );
      return { id: answer.getId(), outs: propertiesOf(answer.getProperties()) };
    },
    async read(id, outputs) {
      const request = new messages.ReadRequest();
      request.setId(id);
      request.setProperties(structOf(outputs));
      const one = await client;
      const answer = await answered<messages.ReadRequest, messages.ReadResponse>(one.read.bind(one), request);
      const inputs = answer.getInputs();
      return {
        ...{ id: answer.getId(), props: propertiesOf(answer.getProperties()) },
        ...(inputs && { inputs: propertiesOf(inputs) }),
      };
    },
    async update(id, olds, news) {
      const request = new messages.UpdateRequest();
      request.setId(id);
      request.setOlds(structOf(olds));
      request.setNews(structOf(news));
      const one = await client;
      const answer = await answered<messages.UpdateRequest, messages.UpdateResponse>(
        one.update.bind(one),
        request,
      );
      return { outs: propertiesOf(answer.getProperties()) };
    },
    async delete(id, outputs) {
      const request = new messages.DeleteRequest();
      request.setId(id);
      request.setProperties(structOf(outputs));
      const one = await client;
      await answered(one.delete.bind(one), request);
    },
  };
}

function answered<Request, Answer>(call: Call<Request, Answer>, request: Request): Promise<Answer> {
  return new Promise((resolve, reject) => {
    call(request, (error, answer) => {
      if (error) reject(asThrown(error));
      else resolve(answer);
    });
  });
}

/** Returns the error that the provider threw, with id and properties after a partial failure. */
function asThrown(error: grpc.ServiceError): Error {
  const [details] = error.metadata.get("grpc-status-details-bin");
  const thrown = Object.assign(new Error(error.details), { stack: error.details });
  if (!(details instanceof Buffer)) return thrown;
  const [first] = Status.deserializeBinary(details).getDetailsList();
  const kept = first?.unpack(
    (bytes) => messages.ErrorResourceInitFailed.deserializeBinary(bytes),
    "pulumirpc.ErrorResourceInitFailed",
  );
  if (!kept) return thrown;
  const properties = propertiesOf(kept.getProperties());
  return Object.assign(thrown, { id: kept.getId(), properties, reasons: kept.getReasonsList() });
}

function structOf(properties: Properties): Struct {
  // Only JSON survives on both sides.
  return Struct.fromJavaScript(properties as Record<string, JavaScriptValue>);
}

function propertiesOf(struct: Struct | undefined): Properties {
  return struct?.toJavaScript() ?? {};
}
