import fs from "node:fs";
import path from "node:path";
import { machineFolder, tryTo } from "./machine-folder";

/**
 * The owners of rules with exact refs, as this machine recorded them: nothing on such a rule shows that a stack owns it. Everything is
 * best effort: an owner on another machine is not known.
 */
export interface ExactRules {
  /** Records that the resource with that mark owns the rules with these ids. */
  own(ids: readonly string[], mark: string): void;
  release(ids: readonly string[]): void;
  /** Returns the mark of the owner. */
  ownerOf(id: string): string | undefined;
}

const ID = /^[0-9a-f]{32}$/;

/** Returns the record in a folder: one file per rule, which holds the mark of its owner. */
export function recordedExactRules(folder: () => string = () => machineFolder("exact-rules")): ExactRules {
  const fileOf = (id: string) => path.join(folder(), id);
  return {
    own(ids, mark) {
      tryTo(() => {
        fs.mkdirSync(folder(), { recursive: true, mode: 0o700 });
        for (const id of ids) if (ID.test(id)) fs.writeFileSync(fileOf(id), mark, { mode: 0o600 });
      });
    },
    release(ids) {
      for (const id of ids) if (ID.test(id)) tryTo(() => fs.unlinkSync(fileOf(id)));
    },
    ownerOf: (id) => (ID.test(id) ? tryTo(() => fs.readFileSync(fileOf(id), "utf8")) : undefined),
  };
}
