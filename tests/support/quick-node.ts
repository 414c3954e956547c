import fs from "node:fs";
import path from "node:path";

const SCRIPT = `#!/bin/sh
if [ "$1" = -e ] && [ "$2" = "console.log(require.resolve('@pulumi/pulumi/cmd/dynamic-provider'))" ]; then
  for folder in "$PWD" "\${PWD%/*}"; do
    cd -P "$folder/node_modules/@pulumi/pulumi" 2>/dev/null && echo "$PWD/cmd/dynamic-provider/index.js" && exit
  done
fi
exec "${process.execPath}" "$@"
`;

/**
 * Writes a `node` that answers at once where the dynamic provider of the SDK is, and is Node for everything else. Pulumi asks before
 * it starts one, with a process of its own.
 * @returns its folder, for PATH
 */
export function placeQuickNode(directory: string): string {
  const folder = path.join(directory, "bin");
  fs.mkdirSync(folder);
  fs.writeFileSync(path.join(folder, "node"), SCRIPT, { mode: 0o755 });
  return folder;
}
