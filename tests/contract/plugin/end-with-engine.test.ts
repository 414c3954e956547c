import { spawn, type ChildProcess } from "node:child_process";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { createInterface } from "node:readline";
import * as grpc from "@grpc/grpc-js";
import { Struct } from "google-protobuf/google/protobuf/struct_pb";
import { EngineService } from "@pulumi/pulumi/proto/engine_grpc_pb";
import { ResourceProviderClient } from "@pulumi/pulumi/proto/provider_grpc_pb";
import * as messages from "@pulumi/pulumi/proto/provider_pb";

const ROOT = path.resolve(__dirname, "../../..");
/** The plugin looks for the engine every 5 s, and waits 10 s for it. */
const PATIENCE_MS = 60_000;

interface PluginProcess {
  readonly child: ChildProcess;
  readonly port: string;
  readonly ended: Promise<number | null>;
}

const children = new Set<ChildProcess>();
afterEach(() => {
  for (const child of children) child.kill("SIGKILL");
});

/** Starts the plugin as the engine does, with the engine's address. */
async function startProcess(engine: string): Promise<PluginProcess> {
  const compile = path.join(ROOT, "tests/support/run-typescript.cjs");
  const child = spawn(process.execPath, ["-r", compile, path.join(ROOT, "plugin/main.ts"), engine], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  children.add(child);
  const ended = new Promise<number | null>((resolve) => child.on("close", resolve));
  void ended.then(() => children.delete(child));
  const port = await new Promise<string>((resolve) => createInterface(child.stdout).once("line", resolve));
  return { child, port, ended };
}

/** Starts a server in place of the engine. The plugins find it gone after `kill`. */
async function startEngine(): Promise<{ readonly address: string; kill(): void }> {
  const server = new grpc.Server();
  const answer: grpc.handleUnaryCall<unknown, unknown> = (_, callback) => callback(null, null);
  server.addService(EngineService, { log: answer, getRootResource: answer, setRootResource: answer });
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync("127.0.0.1:0", grpc.ServerCredentials.createInsecure(), (error, bound) =>
      error ? reject(error) : resolve(bound),
    );
  });
  return { address: `127.0.0.1:${port}`, kill: () => server.forceShutdown() };
}

/** An API that answers nothing until `answer`. */
async function startSilentApi() {
  let asked = (): void => undefined;
  const isAsked = new Promise<void>((resolve) => (asked = resolve));
  const answers: (() => void)[] = [];
  const server = createServer((_, response) => {
    answers.push(() => response.writeHead(400).end());
    asked();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A server that listens on a port has an address of this form.
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}/client/v4`,
    isAsked,
    answer: () => {
      for (const send of answers) send();
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Calls a plugin, which sends a request to the API. Resolves with the message of the error that the call ends with. */
async function lookUp({ port }: PluginProcess, baseUrl: string): Promise<string> {
  const client = new ResourceProviderClient(`127.0.0.1:${port}`, grpc.credentials.createInsecure());
  const configure = new messages.ConfigureRequest();
  configure.setArgs(Struct.fromJavaScript({ baseUrl, apiToken: "t".repeat(40) }));
  configure.setUrn("urn:pulumi:prod::shop::pulumi:providers:edge::explicit");
  const invoke = new messages.InvokeRequest();
  try {
    await new Promise<void>((resolve, reject) =>
      client.configure(configure, (error) => (error ? reject(error) : resolve())),
    );
    invoke.setTok("edge:index:getZone");
    invoke.setArgs(Struct.fromJavaScript({ name: "example.com" }));
    return await new Promise<string>((resolve) =>
      client.invoke(invoke, (error) => resolve(error?.details ?? "")),
    );
  } finally {
    client.close();
  }
}

describe("a plugin whose engine was killed", () => {
  it(
    "ends, but not before the call that it is in has ended",
    async () => {
      const engine = await startEngine();
      const api = await startSilentApi();
      try {
        // The busy one is older, so it would have ended before the idle one.
        const busy = await startProcess(engine.address);
        const call = lookUp(busy, api.baseUrl);
        await api.isAsked;
        const idle = await startProcess(engine.address);
        engine.kill();
        expect(await idle.ended).toBe(0);
        expect(busy.child.exitCode).toBeNull();
        api.answer();
        expect(await call).toContain("/zones");
        expect(await busy.ended).toBe(0);
      } finally {
        engine.kill();
        api.close();
      }
    },
    PATIENCE_MS,
  );
});
