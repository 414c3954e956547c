import fs from "node:fs";
import path from "node:path";

/**
 * Returns the text of the package's schema, which `npm run schema` generates. The build puts the file beside the bundle and not into it,
 * since an update does not need it.
 */
export function schemaText(): string {
  return fs.readFileSync(path.join(__dirname, "schema.json"), "utf8");
}
