import { z } from "zod";
import { Condition, Kind, Phase, Policy, Rule, TokenStatus, ZONE_PLANS } from "../../provider/api";
import type { DATA_TABLES } from "../store/database";

const Time = z.iso.datetime({ offset: true });
const Version = z.int().positive();

/** A text that is JSON of this form. */
function jsonText(schema: z.ZodType) {
  return z.string().superRefine((text, context) => {
    const parsed = schema.safeParse(valueOf(text));
    if (parsed.success) return;
    context.addIssue({
      code: "custom",
      message: `is not the JSON of this column: ${z.prettifyError(parsed.error)}`,
    });
  });
}

function valueOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const TokenDocument = z.strictObject({
  name: z.string(),
  status: TokenStatus,
  modifiedOn: Time,
  notBefore: Time.nullable(),
  expiresOn: Time.nullable(),
  policies: z.array(Policy),
  condition: Condition.nullable(),
});
const AccountDocument = z.strictObject({
  type: z.string().optional(),
  parent: z.string().optional(),
  enforceTwoFactor: z.boolean().optional(),
  abuseContactEmail: z.string().nullish(),
});

/** The rows of each table, so that what a snapshot restores can be read. A column with a default is optional. */
export const SNAPSHOT_ROWS = {
  accounts: z.looseObject({
    id: z.string(),
    name: z.string(),
    created_on: Time,
    document: jsonText(AccountDocument).optional(),
  }),
  zones: z.looseObject({
    id: z.string(),
    name: z.string(),
    account_id: z.string(),
    plan: z.enum(ZONE_PLANS),
    type: z.string(),
    created_on: Time,
    modified_on: Time,
    paused: z.literal([0, 1]).optional(),
    vanity_name_servers: jsonText(z.array(z.string())).optional(),
  }),
  tokens: z.looseObject({
    id: z.string(),
    owner: z.string().regex(/^(user|account):./, "must be user:<id> or account:<id>"),
    value_hash: z.string(),
    issued_on: Time,
    made: z.int(),
    last_used_on: Time.nullable(),
    document: jsonText(TokenDocument),
  }),
  rulesets: z.looseObject({
    id: z.string(),
    scope: z.string().regex(/^((zone|account):.|vendor$)/, "must be zone:<id>, account:<id> or vendor"),
    kind: Kind,
    phase: Phase,
    name: z.string(),
    latest: Version,
    made: z.int(),
  }),
  ruleset_versions: z.looseObject({
    ruleset_id: z.string(),
    version: Version,
    description: z.string(),
    last_updated: Time,
    rules: jsonText(z.array(z.tuple([z.string(), Version]))),
  }),
  rule_versions: z.looseObject({
    ruleset_id: z.string(),
    rule_id: z.string(),
    version: Version,
    content: jsonText(z.looseObject({ ...Rule.shape, version: z.string() })),
  }),
} satisfies Record<(typeof DATA_TABLES)[number], z.ZodType>;
