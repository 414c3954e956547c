import * as grpc from "@grpc/grpc-js";
import { Empty } from "google-protobuf/google/protobuf/empty_pb";
import { ResourceProviderClient, ResourceProviderService } from "@pulumi/pulumi/proto/provider_grpc_pb";
import * as messages from "@pulumi/pulumi/proto/provider_pb";
import { Provider } from "../../plugin/provider";
import { RunningCalls, serviceOf } from "../../plugin/service";
import type { Properties } from "../../provider/lifecycle";
import type { TestPlatform } from "./platform";
import { answered, callsOf, propertiesOf, structOf } from "./provider-client";

/** A value as the engine sends a secret. */
export const secret = (value: unknown): Properties => ({
  "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270",
  value,
});

/** The names of `PropertyDiff.Kind` by their numbers. */
const KINDS = ["add", "add-replace", "delete", "delete-replace", "update", "update-replace"];

/** The plugin's service in this process, which is called through gRPC as the engine calls it. */
export interface NativePlugin {
  /** What the plugin has printed at resources: `name: text`. */
  readonly lines: string[];
  urn(kind: string, name?: string): string;
  configure(args: Properties, provider?: string): Promise<void>;
  checkConfig(args: Properties): Promise<messages.CheckFailure.AsObject[]>;
  check(
    urn: string,
    olds: Properties,
    news: Properties,
    /** The bytes that the engine draws for a resource, and keeps in a plan. */
    seed?: Uint8Array,
  ): Promise<{ inputs: Properties; failures: messages.CheckFailure.AsObject[] }>;
  diff(
    urn: string,
    id: string,
    olds: Properties,
    news: Properties,
  ): Promise<{ changes: boolean; replaces: string[]; detailed: Record<string, string> }>;
  create(
    urn: string,
    inputs: Properties,
    options?: { preview?: boolean; timeout?: number },
  ): Promise<{ id: string; outputs: Properties }>;
  read(
    urn: string,
    id: string,
    olds: Properties,
  ): Promise<{ id: string; outputs: Properties; inputs: Properties }>;
  update(
    urn: string,
    id: string,
    olds: Properties,
    news: Properties,
    options?: { preview?: boolean; oldInputs?: Properties },
  ): Promise<Properties>;
  delete(urn: string, id: string, olds: Properties): Promise<void>;
  /** Asks the plugin to stop, as the engine does when the user interrupts a run. */
  cancel(): Promise<void>;
  invoke(token: string, args: Properties): Promise<Properties>;
  /** Constructs the component ZoneBaseline. `adjust` sets what a test is about in the request. */
  construct(
    monitor: string,
    name: string,
    args: Properties,
    adjust?: (request: messages.ConstructRequest) => void,
  ): Promise<{ urn: string; state: Properties; dependencies: Record<string, string[]> }>;
  close(): void;
}

/** Starts the plugin on a platform, configured as the default provider. */
export async function startPlugin(platform: TestPlatform): Promise<NativePlugin> {
  const lines: string[] = [];
  const log = {
    line: (urn: string, { text }: { text: string }) =>
      void lines.push(`${urn.split("::").at(-1) ?? ""}: ${text}`),
    offer: () => Promise.resolve(true),
    flushed: () => Promise.resolve(),
  };
  const server = new grpc.Server();
  server.addService(ResourceProviderService, serviceOf(new Provider(log), new RunningCalls(), log));
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync("127.0.0.1:0", grpc.ServerCredentials.createInsecure(), (error, bound) =>
      error ? reject(error) : resolve(bound),
    );
  });
  const client = new ResourceProviderClient(`127.0.0.1:${port}`, grpc.credentials.createInsecure());

  const calls = callsOf(client);
  const plugin: NativePlugin = {
    lines,
    urn: (kind, name = "one") => `urn:pulumi:prod::shop::edge:index:${kind}::${name}`,
    async configure(args, provider = "default") {
      const request = new messages.ConfigureRequest();
      request.setArgs(structOf(args));
      request.setUrn(`urn:pulumi:prod::shop::pulumi:providers:edge::${provider}`);
      request.setId(`${provider}-id`);
      await answered(client.configure.bind(client), request);
    },
    async checkConfig(args) {
      const request = new messages.CheckRequest();
      request.setUrn("urn:pulumi:prod::shop::pulumi:providers:edge::default");
      request.setNews(structOf(args));
      return (
        await answered<messages.CheckRequest, messages.CheckResponse>(
          client.checkConfig.bind(client),
          request,
        )
      )
        .getFailuresList()
        .map((failure) => failure.toObject());
    },
    ...calls,
    async diff(urn, id, olds, news) {
      const answer = await calls.diff(urn, id, olds, news);
      const detailed: Record<string, string> = {};
      answer
        .getDetaileddiffMap()
        .forEach((property, path) => (detailed[path] = KINDS[property.getKind()] ?? "?"));
      return {
        changes: answer.getChanges() === messages.DiffResponse.DiffChanges.DIFF_SOME,
        replaces: answer.getReplacesList(),
        detailed,
      };
    },
    read: async (urn, id, olds) => {
      const { inputs = {}, ...found } = await calls.read(urn, id, olds);
      return { ...found, inputs };
    },
    async cancel() {
      await answered(client.cancel.bind(client), new Empty());
    },
    async invoke(token, args) {
      const request = new messages.InvokeRequest();
      request.setTok(token);
      request.setArgs(structOf(args));
      const answer = await answered<messages.InvokeRequest, messages.InvokeResponse>(
        client.invoke.bind(client),
        request,
      );
      return propertiesOf(answer.getReturn());
    },
    async construct(monitor, name, args, adjust) {
      const request = new messages.ConstructRequest();
      request.setMonitorendpoint(monitor);
      request.setType("edge:index:ZoneBaseline");
      request.setName(name);
      request.setInputs(structOf(args));
      adjust?.(request);
      const answer = await answered<messages.ConstructRequest, messages.ConstructResponse>(
        client.construct.bind(client),
        request,
      );
      const dependencies: Record<string, string[]> = {};
      answer.getStatedependenciesMap().forEach((list, output) => (dependencies[output] = list.getUrnsList()));
      return { urn: answer.getUrn(), state: propertiesOf(answer.getState()), dependencies };
    },
    close() {
      client.close();
      server.forceShutdown();
    },
  };
  await plugin.configure({
    baseUrl: platform.baseUrl,
    gatewayUrl: platform.gatewayUrl,
    apiToken: secret(platform.token),
  });
  return plugin;
}
