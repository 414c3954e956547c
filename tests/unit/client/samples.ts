import type { ScriptedAnswer } from "../../contract/client/scripted-server";

export const ZONE = "023e105f4ecef8ad9ca31a8372d0c353";
export const RULESET = "2f2feab2026849078ba485f918791bdc";
export const RULE = "3a03d665bac047339bb530ecb439a90d";
export const PHASE = "http_request_firewall_custom";
export const ME = { id: "7c5dae5552338874e5053f2534d2767a", email: "me@example.com" };
export const ruleset = { id: RULESET, name: "default", kind: "zone", version: "2", phase: PHASE, rules: [] };
export const tokenBody = { name: "t", policies: [] };
export const rule = { action: "block", expression: "true" };
export const busy: ScriptedAnswer = { status: 503, text: "<html>" };

export const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 20));
