/** Why a header cannot be changed, and how the API's refusal names the header. */
export interface Reserved {
  readonly reason: string;
  readonly named: string;
}

interface Rule {
  readonly header: RegExp;
  /** The operations that are refused. Defaults to all. */
  readonly operations?: readonly string[];
  readonly reason: string;
  /** Set if the refusal names the beginning of the header instead of the header. */
  readonly prefix?: string;
}

const OWN = "the API keeps headers that begin with cf- or x-cf- for itself; choose another name";
const WRITES = ["set", "add"];
const ALL: readonly Rule[] = [
  { header: /^x-cf-/, reason: OWN, prefix: "x-cf-" },
  { header: /^cf-/, reason: OWN, prefix: "cf-" },
];
const REQUEST: readonly Rule[] = [
  { header: /^cf-connecting-ip$/, operations: WRITES, reason: "this header can only be removed" },
  {
    header: /^host$/,
    reason: "the action route changes the Host header that the origin receives, in phase http_request_origin",
  },
  { header: /^accept-encoding$/, reason: "the edge chooses the encodings; leave the header out" },
  {
    header: /^(?:cookie|x-forwarded-for|x-forwarded-proto|x-real-ip|true-client-ip)$/,
    operations: WRITES,
    reason: "this header can only be removed; send the value in a header with another name",
  },
];
const RESPONSE: readonly Rule[] = [
  {
    header: /^(?:server|eh-cache-tag|eh-cdn-cache-control)$/,
    reason: "the edge writes this header; leave it out",
  },
  { header: /^set-cookie$/, operations: ["remove"], reason: "this header can only be added or set" },
];

/** Returns why an operation on a header is refused, or undefined if it is accepted. */
export function reservedHeader(name: string, operation: string, isRequest: boolean): Reserved | undefined {
  const rules = [...(isRequest ? REQUEST : RESPONSE), ...ALL];
  // The first rule for a header decides: only one of cf-* can be removed.
  const rule = rules.find(({ header }) => header.test(name.toLowerCase()));
  if (!rule || rule.operations?.includes(operation) === false) return undefined;
  return {
    reason: rule.reason,
    named: rule.prefix === undefined ? `'${name}'` : `beginning with '${rule.prefix}'`,
  };
}
