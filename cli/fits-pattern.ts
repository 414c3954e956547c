/** Whether a name fits a pattern of stars and question marks. After a mismatch, the last star takes one character more. */
export function fitsPattern(name: string, pattern: string): boolean {
  let [at, place, star, taken] = [0, 0, -1, 0];
  while (at < name.length) {
    if (pattern[place] === "*") {
      [star, taken] = [place, at];
      place += 1;
    } else if (pattern[place] === "?" || pattern[place] === name[at]) {
      at += 1;
      place += 1;
    } else if (star >= 0) {
      taken += 1;
      [at, place] = [taken, star + 1];
    } else return false;
  }
  return /^\**$/.test(pattern.slice(place));
}
