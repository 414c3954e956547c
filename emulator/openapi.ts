import { z } from "zod";
import * as api from "../provider/api";
import { Notice, operations, PHASES, ResultInfo, type Operation, type OperationName } from "../provider/api";

const SCHEMAS = "#/components/schemas/";

type Schema = Readonly<Record<string, unknown>>;

const Failure = z.looseObject({
  result: z.null(),
  success: z.literal(false),
  errors: z.array(Notice).min(1),
  messages: z.array(Notice).nullable(),
});

/** The schemas that the document defines once, by name. */
const NAMED = z.registry<{ id: string }>();
for (const [id, schema] of Object.entries(api)) {
  if (schema instanceof z.ZodType) NAMED.add(schema, { id });
}
NAMED.add(Failure, { id: "Failure" });

/** Returns the whole API as an OpenAPI 3.1 document, generated from the table of operations. */
export function openApiDocument(): Schema {
  const paths: Record<string, Record<string, Schema>> = {};
  // Object.keys widens to string; the keys of this literal are the names.
  for (const name of Object.keys(operations) as OperationName[]) {
    const operation: Operation = operations[name];
    const { path, scopes, method } = operation;
    const whole = scopes ? scopes.map((scope) => path.replace("{scope}", scope)) : [path];
    for (const one of whole) {
      const id = whole.length > 1 ? `${name}Of${scopeName(one)}` : name;
      paths[one] = { ...paths[one], [method.toLowerCase()]: describe(operation, one, id) };
    }
  }
  return {
    openapi: "3.1.0",
    info: { title: "Edge platform API", version: "4" },
    servers: [{ url: "http://127.0.0.1:8787/client/v4" }],
    security: [{ bearer: [] }, { email: [], key: [] }],
    paths,
    components: {
      securitySchemes: {
        bearer: { type: "http", scheme: "bearer", description: "An API token" },
        email: {
          type: "apiKey",
          in: "header",
          name: "X-Auth-Email",
          description: "With X-Auth-Key: everything that the user may do",
        },
        key: { type: "apiKey", in: "header", name: "X-Auth-Key" },
      },
      schemas: namedSchemas(),
    },
  };
}

function describe(operation: Operation, path: string, operationId: string): Schema {
  const { body, bodyOptional, query, empty } = operation;
  return {
    operationId,
    parameters: [...pathParameters(path), ...(query ? queryParameters(query) : [])],
    ...(body && {
      requestBody: { required: !bodyOptional, content: json(jsonSchema(body, "input")) },
    }),
    responses: {
      ...(empty ? { 204: { description: "Done; no body" } } : { 200: success(operation) }),
      "4XX": { description: "Refused", content: json(jsonSchema(Failure, "output")) },
    },
  };
}

function success({ result, query }: Operation): Schema {
  const shape = jsonSchema(result, "output");
  // The result of a dry run is null.
  const dry = query instanceof z.ZodObject && "dry_run" in query.shape;
  return {
    description: "Done",
    content: json({
      type: "object",
      required: ["result", "success", "errors", "messages"],
      properties: {
        result: dry ? { anyOf: [shape, { type: "null" }] } : shape,
        success: { const: true },
        errors: { type: "array", maxItems: 0 },
        messages: jsonSchema(z.array(Notice), "output"),
        result_info: jsonSchema(ResultInfo, "output"),
      },
    }),
  };
}

function pathParameters(path: string): Schema[] {
  return Array.from(path.matchAll(/\{(\w+)\}/g), ([, name = ""]) => ({
    name,
    in: "path",
    required: true,
    schema: parameterSchema(name),
  }));
}

function parameterSchema(name: string): Schema {
  if (name.endsWith("_id")) return { type: "string", pattern: "^[0-9a-f]{32}$" };
  if (name === "phase") return { type: "string", enum: PHASES };
  if (name === "version") return { type: "string", pattern: "^[0-9]{1,15}$" };
  return { type: "string", minLength: 1 };
}

function queryParameters(query: z.ZodType): Schema[] {
  if (!(query instanceof z.ZodObject)) return [];
  return Object.entries(query.shape).map(([name, schema]) => ({
    name,
    in: "query",
    // Every member of a zod object's shape is a zod type.
    required: !(schema as z.ZodType).safeParse(undefined).success,
    schema: jsonSchema(schema as z.ZodType, "input"),
  }));
}

/** Returns the JSON schema, with a reference for each named schema. */
function jsonSchema(schema: z.ZodType, io: "input" | "output"): Schema {
  const name = NAMED.get(schema)?.id;
  if (name !== undefined) return { $ref: SCHEMAS + name };
  const { $defs, ...described } = z.toJSONSchema(schema, { io, unrepresentable: "any", metadata: NAMED });
  if (!$defs) return withoutMetadata(described);
  return JSON.parse(
    JSON.stringify(withoutMetadata(described)).replaceAll('"#/$defs/', `"${SCHEMAS}`),
  ) as Schema;
}

function namedSchemas(): Schema {
  const { schemas } = z.toJSONSchema(NAMED, { unrepresentable: "any", uri: (id) => SCHEMAS + id });
  return Object.fromEntries(Object.entries(schemas).map(([id, schema]) => [id, withoutMetadata(schema)]));
}

/** Removes members that OpenAPI 3.1 declares for the whole document. */
function withoutMetadata(schema: object): Schema {
  return Object.fromEntries(
    Object.entries(schema).filter(([member]) => !["$schema", "$id"].includes(member)),
  );
}

function scopeName(path: string): string {
  const [, first = ""] = path.split("/");
  return { user: "User", accounts: "Account", zones: "Zone" }[first] ?? "";
}

function json(schema: Schema): Schema {
  return { "application/json": { schema } };
}
