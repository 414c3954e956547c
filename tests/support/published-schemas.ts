import fs from "node:fs";
import path from "node:path";
import Ajv from "ajv";
import { parse, parseAllDocuments } from "yaml";

const FOLDER = path.resolve(__dirname, "../data/schemas");

export type PublishedSchema = "github-workflow" | "gitlab-ci" | "kubernetes" | "pulumi-stack";

const validators = new Map<string, Ajv.ValidateFunction>();

/** Returns what a published schema rejects in a value. `definition` names one of its definitions. */
export function schemaErrors(schema: PublishedSchema, value: unknown, definition?: string): string[] {
  const id = definition === undefined ? schema : `${schema}#/definitions/${definition}`;
  const validate = validators.get(id) ?? compile(schema, id);
  validators.set(id, validate);
  void validate(value);
  return (validate.errors ?? []).map(({ dataPath, message = "" }) => `${dataPath} ${message}`);
}

function compile(schema: PublishedSchema, id: string): Ajv.ValidateFunction {
  // The published form.
  const text = JSON.parse(fs.readFileSync(path.join(FOLDER, `${schema}.json`), "utf8")) as object;
  const ajv = new Ajv({ allErrors: true, unknownFormats: "ignore", logger: false });
  ajv.addSchema({ ...text, $id: schema }, schema);
  const validate = ajv.getSchema(id);
  if (!validate) throw new Error(`there is no definition ${id}`);
  return validate;
}

/** Reads the only document of a YAML text. */
export function yamlOf(text: string): unknown {
  return parse(text);
}

/** Reads all documents of a YAML text. The caller knows their form. */
export function documentsOf<Value>(text: string): Value[] {
  return parseAllDocuments(text).map((document) => document.toJS() as Value);
}
