import { operations, type OperationName } from "../../provider/api";

const ID = "[^/]+";

/** Returns the operation of a request in the platform's log, such as `GET` and `/zones/…/rulesets?per_page=50`. */
export function operationOf(method: string, path: string): OperationName {
  const [bare = ""] = path.split("?");
  const found = (Object.keys(operations) as OperationName[]).filter(
    (name) => operations[name].method === method && patternOf(operations[name].path).test(bare),
  );
  // Fixed segments come before variables, since `verify` in `/tokens/verify` is no id.
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
