export { counted, withThousands } from "./count";
export { firstWords, joinAnd, joinFirst, joinOr, joinQuotedOr } from "./join";
