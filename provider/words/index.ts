export { counted, withThousands } from "./count";
export { clipCodePoints, cutText, truncate } from "./cut";
export { firstWords, joinAnd, joinFirst, joinOr, joinQuotedOr } from "./join";
export { didYouMean, meantText, nearestWithin, nearestWords } from "./nearest";
