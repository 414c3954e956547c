import type { Scenario } from "../scenario";
import { historyScenarios } from "./histories";
import { importScenarios } from "./imports";
import { listScenarios } from "./lists";
import { otherScenarios } from "./others";
import { rulesetScenarios } from "./rulesets";
import { tokenScenarios } from "./tokens";

export const scenarios: readonly Scenario[] = [
  ...tokenScenarios,
  ...rulesetScenarios,
  ...otherScenarios,
  ...listScenarios,
  ...historyScenarios,
  ...importScenarios,
];
