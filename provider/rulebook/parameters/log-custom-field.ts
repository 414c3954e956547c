import { isMembers, type Members } from "../../api";
import { constraints, shown, type RuleContext, type Violation } from "../constraint";
import { listAt, textAt } from "./members";

export const LOG_CUSTOM_FIELD = constraints({
  "log-field-needs-member": {
    says: "`log_custom_field` needs at least one list of fields.",
    source: "developers docs, logs/logpush/logpush-job/custom-fields",
    confidence: "documented",
  },
  "log-field-lower-case": {
    says: "Names of headers are written in lower case. Names of cookies keep their case.",
    source: "developers docs, logs/logpush/logpush-job/custom-fields",
    confidence: "documented",
  },
  "log-field-raw-or-transformed": {
    says: "A header is logged raw or transformed, not both.",
    source: "developers docs, logs/logpush/logpush-job/custom-fields",
    confidence: "documented",
  },
  "log-field-range": {
    says: "The request header range cannot be logged.",
    source: "developers docs, logs/logpush/logpush-job/custom-fields",
    confidence: "documented",
  },
});

const REQUEST = ["request_fields", "transformed_request_fields"];
const RESPONSE = ["raw_response_fields", "response_fields"];
const LISTS = ["cookie_fields", ...REQUEST, ...RESPONSE];

interface Field {
  readonly name: string;
  readonly path: Violation["path"];
}

/** Checks the parameters of `log_custom_field`. */
export function checkLogCustomField(parameters: Members, context: RuleContext): Violation[] {
  if (LISTS.every((list) => parameters[list] === undefined)) {
    return [
      {
        constraint: LOG_CUSTOM_FIELD["log-field-needs-member"],
        path: ["action_parameters"],
        message: `must have at least one of ${LISTS.map(context.nameOf).join(", ")}, found none`,
      },
    ];
  }
  return [
    ...[...REQUEST, ...RESPONSE].flatMap((list) =>
      fieldsOf(parameters, list).flatMap((field) => checkCase(field, context)),
    ),
    ...REQUEST.flatMap((list) => fieldsOf(parameters, list).flatMap(checkRange)),
    ...checkTwice(parameters, REQUEST, context),
    ...checkTwice(parameters, RESPONSE, context),
  ];
}

function fieldsOf(parameters: Members, list: string): Field[] {
  return listAt(parameters, list).flatMap((item, index) => {
    const name = isMembers(item) ? textAt(item, "name") : undefined;
    return name === undefined ? [] : [{ name, path: ["action_parameters", list, index, "name"] }];
  });
}

function checkCase({ name, path }: Field, context: RuleContext): Violation[] {
  if (name === name.toLowerCase()) return [];
  return [
    {
      constraint: LOG_CUSTOM_FIELD["log-field-lower-case"],
      path,
      message: `must not have capital letters, found ${shown(name, context)}; write it in lower case`,
    },
  ];
}

function checkRange({ name, path }: Field): Violation[] {
  if (name.toLowerCase() !== "range") return [];
  return [
    {
      constraint: LOG_CUSTOM_FIELD["log-field-range"],
      path,
      message: "cannot be the header range, which the API does not log; leave it out",
    },
  ];
}

function checkTwice(
  parameters: Members,
  [first = "", second = ""]: readonly string[],
  context: RuleContext,
): Violation[] {
  const others = new Set(fieldsOf(parameters, first).map(({ name }) => name.toLowerCase()));
  return fieldsOf(parameters, second)
    .filter(({ name }) => others.has(name.toLowerCase()))
    .map(({ name, path }) => ({
      constraint: LOG_CUSTOM_FIELD["log-field-raw-or-transformed"],
      path,
      message: `cannot be ${shown(name, context)}, which ${context.nameOf(first)} names too; a header is logged raw or transformed`,
    }));
}
