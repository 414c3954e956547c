import type { Policies } from "@pulumi/policy";
import { limitTokenMakers } from "./limit-token-makers";
import { owaspInEveryZone } from "./require-owasp";

/** Every policy of this package, each mandatory. */
export const edgePolicies: Policies = [owaspInEveryZone, limitTokenMakers];
