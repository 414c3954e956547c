import type { KeptObject, PlannedStep } from "../documents/planned-change";
import type { Reviewed } from "../model/reviewed";
import { about } from "./make-reason";
import type { Reason, Subject } from "./review";

/** How a resource is replaced. */
export interface Replacement {
  readonly first: PlannedStep["first"];
  /** Whether the old object is not deleted. */
  readonly isKept: boolean;
}

/** An object that stays live although its resource, or what it was before a replacement, leaves the state. */
export interface LeftLive extends Subject {
  readonly kept: KeptObject;
  readonly kind: Reviewed["kind"];
  readonly isReplaced: boolean;
}

/** An object that exists, and becomes part of the stack. */
export interface Import extends Subject {
  /** Whether the update changes the object. */
  readonly isChanged: boolean;
}

/** Says in words whether something is absent during its replacement. `absent`: `its rules do not exist`. */
export function replacedText(what: string, absent: string, replacement: Replacement | undefined): string {
  const { first, isKept = false } = replacement ?? {};
  if (isKept) return `${what} is replaced, and the old one is not deleted.`;
  if (first === "create") return `${what} is replaced: the new one is made before the old one is deleted.`;
  const moment = `for a moment, ${absent}`;
  return first === "delete"
    ? `${what} is replaced, and the old one is deleted first: ${moment}.`
    : `${what} is replaced: ${moment}, if the old one is deleted first, which the document does not show.`;
}

/** Returns the reason for an object that nobody manages after the update. */
export function leftLiveReason(left: LeftLive): Reason {
  const { kept, kind, isReplaced } = left;
  const what = isReplaced ? "what it is before the replacement" : "it";
  const lasts = kind === "token" ? "stays valid" : "stays live";
  return about(left)("left-live", `${what} is not deleted (${kept.by}): ${endOf(kept, lasts)}`);
}

function endOf({ goesWith }: KeptObject, lasts: string): string {
  const unmanaged = `it ${lasts}, managed by nobody`;
  return goesWith === undefined
    ? `${unmanaged}.`
    : `${unmanaged}, unless the deletion of ${JSON.stringify(goesWith)} deletes it, too.`;
}

export function importReason({ isChanged, ...subject }: Import): Reason {
  const then = isChanged ? "and the update changes it" : "and stays as it is";
  return about(subject)(
    "imported",
    `an object that exists becomes part of the stack, ${then}. From then on, a destroy deletes it.`,
  );
}
