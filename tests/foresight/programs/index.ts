import type { FaultClass } from "../case";
import { caching } from "./cache";
import { conditions } from "./conditions";
import { credentials } from "./credentials";
import { executions } from "./executions";
import { filterLanguage } from "./filter-language";
import { filtersAndGateways } from "./filters-and-gateways";
import { lists } from "./lists";
import { lockOuts } from "./lock-outs";
import { owasp } from "./owasp";
import { owners } from "./owners";
import { phases } from "./phases";
import { places } from "./places";
import { plans } from "./plans";
import { rateLimits } from "./rate-limits";
import { redirectsAndRoutes } from "./redirects-and-routes";
import { responses } from "./responses";
import { rewrites } from "./rewrites";
import { settings } from "./settings";
import { several } from "./several";
import { skipsOfOthers } from "./skips-of-others";
import { tokens } from "./tokens";
import { valueExpressions } from "./value-expressions";
import { wrongPrograms } from "./wrong-programs";

export const faultClasses: readonly FaultClass[] = [
  { name: "filter language", programs: filterLanguage },
  { name: "tokens", programs: tokens },
  {
    name: "action parameters",
    programs: [rewrites, redirectsAndRoutes, settings, caching, responses].flat(),
  },
  { name: "phases and execute", programs: [...phases, ...executions] },
  { name: "several owners", programs: owners },
  { name: "zones and accounts", programs: places },
  { name: "rate limits", programs: rateLimits },
  { name: "limits of plans", programs: plans },
  { name: "lock-outs and holes", programs: [...conditions, ...lockOuts] },
  { name: "value expressions", programs: valueExpressions },
  { name: "wrong programs", programs: wrongPrograms },
  { name: "credentials", programs: credentials },
  { name: "OWASP and overrides", programs: owasp },
  { name: "several resources", programs: [...several, ...skipsOfOthers] },
  { name: "lists", programs: lists },
  { name: "filters and gateways", programs: filtersAndGateways },
];
