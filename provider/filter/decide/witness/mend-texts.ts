import { fromLatin1, toLatin1 } from "../../evaluate/byte-functions";
import { isBytes, isIp, type RuntimeValue } from "../../evaluate/runtime-value";
import { parseAddress, printAddress } from "../../parse/ip-address";
import type { Fields } from "./request-of";

/** Returns texts that people would rather write than one that automata have found, the best one first. */
type Mend = (text: string, fields: Fields) => readonly string[];

/** The names of files that have nothing in front of their extension. */
const FILES: ReadonlyMap<string, string> = new Map([
  ...["htm", "html", "php"].map((extension) => [extension, "index"] as const),
  ...["gif", "jpeg", "jpg", "png", "svg", "webp"].map((extension) => [extension, "image"] as const),
  ["css", "style"],
  ["js", "app"],
  ["json", "data"],
]);
const OTHER_FILE = "file";
const OTHER_FILES = "asp aspx bak cgi csv gz ico jsp pdf sql tar txt xml zip".split(" ");
const EXTENSIONS = [...FILES.keys(), ...OTHER_FILES].join("|");
const NAMELESS_FILE = new RegExp(`/\\.(${EXTENSIONS})(?![a-z])`, "i");
/** Where a pattern probably has a dot that is not escaped, so that an "a" matches it. */
const LETTER_FOR_DOT = new RegExp(`a(${EXTENSIONS}|com|de|io|net|org)$`);
/** Other texts are left as they are: a part of a character would be changed like a letter. */
const PLAIN = /^[ -~]*$/;
const NAME = /^[\w.-]+$/;
const NAME_WITHOUT_VALUE = /^[\w.-]+=$/;

/** In the order in which they are tried. Each begins with what those before have left. */
const MENDS: readonly (readonly [field: string, mend: Mend])[] = [
  ["http.host", withFirstLabel],
  ["http.host", withDot],
  ["http.host", withDomain],
  ["http.host", withUsualLabel],
  ["http.request.uri.path", withoutDoubleSlash],
  ["http.request.uri.path", withDot],
  ["http.request.uri.path", withVersion],
  ["http.request.uri.path", withSuffix],
  ["http.request.uri.path", withFileName],
  ["http.request.uri.path", capitalized],
  ["http.request.uri.query", capitalized],
  ["http.request.uri.query", withParameter],
  ["http.user_agent", withProductVersion],
  ["http.user_agent", capitalized],
  ["http.cookie", withValue],
  ["ip.src", withHost],
  ["http.request.version", (_, fields) => (fields.get("ssl") === false ? ["HTTP/1.1"] : [])],
];

/**
 * Makes texts and addresses readable that automata have found: a file gets a name, a parameter of the query a name and a value.
 *
 * @param current returns the request as it is
 * @param isTried whether the value of a field may change
 * @param accept takes another request over, or returns false. It is called at most three times for each mend
 */
export function mendTexts(
  current: () => Fields,
  isTried: (field: string) => boolean,
  accept: (changed: Fields) => boolean,
): void {
  for (const [field, mend] of MENDS) {
    if (!isTried(field)) continue;
    const fields = current();
    const value = fields.get(field);
    const text = textOf(value);
    if (text === undefined || !PLAIN.test(text)) continue;
    mend(text, fields).some((other) => {
      const changed = isBytes(value) ? fromLatin1(other) : parseAddress(other);
      return other !== text && changed !== undefined && accept(new Map(fields).set(field, changed));
    });
  }
}

function textOf(value: RuntimeValue | undefined): string | undefined {
  if (isBytes(value)) return toLatin1(value);
  return isIp(value) ? printAddress(value) : undefined;
}

/** `.example.com` becomes `www.example.com`. */
function withFirstLabel(host: string): string[] {
  return host.startsWith(".") ? [`www${host}`] : [];
}

/** `httpbin` and `httpbin.` become `httpbin.example.com`. */
function withDomain(host: string): string[] {
  return /^[^.]+\.?$/.test(host) ? [`${host.replace(".", "")}.example.com`] : [];
}

/** `a.example.org` becomes `www.example.org`. */
function withUsualLabel(host: string): string[] {
  return ["www", "api"].map((label) => host.replace(/^[a-z0-9_-]\.(?=.*\.)/, `${label}.`));
}

/** `/xmlrpcaphp` becomes `/xmlrpc.php`. */
function withDot(text: string): string[] {
  return [text.replace(LETTER_FOR_DOT, ".$1")];
}

/** `/api/https://a/` becomes `/api/`, `//admin` becomes `/en/admin`, and `/shop//cart` becomes `/shop/1/cart`. */
function withoutDoubleSlash(path: string): string[] {
  const at = path.indexOf("//");
  if (at < 0) return [];
  const above = path.slice(0, path.lastIndexOf("/", at - 1) + 1);
  return [above, at === 0 ? `/en${path.slice(1)}` : `${path.slice(0, at)}/1${path.slice(at + 1)}`];
}

/** `/api/v0/` becomes `/api/v1/`, or a higher version. */
function withVersion(path: string): string[] {
  return /\/v0(\/|$)/.test(path) ? [1, 2, 3].map((version) => path.replace("/v0", `/v${version}`)) : [];
}

/** `/admina` becomes `/admin-old`. */
function withSuffix(path: string): string[] {
  return /\wa$/.test(path) ? [`${path.slice(0, -1)}-old`] : [];
}

/** `/.php` becomes `/index.php`. */
function withFileName(path: string): string[] {
  return [
    path.replace(NAMELESS_FILE, (dotted, extension: string) => {
      const name = FILES.get(extension.toLowerCase()) ?? OTHER_FILE;
      return `/${name}${dotted.slice(1)}`;
    }),
  ];
}

/** A text of which only the last letter has the other case, `/admiN`, becomes `/Admin`. */
function capitalized(text: string): string[] {
  if (!/[a-z][A-Z]$/.test(text)) return [];
  return [text.toLowerCase().replace(/[a-z]/, (letter) => letter.toUpperCase())];
}

/** `<script` becomes `a=<script`. */
function withParameter(query: string): string[] {
  return query === "" || /^[\w.-]+=/.test(query) || NAME.test(query) ? withValue(query) : [`a=${query}`];
}

/** `debug` and `debug=` become `debug=1`. */
function withValue(text: string): string[] {
  if (NAME.test(text)) return [`${text}=1`];
  return NAME_WITHOUT_VALUE.test(text) ? [`${text}1`] : [];
}

/** `zgrab/` becomes `zgrab/1.0`. */
function withProductVersion(agent: string): string[] {
  return /^[\w-]+\/$/.test(agent) ? [`${agent}1.0`] : [];
}

/** The address of a network, `10.0.0.0` or `2001:db8::`, becomes one of a client. */
function withHost(address: string): string[] {
  return /\.0$|::$/.test(address) ? [7, 1].map((host) => address.replace(/0?$/, String(host))) : [];
}
