const NUMBER = "{number}";
const DIGITS = 4;
/** What the engine allows in the name of a stack. */
const STACK_NAME = /^[A-Za-z0-9_.-]{1,100}$/;

export function isStackName(text: string): boolean {
  return STACK_NAME.test(text);
}

/** Whether a pattern names stacks: it contains `{number}` once. */
export function isStackPattern(pattern: string): boolean {
  return pattern.split(NUMBER).length === 2 && isStackName(numbered(pattern, 1));
}

/** Whether a stack has a name that a pattern gives. */
export function fitsStackPattern(pattern: string, stack: string): boolean {
  const [before = "", after = ""] = pattern.split(NUMBER);
  const number = stack.slice(before.length, stack.length - after.length);
  return /^\d{4,}$/.test(number) && numbered(pattern, Number(number)) === stack;
}

/** Returns the first `count` names of a pattern that are not taken: `edge-0001`, `edge-0002`. */
export function newStackNames(pattern: string, taken: ReadonlySet<string>, count: number): string[] {
  const names: string[] = [];
  for (let number = 1; names.length < count; number += 1) {
    const name = numbered(pattern, number);
    if (!taken.has(name)) names.push(name);
  }
  return names;
}

function numbered(pattern: string, number: number): string {
  return pattern.replace(NUMBER, String(number).padStart(DIGITS, "0"));
}
