import { isMembers, isUnknown } from "../../provider/api";
import { type ExampleResource, ZONE } from "../../provider/claims/example-resource";
import type { ExampleChange, ExampleStep } from "../../review/registry/change-example";

/** Prints the change of an example as lines of a program: each resource before and after the change. */
export function printChange({ steps, failure, leftOut, exportedTokens = [] }: ExampleChange): string[] {
  return [
    ...steps.flatMap(printStep),
    ...exportedTokens.map((name) => `export const ${name} = pulumi.unsecret(token.value);`),
    ...(failure === undefined ? [] : [`// the preview ends with: ${failure}`]),
    ...(leftOut === undefined ? [] : [`// the preview leaves out ${leftOut} unchanged resources`]),
  ];
}

function printStep({ before, after, isReplaced = false }: ExampleStep): string[] {
  if (!before) return after ? [printResource(after)] : [];
  const then = after ? [isReplaced ? "// after, as a replacement:" : "// after:", printResource(after)] : [];
  return ["// before:", printResource(before), ...then, ...(after ? [] : ["// after: deleted"])];
}

function printResource({ type, name, args, protect }: ExampleResource): string {
  const options = protect === undefined ? "" : `, { protect: ${String(protect)} }`;
  return `new ${type}(${JSON.stringify(name)}, ${literal(args)}${options});`;
}

/** Prints a value as TypeScript. The id of the zone of the examples is an output, and so is what is not known yet. */
function literal(value: unknown): string {
  if (value === ZONE) return "zone.id";
  if (isUnknown(value)) return "later.value";
  if (Array.isArray(value)) return `[${value.map(literal).join(", ")}]`;
  if (!isMembers(value)) return JSON.stringify(value);
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  const texts = members.map(([name, member]) => `${keyOf(name)}: ${literal(member)}`);
  return texts.length === 0 ? "{}" : `{ ${texts.join(", ")} }`;
}

function keyOf(name: string): string {
  return /^[a-z_]\w*$/i.test(name) ? name : JSON.stringify(name);
}
