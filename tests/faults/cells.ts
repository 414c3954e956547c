import { FAULTS, type FaultKind, type PlannedFault } from "./front";
import type { Scenario } from "./scenario";

/** One fault at one request of one operation. */
export interface Cell {
  readonly scenario: Scenario;
  readonly fault: PlannedFault;
}

/** How often a client tries a call: a fault that lasts this long fails the call. */
const STICKY = 4;
/** Returns every request of the operation with every fault, for one request and for as many as a call is tried. */
export function cellsOf(scenario: Scenario, requests: number): Cell[] {
  const cells: Cell[] = [];
  for (let at = 1; at <= requests; at += 1)
    for (const kind of FAULTS)
      for (const times of [1, STICKY]) cells.push({ scenario, fault: { kind, at, times } });
  return cells;
}

/** Such as `ApiToken/rename/3/reset-after`, with `*4` if the fault lasts for four requests. */
export function nameOf({ scenario, fault: { at, kind, times } }: Cell): string {
  return `${scenario.name}/${at}/${kind}${times === 1 ? "" : `*${times}`}`;
}

/** The cells for real processes. They are slow, so only faults that break a connection or a process are played. */
export const REAL_SCENARIOS = [
  "ApiToken/create",
  "ApiToken/rename",
  "ApiToken/target-replace",
  "ApiTokenOfAccount/replace-account",
  "ZoneRules/create",
  "ZoneRules/update-edit",
  "ZoneRulesAlone/rename",
  "Owasp/rename",
  "ZoneBaseline/create",
];
const REAL_FAULTS: readonly FaultKind[] = [
  "reset-after",
  "truncated",
  "provider-killed-before",
  "provider-killed-after",
];

export function realCellsOf(scenario: Scenario, requests: number): Cell[] {
  return cellsOf(scenario, requests).filter(
    ({ fault: { kind, times } }) => REAL_FAULTS.includes(kind) && times === 1,
  );
}

/** Cells that failed once and were repaired. */
const FAILED_ONCE = [
  "ZoneRulesExclusive/rename/4/403",
  "ZoneRulesExclusive/rename/5/429*4",
  "ZoneRulesExclusive/rename-and-change/5/403*4",
  "StateMoved/rename-rules/5/403",
  "Twins/create-owasp/5/500-after",
  "List/create/1/cli-killed",
  "List/rename/4/403",
];

/** A part of the pairs of operation and fault. */
export interface Portion {
  /** How many of the kinds that have an operation may share its faults. */
  readonly shares: number;
  /** A kind plays one of so many faults of its share. */
  readonly oneOf: number;
}

export const PORTIONS = {
  sample: { shares: 4, oneOf: 1 },
  slice: { shares: FAULTS.length, oneOf: 3 },
} as const satisfies Readonly<Record<string, Portion>>;

/**
 * Returns one cell for each pair of operation and fault in the portion, at a request and with a duration that differ from pair to pair,
 * and the cells that failed once. Each kind of resource that sends a request plays one cell or more of each of its operations.
 */
export function sampleOf(
  scenario: Scenario,
  requests: number,
  all: readonly Scenario[],
  { shares, oneOf }: Portion,
): Cell[] {
  if (requests === 0) return [];
  const operation = operationOf(scenario);
  const alike = all.filter((one) => operationOf(one) === operation);
  // Which faults a kind plays differs from operation to operation.
  const parts = Math.min(alike.length, shares);
  const part = (alike.indexOf(scenario) + sumOf(operation)) % parts;
  const shift = sumOf(scenario.name);
  const chosen = FAULTS.flatMap((kind, index): Cell[] => {
    if (index % parts !== part) return [];
    const at = 1 + ((shift + index * 3) % requests);
    return [{ scenario, fault: { kind, at, times: (shift + index) % 4 < 2 ? 1 : STICKY } }];
  });
  const played = chosen.filter((_, index) => index % oneOf === shift % Math.min(oneOf, chosen.length));
  const before = cellsOf(scenario, requests).filter((cell) => FAILED_ONCE.includes(nameOf(cell)));
  return [...played, ...before];
}

function sumOf(text: string): number {
  return Array.from(text).reduce((sum, letter) => sum + letter.charCodeAt(0), 0);
}

function operationOf({ name }: Scenario): string {
  return name.slice(name.indexOf("/"));
}
