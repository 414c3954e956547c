/**
 * The questions that a lifecycle asks of `HandOver` before it touches an object, each with an answer that loses something, and the seed of a
 * history that notices.
 */
export const GUARDS = {
  isKept: { broken: () => false, seed: 50000 },
  isManagedBy: { broken: () => false, seed: 50038 },
  restore: { broken: () => Promise.resolve(), seed: 50003 },
  isFree: { broken: () => true, seed: 61206 },
  isRestored: { broken: () => false, seed: 60672 },
} as const;

export type Guard = keyof typeof GUARDS;

export function isGuard(name: string | undefined): name is Guard {
  return name !== undefined && Object.hasOwn(GUARDS, name);
}
