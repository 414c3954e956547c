import type { Entry, Import } from "../support/engine-model/steps";
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
  /** Whether the neighbour has the names of this stack: organization, project, stack. It has a state of its own. */
  readonly twin?: boolean;
  /** Names of the neighbour's resources that `pulumi state move` brings here, and the neighbour's program without them. */
  readonly moved?: { readonly names: readonly string[]; readonly left: Program };
  /** Whether nothing on the wire proves ownership: a person has to name, or remove, the orphans of a lost attempt. */
  readonly named?: boolean;
  /** The program of the stack before the operation. Default: nothing. */
  readonly before?: Program;
  /** The name of the stack until then: `pulumi stack rename` gives it the other. */
  readonly formerStack?: string;
  /** What the program was later. Then somebody restored the state of `before` from a backup. */
  readonly since?: Program;
  /** What `pulumi import` brings into the state: before the operation, or as its beginning. */
  readonly imports?: (world: World) => readonly Import[];
  /** Ids of objects of `setup` that the program adopts. */
  readonly adopts?: readonly string[];
  /** What a person changes before the operation. */
  readonly meanwhile?: (world: World, state: readonly Entry[]) => Promise<void>;
  /** The program of the operation. */
  readonly program: Program;
  /** Default `up`. A preview must change nothing, and succeed with every fault but a refusal and a killed process. A repair is a refresh and an up after it, an import brings in `imports` and is followed by an up. */
  readonly operation?: "up" | "preview" | "refresh" | "repair" | "import" | "destroy";
  /** Names of resources that `--target-replace` names. */
  readonly replace?: readonly string[];
  /** Days that go by until a failed run is repeated. */
  readonly pause?: number;
  /** What the output must say, because nothing proves who owns an object. */
  readonly says?: RegExp;
  /** The error with which the operation must end. */
  readonly refused?: RegExp;
  /** Whether the previous token values stay valid for a while. */
  readonly overlap?: boolean;
  /** Whether rules move from one resource to another, which the engine processes in sequence. */
  readonly gap?: boolean;
  /** Whether the result depends on the initial state. */
  readonly history?: boolean;
}
