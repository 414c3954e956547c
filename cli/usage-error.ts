/** Invalid command-line usage. The message is printed without a stack trace. */
export class UsageError extends Error {}
