import { JsonRpcResponse as ResponseSchema } from "../../api/gateway";
import type { JsonRpcRequest, JsonRpcResponse } from "../../api/wire";
import type { ClientEnvironment } from "../environment";
import { ConfigurationError, InvalidRequestError } from "../errors";
import { sendWithRetries, type RequestQueue } from "../queue/request-queue";
import { firstDifference } from "../answers/open-answer";
import {
  errorOfFailure,
  errorOfRpcStatus,
  unexpectedAnswer,
  redactCredential,
  type FailedCall,
} from "../answers/call-errors";
import { pathSegment } from "./request-path";
import { secretsOf, type ConnectionSettings } from "../connection/resolve-connection";
import { isRead, type WireAnswer, type WireRequest } from "../queue/transport";

/** Methods without side effects, which may be retried. */
const READS =
  /^(eth_(get|call$|blockNumber$|chainId$|estimateGas$|feeHistory$|gasPrice$|syncing$)|net_|web3_|trace_)/;

export function gatewayCalls(
  settings: ConnectionSettings,
  queue: RequestQueue,
  environment: ClientEnvironment,
) {
  return {
    /**
     * Sends a JSON-RPC call, which must have an id, without a credential. Returns a response with an `error` member, and throws
     * for an error status.
     */
    async call(network: string, request: JsonRpcRequest): Promise<JsonRpcResponse> {
      if (request.id === undefined) throw notificationError();
      const target = `/v1/${pathSegment("network", network)}`;
      const url = `${gatewayUrlOf(settings)}${target}`;
      const path = redactCredential(target, settings.credential);
      const wire: WireRequest = {
        method: "POST",
        url,
        path,
        headers: {
          Accept: "application/json",
          "Content-Type": "application/json",
          "User-Agent": "pulumi-edge-platform",
        },
        body: JSON.stringify(request),
        repeatable: READS.test(request.method),
      };
      const { outcome, attempts, lost } = await sendWithRetries(queue, environment, wire, {
        query: {},
        body: request,
        secrets: secretsOf(settings.credential),
      });
      const call: FailedCall = {
        method: "POST",
        path,
        attempts,
        lost,
        reads: isRead(wire),
        origin: new URL(url).origin,
        atApi: true,
        credential: settings.credential,
        now: environment.now(),
      };
      if ("failure" in outcome) throw errorOfFailure(call, outcome);
      return openRpcAnswer(call, outcome);
    },
  };
}

function openRpcAnswer(call: FailedCall, answer: WireAnswer): JsonRpcResponse {
  const parsed = ResponseSchema.safeParse(parseJson(answer.text));
  if (answer.status < 200 || answer.status > 299)
    throw errorOfRpcStatus(call, answer, parsed.success ? parsed.data.error : undefined);
  if (parsed.success) return parsed.data;
  throw unexpectedAnswer(call, answer.status, firstDifference("", parsed.error.issues));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function gatewayUrlOf({ gatewayUrl }: ConnectionSettings): string {
  if (gatewayUrl !== undefined) return gatewayUrl;
  throw new ConfigurationError("edge:gatewayUrl (EDGE_GATEWAY_URL) is not set", {
    hint: "Set it to the address of the chain gateway, without /v1/<network>.",
  });
}

function notificationError(): InvalidRequestError {
  return new InvalidRequestError("a JSON-RPC call without an id is a notification and gets no response", {
    hint: "Nothing was sent. Add an id to the call.",
  });
}
