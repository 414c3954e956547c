import { JsonRpcResponse, type JsonRpcRequest } from "../api/gateway";
import type { ClientEnvironment } from "./environment";
import { ConfigurationError, InvalidRequestError } from "./errors";
import { send, type Lane } from "./lane";
import { firstDifference } from "./open-answer";
import {
  errorOfFailure,
  errorOfRpcStatus,
  unexpectedAnswer,
  withoutSecret,
  type FailedCall,
} from "./refusals";
import { pathSegment } from "./request-path";
import { secretsOf, type ConnectionSettings } from "./settings";
import { isRead, type WireAnswer, type WireRequest } from "./transport";

/** Methods that change nothing and keep nothing at the server, so that a lost answer may be asked for again. */
const READS =
  /^(eth_(get|call$|blockNumber$|chainId$|estimateGas$|feeHistory$|gasPrice$|syncing$)|net_|web3_|trace_)/;

export interface GatewayCalls {
  /**
   * One JSON-RPC call, which needs an id. An `error` in the answer is returned with it; a status that is an error is
   * thrown. No credential is sent.
   */
  call(network: string, request: JsonRpcRequest): Promise<JsonRpcResponse>;
}

export function gatewayCalls(
  settings: ConnectionSettings,
  lane: Lane,
  environment: ClientEnvironment,
): GatewayCalls {
  return {
    async call(network, request) {
      if (request.id === undefined) throw notification();
      const target = `/v1/${pathSegment("network", network)}`;
      const url = `${gatewayUrlOf(settings)}${target}`;
      const path = withoutSecret(target, settings.credential);
      const wire: WireRequest = {
        ...{ method: "POST", url, path },
        headers: {
          Accept: "application/json",
          "Content-Type": "application/json",
          "User-Agent": "pulumi-edge-platform",
        },
        body: JSON.stringify(request),
        repeatable: READS.test(request.method),
      };
      const { outcome, tries, lost } = await send(lane, environment, wire, {
        ...{ query: {}, body: request },
        secrets: secretsOf(settings.credential),
      });
      const call: FailedCall = {
        ...{ method: "POST", path, tries, lost, reads: isRead(wire) },
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
  const parsed = JsonRpcResponse.safeParse(fromJson(answer.text));
  if (answer.status < 200 || answer.status > 299)
    throw errorOfRpcStatus(call, answer, parsed.success ? parsed.data.error : undefined);
  if (parsed.success) return parsed.data;
  throw unexpectedAnswer(call, answer.status, firstDifference("", parsed.error.issues));
}

function fromJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function gatewayUrlOf({ gatewayUrl }: ConnectionSettings): string {
  if (gatewayUrl !== undefined) return gatewayUrl;
  throw new ConfigurationError("edge:gatewayUrl (EDGE_GATEWAY_URL) is not set", {
    hint: "Set it to the chain gateway's address: /v1/<network> is appended to it.",
  });
}

function notification(): InvalidRequestError {
  return new InvalidRequestError(
    "a JSON-RPC call without an id is a notification, to which no answer comes",
    {
      hint: "Nothing was sent. Give the call an id.",
    },
  );
}
