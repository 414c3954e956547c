import type { BodyOf, OperationName, Phase, QueryOf, ResultOf } from "../provider/api";
import type { AccountOrZone, TargetResource } from "./access";
import type { Requester } from "./authenticate";
import type { OperationAnswer } from "./envelope";
import type { Platform } from "./platform";

/** A request whose credentials and path are checked, before its body is read. */
export interface OperationRequest {
  readonly requester: Requester;
  /** The resource of the path's `{scope}`, `{zone_id}` or `{account_id}`. */
  readonly target: TargetResource;
  /** The variables of the path, each in its valid form. */
  readonly params: Readonly<Record<string, string>>;
}

export interface OperationCall<Name extends OperationName> extends OperationRequest {
  readonly body: BodyOf<Name>;
  readonly query: QueryOf<Name>;
}

/** How the platform carries out an operation. The permissions that it requires are in `requirementsOf`. */
export interface Route<Name extends OperationName> {
  /** Returns the phase that decides which permissions apply, for operations on one ruleset. */
  readonly phase?: (platform: Platform, request: OperationRequest) => Phase | undefined;
  /** Replaces decoding by the operation's schema, for bodies that have errors of their own. */
  readonly decodeBody?: (json: unknown) => BodyOf<Name>;
  /** Runs inside one transaction, unless the operation is a GET. */
  readonly run: (platform: Platform, call: OperationCall<Name>) => OperationAnswer<ResultOf<Name>>;
}

export type Routes<Names extends OperationName = OperationName> = {
  readonly [Name in Names]: Route<Name>;
};

export function accountOrZone({ target }: OperationRequest): AccountOrZone {
  // The routes that call this have no path for the user in the table of operations.
  if (target.type === "user") throw new Error("a route for zones and accounts was called for the user");
  return target;
}

export function param({ params }: OperationRequest, name: string): string {
  const value = params[name];
  if (value === undefined) throw new Error(`the path has no {${name}}`);
  return value;
}
