import type { CorrectProgram } from "../case";
import { inZone } from "../declare";

/** Unusual parameters that the API accepts. */
export const parameters: readonly CorrectProgram[] = [
  {
    title: "a route with nothing but a port",
    program: inZone("http_request_origin", [
      { action: "route", actionParameters: { origin: { port: 8443 } } },
    ]),
  },
  {
    title: "an empty query",
    program: inZone("http_request_transform", [
      { action: "rewrite", actionParameters: { uri: { query: { value: "" } } } },
    ]),
  },
];
