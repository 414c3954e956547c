/** Texts that must stay text. Each would be noticed if it ran, loaded something or moved what stands around it. */
export const HOSTILE = [
  "<script>window.ran = 1</script>",
  "\"><img src=x onerror='window.ran = 1'>",
  "'><svg onload=window.ran=1>",
  "</style></title></textarea><script>window.ran = 1</script>",
  "javascript:window.ran=1",
  "<a href=javascript:window.ran=1>x</a><iframe src=http://evil.example/></iframe>",
  "<base href=http://evil.example/><link rel=stylesheet href=http://evil.example/x.css>",
  "${window.ran = 1} {{constructor.constructor('window.ran=1')()}}",
  "\u202Eevil\u2066\u200B\u0000\u001B[31m\u2028",
].join(" ");

/** Members whose values the package itself chooses from a list. */
const OWN_WORDS: readonly string[] = [
  "format",
  "source",
  "severity",
  "operation",
  "level",
  "ownership",
  "kind",
  "kinds",
  "mark",
  "change",
  "effect",
  "hidden",
  "enforcementLevel",
  "from",
  "type",
];

/** Returns a copy of a document in which every text is hostile. */
export function poisoned<T>(value: T, name = ""): T {
  if (OWN_WORDS.includes(name) && typeof value !== "object") return value;
  if (name === "kinds") return value;
  const poison = (): unknown => {
    if (typeof value === "string") return `${HOSTILE} ${value}`;
    if (Array.isArray(value)) return value.map((item: unknown) => poisoned(item, name));
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([member, item]) => [member, poisoned(item as unknown, member)]),
    );
  };
  // Texts become texts, and everything else stays what it is.
  return poison() as T;
}
