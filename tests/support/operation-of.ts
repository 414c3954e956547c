import { operations, type OperationName } from "../../provider/api";

const ID = "[^/]+";

/** Which operation a request in the platform's log was: `GET`, `/zones/…/rulesets?per_page=50`. */
export function operationOf(method: string, path: string): OperationName {
  const [bare = ""] = path.split("?");
  const found = (Object.keys(operations) as OperationName[]).filter(
    (name) => operations[name].method === method && patternOf(operations[name].path).test(bare),
  );
  // Fixed segments before variables: `/tokens/verify` is no token's id.
  const [best] = found.sort((a, b) => variables(a) - variables(b));
  if (!best) throw new Error(`${method} ${path} is no operation.`);
  return best;
}

function patternOf(path: string): RegExp {
  const scoped = path.replace("{scope}", `(?:user|accounts/${ID}|zones/${ID})`).replace(/\{\w+\}/g, ID);
  return new RegExp(`^${scoped}$`);
}

function variables(name: OperationName): number {
  return operations[name].path.split("{").length;
}
