import * as grpc from "@grpc/grpc-js";
import { Empty } from "google-protobuf/google/protobuf/empty_pb";
import { Any } from "google-protobuf/google/protobuf/any_pb";
import type { Struct } from "google-protobuf/google/protobuf/struct_pb";
import { PluginInfo } from "@pulumi/pulumi/proto/plugin_pb";
import { InputPropertiesError } from "@pulumi/pulumi/proto/errors_pb";
import * as messages from "@pulumi/pulumi/proto/provider_pb";
import { Status } from "@pulumi/pulumi/proto/status_pb";
import { CancellableRun, withTimeLimit } from "../provider/client";
import { ProviderFailure } from "../provider/engine";
import type { EngineLog } from "../provider/process";
import { checkConfig, isExplicitProvider } from "./config";
import { construct } from "./construct";
import type { PropertyChange } from "./detailed-diff";
import type { Provider } from "./provider";
import { packageVersion } from "./package-version";
import { propertiesOf, structOf } from "./monitor";
import { sealed } from "./secrets";
import { parseUrn } from "./urn";
import { channel } from "node:diagnostics_channel";
import fs from "node:fs";
import path from "node:path";

/** Gets a message after each answer about a resource: `start.ts` waits for the first one. */
const ANSWERED = channel("edge.plugin.answered");

/** An operation of the service, without gRPC's callbacks. */
type Operation<Q, A> = (request: Q) => A | Promise<A>;

/** The calls that the engine waits for. */
export class RunningCalls {
  count = 0;
  #run = new CancellableRun();

  begin(): void {
    this.#run = new CancellableRun();
  }

  /** Stops the calls of the run that have written nothing. */
  cancel(): void {
    this.#run.cancel();
  }

  async run<A>(work: () => A | Promise<A>): Promise<A> {
    this.count += 1;
    try {
      return await this.#run.operate(work);
    } finally {
      this.count -= 1;
    }
  }
}

/** The operations of `pulumirpc.ResourceProvider` that this plugin has, by name. gRPC answers "unimplemented" to all others. */
export function serviceOf(
  provider: Provider,
  calls: RunningCalls,
  log: EngineLog,
): grpc.UntypedServiceImplementation {
  /** What the resources of this provider have as their provider: its URN and its id. */
  let reference = "";
  const unary = <Q, A>(operation: Operation<Q, A>) => handlerOf(operation, calls, log);
  const ofResource = <Q, A>(operation: Operation<Q, A>) =>
    handlerOf(operation, calls, log, () => ANSWERED.publish(undefined));
  return {
    handshake: unary(() => new messages.ProviderHandshakeResponse().setAcceptSecrets(true)),
    getPluginInfo: unary(() => new PluginInfo().setVersion(packageVersion())),
    attach: unary(() => new Empty()),
    cancel: unary(() => {
      calls.cancel();
      return new Empty();
    }),
    getSchema: unary(() => new messages.GetSchemaResponse().setSchema(schemaText())),

    checkConfig: unary((request: messages.CheckRequest) => {
      const isExplicit = isExplicitProvider(parseUrn(request.getUrn()).name);
      return checkAnswer(request.getNews(), checkConfig(propertiesOf(request.getNews()), isExplicit));
    }),
    // Other settings reach the same objects with other credentials, or others elsewhere: no resource is replaced for that.
    diffConfig: unary(() => new messages.DiffResponse()),
    configure: unary((request: messages.ConfigureRequest) => {
      const { name } = parseUrn(request.getUrn() ?? "");
      const isExplicit = isExplicitProvider(name);
      reference = `${request.getUrn() ?? ""}::${request.getId() ?? ""}`;
      calls.begin();
      provider.configure({ args: propertiesOf(request.getArgs()), isExplicit });
      return new messages.ConfigureResponse().setAcceptsecrets(true).setSupportspreview(true);
    }),

    invoke: unary(async (request: messages.InvokeRequest) => {
      const result = await provider.invoke(request.getTok(), propertiesOf(request.getArgs()));
      return new messages.InvokeResponse().setReturn(structOf(result));
    }),

    construct: unary((request: messages.ConstructRequest) => construct(request, reference)),

    check: unary(async (request: messages.CheckRequest) => {
      const [olds, news] = [propertiesOf(request.getOlds()), propertiesOf(request.getNews())];
      const seed = request.getRandomseed_asU8();
      const { inputs, failures } = await provider.check(request.getUrn(), olds, news, seed);
      return checkAnswer(structOf(inputs), failures);
    }),
    diff: ofResource(async (request: messages.DiffRequest) => {
      const [olds, news] = [propertiesOf(request.getOlds()), propertiesOf(request.getNews())];
      return diffAnswer(await provider.diff(request.getUrn(), request.getId(), olds, news));
    }),
    create: ofResource(async (request: messages.CreateRequest) => {
      const [urn, inputs] = [request.getUrn(), propertiesOf(request.getProperties())];
      const { id, outputs } = await (request.getPreview()
        ? provider.previewCreate(urn, inputs)
        : withTimeLimit(request.getTimeout(), () => provider.create(urn, inputs)));
      return new messages.CreateResponse().setId(id).setProperties(structOf(outputs));
    }),
    read: ofResource(async (request: messages.ReadRequest) => {
      const olds = propertiesOf(request.getProperties());
      const live = await provider.read(request.getUrn(), request.getId(), olds);
      // Without an id, the engine removes the resource from the state.
      if (!live) return new messages.ReadResponse();
      const { outputs, inputs } = live;
      const answer = new messages.ReadResponse().setId(live.id).setProperties(structOf(outputs));
      return answer.setInputs(structOf(inputs));
    }),
    update: ofResource(async (request: messages.UpdateRequest) => {
      const [urn, id] = [request.getUrn(), request.getId()];
      const [oldOutputs, given] = [propertiesOf(request.getOlds()), propertiesOf(request.getNews())];
      const outputs = await (request.getPreview()
        ? provider.previewUpdate(urn, id, oldOutputs, given)
        : withTimeLimit(request.getTimeout(), () => provider.update(urn, id, oldOutputs, given)));
      return new messages.UpdateResponse().setProperties(structOf(outputs));
    }),
    delete: ofResource(async (request: messages.DeleteRequest) => {
      const [urn, id, olds] = [request.getUrn(), request.getId(), propertiesOf(request.getProperties())];
      await withTimeLimit(request.getTimeout(), () => provider.delete(urn, id, olds));
      return new Empty();
    }),
  };
}

