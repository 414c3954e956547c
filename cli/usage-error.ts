/** Invalid command-line usage. The message is printed without a stack trace. */
export class UsageError extends Error {}

const CAUSES: Readonly<Record<"read" | "written", Readonly<Record<string, string>>>> = {
  read: { ENOENT: "there is no such file", EACCES: "you may not read it", EISDIR: "it is a folder" },
  written: {
    ENOENT: "its folder does not exist; name a file in a folder that exists",
    ENOTDIR: "its folder is a file; name a file in a folder that exists",
    EACCES: "you may not write it; name another file, or change its permissions",
    EISDIR: "it is a folder; name a file in it",
    ENOSPC: "the disk is full",
  },
};

/** Says why a file cannot be read or written, and what to do, with the code of the system. */
export function fileError(file: string, done: "read" | "written", error: unknown): UsageError {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const cause = Object.hasOwn(CAUSES[done], code) ? CAUSES[done][code] : undefined;
  const why =
    cause === undefined ? (error instanceof Error ? error.message : String(error)) : `${cause} (${code})`;
  return new UsageError(`${file} cannot be ${done}: ${why}`);
}
