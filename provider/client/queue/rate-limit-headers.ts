/** `Ratelimit: "default";r=50;t=30`: the requests left, and when the quota resets. */
export interface RateLimitRemaining {
  readonly name: string;
  readonly left: number;
  readonly resetMs: number;
}

/** `Ratelimit-Policy: "burst";q=100;w=60`: the requests allowed in a sliding window. */
export interface RateLimitPolicy {
  readonly name: string;
  readonly quota: number;
  readonly windowMs: number;
}

/** Items without `r` or `t` are ignored. */
export function parseRemaining(text: string | undefined): RateLimitRemaining[] {
  return itemsOf(text).flatMap(({ name, numbers }) => {
    const left = numbers.get("r");
    const reset = numbers.get("t");
    return left === undefined || reset === undefined ? [] : [{ name, left, resetMs: reset * 1000 }];
  });
}

/** Items without a positive quota and window are ignored. */
export function parsePolicies(text: string | undefined): RateLimitPolicy[] {
  return itemsOf(text).flatMap(({ name, numbers }) => {
    const quota = numbers.get("q") ?? 0;
    const window = numbers.get("w") ?? 0;
    return quota < 1 || window <= 0 ? [] : [{ name, quota, windowMs: window * 1000 }];
  });
}

/** Parses a list of structured fields: a name, then `;key=number` for each parameter. */
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
