import fs from "node:fs";
import path from "node:path";
import { PURE_ROOMS } from "./pure-rooms";

/** Packages that keep nothing of a run. */
const PACKAGES = ["axios", "zod"];

let shared = false;

/**
 * Loads the modules that `load` requires as a new process does: none remembers anything. Pure rooms and packages have nothing to
 * remember, so they are loaded once per test file: they are most of the modules.
 */
export function asNewProcess(load: () => void): void {
  if (!shared) {
    for (const file of [...PACKAGES, ...PURE_ROOMS.flatMap(filesOf)]) {
      const loaded: unknown = jest.requireActual(file);
      jest.doMock(file, () => loaded);
    }
    shared = true;
  }
  jest.isolateModules(load);
}

/** Returns the files that other rooms may import: those of subfolders belong to the room. */
function filesOf(room: string): string[] {
  return fs
    .readdirSync(room)
    .filter((name) => name.endsWith(".ts"))
    .map((name) => path.join(room, name));
}
