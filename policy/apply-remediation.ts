import { isMembers, type Members } from "../provider/api";

/**
 * Writes the differences between two copies of a resource's inputs into the inputs themselves, which are behind the proxies of
 * `@pulumi/policy`. A copy has lost which values are secret and the types of unknown values; what does not change keeps both.
 */
export function applyRemediation(inputs: object, before: Members, after: Members): void {
  for (const name of Object.keys(before)) {
    if (!Object.hasOwn(after, name)) Reflect.deleteProperty(inputs, name);
  }
  for (const [name, value] of Object.entries(after)) applyValue(inputs, name, before[name], value);
}

function applyValue(parent: object, name: string, before: unknown, after: unknown): void {
  if (isMembers(before) && isMembers(after)) {
    // A container is known, so reading it does not throw.
    applyRemediation(Reflect.get(parent, name) as object, before, after);
  } else if (Array.isArray(before) && Array.isArray(after) && before.length === after.length) {
    const list = Reflect.get(parent, name) as object;
    for (const [index, item] of after.entries()) applyValue(list, String(index), before[index], item);
  } else if (before !== after) {
    Reflect.set(parent, name, after);
  }
}
