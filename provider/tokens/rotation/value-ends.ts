import { containsUnknown, isMembers, isUnknown } from "../../api";
import type { Members } from "../../api/arguments";
import { IMPORTED } from "../../properties/hidden";
import { lostClients } from "../access/lost-clients";
import { timestamp } from "../token/canonical-token";
import { parseDuration } from "./check-lifetime";
import { counted, joinFirst } from "../../words";

/** In milliseconds. */
interface RotationPeriods {
  readonly every: number;
  readonly overlap: number;
}

/** Returns the rotation of checked inputs, or undefined if there is none or it is not known yet. */
export function rotationOf({ rotation }: Members): RotationPeriods | undefined {
  if (!isMembers(rotation) || containsUnknown(rotation)) return undefined;
  const [every, overlap] = [rotation["every"], rotation["overlap"]].map((duration) =>
    parseDuration(String(duration)),
  );
  return every === undefined || overlap === undefined ? undefined : { every, overlap };
}

/** Returns the generation in inputs or outputs; a token without `rotation` is the first. */
export function generationOf({ generation }: Members): number {
  return typeof generation === "number" ? generation : 1;
}

/** Returns when a token expires that is succeeded now: after `overlap` milliseconds, or at the program's own end if that is earlier. */
export function endOfOverlap(expiresOn: string | undefined, overlap: number, now: Date): string {
  return earlierEnd(timestamp(new Date(now.getTime() + overlap)), expiresOn);
}

/** Returns the end of a predecessor, or the program's own end if that is earlier. */
export function earlierEnd(end: string, expiresOn: string | undefined): string {
  return expiresOn !== undefined && Date.parse(expiresOn) < Date.parse(end) ? expiresOn : end;
}

/** Whether a token is active, has begun and has not expired. A time that is not known yet rules nothing out. */
export function isUsable({ status, notBefore, expiresOn }: Members, now: Date): boolean {
  const [start, end] = [notBefore, expiresOn].map((time) => Date.parse(String(time)));
  return status !== "disabled" && !(Number(start) > now.getTime()) && !(Number(end) <= now.getTime());
}

/**
 * Returns what an update does with the value of a token: `kept`, `rolled` in place, or `succeeded` by a new token: of the next generation,
 * or of the same one beside a successor that a refresh has found, since somebody may use that one.
 *
 * @param olds the state: inputs and outputs
 * @param news the checked inputs
 */
export function valueChange(olds: Members, news: Members, now: Date): "kept" | "rolled" | "succeeded" {
  if (generationOf(news) > generationOf(olds) || isFoundSuccessor(olds, news, now)) return "succeeded";
  return lacksValue(olds, news) || hasOtherTrigger(olds, news) ? "rolled" : "kept";
}

function isFoundSuccessor(olds: Members, news: Members, now: Date): boolean {
  return (
    lacksValue(olds, news) && generationOf(olds) > 1 && rotationOf(news) !== undefined && isUsable(news, now)
  );
}

/** Whether the token must be rolled, because the state has no value. An imported token, and one adopted with `keepValue`, have none. */
export function lacksValue(olds: Members, news: Members): boolean {
  const isKept = news["keepValue"] === true && olds["tokenId"] === news["adopt"];
  return typeof olds["value"] !== "string" && !isKept && olds[IMPORTED] !== true;
}

function hasOtherTrigger(olds: Members, news: Members): boolean {
  return (olds["rotationTrigger"] ?? undefined) !== (news["rotationTrigger"] ?? undefined);
}

/** The planned change of a token. */
export interface TokenChange {
  /** The state: inputs and outputs; undefined for a token that is created. */
  readonly olds: Members | undefined;
  /** The checked inputs; undefined for a token that is deleted. */
  readonly news: Members | undefined;
  readonly isReplaced?: boolean;
  readonly now: Date;
}

