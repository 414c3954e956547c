import { isMembers, isUnknown, type Problem } from "../../api";

/** Puts the ref into the paths of problems, `rules["admin"]` for `rules[3]`, if only one rule has that ref. */
export function namedByRef(rules: unknown, problems: readonly Problem[]): Problem[] {
  const refs: unknown[] = Array.isArray(rules)
    ? rules.map((rule) => (isMembers(rule) ? rule["ref"] : undefined))
    : [];
  return problems.map(({ path, message }) => {
    const named = path.replace(/^rules\[(\d+)\]/, (indexed, index: string) => {
      const ref = refs[Number(index)];
      const isUnique =
        typeof ref === "string" && !isUnknown(ref) && refs.indexOf(ref) === refs.lastIndexOf(ref);
      return isUnique ? `rules[${JSON.stringify(ref)}]` : indexed;
    });
    return { path: named, message };
  });
}
