import { Timestamp, found, isUnknown, kindOf, type Members, type Problem } from "../../api";
import { timestamp } from "../token/timestamp";

const ISO_LIKE = /^(\d{4}-\d\d-\d\d)([T ]\d\d:\d\d(:\d\d)?(\.\d+)?)?(Z|[+-]\d\d:?\d\d)?$/i;

/** Checks the validity period of a token. */
export function checkWindow({ notBefore, expiresOn }: Members, now: Date): Problem[] {
  const problems = [...checkTime(notBefore, "notBefore"), ...checkTime(expiresOn, "expiresOn")];
  if (problems.length > 0 || !isTime(expiresOn)) return problems;
  const end = Date.parse(expiresOn);
  if (end <= now.getTime()) {
    return [
      {
        path: "expiresOn",
        message: `is in the past: ${expiresOn} (now: ${timestamp(now)}); set a later time, or remove expiresOn`,
      },
    ];
  }
  if (isTime(notBefore) && end <= Date.parse(notBefore)) {
    return [{ path: "expiresOn", message: `must be after notBefore (${notBefore}), found ${expiresOn}` }];
  }
  return [];
}

function checkTime(time: unknown, path: string): Problem[] {
  if (time === undefined || isUnknown(time) || Timestamp.safeParse(time).success) return [];
  const what = typeof time === "string" ? found(time) : kindOf(time);
  return [{ path, message: `must be a UTC time as YYYY-MM-DDTHH:MM:SSZ, found ${what}${cure(time)}` }];
}

function cure(time: unknown): string {
  const day = typeof time === "string" ? ISO_LIKE.exec(time)?.[1] : undefined;
  // Date rolls an invalid day over to another one: February 30 becomes March 1 or 2.
  if (day === undefined) return "";
  if (!Timestamp.safeParse(`${day}T00:00:00Z`).success) return `; ${day} is no day of the calendar`;
  const date = new Date(String(time));
  return Number.isNaN(date.getTime()) ? "" : `; write ${timestamp(date)}`;
}

function isTime(value: unknown): value is string {
  return typeof value === "string" && !isUnknown(value);
}
