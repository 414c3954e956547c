import { fixedId } from "../../emulator/ids";
import { DEFAULT_ACCOUNT } from "../../emulator/user";

/** Zones and accounts of every world. */
export const COM = fixedId("zone", "example.com");
export const ORG = fixedId("zone", "example.org");
export const ACCOUNT = DEFAULT_ACCOUNT.id;
export const OTHER_ACCOUNT = fixedId("account", "Other account");
