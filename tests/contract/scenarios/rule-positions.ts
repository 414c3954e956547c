/* eslint-disable @typescript-eslint/no-unsafe-assignment, @typescript-eslint/no-unsafe-member-access -- answers are JSON of any shape, which the expectations state */
import { refused } from "./envelopes";
import type { Scenario } from "./session";

interface Shown {
  readonly result: { readonly version: string; readonly rules?: readonly { ref: string; version: string }[] };
}

/** Version of the ruleset, and each rule with its own. */
const order = ({ result }: Shown) => [
  result.version,
  (result.rules ?? []).map(({ ref, version }) => `${ref} ${version}`).join(", "),
];

export const rulePositions: Scenario = {
  name: "rules and their positions",
  async run(session, { zoneId }) {
    const rulesets = `/zones/${zoneId}/rulesets`;
    const rule = (ref: string) => ({ action: "log", expression: `http.host eq "${ref}"`, ref });
    const made = await session.call("create", "POST", rulesets, {
      body: {
        name: "default",
        kind: "zone",
        phase: "http_request_firewall_custom",
        rules: [rule("a"), rule("b")],
      },
      pick: order,
    });
    const at = `${rulesets}/${made.result.id}`;
    session.owns(at);
    const [a, b] = made.result.rules as { id: string }[];
    const add = (step: string, ref: string, position?: unknown) =>
      session.call(step, "POST", `${at}/rules`, { body: { ...rule(ref), position }, pick: order });
    const patch = (step: string, id: string | undefined, body: unknown, pick: typeof order) =>
      session.call(step, "PATCH", `${at}/rules/${id}`, { body, pick });
    await add("add", "c");
    await add("add at the head", "d", { before: "" });
    await add("add after a rule", "e", { after: a?.id });
    await add("add at an index", "f", { index: 2 });
    await patch("move", b?.id, { position: { index: 1 } }, order);
    await patch("change", a?.id, { ...rule("a"), expression: "true" }, order);
    const whole = { pick: (body: unknown) => body };
    await session.call("change to a blank expression", "PATCH", `${at}/rules/${a?.id}`, {
      ...whole,
      body: { ...rule("a"), expression: "" },
    });
    await session.call("change without an action", "PATCH", `${at}/rules/${a?.id}`, {
      ...whole,
      body: { action_parameters: {} },
    });
    await session.call("delete", "DELETE", `${at}/rules/${b?.id}`, { pick: order });
  },
  expected: [
    { step: "create", outcome: 200, value: ["1", "a 1, b 1"] },
    { step: "add", outcome: 200, value: ["2", "a 1, b 1, c 1"] },
    { step: "add at the head", outcome: 200, value: ["3", "d 1, a 1, b 1, c 1"] },
    { step: "add after a rule", outcome: 200, value: ["4", "d 1, a 1, e 1, b 1, c 1"] },
    { step: "add at an index", outcome: 200, value: ["5", "d 1, f 1, a 1, e 1, b 1, c 1"] },
    { step: "move", outcome: 200, value: ["6", "b 1, d 1, f 1, a 1, e 1, c 1"] },
    { step: "change", outcome: 200, value: ["7", "b 1, d 1, f 1, a 2, e 1, c 1"] },
    {
      step: "change to a blank expression",
      outcome: 400,
      value: refused({
        code: 20125,
        message: "'' is not a valid value for expression because the expression cannot be blank",
      }),
    },
    {
      step: "change without an action",
      outcome: 400,
      value: refused({ message: "action is required for action parameters" }),
    },
    { step: "delete", outcome: 200, value: ["8", "d 1, f 1, a 2, e 1, c 1"] },
  ],
};
