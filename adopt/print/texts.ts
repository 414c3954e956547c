import { showControls } from "../../provider/visible";
import {
  type AdoptedProgram,
  type AdoptedResource,
  type AdoptedSection,
  isProtected,
  type LeftOut,
  resourcesOf,
} from "../program";
import { firstWords } from "../../provider/words";

/** The things that a comment lists at most. */
const LISTED = 20;

/** How a language writes what the header mentions. */
export interface HeaderNames {
  readonly refs: string;
  readonly takeOver: string;
  readonly keepValue: string;
}

/** How to end a trial without deleting what it adopted. */
const WAY_BACK = [
  "What is adopted is protected: `pulumi destroy` fails and deletes nothing. To end the trial and leave everything as it is, make the",
  "state forget it: `pulumi stack rm --force` for the whole stack, `pulumi state delete --force <URN>` for one resource.",
];

export function headerLines(resources: readonly AdoptedResource[], names: HeaderNames): string[] {
  const has = (kind: AdoptedResource["kind"]) => resources.some((resource) => resource.kind === kind);
  const hasRules = resources.some(({ args }) => "refs" in args);
  return [
    "Written by `edge-platform adopt` from what is live. The first `pulumi up` only reads.",
    ...(hasRules
      ? [
          `After it, remove ${names.takeOver}. To mark the rules as this stack's own, remove ${names.refs}: this writes each rule once.`,
        ]
      : []),
    ...(resources.some(({ terraform, terraformItems }) => terraform !== undefined || terraformItems)
      ? [
          "Then remove these resources from Terraform's state by `terraform state rm`, and only then from its configuration.",
        ]
      : []),
    ...(has("ApiToken")
      ? [
          `Tokens keep their values, which the API does not return. To roll a token, remove ${names.keepValue}.`,
        ]
      : []),
    ...(resources.some(isProtected) ? WAY_BACK : []),
  ];
}

export function sectionNotes({ title, left }: AdoptedSection): string[] {
  return [title, ...leftOutNotes("Left out:", left)];
}

export function resourceNotes({ notes, left, terraform, terraformItems = [] }: AdoptedResource): string[] {
  return [
    ...(terraform === undefined ? [] : [`In Terraform: ${terraform}`]),
    ...listNotes("Items in Terraform:", terraformItems),
    ...leftOutNotes("Left out, and left alone by this resource:", left),
    ...notes,
  ];
}

function leftOutNotes(title: string, left: readonly LeftOut[]): string[] {
  return listNotes(
    title,
    left.map(({ subject, why }) => `${subject}: ${why}`),
  );
}

function listNotes(title: string, texts: readonly string[]): string[] {
  if (texts.length === 0) return [];
  return [title, ...firstWords(texts, LISTED, (rest) => `and ${rest} more`).map((text) => `- ${text}`)];
}

/** Joins the parts of a program, each with its comments above it, by empty lines. `statement` returns the lines of a resource. */
export function programText(
  program: AdoptedProgram,
  sign: string,
  names: HeaderNames,
  imports: readonly string[],
  statement: (resource: AdoptedResource) => readonly string[],
): string {
  const parts = [
    commentLines(headerLines(resourcesOf(program), names), sign),
    ...(imports.length > 0 ? [imports] : []),
    ...program.sections.flatMap((section) => [
      commentLines(sectionNotes(section), sign),
      ...section.resources.map((resource) => [
        ...commentLines(resourceNotes(resource), sign),
        ...statement(resource),
      ]),
    ]),
  ];
  return `${parts.map((lines) => lines.join("\n")).join("\n\n")}\n`;
}

/** Returns comment lines. Each text becomes one line, which shows every character of names that others chose. */
export function commentLines(texts: readonly string[], sign: string): string[] {
  return texts.map((text) => `${sign} ${showControls(text.replace(/[\r\n\u2028\u2029]+/g, " "))}`.trimEnd());
}

/** Controls, line separators, and characters that are invisible or that reorder the text around them. */
const SPECIAL = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}\p{Cn}\u00a0\u115f\u1160\u3164\uffa0]/gu;

/** How a language escapes code points above U+FFFF: JavaScript as two UTF-16 units, YAML and Python as one `\UXXXXXXXX`. */
type Escapes = "UTF-16 units" | "code points";

/**
 * Returns the inside of a literal in quotes, for TypeScript, YAML and Python: special characters are escaped, so that a reviewer sees
 * every one of them, and none can end the literal or the line.
 */
export function escapedText(text: string, quote: string, escapes: Escapes): string {
  return text
    .replace(/\\/g, "\\\\")
    .replaceAll(quote, `\\${quote}`)
    .replace(/\n/g, "\\n")
    .replace(/\r/g, "\\r")
    .replace(/\t/g, "\\t")
    .replace(SPECIAL, (character) =>
      (escapes === "code points" ? [character] : character.split("")).map(unicodeEscape).join(""),
    );
}

/** Returns a literal in the quotes that need fewer escapes, as Prettier and Black choose them. */
export function literalText(text: string, escapes: Escapes): string {
  const count = (quote: string) => text.split(quote).length - 1;
  const quote = count('"') > count("'") ? "'" : '"';
  return `${quote}${escapedText(text, quote, escapes)}${quote}`;
}

function unicodeEscape(character: string): string {
  const code = (character.codePointAt(0) ?? 0).toString(16);
  return code.length > 4 ? `\\U${code.padStart(8, "0")}` : `\\u${code.padStart(4, "0")}`;
}
