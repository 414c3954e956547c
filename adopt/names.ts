/** Returns names that are unique: the first keeps its name, the others get a number. */
export function uniqueNames(): (wanted: string) => string {
  const used = new Set<string>();
  return (wanted) => {
    let name = wanted;
    for (let number = 2; used.has(name); number += 1) name = `${wanted}-${number}`;
    used.add(name);
    return name;
  };
}

/** The longest part of a live name that goes into the name of a resource. */
const LONGEST = 60;

/** Returns the letters, digits and dots of a text in lower case, joined by hyphens; `otherwise` if there are none. */
export function slug(text: string, otherwise: string): string {
  // Cut first, because a name can have megabytes.
  const parts = text
    .slice(0, LONGEST)
    .toLowerCase()
    .match(/[a-z0-9]+(?:\.[a-z0-9]+)*/g);
  return parts?.join("-") ?? otherwise;
}

/** Returns a phase without the part that nearly all phases have: `request-firewall-custom`. */
export function phaseSlug(phase: string): string {
  return slug(phase.replace(/^http_/, ""), "phase");
}
