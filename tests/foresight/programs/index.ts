import type { FaultClass } from "../case";
import { filterLanguage } from "./filter-language";
import { rewrites } from "./rewrites";
import { tokens } from "./tokens";

export const faultClasses: readonly FaultClass[] = [
  { name: "filter language", programs: filterLanguage },
  { name: "tokens", programs: tokens },
  { name: "action parameters", programs: rewrites },
];