function handlerOf<Q, A>(
  operation: Operation<Q, A>,
  calls: RunningCalls,
  log: EngineLog,
  afterAnswer: () => void = () => undefined,
): grpc.handleUnaryCall<Q, A> {
  return (call, callback) => {
    void calls
      .run(() => operation(call.request))
      // The engine ends the plugin once it has the last answer.
      .finally(() => log.flushed())
      .then(
        (answer) => callback(null, answer),
        (error: unknown) => callback(failureAnswer(error)),
      )
      .then(afterAnswer);
  };
}

/** Returns an error as gRPC sends it: with the state of a partly written resource, if there is one. */
function failureAnswer(error: unknown): Partial<grpc.ServiceError> {
  const failure = ProviderFailure.of(error);
  const status = new Status().setCode(grpc.status.UNKNOWN).setMessage(failure.message);
  const metadata = new grpc.Metadata();
  const details = detailsOf(failure);
  if (details) {
    status.addDetails(details);
    // Where gRPC transports details of an error.
    metadata.add("grpc-status-details-bin", Buffer.from(status.serializeBinary()));
  }
  return { code: grpc.status.UNKNOWN, details: failure.message, metadata };
}

function detailsOf({ partial, reasons, problems }: ProviderFailure): Any | undefined {
  const details = new Any();
  if (partial) {
    const detail = new messages.ErrorResourceInitFailed().setId(partial.id).setReasonsList([...reasons]);
    detail.setProperties(structOf(sealed(partial.outputs)));
    details.pack(detail.serializeBinary(), "pulumirpc.ErrorResourceInitFailed");
    return details;
  }
  if (problems.length === 0) return undefined;
  const detail = new InputPropertiesError();
  for (const { path, message } of problems)
    detail.addErrors(new InputPropertiesError.PropertyError().setPropertyPath(path).setReason(message));
  details.pack(detail.serializeBinary(), "pulumirpc.InputPropertiesError");
  return details;
}

function checkAnswer(
  inputs: Struct | undefined,
  failures: readonly { readonly property: string; readonly reason: string }[],
): messages.CheckResponse {
  return new messages.CheckResponse()
    .setInputs(inputs)
    .setFailuresList(
      failures.map(({ property, reason }) =>
        new messages.CheckFailure().setProperty(property).setReason(reason),
      ),
    );
}

type Kind = messages.PropertyDiff.Kind;

const KINDS: Readonly<Record<PropertyChange, readonly [plain: Kind, replaces: Kind]>> = {
  add: [messages.PropertyDiff.Kind.ADD, messages.PropertyDiff.Kind.ADD_REPLACE],
  delete: [messages.PropertyDiff.Kind.DELETE, messages.PropertyDiff.Kind.DELETE_REPLACE],
  update: [messages.PropertyDiff.Kind.UPDATE, messages.PropertyDiff.Kind.UPDATE_REPLACE],
};

function diffAnswer({
  changes,
  replaces,
  deleteBeforeReplace,
  detailed,
}: Awaited<ReturnType<Provider["diff"]>>): messages.DiffResponse {
  const answer = new messages.DiffResponse();
  const { DIFF_SOME, DIFF_NONE } = messages.DiffResponse.DiffChanges;
  answer.setChanges(changes ? DIFF_SOME : DIFF_NONE);
  answer.setReplacesList([...replaces]);
  answer.setDeletebeforereplace(deleteBeforeReplace);
  for (const [path, { change, replaces: isReplacing }] of detailed) {
    const property = new messages.PropertyDiff().setKind(KINDS[change][isReplacing ? 1 : 0]);
    answer.getDetaileddiffMap().set(path, property);
    answer.addDiffs(path.split(/[.[]/)[0] ?? path);
  }
  answer.setHasdetaileddiff(detailed.size > 0);
  return answer;
}

/**
 * Returns the text of the package's schema, which `npm run schema` generates. The build puts the file beside the bundle and not into it,
 * since an update does not need it.
 */
function schemaText(): string {
  return fs.readFileSync(path.join(__dirname, "schema.json"), "utf8");
}
