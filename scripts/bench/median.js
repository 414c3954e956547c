// @ts-check
"use strict";

/** Returns the middle value, or the lower of the two middle values. @param {readonly number[]} values at least one */
function median(values) {
  const middle = values.toSorted((a, b) => a - b)[Math.ceil(values.length / 2) - 1];
  if (middle === undefined) throw new Error("the median of an empty list does not exist");
  return middle;
}

module.exports = { median };
