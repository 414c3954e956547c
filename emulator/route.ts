import type { BodyOf, OperationName, QueryOf, ResultOf } from "../provider/api";
import type { AccountOrZone, Requester, TargetResource } from "./authenticate";
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

/** Carries out an operation: inside one transaction, unless it is a GET. `requirementsOf` has the required permissions. */
export type Route<Name extends OperationName> = (
  platform: Platform,
  call: OperationCall<Name>,
) => OperationAnswer<ResultOf<Name>>;

export type Routes = { readonly [Name in OperationName]: Route<Name> };

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
