import type { BodyOf, OperationName, Phase, QueryOf, ResultOf } from "../../provider/api";
import type { Place, Target } from "../access";
import type { Caller } from "../auth";
import type { Answer } from "../envelope";
import type { Platform } from "../platform";

/** What is known of a call before its body is read. */
export interface Address {
  readonly caller: Caller;
  /** What stands for `{scope}`, or the zone or account whose id the path holds. */
  readonly target: Target;
  /** The path's other variables, checked by form. */
  readonly params: Readonly<Record<string, string>>;
}

export interface Call<Name extends OperationName> extends Address {
  readonly body: BodyOf<Name>;
  readonly query: QueryOf<Name>;
}

/** What an operation does; what it needs stands in the table of requirements. `run` of a write happens in one transaction. */
export interface Route<Name extends OperationName> {
  /** Of a call on one ruleset: the phase, by which the call is judged. */
  readonly phase?: (platform: Platform, address: Address) => Phase | undefined;
  readonly run: (platform: Platform, call: Call<Name>) => Answer<ResultOf<Name>>;
}

export type Routes<Names extends OperationName = OperationName> = {
  readonly [Name in Names]: Route<Name>;
};

/** The zone or account of a call that names one. */
export function placeOf({ target }: Address): Place {
  // The table of operations gives these routes no user form.
  if (target.type === "user") throw new Error("a route for zones and accounts was called for the user");
  return target;
}

/** A variable that the operation's path has. */
export function param({ params }: Address, name: string): string {
  const value = params[name];
  if (value === undefined) throw new Error(`the path has no {${name}}`);
  return value;
}