/** A value of a token that stops working because of a change. */
export interface ValueEnd {
  /** The argument whose change does it; "" for the resource as a whole. */
  readonly path: string;
  /** Whether somebody can use the value now, and it stops working during the update, without an overlap. */
  readonly isAbrupt: boolean;
  /** `during the update`, `24h after the update`, `at 2030-01-02T03:04:05Z`. */
  readonly when: string;
  /** One or more sentences: which value, when, why, and what to do. The first begins with a lower-case letter. */
  readonly text: string;
}

/** The end of a value by an `expiresOn` that a change sets is reported if it is within so many days. */
const NEAR_DAYS = 7;
const DAY_MS = 86_400_000;
/** The networks that a text names. */
const MAX_NETWORKS = 5;
const AT_ONCE = "during the update";
const ROTATE_FIRST = "To keep the old value for a while, set `rotation` in an update before this one.";
const USE_BOTH = "Until then it works beside the new value: give the new value to what uses the token.";

/** Returns the values that stop working because of a change: which, when and why. */
export function valueEnds({ olds, news, isReplaced = false, now }: TokenChange): ValueEnd[] {
  if (olds === undefined) return news ? adoptedEnd(news) : [];
  const isInUse = isUsable(olds, now);
  const end = (facts: EndFacts) => described(olds["tokenId"], isInUse, facts);
  if (news === undefined || isReplaced) {
    const why = `the token is ${isReplaced ? "replaced" : "deleted"}`;
    const isLast = !hasPredecessors(olds, now);
    return [end({ path: "", why, ...(!isLast && { then: "So do the values of earlier generations." }) })];
  }
  const changed = valueEnd(olds, news, isInUse, now);
  return [...(changed ? [changed] : []), ...(isInUse ? laterEnds(olds, news, now) : [])].map(end);
}

interface EndFacts {
  readonly path: string;
  readonly why: string;
  /** Default: during the update. */
  readonly when?: string;
  /** What to do, or what else happens. */
  readonly then?: string;
  /** Whether only the update knows if the value ends. */
  readonly isUncertain?: boolean;
  /** Whether nothing shows that the value ends. */
  readonly isGuess?: boolean;
}

function described(
  tokenId: unknown,
  isInUse: boolean,
  { path, why, when = AT_ONCE, then, isUncertain = false, isGuess = false }: EndFacts,
): ValueEnd {
  const isAbrupt = isInUse && when === AT_ONCE && !isGuess;
  const value = `the value of ${typeof tokenId === "string" && !isUnknown(tokenId) ? `token ${tokenId}` : "the token"}`;
  const stops = isUncertain || isGuess ? "may stop working" : "stops working";
  const what = `${value} ${stops} ${when}${isAbrupt ? ", without an overlap" : ""}: ${why}.`;
  return { path, isAbrupt, when, text: then === undefined ? what : `${what} ${then}` };
}

function adoptedEnd({ adopt, keepValue }: Members): ValueEnd[] {
  if (typeof adopt !== "string" || isUnknown(adopt) || keepValue === true) return [];
  const then = "To keep the value, set `keepValue: true`.";
  return [described(adopt, true, { path: "adopt", why: "`adopt` rolls its value", then })];
}

function hasPredecessors({ previous }: Members, now: Date): boolean {
  const tokens: readonly unknown[] = Array.isArray(previous) ? previous : [];
  return tokens.some((one) => isMembers(one) && Date.parse(String(one["expiresOn"])) > now.getTime());
}

/** Returns how a change ends the value itself, by a roll or by a successor. */
function valueEnd(olds: Members, news: Members, isInUse: boolean, now: Date): EndFacts | undefined {
  const trigger = triggerFacts(olds, news);
  const change = valueChange(olds, news, now);
  // `check` learns of a trigger that is not known yet only in the update.
  const isRotating = typeof olds["generation"] === "number" && isMembers(news["rotation"]) && isInUse;
  if (change === "succeeded" || (trigger !== undefined && isRotating && !trigger.isGuess)) {
    const isFound = isFoundSuccessor(olds, news, now);
    const why = isFound ? "the state does not have it, so it gets a successor" : dueText(olds, news);
    const facts = trigger ?? { path: "rotation", why };
    return { ...facts, when: endOfUse(news, now), then: USE_BOTH };
  }
  if (lacksValue(olds, news)) return withoutValue(olds, news);
  if (!trigger || trigger.isGuess) return trigger;
  if (!isInUse) return { ...trigger, why: `${trigger.why}, and a token that is not usable is not rotated` };
  const lack = isMembers(news["rotation"])
    ? "`rotation` only starts with this update"
    : "the token has no `rotation`";
  return { ...trigger, why: `${trigger.why}, and ${lack}`, then: ROTATE_FIRST };
}

