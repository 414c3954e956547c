import type * as grpc from "@grpc/grpc-js";
import { InputPropertiesError } from "@pulumi/pulumi/proto/errors_pb";
import type { ResourceProviderClient } from "@pulumi/pulumi/proto/provider_grpc_pb";
import * as messages from "@pulumi/pulumi/proto/provider_pb";
import { Status } from "@pulumi/pulumi/proto/status_pb";
import { Struct, type JavaScriptValue } from "google-protobuf/google/protobuf/struct_pb";
import type { Properties } from "../../provider/lifecycle";

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

type Call<Request, Answer> = (
  request: Request,
  done: (error: grpc.ServiceError | null, answer: Answer) => void,
) => unknown;

/** The calls of a resource provider as the engine makes them, of both providers. A dynamic provider ignores the URN. */
export function callsOf(client: ResourceProviderClient) {
  return {
    async check(urn: string, olds: Properties, news: Properties, seed = new Uint8Array()) {
      const request = new messages.CheckRequest();
      request.setUrn(urn);
      request.setOlds(structOf(olds));
      request.setNews(structOf(news));
      request.setRandomseed(seed);
      const answer = await answered<messages.CheckRequest, messages.CheckResponse>(
        client.check.bind(client),
        request,
      );
      const failures = answer.getFailuresList().map((failure) => failure.toObject());
      return { inputs: propertiesOf(answer.getInputs()), failures };
    },
    diff(urn: string, id: string, olds: Properties, news: Properties): Promise<messages.DiffResponse> {
      const request = new messages.DiffRequest();
      request.setUrn(urn);
      request.setId(id);
      request.setOlds(structOf(olds));
      request.setNews(structOf(news));
      return answered(client.diff.bind(client), request);
    },
    async create(urn: string, inputs: Properties, { preview = false, timeout = 0 } = {}) {
      const request = new messages.CreateRequest();
      request.setUrn(urn);
      request.setProperties(structOf(inputs));
      request.setPreview(preview);
      request.setTimeout(timeout);
      const answer = await answered<messages.CreateRequest, messages.CreateResponse>(
        client.create.bind(client),
        request,
      );
      return { id: answer.getId(), outputs: propertiesOf(answer.getProperties()) };
    },
    async read(urn: string, id: string, olds: Properties) {
      const request = new messages.ReadRequest();
      request.setUrn(urn);
      request.setId(id);
      request.setProperties(structOf(olds));
      const answer = await answered<messages.ReadRequest, messages.ReadResponse>(
        client.read.bind(client),
        request,
      );
      const [outputs, inputs] = [answer.getProperties(), answer.getInputs()];
      return { id: answer.getId(), outputs: propertiesOf(outputs), inputs: inputs && propertiesOf(inputs) };
    },
    async update(
      urn: string,
      id: string,
      olds: Properties,
      news: Properties,
      { preview = false, oldInputs = {} }: { preview?: boolean; oldInputs?: Properties } = {},
    ) {
      const request = new messages.UpdateRequest();
      request.setUrn(urn);
      request.setId(id);
      request.setOlds(structOf(olds));
      request.setOldInputs(structOf(oldInputs));
      request.setNews(structOf(news));
      request.setPreview(preview);
      const answer = await answered<messages.UpdateRequest, messages.UpdateResponse>(
        client.update.bind(client),
        request,
      );
      return propertiesOf(answer.getProperties());
    },
    async delete(urn: string, id: string, olds: Properties): Promise<void> {
      const request = new messages.DeleteRequest();
      request.setUrn(urn);
      request.setId(id);
      request.setProperties(structOf(olds));
      await answered(client.delete.bind(client), request);
    },
  };
}

/** Resolves with the answer of a call; rejects with a CallError. */
export function answered<Request, Answer>(call: Call<Request, Answer>, request: Request): Promise<Answer> {
  return new Promise((resolve, reject) => {
    call(request, (error, answer) => {
      if (error) reject(errorOf(error));
      else resolve(answer);
    });
  });
}

function errorOf(error: grpc.ServiceError): CallError {
  const [details] = error.metadata.get("grpc-status-details-bin");
  if (!Buffer.isBuffer(details)) return new CallError(error.details);
  const [detail] = Status.deserializeBinary(details).getDetailsList();
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

export function propertiesOf(struct: Struct | undefined): Properties {
  return struct?.toJavaScript() ?? {};
}

export function structOf(properties: Properties): Struct {
  // The cast holds: the properties of the tests are JSON.
  return Struct.fromJavaScript(properties as Record<string, JavaScriptValue>);
}
