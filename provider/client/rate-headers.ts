/** `Ratelimit: "default";r=50;t=30`: what is left until the quota is whole again. */
export interface Remaining {
  readonly name: string;
  readonly left: number;
  readonly resetMs: number;
}

/** `Ratelimit-Policy: "burst";q=100;w=60`: so many requests in any such time. */
export interface Policy {
  readonly name: string;
  readonly quota: number;
  readonly windowMs: number;
}

/** Items that lack `r` or `t` are left out. */
export function parseRemaining(text: string | undefined): Remaining[] {
  return itemsOf(text).flatMap(({ name, numbers }) => {
    const left = numbers.get("r");
    const reset = numbers.get("t");
    return left === undefined || reset === undefined ? [] : [{ name, left, resetMs: reset * 1000 }];
  });
}

/** Items without a quota of at least 1 and a time are left out. */
export function parsePolicies(text: string | undefined): Policy[] {
  return itemsOf(text).flatMap(({ name, numbers }) => {
    const quota = numbers.get("q") ?? 0;
    const window = numbers.get("w") ?? 0;
    return quota < 1 || window <= 0 ? [] : [{ name, quota, windowMs: window * 1000 }];
  });
}

/** A list of structured fields: a name, then `;key=number` for each parameter. */
function itemsOf(text: string | undefined): { name: string; numbers: ReadonlyMap<string, number> }[] {
  if (!text) return [];
  return text.split(",").map((item) => {
    const [name = "", ...parameters] = item.split(";").map((part) => part.trim());
    const numbers = parameters.flatMap((parameter): [string, number][] => {
      const [, key = "", digits] = /^(\w+)=(\d+)$/.exec(parameter) ?? [];
      return digits === undefined ? [] : [[key, Number(digits)]];
    });
    return { name: name.replaceAll('"', ""), numbers: new Map(numbers) };
  });
}
