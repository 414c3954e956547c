/** Whether a line of a preview says what a change means for requests. */
export function isAboutRequests(line: string): boolean {
  return /: (opens|challenges less|blocks more|treats requests otherwise|undecided|no request changes)\b/.test(
    line,
  );
}
