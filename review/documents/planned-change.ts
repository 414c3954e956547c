import type { Review } from "../changes/review";
import type { Reviewed } from "../model/reviewed";

/** Writes a preview that has all that a review reads. */
export const PREVIEW_COMMAND = "pulumi preview --json --show-sames --show-replacement-steps";

/** Numbers of steps by the operation of the engine: `{ update: 1, delete: 3 }`. */
export type StepCounts = Readonly<Record<string, number>>;

/** Why an object stays live although its resource, or the version of it that is replaced, leaves the state. */
export interface KeptObject {
  /** `forget` is an action of Terraform and OpenTofu, the others are options of Pulumi. */
  readonly by: "retainOnDelete" | "deletedWith" | "forget";
  /** With `deletedWith`: the name of the resource whose deletion is said to delete the object, too. */
  readonly goesWith?: string;
}

/** A resource of this API in a planned change, before and after. At least one of both is set. */
export interface PlannedStep {
  readonly operation: "create" | "update" | "replace" | "delete" | "same";
  /** Which comes first in a replacement. Undefined if the document does not say, and for other operations. */
  readonly first?: "create" | "delete";
  /** Set if a deletion, or the deletion of what is replaced, deletes nothing. */
  readonly kept?: KeptObject;
  /** Whether an object that exists becomes part of the stack. `before` is then the object, if the document shows it. */
  readonly isImported?: boolean;
  /** The id of the object that is deleted, if an earlier update has replaced it and was interrupted before it deleted it. */
  readonly leftBehind?: string;
  readonly before?: Reviewed;
  readonly after?: Reviewed;
}

/** How a `TokenUser` names an output of the stack. */
export const STACK_OUTPUT = "stack output";

/** What depends on a token, so that it may use the value. */
export interface TokenUser {
  /** `Secret "ci"`, or `stack output`. */
  readonly by: string;
  /** The path of the property or output. */
  readonly path: string;
}

/** A line of a preview about rules that the update puts back. */
export interface PutBackLine {
  /** Undefined if the line is about several resources. */
  readonly urn?: string;
  /** The rules: `admin (expression), env (removed)`; of several resources, the whole line. */
  readonly text: string;
}

/** A zone that a change deletes, with all that is in it. */
export interface DeletedZone {
  readonly urn: string;
  /** How messages name the resource: `Zone "shop"`, `cloudflare_zone.shop`. */
  readonly label: string;
  /** The domain name. Undefined if the document does not say it. */
  readonly domain?: string;
}

/** A change that a tool has planned, read from its output. */
export interface PlannedChange {
  readonly source: Review["source"];
  /** `<project>/<stack>`; `terraform` for a plan, which does not name its workspace. */
  readonly stack: string;
  /** The errors of a plan that failed, which contains only a part of the change. */
  readonly failure?: string;
  readonly steps: readonly PlannedStep[];
  /** The number of unchanged resources that the document leaves out. Default: none. */
  readonly leftOut?: number;
  /** The numbers of steps that the document counts and does not contain, by operation of the engine. Default: none. */
  readonly missing?: StepCounts;
  /** The numbers of steps that the document contains and does not count, by operation of the engine. Default: none. */
  readonly uncounted?: StepCounts;
  /**
   * Whether the document leaves out steps of replacements, and with them what an interrupted update has left to be deleted. `unproved` if
   * nothing in the document shows it. Default: it contains them.
   */
  readonly replacementSteps?: "left out" | "unproved";
  /** The outputs of the stack that show the value of a token. Default: none. */
  readonly exportedTokens?: readonly string[];
  /** The zones of other packages that the change deletes. Default: none. */
  readonly deletedZones?: readonly DeletedZone[];
  /** The names of zones by their ids, as zones among the resources of the document say them. Default: none. */
  readonly zoneNames?: ReadonlyMap<string, string>;
  /** The configuration of the stack, by full key. Default: the document does not say. */
  readonly config?: Readonly<Record<string, string>> | undefined;
  /** What the document shows to depend on each token, by its URN. Default: nothing. */
  readonly tokenUsers?: ReadonlyMap<string, readonly TokenUser[]>;
  /** What lines of the preview say that the update puts back, because it was changed outside the program. Default: nothing. */
  readonly putBack?: readonly PutBackLine[];
  /** The number of resources of other packages. */
  readonly others: number;
}

/** A document that is not the output of a supported tool. The message says what was found and what to do. */
export class DocumentError extends Error {}
