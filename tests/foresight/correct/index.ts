import type { CorrectProgram } from "../case";
import { caching } from "./caching";
import { deployments } from "./deployments";
import { emptyLists } from "./empty-lists";
import { examples } from "./examples";
import { expressions } from "./expressions";
import { ownership } from "./ownership";
import { parameters } from "./parameters";
import { protection } from "./protection";
import { skipsBesideOthers } from "./skips-beside-others";
import { tokens } from "./tokens";
import { unknowns } from "./unknowns";

export const correctPrograms: readonly CorrectProgram[] = [
  parameters,
  caching,
  protection,
  expressions,
  deployments,
  ownership,
  skipsBesideOthers,
  tokens,
  unknowns,
  emptyLists,
  examples,
].flat();
