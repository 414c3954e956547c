/** All policies, one line each. */
export { limitTokenMakers } from "./limit-token-makers";
export { noFilterWarnings } from "./no-filter-warnings";
export { noHazards } from "./no-hazards";
export { requireOwasp } from "./require-owasp";
