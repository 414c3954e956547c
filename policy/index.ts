export { edgePolicies } from "./edge-policies";
export { limitTokenMakers } from "./limit-token-makers";
export { owaspInEveryZone } from "./require-owasp";
