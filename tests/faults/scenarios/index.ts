import type { Scenario } from "../scenario";
import { otherScenarios } from "./others";
import { rulesetScenarios } from "./rulesets";
import { tokenScenarios } from "./tokens";

export const scenarios: readonly Scenario[] = [...tokenScenarios, ...rulesetScenarios, ...otherScenarios];
