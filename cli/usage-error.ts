/** What the command line asks for cannot be asked for; the message says why. */
export class UsageError extends Error {}
