import { isProtected, resourcesOf, type AdoptedProgram } from "../../adopt/program";
import { counted } from "../../review/changes/counted";
import type { Language } from "./project-files";

/** How to end a trial. */
const WAY_BACK =
  "\nThey are protected: `pulumi destroy` fails and deletes nothing. To end the trial and leave everything as it is: `pulumi stack rm --force`.";

/** Says what was adopted, and how to go back: `3 resources adopted; comments say what is left out, in 2 places. They are …`. */
export function summaryText(program: AdoptedProgram): string {
  const resources = resourcesOf(program);
  const left = [...program.sections, ...resources].filter((place) => place.left.length > 0);
  const more = left.length > 0 ? `; comments say what is left out, in ${counted(left.length, "place")}` : "";
  return `${counted(resources.length, "resource")} adopted${more}.${resources.some(isProtected) ? WAY_BACK : ""}`;
}

/** Returns what was adopted and what is left out as a JSON document. */
export function summaryJson(program: AdoptedProgram, language: Language, files: readonly string[]): string {
  const sections = program.sections.map(({ title, left, resources }) => ({
    left: left.map((one) => ({ resource: null, section: title, ...one })),
    resources: resources.map((resource) => ({
      type: resource.kind,
      name: resource.name,
      id: resource.importId ?? null,
      terraform: resource.terraform ?? null,
      protected: isProtected(resource),
      notImported: resource.notImported ?? null,
    })),
    inResources: resources.flatMap((resource) =>
      resource.left.map((one) => ({ resource: resource.name, section: title, ...one })),
    ),
  }));
  const summary = {
    format: "edge-platform-adopt",
    version: 1,
    language,
    resources: sections.flatMap(({ resources }) => resources),
    leftOut: sections.flatMap(({ left, inResources }) => [...left, ...inResources]),
    files,
  };
  return `${JSON.stringify(summary, undefined, 2)}\n`;
}
