import type { FaultyProgram } from "../../foresight/case";
import { judgeFaulty, missOf } from "../../foresight/judge";
import type { Message } from "../../foresight/messages";

const FAULT: FaultyProgram = {
  title: "a path without its leading slash",
  program: () => undefined,
  property: "rules[0].actionParameters.uri.path",
  remedy: /begin with/,
};
const TOLD = 'rules["a"].actionParameters.uri.path.value: must begin with "/"';

/** What is missed if a preview reports one message. */
function miss(message: Partial<Message>, fault: Partial<FaultyProgram> = {}): string | undefined {
  const messages: readonly Message[] = [{ severity: "error", text: TOLD, ...message }];
  return missOf(judgeFaulty({ ...FAULT, ...fault }, { messages, writes: [] }, ["hidden-value"]));
}

describe("the verdict on a preview", () => {
  it("is good if one message names property and remedy, by the rule's ref or index", () => {
    expect(miss({})).toBeUndefined();
    expect(miss({ text: TOLD.replace('"a"', "0") })).toBeUndefined();
  });

  it("is bad if the message names another rule, another property or no cure", () => {
    expect(miss({ text: TOLD.replace('"a"', "1") })).toBe("another property");
    expect(miss({ text: 'phase: must begin with "http"' })).toBe("another property");
    expect(miss({ text: TOLD.replace("must begin with", "is not") })).toBe("no remedy");
  });

  it("takes a warning only for a fault that the API may accept", () => {
    expect(miss({ severity: "warning" })).toBe("not reported");
    expect(miss({ severity: "warning" }, { as: "warning" })).toBeUndefined();
    expect(miss({ severity: "warning", text: "another matter" }, { as: "warning" })).toBe("not reported");
  });

  it("is bad if a stack trace or a secret is printed", () => {
    expect(miss({ text: `${TOLD}\n    at run (/program/index.js:3:5)` })).toBe("a stack trace");
    expect(miss({ text: `${TOLD}, found hidden-value` })).toBe("a secret");
  });

  it("matches a path that is a single word only where a path can be", () => {
    const rules = { property: "rules", remedy: /list/ };
    expect(miss({ text: "site: rules: must be a list" }, rules)).toBeUndefined();
    expect(miss({ text: "site: a list of rules is missing" }, rules)).toBe("another property");
  });
});
