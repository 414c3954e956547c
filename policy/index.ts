export { edgePolicies } from "./edge-policies";
export { limitTokenMakers } from "./limit-token-makers";
export { noFilterWarnings } from "./no-filter-warnings";
export { owaspInEveryZone } from "./require-owasp";
