import path from "node:path";
import { ROOT } from "../../scripts/prepare";
import { createEdgeStack, type EdgeStack, type EdgeStackOptions } from "./edge-stack";

/** Pulumi.yaml of a program whose plugin `edge` is this repository's. */
export const NATIVE_PROJECT = [
  "name: engine-test",
  "runtime: nodejs",
  "plugins:",
  "  providers:",
  "    - name: edge",
  `      path: ${path.join(ROOT, "plugin")}`,
  "",
].join("\n");

/** Creates a stack with its own platform, whose program may declare native resources. */
export function createNativeStack(
  index: string,
  options: Partial<EdgeStackOptions> = {},
): Promise<EdgeStack> {
  return createEdgeStack({ ...options, program: { "Pulumi.yaml": NATIVE_PROJECT, "index.js": index } });
}

/** Each provider: its name, the module of its classes, and what makes a stack with a program of it. */
export const BOTH_PROVIDERS = [
  [
    "dynamic provider",
    "pulumi-edge-platform",
    (program: string) => createEdgeStack({ program: { "index.js": program } }),
  ],
  ["native plugin", "pulumi-edge-platform/native", createNativeStack],
] as const;
