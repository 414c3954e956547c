import { compileFilter, parseFilter, readFilterLists, readRequestFields } from "../../../../provider/filter";

/** Tells whether an expression matches a request. */
export function matches(expression: string, fields: object = {}, lists: object = {}): boolean {
  const parsed = parseFilter(expression);
  if (!parsed.valid) throw new Error(`${expression}: ${parsed.diagnostics[0].cause}`);
  return compileFilter(parsed.ast).run(readRequestFields(fields), readFilterLists(lists));
}
