import * as hooks from "node:async_hooks";
import fs from "node:fs";
import os from "node:os";

/** Resources that Node keeps until a process ends: open files, and storages that it visits at each promise. */
export function keptByNode(folder: string): {
  packages: Readonly<Record<string, unknown>>;
  release: () => void;
} {
  const storages: hooks.AsyncLocalStorage<unknown>[] = [];
  const files = new Set<number>();
  class Storage<T> extends hooks.AsyncLocalStorage<T> {
    constructor() {
      super();
      storages.push(this);
    }
  }
  const openSync: typeof fs.openSync = (...args) => {
    const file = fs.openSync(...args);
    files.add(file);
    return file;
  };
  const closeSync: typeof fs.closeSync = (file) => {
    files.delete(file);
    fs.closeSync(file);
  };
  return {
    packages: {
      "node:async_hooks": { ...hooks, AsyncLocalStorage: Storage },
      "node:fs": { ...fs, openSync, closeSync },
      // Its clock is not that of other processes, so times that they share come from the others.
      "node:os": { ...os, tmpdir: () => folder },
    },
    release: () => {
      for (const storage of storages) storage.disable();
      for (const file of files) fs.closeSync(file);
    },
  };
}
