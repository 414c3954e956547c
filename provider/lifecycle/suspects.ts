import { redacted } from "../redaction";
import type { Context } from "./lifecycle";

/** A live object that an attempt made of which the state has nothing. */
export interface Unowned {
  readonly id: string;
  /** For a message: `rule "admin"`, `token "deploy-…"`. */
  readonly what: string;
  /** When it was made, or last changed: an ISO 8601 time. */
  readonly since: string | null | undefined;
}

const UNITS = [
  ["day", 24 * 60 * 60_000],
  ["hour", 60 * 60_000],
  ["minute", 60_000],
] as const;

/** Names objects that may be orphans. They stay: nothing proves who owns them. */
export function tellSuspects(context: Context, subject: string, objects: readonly Unowned[]): void {
  for (const { id, what, since } of objects)
    context.log(
      redacted(
        `warning: ${subject}: the ${what} (${id}, from ${ageText(since, context.now())}) is a suspected orphan. It has the mark of this ` +
          "resource, but neither the state nor a recorded attempt has that mark: an interrupted run may have left it, or another " +
          `stack that has, or had, the names of this one. It stays. If it is an orphan, \`EDGE_TAKE_OVER=${id} pulumi up\` takes it ` +
          "over or removes it; `edge-platform orphans` shows all.",
      ),
    );
}

/** Names the orphans of interrupted attempts, which a write takes over or removes. */
export function tellOrphans(context: Context, subject: string, objects: readonly Unowned[]): void {
  for (const { id, what, since } of objects)
    context.log(
      redacted(
        `${subject}: the ${what} (${id}, from ${ageText(since, context.now())}) is an orphan of an interrupted run: an update takes it ` +
          "over or removes it",
      ),
    );
}

/** Returns how long ago a time was: `3 days ago`. */
export function ageText(since: string | null | undefined, now: Date): string {
  const age = now.getTime() - Date.parse(since ?? "");
  if (!Number.isFinite(age)) return "an unknown time";
  const found = UNITS.find(([, one]) => age >= one);
  if (!found) return "less than a minute ago";
  const [unit, length] = found;
  const count = Math.floor(age / length);
  return `${count} ${unit}${count === 1 ? "" : "s"} ago`;
}
