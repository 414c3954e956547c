import type { Policies } from "@pulumi/policy";
import { limitTokenMakers } from "./limit-token-makers";
import { noFilterWarnings } from "./no-filter-warnings";
import { noHazards } from "./no-hazards";
import { requireOwasp } from "./require-owasp";

export { limitTokenMakers, noFilterWarnings, noHazards, requireOwasp as owaspInEveryZone };

/** All policies of this package. They are mandatory, except `no-filter-warnings` and `no-hazards`, which are disabled by default. */
export const edgePolicies: Policies = [requireOwasp, limitTokenMakers, noFilterWarnings, noHazards];
