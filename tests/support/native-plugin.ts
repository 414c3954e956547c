import * as grpc from "@grpc/grpc-js";
import { Empty } from "google-protobuf/google/protobuf/empty_pb";
import { Struct, type JavaScriptValue } from "google-protobuf/google/protobuf/struct_pb";
import { ResourceProviderClient, ResourceProviderService } from "@pulumi/pulumi/proto/provider_grpc_pb";
import { InputPropertiesError } from "@pulumi/pulumi/proto/errors_pb";
import * as messages from "@pulumi/pulumi/proto/provider_pb";
import { Status } from "@pulumi/pulumi/proto/status_pb";
import { Provider } from "../../plugin/provider";
import { RunningCalls, serviceOf } from "../../plugin/service";
import type { Properties } from "../../provider/lifecycle";
import type { TestPlatform } from "./platform";

/** A value as the engine sends a secret. */
export const secret = (value: unknown): Properties => ({
  "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270",
  value,
});

/** The names of `PropertyDiff.Kind` by their numbers. */
const KINDS = ["add", "add-replace", "delete", "delete-replace", "update", "update-replace"];

/** The error of a call, with the state of a partly written resource. */
export class CallError extends Error {
  constructor(
    message: string,
    readonly partial?: { readonly id: string; readonly outputs: Properties; readonly reasons: string[] },
    /** The problems of the arguments of a component: `path: reason`. */
    readonly problems: readonly string[] = [],
  ) {
    super(message);
  }
}

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
  };
  const server = new grpc.Server();
  server.addService(ResourceProviderService, serviceOf(new Provider(log), new RunningCalls()));
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync("127.0.0.1:0", grpc.ServerCredentials.createInsecure(), (error, bound) =>
      error ? reject(error) : resolve(bound),
    );
  });
  const client = new ResourceProviderClient(`127.0.0.1:${port}`, grpc.credentials.createInsecure());

  function call<Q, A>(
    method: (request: Q, callback: (error: grpc.ServiceError | null, answer: A) => void) => unknown,
    request: Q,
  ): Promise<A> {
    return new Promise((resolve, reject) => {
      method.call(client, request, (error, answer) => (error ? reject(errorOf(error)) : resolve(answer)));
    });
  }

  const plugin: NativePlugin = {
    lines,
    urn: (kind, name = "one") => `urn:pulumi:prod::shop::edge:index:${kind}::${name}`,
    async configure(args, provider = "default") {
      const request = new messages.ConfigureRequest();
      request.setArgs(structOf(args));
      request.setUrn(`urn:pulumi:prod::shop::pulumi:providers:edge::${provider}`);
      request.setId(`${provider}-id`);
      await call(client.configure.bind(client), request);
    },
    async checkConfig(args) {
      const request = new messages.CheckRequest();
      request.setUrn("urn:pulumi:prod::shop::pulumi:providers:edge::default");
      request.setNews(structOf(args));
      return (
        await call<messages.CheckRequest, messages.CheckResponse>(client.checkConfig.bind(client), request)
      )
        .getFailuresList()
        .map((failure) => failure.toObject());
    },
    async check(urn, olds, news) {
      const request = new messages.CheckRequest();
      request.setUrn(urn);
      request.setOlds(structOf(olds));
      request.setNews(structOf(news));
      const answer = await call<messages.CheckRequest, messages.CheckResponse>(
        client.check.bind(client),
        request,
      );
      return {
        inputs: propertiesOf(answer.getInputs()),
        failures: answer.getFailuresList().map((failure) => failure.toObject()),
      };
    },
    async diff(urn, id, olds, news) {
      const request = new messages.DiffRequest();
      request.setUrn(urn);
      request.setId(id);
      request.setOlds(structOf(olds));
      request.setNews(structOf(news));
      const answer = await call<messages.DiffRequest, messages.DiffResponse>(
        client.diff.bind(client),
        request,
      );
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
    async create(urn, inputs, { preview = false, timeout = 0 } = {}) {
      const request = new messages.CreateRequest();
      request.setUrn(urn);
      request.setProperties(structOf(inputs));
      request.setPreview(preview);
      request.setTimeout(timeout);
      const answer = await call<messages.CreateRequest, messages.CreateResponse>(
        client.create.bind(client),
        request,
      );
      return { id: answer.getId(), outputs: propertiesOf(answer.getProperties()) };
    },
    async read(urn, id, olds) {
      const request = new messages.ReadRequest();
      request.setUrn(urn);
      request.setId(id);
      request.setProperties(structOf(olds));
      const answer = await call<messages.ReadRequest, messages.ReadResponse>(
        client.read.bind(client),
        request,
      );
      return {
        id: answer.getId(),
        outputs: propertiesOf(answer.getProperties()),
        inputs: propertiesOf(answer.getInputs()),
      };
    },
    async update(urn, id, olds, news, { preview = false, oldInputs = {} } = {}) {
      const request = new messages.UpdateRequest();
      request.setUrn(urn);
      request.setId(id);
      request.setOlds(structOf(olds));
      request.setOldInputs(structOf(oldInputs));
      request.setNews(structOf(news));
      request.setPreview(preview);
      const answer = await call<messages.UpdateRequest, messages.UpdateResponse>(
        client.update.bind(client),
        request,
      );
      return propertiesOf(answer.getProperties());
    },
    async delete(urn, id, olds) {
      const request = new messages.DeleteRequest();
      request.setUrn(urn);
      request.setId(id);
      request.setProperties(structOf(olds));
      await call(client.delete.bind(client), request);
    },
    async cancel() {
      await call(client.cancel.bind(client), new Empty());
    },
    async invoke(token, args) {
      const request = new messages.InvokeRequest();
      request.setTok(token);
      request.setArgs(structOf(args));
      const answer = await call<messages.InvokeRequest, messages.InvokeResponse>(
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
      const answer = await call<messages.ConstructRequest, messages.ConstructResponse>(
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

function errorOf(error: grpc.ServiceError): CallError {
  const [details] = error.metadata.get("grpc-status-details-bin");
  if (!Buffer.isBuffer(details)) return new CallError(error.details);
  const status = Status.deserializeBinary(details);
  const [detail] = status.getDetailsList();
  const invalid = detail?.unpack(
    (bytes) => InputPropertiesError.deserializeBinary(bytes),
    "pulumirpc.InputPropertiesError",
  );
  if (invalid) {
    const { errorsList } = invalid.toObject();
    const problems = errorsList.map(({ propertyPath, reason }) => `${propertyPath}: ${reason}`);
    return new CallError(error.details, undefined, problems);
  }
  const failed = detail?.unpack(
    (bytes) => messages.ErrorResourceInitFailed.deserializeBinary(bytes),
    "pulumirpc.ErrorResourceInitFailed",
  );
  if (!failed) return new CallError(error.details);
  return new CallError(error.details, {
    id: failed.getId(),
    outputs: propertiesOf(failed.getProperties()),
    reasons: failed.getReasonsList(),
  });
}

function propertiesOf(struct: Struct | undefined): Properties {
  return struct?.toJavaScript() ?? {};
}

function structOf(properties: Properties): Struct {
  // The cast holds: the properties of the tests are JSON.
  return Struct.fromJavaScript(properties as Record<string, JavaScriptValue>);
}
