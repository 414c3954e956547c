import { visible } from "../print/visible";

/** HTML that is safe to insert into a page. Only the functions of this module create it. */
export class Html {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  toString(): string {
    return this.#text;
  }
}

/** What a template accepts. Texts are escaped; `undefined` and `false` leave nothing. */
export type Child = Html | string | number | undefined | false | readonly Child[];

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
/** Attributes that a browser runs or loads: no value of a template may enter them. */
const ACTIVE = /^(on.*|style|src|srcdoc|srcset|action|formaction|data|http-equiv)$/i;

/** The fixed parts of each template, checked and without indentation. */
const prepared = new WeakMap<TemplateStringsArray, readonly string[]>();

/** Makes HTML from a template. Texts are escaped, and their invisible characters become visible. */
export function html(strings: TemplateStringsArray, ...children: readonly Child[]): Html {
  return new Html(
    partsOf(strings)
      .map((part, index) => part + textOf(children[index]))
      .join(""),
  );
}

function partsOf(strings: TemplateStringsArray): readonly string[] {
  const known = prepared.get(strings);
  if (known) return known;
  checkPlaces(strings);
  const parts = strings.map((part) => part.replace(/\n\s*/g, " "));
  prepared.set(strings, parts);
  return parts;
}

/** Declares a constant of this package as safe: the text of a style sheet or of a script. Never for a text from elsewhere. */
export function trusted(text: string): Html {
  return new Html(text);
}

/** Makes HTML from a text of several lines. Only line feeds are kept. */
export function lines(text: string): Html {
  return new Html(
    text
      .split("\n")
      .map((line) => escape(visible(line)))
      .join("\n"),
  );
}

function textOf(child: Child): string {
  if (child === undefined || child === false) return "";
  if (typeof child === "string") return escape(visible(child));
  if (typeof child === "number") return String(child);
  return child instanceof Html ? child.toString() : child.map(textOf).join("");
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? "");
}

/**
 * Checks where a template has its values: between tags or in a quoted attribute that a browser neither runs nor loads. Escaping is
 * not enough anywhere else.
 */
function checkPlaces(strings: readonly string[]): void {
  let before = "";
  for (const part of strings.slice(0, -1)) {
    before += part;
    const tag = /<[^<>"']*(?:"[^"]*"[^<>"']*)*(?:"[^"]*)?$/.exec(before)?.[0];
    if (tag !== undefined) checkAttribute(tag);
    before += "x";
  }
}

function checkAttribute(tag: string): void {
  const [, name = "", value = ""] = /([\w-]+)="([^"]*)$/.exec(tag) ?? [];
  const isOpen = (tag.match(/"/g)?.length ?? 0) % 2 === 1;
  if (!isOpen || ACTIVE.test(name) || (name === "href" && !value.startsWith("#")))
    throw new Error(`a template must not have a value here: ${tag}`);
}
