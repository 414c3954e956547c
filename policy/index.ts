import type { Policies } from "@pulumi/policy";
import { limitTokenMakers } from "./limit-token-makers";
import { noFilterWarnings } from "./no-filter-warnings";
import { requireOwasp } from "./require-owasp";

export { limitTokenMakers, noFilterWarnings, requireOwasp as owaspInEveryZone };

/** All policies of this package. They are mandatory, except `no-filter-warnings`, which is disabled by default. */
export const edgePolicies: Policies = [requireOwasp, limitTokenMakers, noFilterWarnings];
