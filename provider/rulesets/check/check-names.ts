import { isMembers, pathTo, type Problem } from "../../api";
import { camelName, hasDataKeys, snakeName } from "../rules/naming";

/**
 * Finds members, of an action's parameters unless `action` is undefined, that are written as on the wire: they would be taken,
 * and come back in the other style as a difference.
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
      ...(misnamed ? [{ path: at, message: `is written ${camelName(name)} here` }] : []),
      ...checkNames(member, at, action, inner),
    ];
  });
}
