import { found, isMembers, type Members } from "../../api";
import { constraints, type Violation } from "../constraint";
import { objectAt } from "./members";

export const VARY = constraints({
  "vary-size": {
    says: "`vary.headers` has at most 50 headers.",
    source: "TypeScript SDK, rulesets/rules",
    confidence: "documented",
  },
  "vary-header-name": {
    says: "The name of a header in `vary.headers` consists of at most 128 lower-case letters, digits, hyphens and underscores.",
    source: "TypeScript SDK, rulesets/rules",
    confidence: "documented",
  },
  "vary-header-reserved": {
    says: "`vary.headers` does not name cache-control, connection, host or a header that begins with cf-.",
    source: "TypeScript SDK, rulesets/rules",
    confidence: "documented",
  },
  "vary-member-of-header": {
    says: "`media_types` belongs to the header accept, `languages` to accept-language.",
    source: "TypeScript SDK, rulesets/rules",
    confidence: "documented",
  },
});

const MAX_HEADERS = 50;
const HEADER_OF: Readonly<Record<string, string>> = {
  media_types: "accept",
  languages: "accept-language",
};
const AT = ["action_parameters", "vary", "headers"] as const;

/** Checks how a cached response varies with the headers of the request. */
export function checkVary(vary: Members): Violation[] {
  const headers = objectAt(vary, "headers");
  const names = Object.keys(headers);
  return [
    ...(names.length > MAX_HEADERS
      ? [
          {
            constraint: VARY["vary-size"],
            path: AT,
            message: `must have at most ${MAX_HEADERS} headers, found ${names.length}`,
          },
        ]
      : []),
    ...names.flatMap((name) => [...checkName(name), ...checkMembers(name, headers[name])]),
  ];
}

function checkName(name: string): Violation[] {
  const path = [...AT, name];
  if (!/^[a-z0-9_-]{1,128}$/.test(name)) {
    const lower = name.toLowerCase();
    const cure = /^[a-z0-9_-]{1,128}$/.test(lower) ? `; write ${found(lower)}` : "";
    return [
      {
        constraint: VARY["vary-header-name"],
        path,
        message: `must have a name of at most 128 lower-case letters, digits, hyphens and underscores${cure}`,
      },
    ];
  }
  if (!/^(?:cf-.*|cache-control|connection|host)$/.test(name)) return [];
  return [
    {
      constraint: VARY["vary-header-reserved"],
      path,
      message: "cannot be part of vary; leave the header out",
    },
  ];
}

function checkMembers(name: string, header: unknown): Violation[] {
  if (!isMembers(header)) return [];
  return Object.entries(HEADER_OF)
    .filter(([member, only]) => header[member] !== undefined && name.toLowerCase() !== only)
    .map(([member, only]) => ({
      constraint: VARY["vary-member-of-header"],
      path: [...AT, name, member],
      message: `can only be used with the header ${only}; leave it out`,
    }));
}
