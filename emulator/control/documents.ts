/*
 * The documents of the control plane as a caller writes or gets them, without zod: the declarations of `pulumi-edge-platform/platform`
 * use only these. A unit test compares each type with its schema.
 */
import type { PermissionScope } from "../../provider/api/permission-groups";
import type { ZonePlan } from "../../provider/api/plans";
import type {
  Kind,
  ListCreate,
  ListItemWrite,
  ListKind,
  Phase,
  RulesetCreate,
  TokenCreate,
} from "../../provider/api/wire";

/** @inline */
type CommonFault = {
  method?: string | undefined;
  /** A regular expression for the path below `/client/v4` or `/gateway`, including the query: that of filter expressions. */
  path?: string | undefined;
  /** How many matching requests get the fault. Defaults to all. */
  times?: number | undefined;
  /** The share of matching requests that get the fault, 0 to 1. The same `seed` selects the same requests. */
  probability?: number | undefined;
  seed?: number | undefined;
};

/** @inline */
type AnsweredFault = CommonFault & {
  status?: number | undefined;
  /** The `Retry-After` header in seconds. */
  retryAfter?: number | undefined;
};

/** @inline */
type StatusFault = AnsweredFault & {
  kind: "status";
  /** The errors of the envelope. Defaults to one that says that the fault is injected. */
  errors?:
    | {
        code?: number | undefined;
        message: string;
        /** `pointer` is a JSON pointer into the body, such as `/rules/0/expression`. */
        source?: { pointer: string } | undefined;
      }[]
    | undefined;
};

/** @inline */
type HtmlFault = AnsweredFault & {
  kind: "html";
};

/** @inline */
type BrokenFault = CommonFault & {
  kind: "drop-before" | "drop-after" | "truncate";
};

/** @inline */
type DelayFault = CommonFault & {
  kind: "delay";
  /** The delay in milliseconds. */
  ms: number;
};

/** A fault to inject into matching requests. If several match, the first one is injected. */
export type InjectedFault = StatusFault | HtmlFault | BrokenFault | DelayFault;

/** A change of the clock: a new time or a duration such as `90s`, `15m`, `24h` or `30d`, and whether to freeze it. @inline */
export type ClockChange = {
  now?: string | undefined;
  advance?: string | undefined;
  frozen?: boolean | undefined;
};

/**
 * Changes of a version: rules to add before the last one, each with an id or with description and categories, and rules to remove by
 * id or by the number in their description. @inline
 */
export type WrittenVersion = {
  description?: string | undefined;
  add?:
    | {
        id?: string | undefined;
        description?: string | undefined;
        categories?: string[] | undefined;
        action?: string | undefined;
        enabled?: boolean | undefined;
      }[]
    | undefined;
  remove?: string[] | undefined;
};

/** @inline */
type WrittenToken = TokenCreate & {
  accountId?: string | undefined;
  value?: string | undefined;
};

/** @inline */
type WrittenRuleset = RulesetCreate & {
  zone?: string | undefined;
  accountId?: string | undefined;
};

/** @inline */
type WrittenList = ListCreate & {
  accountId?: string | undefined;
  items?: ListItemWrite[] | undefined;
};

/** Objects to add. Ids and accounts are optional. A ruleset names its zone by name, or its account by id. @inline */
export type WrittenSeed = {
  accounts?: { id?: string | undefined; name: string }[] | undefined;
  zones?:
    | {
        id?: string | undefined;
        name: string;
        plan?: ZonePlan | undefined;
        accountId?: string | undefined;
        tags?: Record<string, string> | undefined;
      }[]
    | undefined;
  permissionGroups?:
    | {
        id?: string | undefined;
        name: string;
        scope: PermissionScope;
        access?: "read" | "write" | undefined;
      }[]
    | undefined;
  tokens?: WrittenToken[] | undefined;
  lists?: WrittenList[] | undefined;
  rulesets?: WrittenRuleset[] | undefined;
};

/** A row of a snapshot. It has further columns. */
interface Row {
  [column: string]: unknown;
}

/** @inline */
interface AccountRow extends Row {
  id: string;
  name: string;
  created_on: string;
  document?: string | undefined;
}

/** @inline */
interface ZoneRow extends Row {
  id: string;
  name: string;
  account_id: string;
  plan: ZonePlan;
  type: string;
  created_on: string;
  modified_on: string;
  paused?: 0 | 1 | undefined;
  vanity_name_servers?: string | undefined;
  tags?: string | undefined;
  tags_updated_at?: string | undefined;
}

/** @inline */
interface TokenRow extends Row {
  id: string;
  owner: string;
  value_hash: string;
  issued_on: string;
  made: number;
  last_used_on: string | null;
  document: string;
}

/** @inline */
interface RulesetRow extends Row {
  id: string;
  scope: string;
  kind: Kind;
  phase: Phase;
  name: string;
  latest: number;
  made: number;
}

/** @inline */
interface RulesetVersionRow extends Row {
  ruleset_id: string;
  version: number;
  description: string;
  last_updated: string;
  rules: string;
}

/** @inline */
interface RuleVersionRow extends Row {
  ruleset_id: string;
  rule_id: string;
  version: number;
  content: string;
}

/** @inline */
interface ListRow extends Row {
  id: string;
  account_id: string;
  name: string;
  kind: ListKind;
  description: string;
  created_on: string;
  modified_on: string;
  items: string;
}

/** @inline */
interface PermissionGroupRow extends Row {
  id: string;
  name: string;
  scope: PermissionScope;
  access: "read" | "write";
}

/** @inline */
interface ListOperationRow extends Row {
  id: string;
  account_id: string;
  list_id: string;
  started_on: string;
  completes_on: string;
  changes: number;
  before: string;
  error: string;
}

/** All stored data except the platform's own credentials. Token values are stored as hashes. @inline */
export type Snapshot = {
  format: 1;
  tables: {
    accounts: AccountRow[];
    zones: ZoneRow[];
    tokens: TokenRow[];
    rulesets: RulesetRow[];
    ruleset_versions: RulesetVersionRow[];
    rule_versions: RuleVersionRow[];
    lists?: ListRow[] | undefined;
    list_operations?: ListOperationRow[] | undefined;
    permission_groups?: PermissionGroupRow[] | undefined;
  };
};
