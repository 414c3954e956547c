/** Returns the text of a page as a reader sees it without its style sheet and pictures: one line for each block. */
export function visibleText(page: string): string {
  const body = /<body>([^]*)<\/body>/.exec(page)?.[1] ?? "";
  const lines = body
    .replace(/<(script|style|svg)\b[^]*?<\/\1>/g, "")
    .replace(/\s+/g, " ")
    .replace(
      /<\/?(?:section|h\d|p|div|li|ul|ol|tr|table|dl|dt|dd|details|summary|nav|header|main|pre)\b[^>]*>/g,
      "\n",
    )
    .replace(/<\/t[dh]>/g, " | ")
    .replace(/<[^>]*>/g, "")
    .replace(/&#(\d+);/g, (_whole, code: string) => String.fromCodePoint(Number(code)))
    .replaceAll("&quot;", '"')
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&")
    .split("\n");
  return lines
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .join("\n")
    .concat("\n");
}
