import type { Entry } from "./engine-model";
import type { Program } from "./program";
import type { World } from "./world";

/** One operation of one kind of resource, from what there was before to what is to be there after. */
export interface Scenario {
  /** `ApiToken/rename`: the first two parts of the name of a cell. */
  readonly name: string;
  /** What persons have made before; the stack must not touch it. */
  readonly setup?: (world: World) => Promise<void>;
  /** What another stack has made before; this one must not touch it either. */
  readonly neighbour?: Program;
  /** Nothing on the wire tells whose the objects are: a person has to name, or remove, what a lost attempt left. */
  readonly named?: boolean;
  /** What the stack has when the operation begins. Default: nothing. */
  readonly before?: Program;
  /** What happens between the two, at the hands of persons. */
  readonly meanwhile?: (world: World, state: readonly Entry[]) => Promise<void>;
  /** The program of the operation. */
  readonly program: Program;
  /** Default `up`. A repair is a refresh and an up after it. */
  readonly operation?: "up" | "refresh" | "repair" | "destroy";
  /** Names of resources that `--target-replace` names. */
  readonly replace?: readonly string[];
  /** The values of the tokens of before go on for a while. */
  readonly overlap?: boolean;
  /** Rules pass from one resource to another, which the engine serves one after the other. */
  readonly gap?: boolean;
  /** What is there after depends on what was there before. */
  readonly history?: boolean;
}
