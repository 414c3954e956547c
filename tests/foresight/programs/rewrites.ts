import type { FaultyProgram } from "../case";
import { inZone } from "../declare";

const TRANSFORM = "http_request_transform";
const REQUEST = "http_request_late_transform";

/** Rewrites of URLs and headers. */
export const rewrites: readonly FaultyProgram[] = [
  {
    title: "a path without its leading slash",
    program: inZone(TRANSFORM, [
      { action: "rewrite", actionParameters: { uri: { path: { value: "new" } } } },
    ]),
    property: "rules[0].actionParameters.uri.path.value",
    remedy: /\/new|"\/"|begin/,
  },
  {
    title: "a request header with add",
    program: inZone(REQUEST, [
      { action: "rewrite", actionParameters: { headers: { "x-a": { operation: "add", value: "b" } } } },
    ]),
    property: "rules[0].actionParameters.headers",
    remedy: /set/,
  },
];
