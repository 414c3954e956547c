import type * as edge from "../../provider";
import type { World } from "./world";

/** What a user writes: it declares resources of the package. `load` runs a source file of the repository as a program. */
export type ForesightProgram = (
  library: typeof edge,
  world: World,
  load: (file: string) => unknown,
) => unknown;

/** What a program runs with. */
export interface Circumstances {
  /** The value of the credential; default: the bootstrap token. */
  readonly token?: (world: World) => string;
  /** More variables of the environment. */
  readonly env?: (world: World) => Readonly<Record<string, string>>;
  /** The configuration of the stack, by full keys. */
  readonly config?: (world: World) => Readonly<Record<string, string>>;
  /** What the same stack has deployed before. */
  readonly before?: ForesightProgram;
}

/** A program with one fault. */
export interface FaultyProgram extends Circumstances {
  /** Names the fault, unique in its class. */
  readonly title: string;
  readonly program: ForesightProgram;
  /** The path that the message must name. `rules[0]` also allows the rule's ref: `rules["a"]`. */
  readonly property: string;
  /** What the message must say besides: an allowed value, or a cure. */
  readonly remedy: RegExp;
  /** `warning`: the API accepts the program, or the fact is only inferred. Default: `error`. */
  readonly as?: "error" | "warning";
}

/** A class of faults: a row of the table. */
export interface FaultClass {
  readonly name: string;
  readonly programs: readonly FaultyProgram[];
}

/** A program without a fault. */
export interface CorrectProgram extends Circumstances {
  readonly title: string;
  readonly program: ForesightProgram;
}
