import { readFileSync } from "node:fs";
import path from "node:path";
import { filter } from "../../../provider/common";

/** What programs call. A change of this list is a line in CHANGELOG.md; docs/api.md has the types, too. */
const NAMES = `
  Condition DEFAULT_BUDGET FILTER_PLANS FILTER_WARNING_RULES LANGUAGE_DATE LanguageError MAX_EXPRESSION_LENGTH RequestFieldError
  UnknownValueError UnsupportedFunctionError alwaysTrue and astToJson checkPlace compare compileFilter counterexample declaredField
  field fieldsOf fixFilter implies lintFilter list listFields listFunctions neverMatchesWith neverTrue not or parseFilter
  parseValueExpression printDocumented printEngine printFilter printForPeople printRequest printSecretRequest printValueExpression
  readFilterLists readLanguage readRequestFields readRequestFieldsIn refutable satisfiable severityOfRule stillMatches walkFilter
  writeFilterLists writeRequestFields xor`
  .trim()
  .split(/\s+/);

const page = readFileSync(path.resolve(__dirname, "../../../docs/filter-language.md"), "utf8");

describe("the namespace `filter` of programs", () => {
  it("has these names and no helpers of the package", () => {
    expect(Object.keys(filter).sort()).toEqual(NAMES);
  });

  it("has no name that the table of docs/filter-language.md does not explain, and the table has no others", () => {
    const [, section = ""] = page.split("\n### All functions of a program\n");
    const rows = (section.split("\n## ")[0] ?? "").split("\n").filter((line) => /^\| `/.test(line));
    const explained = rows.flatMap((row) =>
      [...(row.split("|")[1] ?? "").matchAll(/`(\w+)`/g)].map(([, name]) => name),
    );
    expect(explained.sort()).toEqual(NAMES);
  });
});
