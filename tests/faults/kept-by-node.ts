import * as hooks from "node:async_hooks";
import fs from "node:fs";
import os from "node:os";

/** What Node holds for a process until its end: open files, and storages that it goes through at each promise. */
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
      // Its time is not that of other processes: what they share among them is theirs.
      "node:os": { ...os, tmpdir: () => folder },
    },
    release: () => {
      for (const storage of storages) storage.disable();
      for (const file of files) fs.closeSync(file);
    },
  };
}
