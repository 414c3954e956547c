import type { CorrectProgram } from "../case";
import { parameters } from "./parameters";

export const correctPrograms: readonly CorrectProgram[] = [...parameters];
