// @ts-check
"use strict";

/** The middle one; of an even count, the lower of the two in the middle. @param {readonly number[]} values at least one */
function median(values) {
  const middle = values.toSorted((a, b) => a - b)[Math.ceil(values.length / 2) - 1];
  if (middle === undefined) throw new Error("there is no median of nothing");
  return middle;
}

module.exports = { median };
