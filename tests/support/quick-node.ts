import fs from "node:fs";
import path from "node:path";

/** The version of Node and the modules of the SDK that a CLI asks for, with one process for each answer. */
const SCRIPT = `#!/bin/sh
if [ "$*" = --version ]; then
  echo ${process.version}
  exit
fi
if [ "$1" = -e ]; then
  case "$2" in
    "console.log(require.resolve('@pulumi/pulumi/cmd/run'))"*) command=run ;;
    "console.log(require.resolve('@pulumi/pulumi/cmd/dynamic-provider'))"*) command=dynamic-provider ;;
  esac
  for folder in "$PWD" "\${PWD%/*}"; do
    [ -n "$command" ] && cd -P "$folder/node_modules/@pulumi/pulumi" 2>/dev/null && echo "$PWD/cmd/$command/index.js" && exit
  done
fi
exec "${process.execPath}" "$@"
`;

/**
 * Writes a `node` that answers at once what Pulumi asks before it starts a program or a provider, and is Node for everything else.
 * An `up` asks three times, each with a new process of Node.
 * @returns its folder, for PATH
 */
export function placeQuickNode(directory: string): string {
  const folder = path.join(directory, "bin");
  fs.mkdirSync(folder);
  fs.writeFileSync(path.join(folder, "node"), SCRIPT, { mode: 0o755 });
  return folder;
}
