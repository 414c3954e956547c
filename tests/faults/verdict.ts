import type { Run } from "../support/engine-model/engine-model";
import type { Entry } from "../support/engine-model/steps";
import type { SeenRequest } from "./front";
import type { World } from "./world";

/** Operations that write nothing. */
export const READS = /^(GET|POST .*\/(validate|validate-expr)$)/;

/** What is wrong after a cell; empty if the result is the same as without a fault. */
export interface Verdict {
  readonly problems: readonly string[];
  /** What happened, as text: requests with their faults, and the messages of each run. */
  readonly story: readonly string[];
  /** The number of requests of the operation itself. */
  readonly requests: number;
}

/** Returns the tokens of a state whose values do not work. The value of an imported token is not known. */
export async function deadValues(world: World, state: readonly Entry[], whose: string): Promise<string[]> {
  const problems: string[] = [];
  for (const { kind, urn, id, outs } of state) {
    if (kind !== "ApiToken" || outs["status"] === "disabled" || outs["__imported"] === true) continue;
    const [owner, accountId] = id.split("/");
    const path = owner === "user" ? "/user/tokens/verify" : `/accounts/${String(accountId)}/tokens/verify`;
    const { status, result } = await world.ask("GET", path, undefined, String(outs["value"]));
    const active = (result as { status?: string } | null | undefined)?.status;
    if (status !== 200 || active !== "active")
      problems.push(`the value of ${urn} in ${whose} does not work: ${status} ${String(active)}`);
  }
  return problems;
}

/** Reports token values in the output of a run. */
export function leaks({ lines, error }: Run, state: readonly Entry[]): string[] {
  const text = [...lines, error ?? ""].join("\n");
  return state
    .map(({ outs, urn }) => ({ urn, value: outs["value"] }))
    .filter(({ value }) => typeof value === "string" && text.includes(value))
    .map(({ urn }) => `the value of ${urn} is printed`);
}

export function difference(
  what: string,
  wanted: readonly string[],
  found: readonly string[],
  error?: string,
): string[] {
  if (error !== undefined) return [`${what}: ${error}`];
  const missing = wanted.filter((line) => !found.includes(line)).map((line) => `    - ${line}`);
  const more = found.filter((line) => !wanted.includes(line)).map((line) => `    + ${line}`);
  if (missing.length + more.length > 0) return [[`${what} differs:`, ...missing, ...more].join("\n")];
  return JSON.stringify(wanted) === JSON.stringify(found)
    ? []
    : [`${what} is in another order, or there is one too many`];
}

export function told(what: string | number, seen: readonly SeenRequest[], run: Run): string[] {
  const title = typeof what === "number" ? `run ${what}:` : `${what}:`;
  return [
    title,
    ...seen.map(
      ({ number, method, path, status, fault }) =>
        `  ${number}. ${method} ${path} → ${status ?? "not carried out"}${fault ? `   *** ${fault}` : ""}`,
    ),
    ...run.operations.map((operation) => `  ${operation}`),
    ...run.lines.map((line) => `  | ${line.trimEnd()}`),
    `  ${run.error === undefined ? "succeeded" : `failed: ${run.error}`}`,
  ];
}
