import { DEFAULT_ACCOUNT, fixedId } from "../../emulator/ids";

/** Zones and accounts of every world. */
export const COM = fixedId("zone", "example.com");
export const ORG = fixedId("zone", "example.org");
export const ACCOUNT = DEFAULT_ACCOUNT.id;
export const OTHER_ACCOUNT = fixedId("account", "Other account");
