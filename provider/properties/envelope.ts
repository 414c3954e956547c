/** How the engine marks special values: in what it sends to a plugin, in an answer to it, and in an exported state. */
export const SIGNATURE = "4dabf18193072939515e22adb298388d";
const SECRET = "1b47061264138c4ac30d75fd1eb44270";

/** A secret value, as the engine sends and stores it. */
export interface Envelope {
  readonly [SIGNATURE]: typeof SECRET;
  readonly value: unknown;
}

/** Returns a value as a secret. */
export function envelope(value: unknown): Envelope {
  return isEnvelope(value) ? value : { [SIGNATURE]: SECRET, value };
}

/** Whether a value as a whole is secret. */
export function isEnvelope(value: unknown): value is Envelope {
  return typeof value === "object" && value !== null && SIGNATURE in value && value[SIGNATURE] === SECRET;
}
