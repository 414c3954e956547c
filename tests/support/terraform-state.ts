import { isMembers, type Members } from "../../provider/api";

/** How a state is written: by which version of the provider, and by which command of Terraform. */
export interface StateForm {
  readonly provider: 4 | 5;
  readonly command: "show -json" | "state pull";
}

export const STATE_FORMS: readonly StateForm[] = [
  { provider: 4, command: "show -json" },
  { provider: 4, command: "state pull" },
  { provider: 5, command: "show -json" },
  { provider: 5, command: "state pull" },
];

/** A managed resource of a state. */
export interface StateResource {
  readonly module?: string;
  readonly type: string;
  readonly name: string;
  readonly key?: string | number;
  readonly values: Members;
}

/** The value of each token in a state, which nothing may print. */
export const STATE_SECRET = "tf-state-secret-value";

/** Returns the values of a `cloudflare_ruleset` for a ruleset as the API returns it. */
export function rulesetValues(ruleset: Members, place: Members, { provider }: StateForm): Members {
  const { rules, ...others } = ruleset;
  const list: readonly unknown[] = Array.isArray(rules) ? rules : [];
  return {
    account_id: null,
    zone_id: null,
    ...others,
    ...place,
    rules: list.map((rule) => ruleValues(rule as Members, provider)),
  };
}

/** Members that are not set are null in a state. Version 4 writes each object as a list of one. */
function ruleValues(rule: Members, provider: 4 | 5): Members {
  const unset = { description: null, enabled: null, logging: provider === 4 ? [] : null, ratelimit: null };
  const { action_parameters: parameters, ratelimit, logging, ...others } = rule;
  const nested = { action_parameters: parameters, ratelimit, logging };
  const set = Object.entries(nested).filter(([, value]) => value !== undefined);
  return {
    ...unset,
    ...others,
    ...Object.fromEntries(set.map(([name, value]) => [name, provider === 4 ? blocks(value) : value])),
  };
}

function blocks(value: unknown): unknown {
  if (Array.isArray(value))
    return value.map((item: unknown) => (isMembers(item) ? (blocks(item) as unknown[])[0] : item));
  if (!isMembers(value)) return value;
  return [
    {
      ...Object.fromEntries(Object.entries(value).map(([name, member]) => [name, blocks(member)])),
      unset: null,
    },
  ];
}

/** Returns the values of a token, with its secret value. */
export function tokenValues(token: Members, more: Members, { provider }: StateForm): Members {
  const { id, name, status, policies } = token;
  return {
    id,
    name,
    status,
    value: STATE_SECRET,
    ...more,
    [provider === 4 ? "policy" : "policies"]: policies,
  };
}

/** Writes a state with these resources, and a data source, which Terraform does not manage. */
export function stateText(resources: readonly StateResource[], { command }: StateForm): string {
  return JSON.stringify(command === "show -json" ? shown(resources) : stateFile(resources));
}

function shown(resources: readonly StateResource[]): object {
  const within = (module: string | undefined) =>
    resources
      .filter((one) => one.module === module)
      .map(({ type, name, key, values }) => ({
        address: `${module === undefined ? "" : `${module}.`}${type}.${name}${key === undefined ? "" : `[${JSON.stringify(key)}]`}`,
        mode: "managed",
        type,
        name,
        ...(key !== undefined && { index: key }),
        values,
      }));
  const modules = [...new Set(resources.flatMap(({ module }) => module ?? []))];
  const data = { address: "data.cloudflare_ruleset.x", mode: "data", type: "cloudflare_ruleset", values: {} };
  return {
    format_version: "1.0",
    terraform_version: "1.9.8",
    values: {
      root_module: {
        resources: [...within(undefined), data],
        child_modules: modules.map((address) => ({ address, resources: within(address) })),
      },
    },
  };
}

function stateFile(resources: readonly StateResource[]): object {
  const data = { mode: "data", type: "cloudflare_ruleset", name: "x", instances: [{ attributes: {} }] };
  return {
    version: 4,
    terraform_version: "1.9.8",
    serial: 3,
    lineage: "0",
    outputs: {},
    resources: [
      ...resources.map(({ module, type, name, key, values }) => ({
        ...(module !== undefined && { module }),
        mode: "managed",
        type,
        name,
        instances: [{ ...(key !== undefined && { index_key: key }), schema_version: 0, attributes: values }],
      })),
      data,
    ],
  };
}
