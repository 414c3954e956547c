export { Account } from "./account";
export { Site, type SiteKind, type Zone } from "./site";
export { Team } from "./team";
export { describe, protectProduction } from "./transforms";
