/**
 * The questions that a lifecycle asks of `HandOver` before it touches an object, each with an answer that loses something, and the seed of a
 * history that notices. `isFree` is not among them: what a history declares twice is refused before it is asked (a unit test has it).
 */
export const GUARDS = {
  isKept: { broken: () => false, seed: 50000 },
  isManagedBy: { broken: () => false, seed: 50038 },
  restore: { broken: () => Promise.resolve(), seed: 50003 },
} as const;

export type Guard = keyof typeof GUARDS;

export function isGuard(name: string | undefined): name is Guard {
  return name !== undefined && Object.hasOwn(GUARDS, name);
}
