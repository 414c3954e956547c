import type { Policies } from "@pulumi/policy";
import { limitTokenMakers } from "./limit-token-makers";
import { noFilterWarnings } from "./no-filter-warnings";
import { requireOwasp } from "./require-owasp";

export { limitTokenMakers, noFilterWarnings, requireOwasp as owaspInEveryZone };

/** Every policy of this package: mandatory, but for the one about warnings, which is disabled until it is asked for. */
export const edgePolicies: Policies = [requireOwasp, limitTokenMakers, noFilterWarnings];
