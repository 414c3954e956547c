import { FAULTS, type PlannedFault } from "./front";
import type { Scenario } from "./scenario";

/** One fault at one request of one operation. */
export interface Cell {
  readonly scenario: Scenario;
  readonly fault: PlannedFault;
}

/** A client tries a call so often: a fault that lasts as long fails it. */
const STICKY = 4;
/** Every request of the operation with every fault, once and as often as a call is tried. */
export function cellsOf(scenario: Scenario, requests: number): Cell[] {
  const cells: Cell[] = [];
  for (let at = 1; at <= requests; at += 1)
    for (const kind of FAULTS)
      for (const times of [1, STICKY]) cells.push({ scenario, fault: { kind, at, times } });
  return cells;
}

/** `ApiToken/rename/3/reset-after`, and with `*4` where the fault lasts for four requests. */
export function nameOf({ scenario, fault: { at, kind, times } }: Cell): string {
  return `${scenario.name}/${at}/${kind}${times === 1 ? "" : `*${times}`}`;
}

/** One cell for each pair of operation and fault: at another request, for another time, from pair to pair. */
export function sampleOf(scenario: Scenario, requests: number): Cell[] {
  if (requests === 0) return [];
  const shift = Array.from(scenario.name).reduce((sum, letter) => sum + letter.charCodeAt(0), 0);
  return FAULTS.map((kind, index): Cell => {
    const at = 1 + ((shift + index * 3) % requests);
    return { scenario, fault: { kind, at, times: (shift + index) % 2 === 0 ? 1 : STICKY } };
  });
}
