import fs from "node:fs";
import path from "node:path";
import { cancel } from "./interrupt";
import { outputOf, type EdgeStack } from "./edge-stack";
import { liveRulesets } from "./live";
import { EXAMPLE_COM } from "./platform";

/** Empties the state and removes all rulesets of the zone example.com. */
export async function startOver(stack: EdgeStack): Promise<void> {
  await cancel(stack);
  const { version, deployment } = await stack.exportState();
  const file = path.join(stack.directory, "empty.json");
  const empty = { ...deployment, resources: [], pending_operations: [] };
  fs.writeFileSync(file, JSON.stringify({ version, deployment: empty }));
  outputOf(await stack.pulumi(["stack", "import", "--file", file]));
  for (const [place, { id }] of await liveRulesets(stack)) {
    if (place.startsWith("example.com"))
      await stack.api.call("DELETE", `/zones/${EXAMPLE_COM}/rulesets/${id}`);
  }
}
