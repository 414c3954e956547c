import { isMembers, pathTo, type Problem } from "../../api";
import { camelName, hasDataKeys, snakeName } from "../naming";

/**
 * Finds members with a name in snake_case. They would be sent correctly, but a refresh would return them in camelCase, as a
 * difference. `action` is set if `value` belongs to the parameters of an action; `wirePath` is its path there, in wire names.
 */
export function checkNames(value: unknown, path: string, action?: string, wirePath = ""): Problem[] {
  if (Array.isArray(value)) {
    return value.flatMap((item, index) => checkNames(item, pathTo(path, index), action, wirePath));
  }
  if (!isMembers(value)) return [];
  const isData = hasDataKeys(action, wirePath);
  return Object.entries(value).flatMap(([name, member]) => {
    const at = pathTo(path, name);
    const inner = wirePath ? `${wirePath}.${snakeName(name)}` : snakeName(name);
    const misnamed = !isData && camelName(name) !== name;
    return [
      ...(misnamed ? [{ path: at, message: `must be written in camelCase: ${camelName(name)}` }] : []),
      ...checkNames(member, at, action, inner),
    ];
  });
}
