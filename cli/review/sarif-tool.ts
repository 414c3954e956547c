import type { SarifTool } from "../../review/print/print-sarif";

/** What package.json says about the package. npm requires the version. */
interface PackageFacts {
  readonly version: string;
  readonly repository?: string | { readonly url: string };
}

/** Returns how SARIF names this program: its version and, if package.json has it, the address of its repository. */
export function sarifTool(
  { version, repository }: PackageFacts = require("pulumi-edge-platform/package.json") as PackageFacts,
): SarifTool {
  const address = typeof repository === "object" ? repository.url : repository;
  const page = address?.replace(/^git\+/, "").replace(/\.git$/, "");
  // npm also takes short forms such as github:user/name, which no reader of SARIF can open.
  return { version, ...(page?.startsWith("https://") && { repository: page }) };
}
