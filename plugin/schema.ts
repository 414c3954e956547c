import schema from "./schema.json";

/** The text of the package's schema, which `npm run schema` generates. */
export const SCHEMA: string = JSON.stringify(schema);

/** The version of the package. */
export const VERSION: string = schema.version;
