import type { Entry } from "./engine-steps";
import type { Program } from "./program";
import type { World } from "./world";

/** One operation on one kind of resource, from an initial to an expected result. */
export interface Scenario {
  /** Such as `ApiToken/rename`: the first two parts of a cell's name. */
  readonly name: string;
  /** Objects that a person created before. The stack must not touch them. */
  readonly setup?: (world: World) => Promise<void>;
  /** Objects that another stack created before. This stack must not touch them. */
  readonly neighbour?: Program;
  /** Whether nothing on the wire proves ownership: a person has to name, or remove, the orphans of a lost attempt. */
  readonly named?: boolean;
  /** The program of the stack before the operation. Default: nothing. */
  readonly before?: Program;
  /** What a person changes before the operation. */
  readonly meanwhile?: (world: World, state: readonly Entry[]) => Promise<void>;
  /** The program of the operation. */
  readonly program: Program;
  /** Default `up`. A repair is a refresh and an up after it. */
  readonly operation?: "up" | "refresh" | "repair" | "destroy";
  /** Names of resources that `--target-replace` names. */
  readonly replace?: readonly string[];
  /** Whether the previous token values stay valid for a while. */
  readonly overlap?: boolean;
  /** Whether rules move from one resource to another, which the engine processes in sequence. */
  readonly gap?: boolean;
  /** Whether the result depends on the initial state. */
  readonly history?: boolean;
}