function triggerFacts(olds: Members, news: Members): EndFacts | undefined {
  const path = "rotationTrigger";
  const [before, after] = [olds[path], news[path]];
  if (isUnknown(before) && isUnknown(after))
    return { path, why: "`rotationTrigger` is secret, so its change is not visible", isGuess: true };
  if (isUnknown(after)) return { path, why: "`rotationTrigger` is not known yet", isUncertain: true };
  return hasOtherTrigger(olds, news) ? { path, why: "`rotationTrigger` changes" } : undefined;
}

function dueText(olds: Members, news: Members): string {
  const [before, after] = [olds, news].map(({ rotation }) => (isMembers(rotation) ? rotation["every"] : ""));
  if (before === after || before === "") return `a period of ${String(after)} has ended`;
  return `\`rotation.every\` is ${String(after)} instead of ${String(before)}`;
}

/** Returns when the value of a predecessor ends. */
function endOfUse(news: Members, now: Date): string {
  const { rotation, expiresOn } = news;
  const overlap = rotationOf(news)?.overlap ?? 0;
  const isEarlier = Date.parse(String(expiresOn)) < now.getTime() + overlap;
  if (isEarlier) return `at ${String(expiresOn)}`;
  return `${isMembers(rotation) ? String(rotation["overlap"]) : "0s"} after the update`;
}

/** The value that a state does not have: of an adopted token, or lost with an answer. */
function withoutValue(olds: Members, news: Members): EndFacts {
  if (olds["keepValue"] !== true)
    return { path: "", why: "the state does not have it, so the update rolls the token", isGuess: true };
  if (news["keepValue"] !== true)
    return { path: "keepValue", why: "`keepValue` is removed, so the update rolls the token" };
  return { path: "adopt", why: "`adopt` names another token, so `keepValue` does not apply" };
}

/** Returns what else ends the value of a token that can be used now, for a time or for good. */
function laterEnds(olds: Members, news: Members, now: Date): EndFacts[] {
  const { status, notBefore, expiresOn } = news;
  const time = (text: unknown) => Date.parse(String(text));
  const [start, end] = [time(notBefore), time(expiresOn)];
  const isSooner = !(end >= time(olds["expiresOn"]));
  return [
    ...shutOut(olds, news),
    ...(status === "disabled"
      ? [{ path: "status", why: "`status` is disabled", then: "It works again when `status` is active." }]
      : []),
    ...(start > now.getTime()
      ? [
          {
            path: "notBefore",
            why: "`notBefore` is in the future",
            then: `It works again from ${String(notBefore)} on.`,
          },
        ]
      : []),
    ...(isSooner && end <= now.getTime() + NEAR_DAYS * DAY_MS
      ? [
          {
            path: "expiresOn",
            when: `at ${String(expiresOn)}`,
            why: `\`expiresOn\` is within ${NEAR_DAYS} days`,
          },
        ]
      : []),
  ];
}

function shutOut(olds: Members, news: Members): EndFacts[] {
  const path = "condition";
  const { networks, isEverybody } = lostClients(olds[path], news[path]);
  if (isEverybody) return [{ path, why: "`condition` admits none of the clients that it admitted before" }];
  if (networks.length === 0) return [];
  const named = joinFirst(networks, MAX_NETWORKS, (rest) => counted(rest, "more network"));
  return [
    {
      path,
      when: `during the update for clients in ${named}`,
      why: "`condition` does not admit all of them",
    },
  ];
}
