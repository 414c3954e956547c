export { firstWords, joinAnd, joinFirst, joinOr, joinQuotedOr } from "./join";
