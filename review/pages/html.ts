import { showControls } from "../../provider/visible";

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
/** What ends a text. */
const IN_TEXT = /[&<>]/g;
/** What ends a quoted attribute, too. */
const IN_ATTRIBUTE = /[&<>"']/g;

/** A tag that has not ended, whose attributes are in double quotes. */
const TAG = /<[^<>"']*(?:"[^"]*"[^<>"']*)*(?:"[^"]*)?$/;
/** Any other tag that has not ended. */
const OPEN_TAG = /<[^<>]*$/;

/** Attributes that a browser runs or loads: no value of a template may enter them. */
const ACTIVE = /^(on.*|style|src|srcdoc|srcset|action|formaction|data|http-equiv)$/i;

/** A tag of a block element with the spaces around it, which a browser ignores. */
const AROUND_BLOCK =
  / ?(<\/?(?:details|div|dd|dl|dt|h\d|li|ol|p|section|summary|table|tbody|td|th|thead|tr|ul)\b[^<>]*>) ?/g;

/** A fixed part of a template, and whether the value behind it is in an attribute. */
interface Part {
  readonly text: string;
  readonly isInAttribute: boolean;
}

/** The fixed parts of each template, checked and without layout. */
const prepared = new WeakMap<TemplateStringsArray, readonly Part[]>();

/** Makes HTML from a template. Texts are escaped, and their invisible characters become visible. */
export function html(strings: TemplateStringsArray, ...children: readonly Child[]): Html {
  return new Html(
    partsOf(strings)
      .map(({ text, isInAttribute }, index) => {
        const child = children[index];
        return text + (isInAttribute ? attributeText(child) : textOf(child));
      })
      .join(""),
  );
}

function partsOf(strings: TemplateStringsArray): readonly Part[] {
  const known = prepared.get(strings);
  if (known) return known;
  const places = attributePlaces(strings);
  const parts = strings.map((text, index) => ({
    text: withoutLayout(text),
    isInAttribute: places[index] ?? false,
  }));
  prepared.set(strings, parts);
  return parts;
}

/** Leaves out the white space of a template that a browser does not show. */
function withoutLayout(part: string): string {
  return part
    .replace(/\n\s*/g, " ")
    .replace(/ >/g, ">")
    .replace(AROUND_BLOCK, (_space, tag: string) => tag);
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
      .map((line) => escape(showControls(line), IN_TEXT))
      .join("\n"),
  );
}

function textOf(child: Child): string {
  if (child === undefined || child === false) return "";
  if (typeof child === "string") return escape(showControls(child), IN_TEXT);
  if (typeof child === "number") return String(child);
  return child instanceof Html ? child.toString() : child.map(textOf).join("");
}

function attributeText(child: Child): string {
  if (child === undefined || child === false) return "";
  // The quotes of HTML would end the attribute.
  if (typeof child === "object") throw new Error("an attribute must have a text or a number as its value");
  return escape(showControls(String(child)), IN_ATTRIBUTE);
}

function escape(text: string, characters: RegExp): string {
  return text.replace(characters, (character) => ENTITIES[character] ?? "");
}

/**
 * Returns for each value of a template whether it is in an attribute, and checks where it is: between tags or in a quoted attribute
 * that a browser neither runs nor loads. Escaping is not enough anywhere else.
 */
function attributePlaces(strings: readonly string[]): boolean[] {
  let before = "";
  return strings.slice(0, -1).map((part) => {
    before += part;
    const tag = (TAG.exec(before) ?? OPEN_TAG.exec(before))?.[0];
    if (tag !== undefined) checkAttribute(tag);
    before += "x";
    return tag !== undefined;
  });
}

function checkAttribute(tag: string): void {
  const [, name = "", value = ""] = /([\w-]+)="([^"]*)$/.exec(tag) ?? [];
  const isOpen = (tag.match(/"/g)?.length ?? 0) % 2 === 1;
  if (!isOpen || ACTIVE.test(name) || (name === "href" && !value.startsWith("#")))
    throw new Error(`a template must not have a value here: ${tag}`);
}
