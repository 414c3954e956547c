import { isMembers, type Members } from "../../api";
import { constraints, shown, type RuleContext, type Violation, violation } from "../constraint";
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

const REQUEST = ["request_fields", "transformed_request_fields"] as const;
const RESPONSE = ["raw_response_fields", "response_fields"] as const;
const LISTS = ["cookie_fields", ...REQUEST, ...RESPONSE];

interface Field {
  readonly name: string;
  readonly path: Violation["path"];
}

/** Checks the parameters of `log_custom_field`. */
export function* checkLogCustomField(parameters: Members, context: RuleContext): Iterable<Violation> {
  const { nameOf } = context;
  if (LISTS.every((list) => parameters[list] === undefined)) {
    const message = `must have at least one of ${LISTS.map(nameOf).join(", ")}, found none`;
    yield violation(LOG_CUSTOM_FIELD["log-field-needs-member"], [], message);
    return;
  }
  for (const { name, path } of [...REQUEST, ...RESPONSE].flatMap((list) => fieldsOf(parameters, list))) {
    if (name === name.toLowerCase()) continue;
    const message = `must not have capital letters, found ${shown(name, context)}; write it in lower case`;
    yield violation(LOG_CUSTOM_FIELD["log-field-lower-case"], path, message);
  }
  for (const { name, path } of REQUEST.flatMap((list) => fieldsOf(parameters, list))) {
    if (name.toLowerCase() !== "range") continue;
    const message = "cannot be the header range, which the API does not log; leave it out";
    yield violation(LOG_CUSTOM_FIELD["log-field-range"], path, message);
  }
  for (const [first, second] of [REQUEST, RESPONSE]) {
    const others = new Set(fieldsOf(parameters, first).map(({ name }) => name.toLowerCase()));
    for (const { name, path } of fieldsOf(parameters, second)) {
      if (!others.has(name.toLowerCase())) continue;
      const message = `cannot be ${shown(name, context)}, which ${nameOf(first)} names too; a header is logged raw or transformed`;
      yield violation(LOG_CUSTOM_FIELD["log-field-raw-or-transformed"], path, message);
    }
  }
}

function fieldsOf(parameters: Members, list: string): Field[] {
  return listAt(parameters, list).flatMap((item, index) => {
    const name = isMembers(item) ? textAt(item, "name") : undefined;
    return name === undefined ? [] : [{ name, path: [list, index, "name"] }];
  });
}
