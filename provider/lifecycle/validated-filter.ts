import { createHash } from "node:crypto";
import { isUnknown, type Problem } from "../api";
import { isInvalidRequest, isNotFound, isPermissionError } from "../client";
import { fieldsOf, isOfPackets, parseFilter } from "../filter";
import { argumentsOf, comparedOf, VALIDATED_FILTER } from "../properties";
import { quotesAnswers, redacted } from "../redaction";
import { activeAllowances, languageOfRule } from "../rulebook";
import { checkAllowances } from "../rulebook/check-allowances";
import { checkPhase } from "../rulebook/shape/check-program-rules";
import {
  changedNames,
  checkArguments,
  checkConnection,
  connectionOf,
  isImport,
  pick,
  requiredText,
  text,
  checkExpression,
} from "./inputs";
import { LifecycleError, refuse, type Context, type Lifecycle, type Properties } from "./lifecycle";
import { tell } from "./redaction";

const ARGUMENTS = argumentsOf(VALIDATED_FILTER);
const COMPARED = comparedOf(VALIDATED_FILTER);
const IS_ID = /^[0-9a-f]{16}$/;

/** A filter expression as a resource. A resource that uses its `expression` waits until the expression is validated. */
export const validatedFilter: Lifecycle = {
  async check(context, olds, news) {
    const inputs = pick(news, ARGUMENTS);
    const problems = [...checkArguments(VALIDATED_FILTER, news), ...checkFilter(context, inputs)];
    const changed = changedNames(olds, inputs, ARGUMENTS).length > 0;
    if (changed && modeOf(inputs) !== "local" && !isUnknown(inputs["mode"]))
      problems.push(...checkConnection(context, news));
    // The endpoint changes nothing, so a preview can call it.
    if (changed && problems.length === 0 && modeOf(inputs) === "api" && !isUnknown(inputs["expression"])) {
      problems.push(...(await askEndpoint(context, inputs)));
    }
    return { inputs, problems };
  },

  // The id is a hash of the expression, so a new expression, known or not, is another filter.
  diff(_context, _id, olds, news) {
    const changed = changedNames(olds, news, COMPARED);
    return Promise.resolve({
      changes: changed.length > 0,
      replaces: changed.filter((name) => name === "expression"),
    });
  },

  async create(context, inputs) {
    await confirm(context, inputs);
    return { id: idOf(requiredText(inputs, "expression")), outputs: outputsOf(context, inputs) };
  },

  foresee(context, inputs) {
    const expression = text(inputs, "expression");
    if (expression === undefined || isUnknown(expression)) return {};
    return { id: idOf(expression), outputs: { fields: outputsOf(context, inputs)["fields"] } };
  },

  // The API does not store filters, so there is nothing to read.
  read(context, id, outputs) {
    const expression = text(outputs, "expression");
    // An import names the expression, since nothing else tells it.
    if (isImport(outputs)) {
      const inputs = { expression: id };
      refuseWrong(context, inputs);
      return Promise.resolve({ id: idOf(id), outputs: outputsOf(context, inputs), inputs });
    }
    if (expression === undefined || idOf(expression) !== id) {
      throw new LifecycleError(
        `${id} is not the id of this expression: the id of a ValidatedFilter is a hash of its expression, and the API does not store filters.`,
      );
    }
    return Promise.resolve({ outputs: outputsOf(context, outputs), inputs: pick(outputs, ARGUMENTS) });
  },

  async update(context, _id, _olds, news) {
    await confirm(context, news);
    return outputsOf(context, news);
  },

  remove: () => Promise.resolve(),
};

function checkFilter(context: Context, inputs: Properties): Problem[] {
  const { expression, phase, mode } = inputs;
  const given = text(inputs, "phase");
  const problems = [
    ...(phase === undefined ? [] : checkPhase(phase)),
    ...checkAllowances(inputs["allowances"], []),
  ];
  // In mode api only the endpoint validates.
  if (mode === "api" && typeof expression === "string") return problems;
  // What another phase lacks is a warning here: the filter may be meant for several. Packets have further fields.
  return [...problems, ...checkExpression(context, inputs, isOfPackets(given) ? given : undefined)];
}

/** Throws if an import names no expression. An import that fails only its check is carried out with a warning. */
function refuseWrong(context: Context, inputs: Properties): void {
  const expression = requiredText(inputs, "expression");
  if (IS_ID.test(expression))
    throw new LifecycleError(
      `"${expression}" is the id of a ValidatedFilter in a state: import a filter by its expression, since the API does not store filters.`,
    );
  refuse(checkFilter(context, inputs));
}

/** Calls the endpoint in the modes `both` and `api`. If there is no such endpoint, `both` warns and relies on the parser. */
async function confirm(context: Context, inputs: Properties): Promise<void> {
  if (modeOf(inputs) === "local") return;
  refuse(await askEndpoint(context, inputs));
}

async function askEndpoint(context: Context, inputs: Properties): Promise<Problem[]> {
  try {
    await context.client(connectionOf(inputs)).filters.validate(requiredText(inputs, "expression"));
    return [];
  } catch (error) {
    if (isInvalidRequest(error)) {
      const told = quotesAnswers() ? (error.serverMessage ?? error.message) : tell(error);
      return [{ path: "expression", message: `the API rejects it: ${told}` }];
    }
    if (modeOf(inputs) === "both" && (isNotFound(error) || isPermissionError(error))) {
      context.log(redacted(`warning: the filter was checked offline only: ${tell(error)}`));
      return [];
    }
    throw error;
  }
}

function modeOf(inputs: Properties): string {
  return text(inputs, "mode") ?? "both";
}

function idOf(expression: string): string {
  return createHash("sha256").update(expression).digest("hex").slice(0, 16);
}

function outputsOf(context: Context, inputs: Properties): Properties {
  const language = languageOfRule(context.language, activeAllowances(inputs["allowances"]), undefined);
  const parsed = parseFilter(requiredText(inputs, "expression"), { phase: text(inputs, "phase"), language });
  return { ...pick(inputs, ARGUMENTS), fields: parsed.valid ? fieldsOf(parsed.ast) : [] };
}
